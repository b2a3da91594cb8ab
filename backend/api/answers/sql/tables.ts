import { presentClasses, presentModules } from '../../../../events/outline.ts';
import { attempts } from '../../../projections/attempts.ts';
import { certificates } from '../../../projections/certificates.ts';
import { comments } from '../../../projections/comments.ts';
import { courseDays } from '../../../projections/courseDays.ts';
import { courseLearners } from '../../../projections/courseLearners.ts';
import { courseStats } from '../../../projections/courseStats.ts';
import { courses } from '../../../projections/courses.ts';
import { enrolments } from '../../../projections/enrolments.ts';
import type { AnyProjection } from '../../../projections/kernel/projection.ts';
import { orders } from '../../../projections/orders.ts';
import type { Projection } from '../../../projections/projection.ts';
import { revenue } from '../../../projections/revenue.ts';
import { reviews } from '../../../projections/reviews.ts';
import { studyTime } from '../../../projections/studyTime.ts';
import { users } from '../../../projections/users.ts';
import { webinars } from '../../../projections/webinars.ts';
import type { SqlTable, sqlTables } from '../../contract/choices.ts';

/** Read models as tables for questions of SQL: which projection, and what each column says of a document. */

type ValueOf<T> = T extends 'BOOLEAN' ? boolean : T extends 'BIGINT' | 'DOUBLE' ? number : string;
type Value = string | number | boolean | null;
export interface Table {
  projection: AnyProjection;
  columns: Readonly<Record<string, (doc: never) => Value>>;
}

const table = <D extends object, E extends { type: string; data: unknown }, const C extends Record<string, (doc: D) => Value>>(
  projection: Projection<D, E>,
  columns: C,
) => ({ projection: projection as AnyProjection, columns });

export const tables = {
  personas: table(users, {
    persona: (doc) => doc.userId,
    rol: (doc) => doc.role,
    plan: (doc) => doc.plan,
    activa: (doc) => doc.active,
    verificada: (doc) => doc.verified,
    borrada: (doc) => doc.erased,
    registro: (doc) => doc.registeredAt,
  }),
  inscripciones: table(enrolments, {
    alumno: (doc) => doc.userId,
    curso: (doc) => doc.courseId,
    inscrito: (doc) => doc.enrolled,
    fuente: (doc) => doc.source,
    desde: (doc) => doc.enrolledAt,
    clases: (doc) => Object.keys(doc.completed).length,
    terminado: (doc) => doc.completedAt,
    actividad: (doc) => doc.activeAt,
  }),
  alumnado: table(courseLearners, {
    alumno: (doc) => doc.userId,
    curso: (doc) => doc.courseId,
    estado: (doc) => doc.state,
    primer_dia: (doc) => doc.firstDay,
    ultimo_dia: (doc) => doc.day,
    dias: (doc) => doc.days,
    recordado: (doc) => doc.remindedAt,
    riesgo_desde: (doc) => doc.riskFrom,
  }),
  cursos: table(courses, {
    curso: (doc) => doc.courseId,
    titulo: (doc) => doc.title,
    estado: (doc) => doc.status,
    acceso: (doc) => doc.tier,
    nivel: (doc) => doc.difficulty,
    instructor: (doc) => doc.instructorId,
    modulos: (doc) => presentModules(doc).length,
    clases: (doc) => presentModules(doc).flatMap(presentClasses).length,
    creado: (doc) => doc.createdAt,
    publicado: (doc) => doc.publishedAt,
  }),
  cifras_de_cursos: table(courseStats, {
    curso: (doc) => doc.courseId,
    inscritos: (doc) => doc.students,
    terminaron: (doc) => doc.completions,
  }),
  dias_de_cursos: table(courseDays, {
    curso: (doc) => doc.courseId,
    // The document with the totals of all days.
    dia: (doc) => (doc.day === 'total' ? null : doc.day),
    inscripciones: (doc) => doc.enrolments,
    clases: (doc) => doc.classes,
    terminaron: (doc) => doc.completions,
  }),
  tiempo_de_estudio: table(studyTime, {
    alumno: (doc) => doc.userId,
    segundos: (doc) => doc.total,
    dias: (doc) => Object.keys(doc.days).length,
    ultimo_dia: (doc) => Object.keys(doc.days).sort().at(-1) ?? null,
  }),
  intentos: table(attempts, {
    alumno: (doc) => doc.userId,
    curso: (doc) => doc.courseId,
    subtema: (doc) => doc.subtopicId,
    intentos: (doc) => doc.attempts.length,
    aprobado: (doc) => doc.passed,
    aprobado_en: (doc) => doc.passedAt,
    mejor: (doc) => doc.best,
  }),
  resenas: table(reviews, {
    alumno: (doc) => doc.userId,
    curso: (doc) => doc.courseId,
    estrellas: (doc) => doc.stars,
    estado: (doc) => doc.status,
    publicada: (doc) => doc.postedAt,
    editada: (doc) => doc.editedAt,
  }),
  comentarios: table(comments, {
    comentario: (doc) => doc.commentId,
    curso: (doc) => doc.courseId,
    subtema: (doc) => doc.subtopicId,
    hilo: (doc) => doc.rootId,
    persona: (doc) => doc.userId,
    publicado: (doc) => doc.postedAt,
    editado: (doc) => doc.editedAt,
    retirado: (doc) => doc.withdrawn,
    respuestas: (doc) => doc.answers,
  }),
  certificados: table(certificates, {
    alumno: (doc) => doc.userId,
    curso: (doc) => doc.courseId,
    emitido: (doc) => doc.issued,
    emitido_en: (doc) => doc.issuedAt,
    vence: (doc) => doc.expiresAt,
    revocado: (doc) => doc.revokedAt,
  }),
  pedidos: table(orders, {
    pedido: (doc) => doc.orderId,
    persona: (doc) => doc.userId,
    que: (doc) => doc.what,
    curso: (doc) => doc.courseId,
    estado: (doc) => doc.state,
    precio: (doc) => doc.price.amount,
    moneda: (doc) => doc.price.currency,
    descuento: (doc) => doc.discount,
    pagado: (doc) => doc.paid,
    devuelto: (doc) => doc.refunded,
    iniciado: (doc) => doc.startedAt,
    pagado_en: (doc) => doc.paidAt,
  }),
  ingresos: table(revenue, {
    moneda: (doc) => doc.currency,
    cobrado: (doc) => doc.taken,
    devuelto: (doc) => doc.returned,
    pagos: (doc) => doc.payments,
  }),
  eventos_en_vivo: table(webinars, {
    evento: (doc) => doc.webinarId,
    tipo: (doc) => doc.kind,
    empieza: (doc) => doc.startsAt,
    termina: (doc) => doc.endsAt,
    lugares: (doc) => doc.seats,
    espera: (doc) => doc.waiting,
    asistieron: (doc) => doc.attended,
    cancelado: (doc) => doc.cancelled,
  }),
} satisfies {
  [T in SqlTable]: {
    projection: AnyProjection;
    columns: { [C in keyof (typeof sqlTables)[T]]: (doc: never) => ValueOf<(typeof sqlTables)[T][C]> | null };
  };
};

export const tableOf = (name: SqlTable): Table => tables[name] as Table;
