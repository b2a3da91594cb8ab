import { courses } from '../../projections/courses.ts';
import { users } from '../../projections/users.ts';
import { shownName } from '../answers/people.ts';
import { periodOf, type Tried, tryPassMark, tryRefundDays, tryUrgency } from '../answers/whatIf.ts';
import { numberOf, tryQuietDays, tryUnlock } from '../answers/whatIfLearning.ts';
import { type Call, type Implement, signedIn } from '../calls/implement.ts';
import { RISK_DAYS, unlockChoices, whatIfKinds } from '../contract/choices.ts';
import { whatIfCalls as contract, type WhatIf } from '../contract/whatIf.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import type { CourseAccess } from './courseAccess.ts';

const USUAL_DAYS = 90;
/** How many affected people are named; all are counted. */
const SHOWN = 100;
const HOUR_MS = 3_600_000;
const TRIES_PER_HOUR = 240;

/** Names as the caller may know them: of the people of the school's office all, of instructors those who show theirs. */
async function shown({ changes }: Tried, call: Call): Promise<WhatIf['casos']> {
  const newest = changes.toSorted((a, b) => b.fecha.localeCompare(a.fecha)).slice(0, SHOWN);
  const people = await call.reads.getMany(users, [...new Set(newest.map((one) => String(one.id_usuario)))]);
  const about = [...new Set(newest.flatMap(({ courseId, title }) => (courseId === null || title !== null ? [] : [String(courseId)])))];
  const outlines = await call.reads.getMany(courses, about);
  return newest.map(({ courseId, title, ...change }) => {
    const person = people.get(String(change.id_usuario));
    return {
      ...change,
      nombre: person ? shownName(person, call.identity?.role === 'instructor' ? 'staff' : 'self') : null,
      que: title ?? (courseId === null ? null : (outlines.get(String(courseId))?.title ?? null)),
    };
  });
}

/** Tries a rule on the past and answers what it would have changed; so many times an hour. */
function createTrials({ commands, limits }: Deps) {
  async function answer(
    call: Call,
    dias: string | undefined,
    rule: { before: number; after: number | undefined },
    work: (trial: Parameters<typeof tryUrgency>[0]) => Promise<Tried>,
  ): Promise<WhatIf> {
    await limits.count('what-if', String(signedIn(call).userId), TRIES_PER_HOUR, HOUR_MS);
    const days = dias === undefined ? USUAL_DAYS : Number(dias);
    const { day, from } = periodOf(call.now, days);
    const { before, after = before } = rule;
    const tried = await work({ reads: call.reads, log: commands.log, from, now: call.now, before, after });
    return {
      ...{ desde: day, dias: days, antes: before, despues: after, examinados: tried.examined, completo: tried.complete },
      cambios: whatIfKinds.flatMap((clase) => {
        const cantidad = tried.changes.filter((one) => one.clase === clase).length;
        return cantidad > 0 ? [{ clase, cantidad }] : [];
      }),
      casos: await shown(tried, call),
    };
  }
  return answer;
}

/** A rule tried on the past before it is saved. */
export function whatIfRoutes(implement: Implement, deps: Deps, { ownerOf }: CourseAccess): void {
  const { discussions, payments, quizzes } = deps;
  const answer = createTrials(deps);
  implement(contract.whatIfQuiz, {
    course: async ({ params }) => (await ownerOf.subtopic(params.subtemaId)).courseId,
    async handle({ params: { subtemaId }, query: { aprobatoria, dias } }, call) {
      const { courseId } = await ownerOf.subtopic(subtemaId);
      const { published, settings } = await quizzes.load(subtemaId);
      const before = (published?.settings ?? settings).passMark;
      if (!(await call.reads.get(courses, String(courseId)))) throw new ApiError('COURSE_NOT_FOUND');
      return answer(call, dias, { before, after: aprobatoria }, (trial) => tryPassMark(trial, courseId, subtemaId));
    },
  });
  implement(contract.whatIfUnlock, {
    course: async ({ params }) => params.cursoId,
    async handle({ params: { cursoId }, query: { desbloqueo, dias } }, call) {
      const course = await call.reads.get(courses, String(cursoId));
      if (!course) throw new ApiError('COURSE_NOT_FOUND');
      const after = desbloqueo && unlockChoices.indexOf(desbloqueo);
      return answer(call, dias, { before: numberOf(course.unlockRule), after }, (trial) => tryUnlock(trial, course));
    },
  });
  implement(contract.whatIfQuiet, {
    handle: ({ query: { dias_sin_actividad, dias } }, call) =>
      // The school reminds nobody by itself, so there is no present rule to compare with.
      answer(call, dias, { before: 0, after: dias_sin_actividad ?? RISK_DAYS }, tryQuietDays),
  });
  implement(contract.whatIfReports, {
    async handle({ query: { urgente_desde, dias } }, call) {
      const { urgentAbove } = await discussions.rules();
      return answer(call, dias, { before: urgentAbove, after: urgente_desde }, tryUrgency);
    },
  });
  implement(contract.whatIfRefunds, {
    async handle({ query: { reembolso_dias, dias } }, call) {
      const { refundDays } = await payments.refundPolicy();
      return answer(call, dias, { before: refundDays, after: reembolso_dias }, tryRefundDays);
    },
  });
}
