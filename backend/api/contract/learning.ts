import { z } from 'zod';
import { idNumber, messageAnswer, optionalText, pageQuery } from './common.ts';
import { groupErrors } from './groups.ts';
import { enrolmentRecord, learnerCourse, learningFact, panel } from './records/learning.ts';
import { route } from './route.ts';
import { MOST_OF_VIDEO_KEY } from './video-source.ts';

const self = { tag: 'Aprendizaje', policy: 'learning.write' as const };
const readOwn = { tag: 'Aprendizaje', policy: 'learning.read' as const };
const userCourse = z.object({ userId: idNumber, courseId: idNumber });
const userSession = z.object({ userId: idNumber, sessionId: idNumber });
const user = z.object({ userId: idNumber });
const link = z.object({ id_usuario: idNumber, id_curso: idNumber });
/** The version of the enrolment, for `If-Match`: the count of its events, 0 before the first. */
const enrolmentVersion = z.number();
export const bookmarkedClass = z.object({
  id_sesion: z.number(),
  id_curso: z.number(),
  guardada: z.string(),
  /** null: the class was removed, or the person may no longer read its course. */
  lugar: z.object({ id_modulo: z.number(), titulo: z.string(), modulo: z.string(), curso: z.string() }).nullable(),
});
export type BookmarkedClass = z.output<typeof bookmarkedClass>;
const completion = z.object({
  message: z.string(),
  id_usuario: z.number(),
  id_sesion: z.number(),
  completado: z.boolean(),
  progreso: z.number(),
  version: enrolmentVersion,
});
const completionErrors = [
  ...([
    'CLASS_NOT_FOUND',
    'NOT_ENROLLED',
    'MODULE_LOCKED',
    'VIDEO_NOT_WATCHED',
    'EXERCISE_NOT_SOLVED',
    'PREMIUM_CONTENT',
    'VERSION_CONFLICT',
  ] as const),
] as const;

export const learning = {
  enrol: route({
    id: 'enrol',
    method: 'POST',
    path: '/api/inscripciones/inscribir',
    tag: 'Aprendizaje',
    policy: 'learning.enrol',
    versionOf: 'enrolment',
    summary: 'Enrol oneself',
    /** `grupo`: by which one comes in, where the course has one that is to come or going on; absent: the soonest with a seat; null: refused where it has one. */
    body: link.extend({ grupo: idNumber.nullable().optional() }),
    answer: z.object({ message: z.string(), yaInscrito: z.boolean(), version: enrolmentVersion }),
    errors: ['COURSE_NOT_FOUND', 'COURSE_NOT_PUBLISHED', 'PREMIUM_CONTENT', 'COURSE_NOT_FREE', 'VERSION_CONFLICT', ...groupErrors],
  }),
  listEnrolments: route({
    id: 'listEnrolments',
    method: 'GET',
    path: '/api/usuariocurso/cursos/:userId',
    ...readOwn,
    summary: 'A person’s courses',
    params: user,
    live: { follows: { 'usuariocurso:{userId}': 'arg.userId', 'progreso:{userId}': { id: 'arg.userId', only: ['{courseId}'] } } },
    answer: z.array(enrolmentRecord),
    errors: ['USER_NOT_FOUND'],
  }),
  getEnrolment: route({
    id: 'getEnrolment',
    method: 'GET',
    path: '/api/usuariocurso/usuario-curso/:userId/:courseId',
    ...readOwn,
    summary: 'One enrolment; an empty object where there is none',
    params: userCourse,
    answer: z.union([enrolmentRecord, z.strictObject({})]),
  }),
  updateEnrolment: route({
    id: 'updateEnrolment',
    method: 'PUT',
    path: '/api/usuariocurso/update-usuario-curso/:userId/:courseId',
    ...readOwn,
    summary: 'Answers the derived progress; the number sent is ignored (C-23)',
    params: userCourse,
    body: z.object({ progreso: z.unknown().optional() }),
    answer: z.object({ message: z.string(), progreso: z.number() }),
    errors: ['ENROLMENT_NOT_FOUND'],
  }),
  assignCourse: route({
    id: 'assignCourse',
    method: 'POST',
    path: '/api/usuariocurso/create-usuario-curso',
    tag: 'Aprendizaje',
    policy: 'learning.assign',
    versionOf: 'enrolment',
    summary: 'Assign a course to a person',
    body: link.extend({ motivo: optionalText(500) }),
    answer: z.object({ message: z.string(), yaInscrito: z.boolean(), version: enrolmentVersion }),
    status: 201,
    errors: ['USER_NOT_FOUND', 'PERSON_INACTIVE', 'COURSE_NOT_FOUND', 'COURSE_ARCHIVED', 'VERSION_CONFLICT'],
  }),
  unassignCourse: route({
    id: 'unassignCourse',
    method: 'DELETE',
    path: '/api/usuariocurso/delete-usuario-curso/:userId/:courseId',
    tag: 'Aprendizaje',
    policy: 'learning.unassign',
    versionOf: 'enrolment',
    summary: 'Take a course from a person',
    params: userCourse,
    query: z.object({ motivo: optionalText(500) }),
    answer: messageAnswer,
    errors: ['ENROLMENT_NOT_FOUND', 'VERSION_CONFLICT'],
  }),
  verifyEntitlement: route({
    id: 'verifyEntitlement',
    method: 'GET',
    path: '/api/usuarios-cursos-comprados/verificar/:userId/:courseId',
    ...readOwn,
    summary: 'Whether a person may open a course, and why',
    params: userCourse,
    answer: z.object({
      inscrito: z.boolean(),
      acceso: z.boolean(),
      fuente: z.enum(['abierto', 'propia', 'asignado', 'compra', 'plan', 'equipo']).nullable(),
      version: enrolmentVersion,
    }),
    errors: ['COURSE_NOT_FOUND'],
  }),

  getClassCompletion: route({
    id: 'getClassCompletion',
    method: 'GET',
    path: '/api/usuario-sesion/get/:userId/:sessionId',
    aliases: ['/api/usuarioSesion/get/:userId/:sessionId'],
    ...readOwn,
    summary: 'Whether a class is completed',
    params: userSession,
    answer: z.object({ id_usuario: z.number(), id_sesion: z.number(), completado: z.boolean() }),
  }),
  completedClasses: route({
    id: 'completedClasses',
    method: 'GET',
    path: '/api/usuario-sesion/completadas/:userId',
    aliases: ['/api/usuarioSesion/completadas/:userId'],
    ...readOwn,
    summary: 'How many current classes a person has completed, and which',
    params: user,
    answer: z.object({
      sesionesCompletadas: z.number(),
      sesiones: z.array(z.object({ id_sesion: z.number(), id_curso: z.number(), fecha: z.string() })),
    }),
  }),
  completeClass: route({
    id: 'completeClass',
    use: true,
    method: 'PATCH',
    path: '/api/usuario-sesion/marcarComoCompletada/:userId/:sessionId/completar',
    aliases: ['/api/usuarioSesion/marcarComoCompletada/:userId/:sessionId/completar'],
    ...self,
    versionOf: 'enrolment',
    summary: 'Mark a class as completed, or take the mark away',
    params: userSession,
    // `hecha`: when the mark was made, where it waited for a connection. Marks made since, on any device, are kept.
    body: z.object({ completado: z.boolean().default(true), hecha: z.iso.datetime().optional() }),
    answer: completion,
    errors: [...completionErrors],
  }),
  createClassCompletion: route({
    id: 'createClassCompletion',
    use: true,
    method: 'POST',
    path: '/api/usuarioSesion/createUsuarioSesion',
    aliases: ['/api/usuario-sesion/createUsuarioSesion'],
    ...self,
    versionOf: 'enrolment',
    summary: 'The same command as completar',
    body: z.object({ id_usuario: idNumber, id_sesion: idNumber, completado: z.boolean().default(false) }),
    answer: completion,
    status: 201,
    errors: [...completionErrors],
  }),

  courseProgress: route({
    id: 'courseProgress',
    method: 'GET',
    path: '/api/progreso/sesiones-curso/:courseId/:userId',
    ...readOwn,
    summary: 'Completed and total classes of a course',
    params: userCourse,
    answer: z.object({
      success: z.literal(true),
      data: z.object({ sesionesCompletadas: z.number(), totalSesiones: z.number(), progreso: z.number() }),
    }),
    errors: ['COURSE_NOT_FOUND'],
  }),
  studyTime: route({
    id: 'studyTime',
    method: 'GET',
    path: '/api/progreso/tiempo-estudiado/:userId',
    ...readOwn,
    summary: 'Minutes studied',
    params: user,
    answer: z.object({ success: z.literal(true), tiempoEstudiado: z.number() }),
  }),
  studyTimeInCourse: route({
    id: 'studyTimeInCourse',
    method: 'GET',
    path: '/api/progreso/tiempo-estudiado-curso/:courseId/:userId',
    ...readOwn,
    summary: 'Minutes studied in one course',
    params: userCourse,
    answer: z.object({ success: z.literal(true), tiempoEstudiado: z.number() }),
  }),
  panel: route({
    id: 'panel',
    method: 'GET',
    path: '/api/progreso/:userId',
    ...readOwn,
    summary: 'Dashboard, my courses and progress in one answer',
    params: user,
    live: {
      follows: {
        'progreso:{userId}': 'arg.userId',
        'usuario:{userId}': 'arg.userId',
        'curso:{courseId}': { id: 'answer.cursos.id_curso', but: ['estadisticas', 'texto-{subtopicId}'] },
      },
    },
    answer: panel,
    errors: ['USER_NOT_FOUND'],
  }),
  panelAt: route({
    id: 'panelAt',
    method: 'GET',
    path: '/api/progreso/al-dia/:userId/:fecha',
    ...readOwn,
    summary: 'The same as the end of a day of the school’s calendar (YYYY-MM-DD) left it, folded from the person’s own streams',
    params: user.extend({ fecha: z.iso.date() }),
    live: { still: 'the end of a day that is over does not change' },
    answer: panel,
    errors: ['USER_NOT_FOUND'],
  }),
  learningFacts: route({
    id: 'learningFacts',
    method: 'GET',
    path: '/api/progreso/hechos/:userId',
    ...readOwn,
    summary: 'The facts of the log behind a figure, newest first',
    params: user,
    query: pageQuery.extend({ sobre: z.enum(['cursos', 'clases', 'tiempo']) }),
    live: { follows: { 'progreso:{userId}': 'arg.userId' }, pace: 1_000 },
    answer: z.array(learningFact),
    errors: ['USER_NOT_FOUND'],
  }),
  learnerCourse: route({
    id: 'learnerCourse',
    method: 'GET',
    path: '/api/progreso/curso/:courseId/:userId',
    ...readOwn,
    summary: 'One learner in one course: completed classes, open modules, next class',
    params: userCourse,
    live: {
      follows: {
        'progreso:{userId}': 'arg.userId',
        'curso:{courseId}': { id: 'arg.courseId', but: ['estadisticas', 'texto-{subtopicId}'] },
        'usuariocurso:{userId}': 'arg.userId',
        'grupos:{courseId}': { id: 'arg.courseId', only: ['{groupId}'] },
      },
    },
    answer: learnerCourse,
    errors: ['COURSE_NOT_FOUND'],
  }),
  heartbeat: route({
    id: 'heartbeat',
    aside: true,
    use: true,
    method: 'POST',
    path: '/api/progreso/latido/:userId',
    ...self,
    summary: 'Study time of an open, visible page: cumulative seconds since it was opened',
    params: user,
    body: z.object({
      id_curso: idNumber,
      pestana: z.string().min(1).max(40),
      segundos: z.number().int().min(0).max(86_400),
      /** The page is being closed: its last report, counted though its minute has had one. */ cierra: z.boolean().optional(),
    }),
    /** Seconds that this report added to the study time. */
    answer: z.object({ contados: z.number() }),
    errors: ['NOT_ENROLLED'],
  }),
  saveVideo: route({
    id: 'saveVideo',
    aside: true,
    use: true,
    method: 'PUT',
    path: '/api/progreso/video/:userId',
    ...self,
    summary:
      'Remember the second at which a video was stopped, 0 where it was seen to its end; and that it was watched, where the course asks for it',
    params: user,
    body: z.object({
      id_curso: idNumber,
      video: z
        .string()
        .max(MOST_OF_VIDEO_KEY)
        .regex(/^[^\s<>"]+$/),
      segundo: z.number().int().min(0).max(86_400),
      /** Where the course asks to watch its videos: this one was watched, or its text was read instead. */
      visto: z.enum(['completo', 'leido']).optional(),
    }),
    answer: messageAnswer,
    errors: ['COURSE_NOT_FOUND', 'NOT_ENROLLED', 'VIDEO_NOT_FOUND'],
  }),
  saveLastView: route({
    id: 'saveLastView',
    aside: true,
    use: true,
    method: 'PUT',
    path: '/api/progreso/ultima-vista/:userId',
    ...self,
    summary: 'Remember where a learner is in a course',
    params: user,
    body: z.object({
      courseId: idNumber,
      moduleId: idNumber.nullish(),
      sessionId: idNumber.nullish(),
      subtemaId: idNumber.nullish(),
      viewMode: z.enum(['overview', 'module']),
    }),
    answer: messageAnswer,
    errors: ['COURSE_NOT_FOUND', 'NOT_ENROLLED', 'MODULE_NOT_FOUND', 'CLASS_NOT_FOUND', 'SUBTOPIC_NOT_FOUND'],
  }),

  bookmarks: route({
    id: 'bookmarks',
    method: 'GET',
    path: '/api/guardadas/:userId',
    tag: 'Aprendizaje',
    policy: 'account.own',
    summary: 'The classes that one saved for later, the last one first',
    params: user,
    live: {
      follows: {
        'guardadas:{userId}': 'arg.userId',
        'usuariocurso:{userId}': 'arg.userId',
        'curso:{courseId}': { id: 'answer.clases.id_curso', but: ['estadisticas', 'resenas', 'valoracion', 'texto-{subtopicId}'] },
      },
    },
    answer: z.object({ clases: z.array(bookmarkedClass) }),
  }),
  saveBookmark: route({
    id: 'saveBookmark',
    method: 'PUT',
    path: '/api/guardadas/:userId/:sessionId',
    ...self,
    summary: 'Save a class for later; up to 200',
    params: userSession,
    answer: messageAnswer,
    errors: ['CLASS_NOT_FOUND', 'COURSE_NOT_FOUND', 'PREVIEW_ONLY', 'TOO_MANY_ITEMS'],
  }),
  removeBookmark: route({
    id: 'removeBookmark',
    method: 'DELETE',
    path: '/api/guardadas/:userId/:sessionId',
    ...self,
    summary: 'Take a class from those saved for later',
    params: userSession,
    answer: messageAnswer,
    errors: ['CLASS_NOT_FOUND'],
  }),
} as const;
