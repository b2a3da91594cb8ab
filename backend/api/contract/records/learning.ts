import { z } from 'zod';
import { courseRecord } from './courses.ts';
import { groupStates } from './groups.ts';

/** Answers about learning. */

/** Percentage = completed ∩ present classes, 0 to 100, rounded down so that 100 means all of them (C-24). */
export const percentage = (completed: number, total: number): number =>
  total === 0 ? 0 : Math.floor((Math.min(completed, total) * 100) / total);

export const lastView = z.object({
  courseId: z.number(),
  moduleId: z.number().nullable(),
  sessionId: z.number().nullable(),
  subtemaId: z.number().nullable(),
  viewMode: z.enum(['overview', 'module']),
  at: z.string(),
});

export const enrolmentRecord = z.object({
  id_usuario: z.number(),
  id_curso: z.number(),
  /** Percent, derived. */
  progreso: z.number(),
  /** en curso, completado. */
  estado: z.enum(['inscrito', 'en-curso', 'completado']),
  fuente: z.enum(['propia', 'asignado', 'compra', 'plan']),
  inscrito: z.string(),
  completado: z.string().nullable(),
  /** Completed once, and classes were added since. */
  contenidoNuevo: z.boolean(),
  sesionesCompletadas: z.number(),
  totalSesiones: z.number(),
  /** Minutes studied in this course. */
  tiempoEstudiado: z.number(),
  /** Minutes of the classes that are not completed yet. */
  minutosRestantes: z.number(),
  /** The first class that is not completed, in order, of the open modules; null where there is none. */
  siguiente: z.object({ moduleId: z.number(), sessionId: z.number(), titulo: z.string(), modulo: z.string() }).nullable(),
  /** When its group begins, with which the course opens; null: it is open. */
  abre: z.string().nullable(),
  ultimaVista: lastView.nullable(),
  /** Grows with every change except the last view. */
  cambios: z.number(),
  curso: courseRecord,
});
export type EnrolmentRecord = z.output<typeof enrolmentRecord>;

/** What the course player needs about one learner in one course. */
export const learnerCourse = z.object({
  id_usuario: z.number(),
  id_curso: z.number(),
  inscrito: z.boolean(),
  /** Somebody of the staff looks at it without being in it: as a student sees it, with nothing kept of what they do there. */
  previa: z.boolean(),
  progreso: z.number(),
  sesionesCompletadas: z.number(),
  totalSesiones: z.number(),
  /** Present classes that are completed, with when each was marked. */
  completadas: z.array(z.object({ id_sesion: z.number(), fecha: z.string() })),
  modulos: z.array(
    z.object({
      id_modulo: z.number(),
      abierto: z.boolean(),
      /** Classes of the previous module that are still missing. */
      faltan: z.array(z.object({ id_sesion: z.number(), titulo: z.string() })),
      sesionesCompletadas: z.number(),
      totalSesiones: z.number(),
    }),
  ),
  completado: z.string().nullable(),
  contenidoNuevo: z.boolean(),
  tiempoEstudiado: z.number(),
  minutosRestantes: z.number(),
  siguiente: enrolmentRecord.shape.siguiente,
  abre: enrolmentRecord.shape.abre,
  /** The group by which they entered the course; null: none. */
  grupo: z
    .object({
      id: z.number(),
      nombre: z.string(),
      estado: z.enum(groupStates),
      /** Its first and its last day. */
      fecha: z.string(),
      fin: z.string(),
      /** Why the group was cancelled. */
      motivo: z.string().nullable(),
      /** Whether they may change to another group. */
      se_cambia: z.boolean(),
    })
    .nullable(),
  ultimaVista: lastView.nullable(),
  cambios: enrolmentRecord.shape.cambios,
  /** Where each video was stopped, in seconds: by its YouTube id, else by its address. */
  videos: z.record(z.string(), z.number()),
  /** Videos that were watched, or whose text was read, where the course asks for it; named in the same way. */
  vistos: z.array(z.string()),
});
export type LearnerCourse = z.output<typeof learnerCourse>;

/** Everything that the dashboard, my courses and progress screens show, in one answer. */
export const panel = z.object({
  usuario: z.object({ id: z.number(), nombre: z.string(), plan: z.number() }),
  estadisticas: z.object({
    cursosActivos: z.number(),
    cursosCompletados: z.number(),
    cursosInscritos: z.number(),
    sesionesCompletadas: z.number(),
    /** Minutes. */
    tiempoEstudiado: z.number(),
    /** Length of the streak: days in a row with study time, up to today or yesterday; a single day without breaks it once a week at most. */
    racha: z.number(),
  }),
  /** The last 14 days of the school's calendar, oldest first, minutes each. */
  dias: z.array(z.object({ fecha: z.string(), minutos: z.number() })),
  cursos: z.array(enrolmentRecord),
});
export type Panel = z.output<typeof panel>;

/** An event that a figure of the panel counts. */
export const learningFact = z.object({
  posicion: z.string(),
  /** Type of the event. */
  tipo: z.string(),
  fecha: z.string(),
  id_curso: z.number(),
  curso: z.string(),
  clase: z.string().nullable(),
  /** For study time. */
  segundos: z.number().nullable(),
});
export type LearningFact = z.output<typeof learningFact>;
/** The events behind each figure, by event type. */
export const factTypes = {
  cursos: ['LearnerEnrolled', 'LearnerUnenrolled', 'CourseCompleted'],
  clases: ['ClassCompleted', 'ClassUncompleted'],
  tiempo: ['StudyTimeRecorded'],
} as const;
