import fc from 'fast-check';
import { course } from '../../backend/commands/catalogue/course.ts';
import type { CourseCommand } from '../../backend/commands/catalogue/courseCommand.ts';
import { lesson } from '../../backend/commands/catalogue/lesson.ts';
import { type UserCommand, type UserState, user } from '../../backend/commands/identity/user.ts';
import type { Decided, Decider } from '../../backend/commands/kernel/decider.ts';
import { DomainError } from '../../backend/commands/kernel/errors.ts';
import { type EnrolmentCommand, type EnrolmentState, enrolment } from '../../backend/commands/learning/enrolment.ts';
import { planOf } from '../../backend/commands/learning/learners.ts';
import { study } from '../../backend/commands/learning/study.ts';
import { schoolDay } from '../../events/calendar.ts';
import type { Role } from '../../events/define.ts';
import { type CourseOutline, presentClasses, presentModules } from '../../events/outline.ts';
import { courseFields } from '../support/courseFields.ts';
import { origin } from '../support/learning.ts';
import { type GivenEvent, given } from '../support/projectionSpec.ts';

/** Random histories of a small school in which nothing happens that the deciders would refuse. */

type Fact = { type: string; data: object };

/** What somebody tries. Numbers are taken modulo what there is, so that most attempts mean something. */
export type Attempt =
  | { kind: 'user'; userId: number; command: UserCommand }
  | { kind: 'course'; courseId: number; act: 'create' | 'change' | 'publish' | 'unpublish' | 'archive' | 'restore'; pick: number }
  | {
      kind: 'outline';
      courseId: number;
      act: 'module' | 'class' | 'removeModule' | 'removeClass' | 'restore' | 'text' | 'order';
      pick: number;
    }
  | { kind: 'learn'; userId: number; courseId: number; act: EnrolmentCommand['type']; pick: number }
  | { kind: 'study'; userId: number; courseId: number; seconds: number };

// Mostly the same few, so that something comes of it.
const userId = fc.constantFrom(1, 1, 2, 2, 3, 4);
const courseId = fc.constantFrom(1, 1, 1, 2, 3);
const pick = fc.nat({ max: 11 });
const role = fc.constantFrom<Role>('student', 'instructor', 'administrator', 'analyst');

const registration = (userId: number, role: Role, source: 'self' | 'google'): UserCommand => {
  const name = { username: `persona${userId}`, email: `persona${userId}@ejemplo.mx`, firstName: `Nombre${userId}`, lastName: null };
  return { type: 'register', userId, ...name, role, source, plan: 'basic', termsVersion: null, campaign: null };
};

const person = (userId: number): fc.Arbitrary<UserCommand> =>
  fc.oneof(
    fc.record({ role, source: fc.constantFrom('self', 'google') }).map(({ role, source }) => registration(userId, role, source)),
    fc.constantFrom<UserCommand>(
      { type: 'changeName', firstName: 'Otra', lastName: 'Persona' },
      { type: 'changeCountry', country: 'Belice' },
      { type: 'deactivate' },
      { type: 'activate' },
      { type: 'activate' },
      { type: 'changePlan', plan: 'premium' },
      { type: 'changePlan', plan: 'basic' },
      { type: 'erase' },
    ),
    role.map((role) => ({ type: 'changeRole' as const, role })),
  );

const attempt: fc.Arbitrary<Attempt> = fc.oneof(
  { weight: 3, arbitrary: userId.chain((userId) => person(userId).map((command) => ({ kind: 'user' as const, userId, command }))) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('course' as const),
      courseId,
      act: fc.constantFrom('create', 'create', 'change', 'publish', 'publish', 'unpublish', 'archive', 'restore'),
      pick,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('outline' as const),
      courseId,
      act: fc.constantFrom('module', 'module', 'class', 'class', 'removeModule', 'removeClass', 'restore', 'restore', 'text', 'order'),
      pick,
    }),
  },
  {
    weight: 20,
    arbitrary: fc.record({
      kind: fc.constant('learn' as const),
      userId,
      courseId,
      act: fc.constantFrom(
        'enrol',
        'enrol',
        'enrol',
        'unenrol',
        'complete',
        'complete',
        'complete',
        'complete',
        'complete',
        'uncomplete',
        'view',
        'review',
      ),
      pick,
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('study' as const), userId, courseId, seconds: fc.integer({ min: 1, max: 400 }) }) },
);

/** Two learners in a published course, else little would come of learning. */
const beginning: readonly Attempt[] = [
  ...[1, 2].map((userId): Attempt => ({ kind: 'user', userId, command: registration(userId, 'student', 'self') })),
  { kind: 'course', courseId: 1, act: 'create', pick: 0 },
  ...(['module', 'class', 'class', 'module', 'class'] as const).map((act): Attempt => ({ kind: 'outline', courseId: 1, act, pick: 1 })),
  { kind: 'course', courseId: 1, act: 'publish', pick: 0 },
  ...[1, 2].map((userId): Attempt => ({ kind: 'learn', userId, courseId: 1, act: 'enrol', pick: 0 })),
];

/** Attempts, each so many minutes after the one before: now and then a day goes by, or a month. */
export const attempts = fc
  .array(fc.record({ attempt, minutes: fc.constantFrom(1, 1, 1, 7, 240, 1_500, 50_000) }), { minLength: 60, maxLength: 150, size: 'max' })
  .map((tried) => [...beginning.map((attempt) => ({ attempt, minutes: 1 })), ...tried]);

export interface History {
  events: GivenEvent[];
  /** How things stand for those who decide: whom a recount may ask. */
  users: UserState[];
  courses: CourseOutline[];
  enrolments: { userId: number; courseId: number; state: EnrolmentState }[];
}

const FIRST = Date.parse('2026-03-02T06:30:00.000Z');

/** The stream of one decider: its state, and what it decides. */
class Stream<S, C, E extends Fact> {
  state: S;
  readonly #decider: Decider<S, C, E>;
  readonly #tell: (event: E) => Decided<E>;

  constructor(decider: Decider<S, C, E>, tell: (event: E) => Decided<E>) {
    this.#decider = decider;
    this.#tell = tell;
    this.state = decider.initial();
  }

  attempt(command: C): void {
    let events: readonly E[];
    try {
      events = this.#decider.decide(command, this.state);
    } catch (error) {
      if (error instanceof DomainError) return;
      throw error;
    }
    for (const event of events) this.state = this.#decider.evolve(this.state, this.#tell(event));
  }
}

/** What happened, of all that was attempted. */
export function happened(tried: readonly { attempt: Attempt; minutes: number }[]): History {
  const events: GivenEvent[] = [];
  let now = FIRST;
  let lastId = 0;
  const next = () => ++lastId;
  const tell = <E extends Fact>(event: E): Decided<E> => {
    const occurredAt = new Date(now).toISOString();
    const id = `event-${events.length}`;
    events.push(given(event.type, event.data, { at: occurredAt }));
    const meta = { commandId: id, correlationId: id, causationId: id, actor: { userId: null, role: 'system' as const }, occurredAt };
    return { ...event, id, meta: { ...meta, schemaVersion: 1 } };
  };
  const streams = <S, C, E extends Fact>(decider: Decider<S, C, E>) => {
    const open = new Map<string, Stream<S, C, E>>();
    return {
      open,
      at(...of: (number | string)[]): Stream<S, C, E> {
        const stream = open.get(of.join('_')) ?? new Stream(decider, tell);
        open.set(of.join('_'), stream);
        return stream;
      },
    };
  };
  const users = streams(user);
  const courses = streams(course);
  const enrolments = streams(enrolment);
  const studies = streams(study);
  const lessons = streams(lesson);

  const outlineCommand = ({ state }: { state: CourseOutline }, act: string, pick: number): CourseCommand | null => {
    const modules = presentModules(state);
    const module = modules[pick % modules.length];
    const classes = module ? presentClasses(module) : [];
    const klass = classes[pick % classes.length];
    switch (act) {
      case 'module':
        return { type: 'addModule', moduleId: next(), title: 'Módulo', description: '', content: '', videoUrl: null };
      case 'class': {
        const subtopic = { subtopicId: next(), title: 'Lectura', description: '', kind: 'reading' as const, videoUrl: null, minutes: 5 };
        const rest = { title: 'Clase', description: '', videoUrl: null, resources: [] };
        return module ? { type: 'addClass', moduleId: module.moduleId, classId: next(), ...rest, subtopics: [subtopic] } : null;
      }
      case 'removeModule':
        return module ? { type: 'removeModule', moduleId: module.moduleId } : null;
      case 'removeClass':
        return klass ? { type: 'removeClass', classId: klass.classId } : null;
      case 'restore': {
        const removed = state.modules.find((one) => one.removed);
        if (removed) return { type: 'restoreModule', moduleId: removed.moduleId };
        const gone = modules.flatMap((one) => one.classes).find((one) => one.removed);
        return gone ? { type: 'restoreClass', classId: gone.classId } : null;
      }
      default:
        return { type: 'reorderModules', order: modules.map((one) => one.moduleId).reverse() };
    }
  };

  for (const { attempt, minutes } of tried) {
    now += minutes * 60_000;
    switch (attempt.kind) {
      case 'user':
        users.at(attempt.userId).attempt(attempt.command);
        break;
      case 'course': {
        const { courseId, act, pick } = attempt;
        if (act === 'create') courses.at(courseId).attempt({ type: 'create', courseId, ...courseFields() });
        else if (act === 'change') {
          const unlockRule = pick % 2 === 0 ? 'free' : 'sequential';
          courses.at(courseId).attempt({ type: 'change', title: `Curso ${pick}`, unlockRule, featured: pick % 3 === 0 });
        } else courses.at(courseId).attempt({ type: act });
        break;
      }
      case 'outline': {
        const stream = courses.at(attempt.courseId);
        const klass = presentModules(stream.state).flatMap((module) =>
          presentClasses(module).map(({ classId, subtopics }) => ({ classId, subtopics, moduleId: module.moduleId })),
        )[0];
        const subtopicId = klass?.subtopics[0]?.subtopicId;
        if (attempt.act !== 'text') {
          const command = outlineCommand(stream, attempt.act, attempt.pick);
          if (command) stream.attempt(command);
        } else if (klass && subtopicId !== undefined) {
          const { classId, moduleId } = klass;
          const text = `Texto ${attempt.pick}`;
          lessons.at(subtopicId).attempt({ type: 'setText', courseId: attempt.courseId, moduleId, classId, subtopicId, text });
        }
        break;
      }
      case 'learn': {
        const { userId, courseId, act, pick } = attempt;
        const outline = courses.at(courseId).state;
        const plan = planOf(outline);
        const classes = plan.modules.flatMap(({ classIds }) => classIds);
        const classId = classes[pick % Math.max(1, classes.length)] ?? 0;
        const ids = { userId, courseId };
        const stream = enrolments.at(userId, courseId);
        if (users.at(userId).state.status !== 'active' || outline.status === 'none') break;
        if (act === 'enrol' && outline.status === 'published') stream.attempt({ type: 'enrol', ...ids, source: 'self', ...origin, plan });
        else if (act === 'complete' || act === 'uncomplete') stream.attempt({ type: act, ...ids, classId, plan });
        else if (act === 'view')
          stream.attempt({ type: act, ...ids, moduleId: null, classId: classId || null, subtopicId: null, viewMode: 'module' });
        else if (act === 'review') stream.attempt({ type: act, ...ids, plan });
        else if (act === 'unenrol') stream.attempt({ type: act, ...ids });
        break;
      }
      case 'study': {
        const { userId, courseId, seconds } = attempt;
        if (!enrolments.at(userId, courseId).state.enrolled) break;
        const date = schoolDay(new Date(now).toISOString());
        const stream = studies.at(userId, date);
        const reported = (stream.state.byTab.get('a') ?? 0) + seconds;
        stream.attempt({ userId, date, courseId, tab: 'a', reported, at: now });
        break;
      }
    }
  }
  return {
    events,
    users: Array.from(users.open.values(), ({ state }) => state).filter(({ status }) => status !== 'none'),
    courses: Array.from(courses.open.values(), ({ state }) => state).filter(({ status }) => status !== 'none'),
    enrolments: Array.from(enrolments.open, ([key, { state }]) => {
      const [userId, courseId] = key.split('_').map(Number);
      return { userId: userId ?? 0, courseId: courseId ?? 0, state };
    }),
  };
}
