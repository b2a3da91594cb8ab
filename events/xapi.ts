import { courseOfForum } from './forums.ts';
import { uuid5 } from './ids.ts';
import { type OutgoingEvent, type OutgoingType, outgoingTypes } from './outgoing.ts';

/**
 * What learners do as statements of the Experience API (xAPI 1.0.3 and 2.0), made of what of an event may leave the school (`outgoing.ts`): people are
 * accounts by their number, as analysts see them, and nobody's words are in them. A statement follows from its event alone, so that it is the same
 * whenever it is asked for or sent: its id is of the event's id.
 */

type Fields = Readonly<Record<string, unknown>>;
const ADL = 'http://adlnet.gov/expapi';
const verbs = {
  registered: `${ADL}/verbs/registered`,
  exited: `${ADL}/verbs/exited`,
  experienced: `${ADL}/verbs/experienced`,
  progressed: `${ADL}/verbs/progressed`,
  completed: `${ADL}/verbs/completed`,
  attempted: `${ADL}/verbs/attempted`,
  passed: `${ADL}/verbs/passed`,
  failed: `${ADL}/verbs/failed`,
  commented: `${ADL}/verbs/commented`,
  scored: `${ADL}/verbs/scored`,
  attended: `${ADL}/verbs/attended`,
  earned: 'https://w3id.org/xapi/openbadges/verbs/earned',
} as const;
type Verb = keyof typeof verbs;
const said: Readonly<Record<Verb, readonly [es: string, en: string]>> = {
  registered: ['se inscribió', 'registered'],
  exited: ['salió', 'exited'],
  experienced: ['vio', 'experienced'],
  progressed: ['avanzó', 'progressed'],
  completed: ['completó', 'completed'],
  attempted: ['intentó', 'attempted'],
  passed: ['aprobó', 'passed'],
  failed: ['no aprobó', 'failed'],
  commented: ['comentó', 'commented'],
  scored: ['calificó', 'scored'],
  attended: ['asistió', 'attended'],
  earned: ['obtuvo', 'earned'],
};

const kinds = {
  school: 'http://id.tincanapi.com/activitytype/school',
  course: `${ADL}/activities/course`,
  module: `${ADL}/activities/module`,
  class: `${ADL}/activities/lesson`,
  quiz: `${ADL}/activities/assessment`,
  subtopic: `${ADL}/activities/lesson`,
  webinar: `${ADL}/activities/meeting`,
  certificate: 'https://w3id.org/xapi/openbadges/activity-types/badge',
} as const;
type Kind = keyof typeof kinds;
type Thing = readonly [kind: Kind, id?: unknown];

interface Mapping {
  /** Every verb that it may have, in the order in which the documentation of the mapping lists them. */
  verbs: readonly [Verb, ...Verb[]];
  object: Kind;
  verb?(data: Fields): Verb;
  id(data: Fields): Thing;
  result?(data: Fields): Fields;
}
const course = ({ courseId }: Fields): Thing => ['course', courseId];
const simple = (verb: Verb, object: Kind, id: Mapping['id'], result?: Mapping['result']): Mapping => ({
  ...{ verbs: [verb], object, id },
  ...(result && { result }),
});
const stars = ({ stars: raw }: Fields): Fields => ({ score: { raw, min: 1, max: 5 } });

/** Which statement each event is; an event that is not here is none. */
const mapping: Readonly<Partial<Record<OutgoingType, Mapping>>> = {
  UserRegistered: simple('registered', 'school', () => ['school']),
  LearnerEnrolled: simple('registered', 'course', course),
  LearnerUnenrolled: simple('exited', 'course', course),
  LessonViewed: {
    ...{ verbs: ['experienced'], object: 'subtopic' },
    id: ({ courseId, moduleId, classId, subtopicId }) =>
      subtopicId ? ['subtopic', subtopicId] : classId ? ['class', classId] : moduleId ? ['module', moduleId] : ['course', courseId],
  },
  ModuleUnlocked: simple('progressed', 'module', ({ moduleId }) => ['module', moduleId]),
  ClassCompleted: simple(
    'completed',
    'class',
    ({ classId }) => ['class', classId],
    () => ({ completion: true }),
  ),
  CourseCompleted: simple('completed', 'course', course, () => ({ completion: true })),
  AttemptStarted: simple('attempted', 'quiz', ({ subtopicId }) => ['quiz', subtopicId]),
  AttemptGraded: {
    ...{ verbs: ['passed', 'failed'], object: 'quiz' },
    verb: ({ passed }) => (passed === true ? 'passed' : 'failed'),
    id: ({ subtopicId }) => ['quiz', subtopicId],
    result: ({ points, of, score, passed }) => ({
      // A quiz without points has no range of scores.
      score: { scaled: Number(score) / 100, ...(Number(of) > 0 && { raw: points, min: 0, max: of }) },
      ...{ success: passed === true, completion: true },
    }),
  },
  ReviewPosted: simple('scored', 'course', course, stars),
  ReviewEdited: simple('scored', 'course', course, stars),
  // A comment in a forum is about the course itself.
  CommentPosted: simple('commented', 'subtopic', ({ subtopicId, courseId }) =>
    courseOfForum(Number(subtopicId)) === null ? ['subtopic', subtopicId] : ['course', courseId],
  ),
  RegisteredForWebinar: simple('registered', 'webinar', ({ webinarId }) => ['webinar', webinarId]),
  AttendanceMarked: simple('attended', 'webinar', ({ webinarId }) => ['webinar', webinarId]),
  CertificateIssued: simple('earned', 'certificate', ({ courseId }) => ['certificate', courseId]),
};

export const xapiTypes: readonly OutgoingType[] = outgoingTypes.filter((type) => mapping[type] !== undefined);
export const isXapi = (type: string): type is OutgoingType => (xapiTypes as readonly string[]).includes(type);
/** The verbs and the kind of activity of an event type, by their addresses; null: it is no statement. */
export const xapiOf = (type: OutgoingType): { verbs: readonly string[]; object: string } | null => {
  const found = mapping[type];
  return found ? { verbs: found.verbs.map((verb) => verbs[verb]), object: kinds[found.object] } : null;
};
/** The event types that may be statements with this verb. */
export const typesOfVerb = (verb: string): readonly OutgoingType[] =>
  xapiTypes.filter((type) => mapping[type]?.verbs.some((one) => verbs[one] === verb));

export interface Statement {
  id: string;
  actor: { objectType: 'Agent'; account: { homePage: string; name: string } };
  verb: { id: string; display: Readonly<Record<string, string>> };
  object: { objectType: 'Activity'; id: string; definition: { type: string } };
  result?: Fields;
  context: Fields;
  timestamp: string;
}

/** The statement of an event; null: it is none. `school`: its public address. */
export function statementOf(message: OutgoingEvent, school: string): Statement | null {
  const found = mapping[message.type];
  const { userId, courseId, moduleId } = message.data as Fields;
  if (!found || typeof userId !== 'number') return null;
  const home = new URL(school).origin;
  const activity = ([kind, id]: Thing) => ({
    objectType: 'Activity' as const,
    id: id === undefined ? `${home}/` : `${home}/xapi/${kind}/${String(id)}`,
    definition: { type: kinds[kind] },
  });
  const verb = found.verb?.(message.data) ?? found.verbs[0];
  const [es, en] = said[verb];
  const thing = found.id(message.data);
  const parents: Thing[] = [];
  if (typeof moduleId === 'number' && thing[0] !== 'module') parents.push(['module', moduleId]);
  if (typeof courseId === 'number' && thing[0] !== 'course') parents.push(['course', courseId]);
  return {
    id: uuid5('xapi', message.event.id),
    actor: { objectType: 'Agent', account: { homePage: `${home}/`, name: String(userId) } },
    verb: { id: verbs[verb], display: { 'es-MX': es, 'en-US': en } },
    object: activity(thing),
    ...(found.result && { result: found.result(message.data) }),
    context: {
      platform: 'Aulaviva',
      ...(typeof courseId === 'number' && { registration: uuid5('xapi registration', String(userId), String(courseId)) }),
      ...(parents.length > 0 && {
        contextActivities: {
          parent: parents.slice(0, 1).map(activity),
          ...(parents.length > 1 && { grouping: parents.slice(1).map(activity) }),
        },
      }),
      extensions: { [`${home}/xapi/event`]: message.event.id },
    },
    timestamp: message.timestamp,
  };
}

/** A statement by which a learning record store is tried: it is of the school itself, and of nobody. */
export const probe = (school: string, id: string, timestamp: string): Statement => {
  const home = `${new URL(school).origin}/`;
  return {
    id: uuid5('xapi probe', id),
    actor: { objectType: 'Agent', account: { homePage: home, name: 'aulaviva' } },
    verb: { id: `${ADL}/verbs/interacted`, display: { 'es-MX': 'probó la conexión', 'en-US': 'tried the connection' } },
    object: { objectType: 'Activity', id: home, definition: { type: kinds.school } },
    context: { platform: 'Aulaviva' },
    timestamp,
  };
};
