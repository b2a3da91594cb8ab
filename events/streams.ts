/** The catalogue of streams: what each category holds, whom it is about, and what erasure, export and the demo do with it. */

/** The parts that make up ids of streams about a person, the person first. */
export type PersonPart = 'courseId' | 'date' | 'subtopicId';

/**
 * Which people the events of a category are about. It decides what a person receives when asking for their data (`backend/api/answers/everything.ts`):
 * - `person`: each stream is about one person, named by the first part of its id; the person receives all of it.
 * - `mentions`: shared streams; an event is about the person in the given field. The export scans the whole log for these types, so none of
 *   them may be written once for every learner.
 * - `lookup`: as `mentions`, but a read model knows which streams to read.
 * - `reserved`: names a person and is not exported, for the given reason.
 * - `school`: about no person.
 */
type About =
  | {
      about: 'person';
      id: readonly ['userId', ...PersonPart[]];
      demo: 'restored' | { kept: string };
      /**
       * Whether the person's history shows its events. Measurements (study minutes, video positions, openings) are left out, because they would hide the
       * rest.
       */
      inHistory: boolean;
    }
  | { about: 'mentions'; id: readonly string[]; names: Readonly<Record<string, string>> }
  | { about: 'lookup'; id: readonly string[] }
  | { about: 'reserved'; id: readonly string[]; because: string }
  | { about: 'school'; id: readonly string[] };

/**
 * How a mistaken act is corrected: changed again where it was done, reverted in the versions of the `course`, taken back by its author alone (`own`),
 * or `money` is given back. Nothing is done where it follows from another act or only records what was.
 */
type Undo = 'changed' | 'course' | 'own' | 'money' | 'follows' | 'recorded';

export type StreamCategory = About & {
  /** What one stream of the category holds. */
  holds: string;
  /** Its heading in the dictionary of events. */
  called: Readonly<Record<'es' | 'en', string>>;
  /** Of most of its events: `backend/api/answers/history/undoing.ts` names those that differ. */
  undo: Undo;
  /** What an erasure does to it. Fields sealed with the person's key read as null from then on. */
  erasure: string;
};

const FACTS_STAY = 'words are sealed with the key of the person, which is destroyed; the facts stay';
const AUTHORS = 'what somebody typed is sealed with their key, which is destroyed, and not shown any more; the facts stay';
const NOBODY = 'untouched';

/**
 * Every category; a stream is called `<category>-<id>`, the parts of the id joined by `_`.
 * `demo` says what the demo's reset does with it (decision 0016): `restored` to what was loaded, or kept, and why.
 */
export const streams = {
  user: {
    ...{
      about: 'person',
      inHistory: true,
      id: ['userId'],
      holds: 'a person: account, profile, rights',
      called: { es: 'Personas', en: 'People' },
      undo: 'changed',
    },
    ...{ erasure: FACTS_STAY, demo: { kept: 'a session of the demo changes nothing of the account' } },
  },
  sessions: {
    ...{
      about: 'person',
      inHistory: true,
      id: ['userId'],
      holds: 'sessions of a person',
      called: { es: 'Sesiones', en: 'Sessions' },
      undo: 'recorded',
    },
    ...{ erasure: `all are ended; ${FACTS_STAY}`, demo: { kept: 'who was signed in, and when, is no part of what one learns' } },
  },
  enrolment: {
    ...{
      about: 'person',
      inHistory: true,
      id: ['userId', 'courseId'],
      holds: 'one learner in one course: access, completed classes, where they are',
      called: { es: 'Inscripciones y avance', en: 'Enrollments and progress' },
      undo: 'own',
    },
    ...{ erasure: 'the person is unenrolled; the facts stay', demo: 'restored' },
  },
  study: {
    ...{
      about: 'person',
      inHistory: false,
      id: ['userId', 'date'],
      holds: 'study time of a person on one day',
      called: { es: 'Tiempo de estudio', en: 'Study time' },
      undo: 'recorded',
    },
    ...{ erasure: 'the facts stay', demo: { kept: 'minutes studied are never taken back' } },
  },
  watching: {
    ...{
      about: 'person',
      inHistory: false,
      id: ['userId', 'courseId'],
      holds: 'where one learner stopped in the videos of one course',
      called: { es: 'Videos', en: 'Videos' },
      undo: 'recorded',
    },
    ...{ erasure: 'the facts stay', demo: 'restored' },
  },
  materials: {
    ...{
      about: 'person',
      inHistory: false,
      id: ['userId', 'courseId'],
      holds: 'which resources of one course one learner opened',
      called: { es: 'Uso de recursos', en: 'Resource use' },
      undo: 'recorded',
    },
    ...{ erasure: 'the facts stay', demo: { kept: 'what was opened was opened: no command takes it back' } },
  },
  review: {
    ...{
      about: 'person',
      inHistory: true,
      id: ['userId', 'courseId'],
      holds: 'the review of one course by one learner, with its answer',
      called: { es: 'Reseñas', en: 'Reviews' },
      undo: 'own',
    },
    ...{ erasure: FACTS_STAY, demo: 'restored' },
  },
  comments: {
    ...{
      about: 'person',
      inHistory: true,
      id: ['userId', 'courseId'],
      holds: 'what a person says below the lessons of one course and in its forum: topics, comments, answers and reactions',
      called: { es: 'Comentarios', en: 'Comments' },
      undo: 'own',
    },
    ...{ erasure: FACTS_STAY, demo: 'restored' },
  },
  conduct: {
    ...{
      about: 'person',
      inHistory: true,
      id: ['userId'],
      holds: 'warnings, silences and suspensions of a person, and what they said to them',
      called: { es: 'Sanciones', en: 'Sanctions' },
      undo: 'changed',
    },
    ...{ erasure: FACTS_STAY, demo: 'restored' },
  },
  bookmarks: {
    ...{
      about: 'person',
      inHistory: true,
      id: ['userId'],
      holds: 'classes that a person saved for later',
      called: { es: 'Clases guardadas', en: 'Saved classes' },
      undo: 'own',
    },
    ...{ erasure: 'the list is deleted; the facts stay', demo: 'restored' },
  },
  purchases: {
    ...{
      about: 'person',
      inHistory: true,
      id: ['userId'],
      holds: 'what a person buys: orders, payments, refunds, subscription',
      called: { es: 'Compras', en: 'Purchases' },
      undo: 'money',
    },
    ...{ erasure: 'a subscription is ended; the facts stay', demo: { kept: 'what was paid was paid: no command takes it back' } },
  },
  billing: {
    ...{
      about: 'person',
      inHistory: true,
      id: ['userId'],
      holds: 'the fiscal data that a person wants on their receipts',
      called: { es: 'Datos de facturación', en: 'Billing details' },
      undo: 'own',
    },
    ...{ erasure: 'the data are deleted; the facts stay', demo: { kept: 'a session of the demo changes nothing of the account' } },
  },
  attempt: {
    ...{
      about: 'person',
      inHistory: true,
      id: ['userId', 'subtopicId'],
      holds: 'the attempts of one learner at one quiz',
      called: { es: 'Intentos de evaluaciones', en: 'Quiz attempts' },
      undo: 'own',
    },
    ...{ erasure: 'the attempts are deleted from the read models; the facts stay', demo: 'restored' },
  },
  exercises: {
    ...{
      about: 'person',
      inHistory: true,
      id: ['userId', 'courseId'],
      holds: 'what one learner handed in for the exercises of one course, and its reviews',
      called: { es: 'Ejercicios y tareas', en: 'Exercises and assignments' },
      undo: 'own',
    },
    ...{ erasure: `what was handed in is deleted from the read models; ${FACTS_STAY}`, demo: 'restored' },
  },
  inbox: {
    ...{
      about: 'person',
      inHistory: false,
      id: ['userId'],
      holds: 'what one person is told, has read, and wants to hear of where',
      called: { es: 'Bandejas', en: 'Inboxes' },
      undo: 'own',
    },
    ...{ erasure: FACTS_STAY, demo: 'restored' },
  },
  certificate: {
    ...{
      about: 'person',
      inHistory: true,
      id: ['userId', 'courseId'],
      holds: 'the certificate of one learner for one course',
      called: { es: 'Certificados', en: 'Certificates' },
      undo: 'changed',
    },
    ...{ erasure: `its page shows nothing any more; ${FACTS_STAY}`, demo: { kept: 'what it attests is never taken back either' } },
  },
  notes: {
    ...{
      about: 'person',
      // Listed only in the person's own history (backend/api/answers/history/own.ts).
      inHistory: false,
      id: ['userId', 'courseId'],
      holds: 'what one learner noted and highlighted in one course, for themselves',
      called: { es: 'Notas', en: 'Notes' },
      undo: 'own',
    },
    ...{ erasure: `the notes are deleted; ${FACTS_STAY}`, demo: 'restored' },
  },
  goals: {
    ...{
      about: 'person',
      inHistory: true,
      id: ['userId'],
      holds: 'on how many days a week a learner wants to study',
      called: { es: 'Metas de estudio', en: 'Study goals' },
      undo: 'own',
    },
    ...{ erasure: 'the facts stay', demo: 'restored' },
  },
  rights: {
    ...{ about: 'person', inHistory: true, id: ['userId'], holds: 'what a person asked about their data, and what the school answered' },
    called: { es: 'Derechos sobre datos', en: 'Data rights' },
    undo: 'own',
    ...{ erasure: FACTS_STAY, demo: { kept: 'what was asked of the school was asked' } },
  },
  following: {
    ...{
      about: 'person',
      inHistory: true,
      id: ['userId'],
      holds: 'whether a person lets themselves be followed live, and who followed them',
    },
    called: { es: 'Seguimiento en vivo', en: 'Live following' },
    undo: 'own',
    ...{ erasure: `the list is deleted; ${FACTS_STAY}`, demo: { kept: 'who was followed was followed; a permission is the person’s own' } },
  },
  support: {
    ...{ about: 'person', inHistory: true, id: ['userId'], holds: 'what a person asked for help with, and what was said about it' },
    called: { es: 'Solicitudes de ayuda', en: 'Support requests' },
    undo: 'own',
    ...{ erasure: `the requests are deleted; ${FACTS_STAY}`, demo: 'restored' },
  },
  access: {
    ...{
      about: 'person',
      // Listed in the view of security (backend/api/answers/history/security.ts).
      inHistory: false,
      id: ['userId'],
      holds: 'what a person was refused, and what they or their assistants read',
      called: { es: 'Accesos y lecturas', en: 'Access and lookups' },
      undo: 'recorded',
    },
    ...{ erasure: 'the facts stay', demo: { kept: 'what was asked for was asked for' } },
  },
  searches: {
    ...{
      about: 'person',
      inHistory: false,
      id: ['userId'],
      holds: 'searches of the history, of the log and of reports that a person keeps',
      called: { es: 'Búsquedas guardadas', en: 'Saved searches' },
      undo: 'own',
    },
    ...{ erasure: FACTS_STAY, demo: { kept: 'a way to look at the school is no part of what one learns' } },
  },
  community: {
    ...{
      about: 'person',
      inHistory: false,
      id: ['userId'],
      holds: 'which invitations of the community a person opened',
      called: { es: 'Comunidad', en: 'Community' },
      undo: 'recorded',
    },
    ...{ erasure: 'the facts stay', demo: { kept: 'what was opened was opened: no command takes it back' } },
  },

  admins: {
    ...{
      about: 'mentions',
      id: ['active'],
      holds: 'who is an administrator',
      called: { es: 'Administración', en: 'Administration' },
      undo: 'follows',
    },
    ...{ erasure: 'the person is removed; the facts stay', names: { AdministratorAdded: 'userId', AdministratorRemoved: 'userId' } },
  },
  course: {
    ...{
      about: 'mentions',
      id: ['courseId'],
      holds: 'a course: its outline, price, state and instructor',
      called: { es: 'Cursos', en: 'Courses' },
      undo: 'course',
    },
    ...{
      erasure: 'the facts stay',
      names: {
        CourseCreated: 'instructorId',
        CourseInstructorAssigned: 'instructorId',
        CoInstructorAdded: 'userId',
        CoInstructorRemoved: 'userId',
      },
    },
  },
  apikeys: {
    ...{
      about: 'mentions',
      id: ['school'],
      holds: 'keys by which other programs call the school: what each may do, until when, who answers for it',
      called: { es: 'Claves de integración', en: 'Integration keys' },
      undo: 'changed',
    },
    ...{
      erasure: 'the keys of the person do nothing any more; the facts stay',
      names: { ApiKeyMade: 'ownerId', ApiKeyRotated: 'ownerId' },
    },
  },
  file: {
    ...{
      about: 'mentions',
      id: ['bucket', 'digest'],
      holds: 'an uploaded file: whose it is and what refers to it',
      called: { es: 'Archivos', en: 'Files' },
      undo: 'follows',
    },
    ...{ erasure: 'pictures of the person are deleted; the facts stay', names: { FileStored: 'ownerId' } },
  },
  scholarship: {
    ...{
      about: 'lookup',
      id: ['campaignId-number'],
      holds: 'a scholarship code and who used it',
      called: { es: 'Códigos de becas', en: 'Scholarship codes' },
      undo: 'changed',
    },
    erasure: 'the facts stay',
  },
  campaign: {
    ...{
      about: 'lookup',
      id: ['campaignId'],
      holds: 'a scholarship campaign and its codes',
      called: { es: 'Campañas de becas', en: 'Scholarship campaigns' },
      undo: 'changed',
    },
    erasure: 'for whom a code is goes with the contact who asked for it; the facts stay',
  },
  lead: {
    ...{
      about: 'lookup',
      id: ['leadId'],
      holds: 'a request for information or a scholarship, and what the school did with it',
      called: { es: 'Contactos', en: 'Contacts' },
      undo: 'recorded',
    },
    erasure: 'erased too, where it is of the address of the person: words are sealed with a key of its own',
  },

  webinar: {
    ...{
      about: 'lookup',
      id: ['webinarId'],
      holds: 'a live meeting: what was announced, who has a seat, who waits, who came',
      called: { es: 'Eventos en vivo', en: 'Live events' },
      undo: 'changed',
    },
    erasure: 'the person is taken out, and who waits first gets the seat; words are sealed with the key of whoever wrote them',
  },
  groups: {
    ...{
      about: 'lookup',
      id: ['courseId'],
      holds: 'the groups of a course: their dates, who has a seat, and for whom one is held',
      called: { es: 'Grupos de cursos', en: 'Course groups' },
      undo: 'changed',
    },
    erasure: 'the seat is free with the enrolment; words are sealed with the key of whoever wrote them',
  },
  moderation: {
    ...{
      about: 'lookup',
      id: ['commentId'],
      holds: 'reports of one comment, and what moderators decided about it',
      called: { es: 'Moderación de comentarios', en: 'Comment moderation' },
      undo: 'changed',
    },
    erasure: 'words are sealed with the key of who reported, or of who wrote the comment; the facts stay',
  },

  email: {
    ...{
      about: 'reserved',
      id: ['digest'],
      holds: 'who has an e-mail address; the id is a keyed digest of it',
      called: { es: 'Correos', en: 'Emails' },
      undo: 'follows',
    },
    ...{
      erasure: 'the address is free again',
      because: 'says only that an address is taken; the address itself stands in the stream of the person',
    },
  },
  username: {
    ...{
      about: 'reserved',
      id: ['digest'],
      holds: 'who has a username; the id is a keyed digest of it',
      called: { es: 'Nombres de usuario', en: 'Usernames' },
      undo: 'follows',
    },
    ...{ erasure: 'the name is free again', because: 'says only that a name is taken; the name itself stands in the stream of the person' },
  },
  identity: {
    ...{
      about: 'reserved',
      id: ['digest'],
      holds: 'whose an account at Google or at a company is; the id is a keyed digest of it',
      called: { es: 'Cuentas vinculadas', en: 'Linked accounts' },
      undo: 'follows',
    },
    ...{ erasure: 'the facts stay', because: 'names the account elsewhere by a digest; the stream of the person says that there is one' },
  },

  receipts: {
    ...{
      about: 'mentions',
      id: ['year'],
      holds: 'the receipts of one year, numbered without a gap',
      called: { es: 'Recibos', en: 'Receipts' },
      undo: 'money',
    },
    ...{ erasure: FACTS_STAY, names: { ReceiptIssued: 'userId' } },
  },
  coupon: {
    ...{
      about: 'reserved',
      id: ['code'],
      holds: 'a coupon, and the orders that were paid with it',
      called: { es: 'Cupones', en: 'Coupons' },
      undo: 'money',
    },
    ...{ erasure: 'the facts stay', because: 'repeats by ids what stands in the purchases of each person' },
  },
  batch: {
    ...{
      about: 'reserved',
      id: ['batchId'],
      holds: 'courses that were given and taken at once',
      called: { es: 'Lotes', en: 'Batches' },
      undo: 'follows',
    },
    ...{ erasure: 'the facts stay', because: 'repeats by ids what stands in the stream of each learner in the course' },
  },

  lesson: {
    about: 'school',
    id: ['subtopicId'],
    holds: 'the text of one subtopic',
    called: { es: 'Lecciones', en: 'Lessons' },
    undo: 'course',
    erasure: NOBODY,
  },
  quiz: {
    about: 'school',
    id: ['subtopicId'],
    holds: 'the questions and rules of one quiz, and which revision of them learners are asked',
    called: { es: 'Evaluaciones', en: 'Quizzes' },
    undo: 'changed',
    erasure: NOBODY,
  },
  videolinks: {
    about: 'school',
    id: ['courseId'],
    holds: 'which videos of the course are gone from where they were',
    called: { es: 'Enlaces de videos', en: 'Video links' },
    undo: 'recorded',
    erasure: NOBODY,
  },
  link: {
    about: 'school',
    id: ['resourceId'],
    holds: 'whether the link of a resource still leads anywhere',
    called: { es: 'Enlaces de recursos', en: 'Resource links' },
    undo: 'recorded',
    erasure: NOBODY,
  },
  site: {
    about: 'school',
    id: ['section, school, prices or calendar'],
    holds: 'a part of what the school says of itself',
    called: { es: 'Sitio público', en: 'Public site' },
    undo: 'changed',
    erasure: NOBODY,
  },
  visits: {
    about: 'school',
    id: ['date'],
    holds: 'how many visits the public pages had on one day, and from where; nothing of who',
    called: { es: 'Visitas', en: 'Visits' },
    undo: 'recorded',
    erasure: NOBODY,
  },
  notification: {
    about: 'school',
    id: ['notificationId'],
    holds: 'what the school sent to many at once, and to how many',
    called: { es: 'Notificaciones', en: 'Notifications' },
    undo: 'changed',
    erasure: NOBODY,
  },
  commentrules: {
    about: 'school',
    id: ['school'],
    holds: 'when reports are urgent, and how comments are written',
    called: { es: 'Reglas de comentarios', en: 'Comment rules' },
    undo: 'changed',
    erasure: NOBODY,
  },
  certificaterule: {
    about: 'school',
    id: ['courseId'],
    holds: 'for how many months the certificates of a course are good',
    called: { es: 'Vigencia de certificados', en: 'Certificate validity' },
    undo: 'changed',
    erasure: NOBODY,
  },
  bundles: {
    about: 'school',
    id: ['school'],
    holds: 'bundles of courses: what they hold, their price, and whether they are sold',
    called: { es: 'Paquetes de cursos', en: 'Course bundles' },
    undo: 'changed',
    erasure: NOBODY,
  },
  segments: {
    about: 'school',
    id: ['people'],
    holds: 'filters of people that the school keeps under a name',
    called: { es: 'Segmentos de personas', en: 'People segments' },
    undo: 'changed',
    erasure: NOBODY,
  },
  queries: {
    ...{
      about: 'mentions',
      id: ['log'],
      holds: 'questions of SQL about the log that the school keeps under a name',
      called: { es: 'Consultas de SQL', en: 'SQL queries' },
      undo: 'changed',
    },
    ...{ erasure: AUTHORS, names: { QuerySaved: 'by' } },
  },
  webhooks: {
    about: 'school',
    id: ['school'],
    holds: 'where the school tells other programs what happened, of what, and when that stopped',
    called: { es: 'Webhooks', en: 'Webhooks' },
    undo: 'changed',
    erasure: NOBODY,
  },
  providers: {
    about: 'school',
    id: ['school'],
    holds: 'companies whose people sign in with the provider of the company: which mail domains it vouches for, and what it gives',
    called: { es: 'Acceso de empresas', en: 'Company sign-in' },
    undo: 'changed',
    erasure: NOBODY,
  },
  platforms: {
    about: 'school',
    id: ['school'],
    holds:
      'learning platforms that open courses of the school: by which keys each proves itself, which mail domains it vouches for, and what it gives; and when the school’s own key changed',
    called: { es: 'Plataformas de aprendizaje', en: 'Learning platforms' },
    undo: 'changed',
    erasure: NOBODY,
  },
  numbers: {
    about: 'school',
    id: ['kind'],
    holds: 'ids of one kind, allotted one after another',
    called: { es: 'Numeración', en: 'Numbering' },
    undo: 'follows',
    erasure: NOBODY,
  },
  operations: {
    ...{
      about: 'mentions',
      id: ['projection, mail, reactions, exports, plans, comparisons, states, settings or alarms'],
      holds: 'what operators asked of it',
      called: { es: 'Operación', en: 'Operations' },
      undo: 'recorded',
    },
    ...{ erasure: AUTHORS, names: { EventsExported: 'by', ExportPlanned: 'by' } },
  },
  // Small letters: the log takes no other name of a stream.
} as const satisfies Readonly<Record<Lowercase<string>, StreamCategory>>;

type Streams = typeof streams;
/** The category of a stream, as its events declare it. */
export type StreamName = keyof Streams;
type NamesWhere<Condition> = { [K in StreamName]: Streams[K] extends Condition ? K : never }[StreamName];
export type LookupStream = NamesWhere<{ about: 'lookup' }>;
/** The categories that the history of a person shows. */
export type HistoryStream = NamesWhere<{ inHistory: true }>;
/** The categories that the demo's reset restores. */
export type RestoredStream = NamesWhere<{ demo: 'restored' }>;

const entries = Object.entries(streams) as readonly [StreamName, StreamCategory][];

export const historyStreams = entries.flatMap(([name, category]) =>
  category.about === 'person' && category.inHistory ? [name as HistoryStream] : [],
);

/** The name of one stream. */
export const streamOf = (category: StreamName, ...id: readonly (string | number)[]): string => `${category}-${id.join('_')}`;

/** What is known of a person's streams: courses they were ever enrolled in, days on which they studied, quizzes they began. */
export interface PersonParts {
  userId: number;
  courseId: readonly number[];
  date: readonly string[];
  /** Quizzes that they ever began. */
  subtopicId: readonly number[];
}

/** All streams about one person; `which` limits the categories. */
export function streamsOfPerson(parts: PersonParts, which: readonly StreamName[] = entries.map(([name]) => name)): string[] {
  return entries.flatMap(([name, category]) => {
    if (category.about !== 'person' || !which.includes(name)) return [];
    const [, ...rest] = category.id;
    const ids = rest.reduce<(string | number)[][]>(
      (made, part) => made.flatMap((id) => parts[part].map((value) => [...id, value])),
      [[parts.userId]],
    );
    return ids.map((id) => streamOf(name, ...id));
  });
}

/** All streams about one course, those of what these people do in it among them. */
export function streamsOfCourse(courseId: number, learners: readonly number[]): string[] {
  return entries.flatMap(([name, { id }]) => {
    if (!id.some((part) => part === 'courseId')) return [];
    return id.length === 1 ? [streamOf(name, courseId)] : learners.map((userId) => streamOf(name, userId, courseId));
  });
}

/** Event types in shared streams that name a person, and the field of each that does. */
export const mentions: Readonly<Record<string, string>> = Object.assign(
  {},
  ...entries.map(([, category]) => (category.about === 'mentions' ? category.names : {})),
);
