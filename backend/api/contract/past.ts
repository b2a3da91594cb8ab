import { z } from 'zod';
import type { PolicyName } from './policy.ts';
import { type RouteContract, route } from './route.ts';

/** The school as it was. A call with this header is answered as of that moment (an ISO date and time), for those who may look back. */
export const AS_OF = 'x-as-of';

/** No offset, or any: ISO 8601. */
export const moment = z.iso.datetime({ offset: true });

export const past = {
  past: route({
    id: 'past',
    method: 'GET',
    path: '/api/pasado',
    tag: 'Historia',
    summary: `The school as it was at a moment: begins to prepare it and says how far that is. Once it is ready, calls that read answer as of then, with the header \`${AS_OF}\``,
    policy: 'history.past',
    now: true,
    query: z.object({ momento: moment.optional() }),
    answer: z.object({
      /** `antes`: the school had no history then. Without a moment: null. */
      estado: z.enum(['antes', 'preparando', 'listo']).nullable(),
      /** How many events are folded, of about how many. */
      hechos: z.number(),
      de: z.number(),
      /** The moment at which its history begins; null: it has none. */
      desde: z.string().nullable(),
    }),
    errors: ['PAST_MOMENT_INVALID', 'PAST_BUSY'],
    live: { still: 'moves only while it is asked for' },
  }),
} as const;

/** Calls of whole rows that concern the caller alone: learning, and the courses that they teach. */
const OWN_ROWS: ReadonlySet<PolicyName> = new Set(['courses.edit', 'teaching.read']);
/** Further ones: what anybody could read then, and what is of the caller. */
const OWN_CALLS: ReadonlySet<string> = new Set([
  ...['schoolInfo', 'site', 'paymentsOn', 'listBundles', 'lookAtBundle'],
  ...['listCourses', 'listCoursesByTier', 'searchCourses', 'getCourse', 'getCourseWrapped', 'getOutline', 'getSample', 'courseGroups'],
  ...['listModules', 'listModulesWrapped', 'listObjectives', 'listClasses', 'listSubtopics', 'listResources', 'managedCourses'],
  ...['panel', 'panelAt', 'learningFacts', 'habit', 'listEnrolments', 'getEnrolment', 'ownBundles', 'verifyEntitlement'],
  ...['learnerCourse', 'courseProgress', 'completedClasses', 'getClassCompletion', 'passedQuizzes', 'studyTime', 'studyTimeInCourse'],
  ...['listCertificates', 'bookmarks', 'allNotes', 'courseNotes', 'ownCalendar', 'getUser', 'orders', 'receipts', 'ownHistory'],
]);
/**
 * Whether a learner or an instructor may make this call as of a moment. Deny by default: what others said may have been taken back since, and what quizzes
 * and files hold is for who has the course today.
 */
export const isOwnPast = ({ id, policy, method }: RouteContract): boolean =>
  method === 'GET' && (OWN_ROWS.has(policy) || OWN_CALLS.has(id));

/** Calls about the machine and other programs: no history shows how these were. */
const MACHINE: ReadonlySet<PolicyName> = new Set(['operations.read', 'operations.act', 'integrations.manage']);
export const isAlwaysNow = ({ now, policy, method }: RouteContract): boolean =>
  now === 'session' || (method === 'GET' && (now === true || MACHINE.has(policy)));
