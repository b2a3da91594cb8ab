import { type RoleCode, roleCodes } from './roles.ts';

/** Who may do what: role × ownership × operation. Deny by default; routes name a row, a test walks them all. */

export type Ownership =
  /** The `userId` (or `id`) of the call is the caller's own. */
  | 'self'
  /** The caller teaches the course of the call, as its instructor or beside them. */
  | 'teaches'
  /** The caller is the instructor of the course of the call. */
  | 'leads'
  /** The caller hosts the webinar of the call. */
  | 'hosts'
  /** The caller is enrolled in the course of the call, or may otherwise read it. */
  | 'reads';

export interface PolicyRow {
  /** Without a session. */
  open?: true;
  /** Roles that may, on any object. */
  any?: readonly RoleCode[];
  /** Roles that may where this ownership holds. */
  when?: { readonly is: Ownership; readonly roles: readonly RoleCode[] };
  /** A read of it shows this of the person in the call: that somebody else reads it is on record. */
  shows?: 'file' | 'sessions' | 'history';
}

const everyone: readonly RoleCode[] = Object.values(roleCodes);

export const policies = {
  open: { open: true },
  signedIn: { any: everyone },
  'users.list': { any: [2] },
  'users.instructors': { any: everyone },
  'users.read': { any: [2], when: { is: 'self', roles: everyone }, shows: 'file' },
  'users.export': { any: [2] },
  /** Requests of people about their data. */
  'users.rights': { any: [2] },
  'users.invite': { any: [2] },
  'users.import': { any: [2] },
  'users.segments': { any: [2] },
  /** Histories of people, enrolments, reviews and contacts; those of courses are for whoever may edit them. */
  'history.undo': { any: [2] },
  /** What was done to one person, and by them. */
  'history.people': { any: [2], shows: 'history' },
  /** What was done about one reported comment, one thing that was sent, or the rules of comments. */
  'history.things': { any: [2] },
  /** Sealed values of single events, for a reason. */
  'history.reveal': { any: [2] },
  /** The whole history, with names and reasons. */
  'history.search': { any: [2, 5] },
  /** The school as it was at any moment, to read: of it learners and instructors see what is theirs and what was public (`isOwnPast`). */
  'history.past': { any: [1, 2, 3, 5] },
  /** «Ver como»: to see the school as another person does; never as another administrator. */
  'users.view': { any: [2] },
  /** Open sessions, with the device of each. */
  'users.sessions': { any: [2], when: { is: 'self', roles: everyone }, shows: 'sessions' },
  'users.write': { any: [2], when: { is: 'self', roles: everyone } },
  'users.erase': { any: [2] },
  'account.own': { when: { is: 'self', roles: everyone } },
  'courses.create': { any: [2, 3] },
  'courses.edit': { any: [2], when: { is: 'teaches', roles: [3] } },
  /** Who teaches a course beside its instructor. */
  'courses.share': { any: [2], when: { is: 'leads', roles: [3] } },
  'courses.feature': { any: [2] },
  'courses.outline': { any: [2], when: { is: 'reads', roles: everyone } },
  'resources.broken': { any: [2, 3] },
  'resources.open': { when: { is: 'reads', roles: everyone } },
  'learning.read': { any: [2], when: { is: 'self', roles: everyone } },
  'learning.write': { when: { is: 'self', roles: everyone } },
  'learning.enrol': { when: { is: 'self', roles: everyone } },
  'learning.assign': { any: [2] },
  'learning.unassign': { any: [2] },
  'certificates.revoke': { any: [2] },
  'overview.read': { any: [2] },
  /** The figures and learners of one instructor's courses. */
  'teaching.read': { any: [2], when: { is: 'self', roles: [3] } },
  'operations.read': { any: [2] },
  'operations.act': { any: [2] },
  /** Keys of other programs, and where events go out. */
  'integrations.manage': { any: [2] },
  /** The log, its dictionary and the figures: masked for analysts, with names and reasons for administrators and auditors. */
  'analytics.read': { any: [2, 4, 5] },
  /** Searches of the history, of the log and of reports that are kept, by whoever may search there. */
  'searches.keep': { any: [2, 3, 4, 5] },
  /** To keep questions of SQL, and searches of the log, for all who may ask. */
  'analytics.queries': { any: [2, 4] },
  /** To follow one account live: a learner by their permission, or for a reason on record. */
  'analytics.follow': { any: [2, 4] },
  /** To ask by an assistant (MCP): what it reads is masked as for an analyst, whoever asks. */
  'analytics.assist': { any: [2, 4] },
  'site.edit': { any: [2] },
  /** Orders of everybody. */
  'payments.manage': { any: [2] },
  'leads.manage': { any: [2] },
  /** Requests for help of everybody. */
  'support.answer': { any: [2] },
  'scholarships.manage': { any: [2] },
  /** Each bucket says which roles may upload. */
  'files.upload': { any: everyone },
  'files.list': { any: [2] },
  /** Instructors to the learners of their own courses. */
  'notifications.send': { any: [2, 3] },
  'notifications.all': { any: [2] },
  /** Discussions below what one may read of a course; who may is asked of the course itself (`discussionFor` in ownership.ts). */
  'comments.read': { any: everyone },
  /** The same for what one says there, whoever one is. */
  'comments.write': { any: everyone },
  /** Reports of comments; an instructor sees and decides those of their own courses only (`moderators.ts`). */
  'comments.moderate': { any: [2, 3] },
  'comments.rules': { any: [2] },
  'reviews.write': { any: everyone },
  'reviews.moderate': { any: [2] },
  /** Live events: to register and to come; to plan them, an instructor one's own; to change one and see who comes. */
  'webinars.join': { any: everyone },
  'webinars.host': { any: [2, 3] },
  'webinars.manage': { any: [2], when: { is: 'hosts', roles: [3] } },
} as const satisfies Record<string, PolicyRow>;

export type PolicyName = keyof typeof policies;

/**
 * The rows that a key of an integration can be given, in groups as its maker chooses them; a row that is not here is for people. A key may what the row
 * allows its owner on any object, never what depends on being somebody: nothing of its owner's own account, learning or words.
 */
export const keyScopes = {
  people: ['users.list', 'users.read', 'users.instructors', 'users.export', 'users.invite', 'users.import', 'users.segments'],
  courses: ['courses.create', 'courses.edit', 'courses.outline', 'courses.feature', 'resources.broken', 'files.list'],
  learning: ['learning.read', 'learning.assign', 'learning.unassign', 'teaching.read', 'certificates.revoke'],
  school: ['site.edit', 'leads.manage', 'scholarships.manage', 'notifications.send', 'webinars.host', 'webinars.manage'],
  community: ['comments.read', 'comments.moderate', 'comments.rules', 'reviews.moderate'],
  operation: ['overview.read', 'analytics.read', 'analytics.assist', 'operations.read'],
} as const satisfies Readonly<Record<string, readonly PolicyName[]>>;
export type KeyScope = (typeof keyScopes)[keyof typeof keyScopes][number];
export const allKeyScopes: readonly KeyScope[] = Object.values(keyScopes).flat();
