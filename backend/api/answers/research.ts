import { randomBytes } from 'node:crypto';
import { schoolDay } from '../../../events/calendar.ts';
import { currentClassIds } from '../../../events/outline.ts';
import { attempts } from '../../projections/attempts.ts';
import { type CourseDoc, courses } from '../../projections/courses.ts';
import { type EnrolmentDoc, enrolments } from '../../projections/enrolments.ts';
import { pagesOf, type ReadSession } from '../../projections/reading/reads.ts';
import { studyTime } from '../../projections/studyTime.ts';
import { users } from '../../projections/users.ts';
import { MOST_FILE_ROWS } from '../contract/choices.ts';
import { BOM, csvRow } from '../contract/csv.ts';
import { percentage } from '../contract/records/learning.ts';

/**
 * Enrolments for research: nobody’s name, number or word, people as random ids of this file alone, times coarsened, and whatever could single somebody out
 * left out (docs/decisions/0137).
 */

/** What somebody may already know of a person, and could look for in the file. */
export interface Known {
  person: number;
  course: number;
  /** `2026-03` */
  month: string;
  plan: string;
}
export type Anonymous<F extends Known> = F & { id: string; period: string };
export const spans = ['month', 'quarter', 'year'] as const;
type Span = (typeof spans)[number];

const periodOf = (month: string, span: Span): string => {
  const [year = '', number = '1'] = month.split('-');
  return span === 'month' ? month : span === 'year' ? year : `${year}-T${Math.ceil(Number(number) / 3)}`;
};
const knownOf = ({ course, month, plan }: Known, span: Span): string => `${course} ${periodOf(month, span)} ${plan}`;
const newId = (): string => randomBytes(8).toString('hex');
/**
 * Every combination of courses, times and plan that stands under one id is that of `k` people or more. Who has a combination that is rarer even by years gets
 * another id in each row, and what is rare by itself is left out.
 */
export function anonymised<F extends Known>(facts: readonly F[], k: number): { rows: Anonymous<F>[]; leftOut: number } {
  const rows: Anonymous<F>[] = [];
  let people = [...Map.groupBy(facts, ({ person }) => String(person)).values()];
  for (const span of spans) {
    const alike = Map.groupBy(people, (own) =>
      own
        .map((fact) => knownOf(fact, span))
        .sort()
        .join('|'),
    );
    people = [];
    for (const group of alike.values()) {
      if (group.length < k) {
        people.push(...group);
        continue;
      }
      for (const own of group) {
        const id = newId();
        rows.push(...own.map((fact) => ({ ...fact, id, period: periodOf(fact.month, span) })));
      }
    }
  }
  let rest = people.flat();
  for (const span of spans) {
    const alike = Map.groupBy(rest, (fact) => knownOf(fact, span));
    rest = [];
    for (const group of alike.values()) {
      if (new Set(group.map(({ person }) => person)).size < k) rest.push(...group);
      else rows.push(...group.map((fact) => ({ ...fact, id: newId(), period: periodOf(fact.month, span) })));
    }
  }
  // By an id that means nothing: their order says nothing either.
  return { rows: rows.sort((a, b) => (a.id < b.id ? -1 : 1)), leftOut: rest.length };
}

interface Row extends Known {
  title: string;
  state: 'aprendiendo' | 'completado' | 'dejado';
  progress: string;
  hours: string;
  days: string;
  tried: string;
  passed: string;
}
/** The first step of the checks that is not passed. */
const band = (value: number, steps: readonly (readonly [number, string])[], more: string): string =>
  steps.find(([most]) => value <= most)?.[1] ?? more;
const progressBand = (value: number) =>
  value >= 100
    ? '100'
    : band(
        value,
        [
          [0, '0'],
          [25, '1-25'],
          [50, '26-50'],
          [75, '51-75'],
        ] as const,
        '76-99',
      );
const hoursBand = (seconds: number) =>
  band(
    seconds / 3_600,
    [
      [0, '0'],
      [1, '0-1'],
      [5, '1-5'],
      [20, '5-20'],
    ] as const,
    '20+',
  );
const daysBand = (days: number) =>
  band(
    days,
    [
      [7, '0-7'],
      [30, '8-30'],
      [90, '31-90'],
    ] as const,
    '90+',
  );
const countBand = (count: number) => (count >= 3 ? '3+' : String(count));

const PAGE = 500;

/** Quizzes of each learner of a course: how many they tried, and passed. */
async function quizzesOf(reads: ReadSession): Promise<Map<string, { tried: number; passed: number }>> {
  const found = new Map<string, { tried: number; passed: number }>();
  for await (const docs of pagesOf(reads, attempts, { limit: PAGE }))
    for (const { doc } of docs) {
      const key = `${doc.userId}_${doc.courseId}`;
      const { tried, passed } = found.get(key) ?? { tried: 0, passed: 0 };
      found.set(key, { tried: tried + 1, passed: passed + Number(doc.passed) });
    }
  return found;
}

function rowOf(doc: EnrolmentDoc, course: CourseDoc, plan: string, seconds: number, quizzes: { tried: number; passed: number }): Row {
  const classIds = currentClassIds(course);
  const done = classIds.filter((classId) => doc.completed[String(classId)] !== undefined).length;
  const took = doc.completedAt === null ? null : (Date.parse(doc.completedAt) - Date.parse(doc.enrolledAt)) / 86_400_000;
  return {
    ...{ person: doc.userId, course: doc.courseId, month: schoolDay(doc.enrolledAt).slice(0, 7), plan, title: course.title },
    state: doc.completedAt !== null ? 'completado' : doc.enrolled ? 'aprendiendo' : 'dejado',
    ...{ progress: progressBand(percentage(done, classIds.length)), hours: hoursBand(seconds) },
    ...{ days: took === null ? '' : daysBand(took), tried: countBand(quizzes.tried), passed: countBand(quizzes.passed) },
  };
}

const HEADS = ['persona', 'curso', 'periodo', 'plan', 'estado', 'avance', 'horas', 'dias_hasta_terminar', 'evaluaciones', 'aprobadas'];

/** Students’ enrolments as a file, and what of them is in it. `complete`: false where there were more than one file holds. */
export async function researchDataset(reads: ReadSession, k: number) {
  const quizzes = await quizzesOf(reads);
  const rows: Row[] = [];
  let complete = true;
  for await (const docs of pagesOf(reads, enrolments, { limit: PAGE })) {
    const ids = [...new Set(docs.map(({ doc }) => String(doc.userId)))];
    const people = await reads.getMany(users, ids);
    const studied = await reads.getMany(studyTime, ids);
    const outlines = await reads.getMany(courses, [...new Set(docs.map(({ doc }) => String(doc.courseId)))]);
    for (const { key, doc } of docs) {
      const person = people.get(String(doc.userId));
      const course = outlines.get(String(doc.courseId));
      // Staff only try courses out, and erased people are not studied any more.
      if (!course || !person || person.role !== 'student' || person.username === null) continue;
      const seconds = studied.get(String(doc.userId))?.courses[String(doc.courseId)] ?? 0;
      rows.push(rowOf(doc, course, person.plan, seconds, quizzes.get(key) ?? { tried: 0, passed: 0 }));
    }
    if (rows.length < MOST_FILE_ROWS) continue;
    complete = false;
    break;
  }
  const { rows: shown, leftOut } = anonymised(rows, k);
  const text = shown
    .map(({ id, title, period, plan, state, progress, hours, days, tried, passed }) =>
      csvRow([id, title, period, plan === 'premium' ? 'premium' : 'basico', state, progress, hours, days, tried, passed]),
    )
    .join('');
  return {
    file: Buffer.from(BOM + csvRow(HEADS) + text),
    heads: HEADS,
    rows: shown.length,
    ids: new Set(shown.map(({ id }) => id)).size,
    leftOut,
    complete,
  };
}
