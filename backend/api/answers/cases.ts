import { courseOfForum } from '../../../events/forums.ts';
import { type ReportReason, reportReasons } from '../../../events/moderation.ts';
import { presentClasses, presentModules } from '../../../events/outline.ts';
import type { CommentRules } from '../../commands/discussion/rules.ts';
import { comments } from '../../projections/comments.ts';
import { courses } from '../../projections/courses.ts';
import type { CaseDoc, SanctionDoc } from '../../projections/moderation.ts';
import type { ReadSession } from '../../projections/reading/reads.ts';
import { users } from '../../projections/users.ts';
import type { ReportReasonName } from '../contract/choices.ts';
import type { CaseRecord, SanctionRecord } from '../contract/reports.ts';
import { shownName } from './people.ts';

const namesOfReasons: Readonly<Record<ReportReason, ReportReasonName>> = {
  spam: 'spam',
  offensive: 'ofensivo',
  harassment: 'acoso',
  personalData: 'datos',
  answers: 'copia',
  other: 'otro',
};
export const nameOfReason = (reason: ReportReason): ReportReasonName => namesOfReasons[reason];
export const reasonOf = Object.fromEntries(reportReasons.map((one) => [namesOfReasons[one], one])) as Readonly<
  Record<ReportReasonName, ReportReason>
>;
/** A report as the original system's list had it, for programs that do not use our screens. */
export const wordsOfReason: Readonly<Record<ReportReason, string>> = {
  spam: 'Publicidad o spam',
  offensive: 'Ofende o falta al respeto',
  harassment: 'Acoso a una persona',
  personalData: 'Muestra datos personales',
  answers: 'Da respuestas de evaluaciones',
  other: 'Otro motivo',
};

/** URGENTE: more open reports than the school's threshold. An appeal waits as a report does (C-28). */
export const stateOf = (
  { open, waits }: Pick<CaseDoc, 'open' | 'waits'>,
  { urgentAbove }: Pick<CommentRules, 'urgentAbove'>,
): CaseRecord['estado'] => (open > urgentAbove ? 'URGENTE' : waits ? 'PENDIENTE' : 'RESUELTO');

/** Names as staff may see them; null where the person shows no name or is erased. */
export async function staffNames(
  ids: Iterable<number | null>,
  reads: Pick<ReadSession, 'getMany'>,
): Promise<(userId: number | null) => string | null> {
  const people = await reads.getMany(users, [...new Set([...ids].filter((id) => id !== null))].map(String));
  return (userId) => {
    const person = userId === null ? undefined : people.get(String(userId));
    return person ? shownName(person, 'staff') : null;
  };
}

/** Cases as their moderators see them. */
export async function caseRecords(
  docs: readonly CaseDoc[],
  rules: CommentRules,
  reads: Pick<ReadSession, 'getMany'>,
): Promise<CaseRecord[]> {
  const said = await reads.getMany(
    comments,
    docs.map(({ commentId }) => String(commentId)),
  );
  const outlines = await reads.getMany(courses, [...new Set(docs.map(({ courseId }) => String(courseId)))]);
  const nameOf = await staffNames(
    docs.flatMap(({ authorId, commentId }) => [authorId, ...(said.get(String(commentId))?.mentions ?? [])]),
    reads,
  );
  return docs.map((doc) => {
    const comment = said.get(String(doc.commentId));
    const outline = outlines.get(String(doc.courseId));
    const subtopic = outline
      ? presentModules(outline)
          .flatMap((module) => presentClasses(module).flatMap(({ subtopics }) => subtopics))
          .find(({ subtopicId }) => subtopicId === doc.subtopicId)
      : undefined;
    return {
      id_comentario: doc.commentId,
      id_curso: doc.courseId,
      curso: outline?.title ?? `#${doc.courseId}`,
      id_subtema: doc.subtopicId,
      foro: courseOfForum(doc.subtopicId) !== null,
      subtema: subtopic?.title ?? comment?.title ?? null,
      comentario: comment?.text ?? null,
      menciones: (comment?.mentions ?? []).map((id) => ({ id, nombre: nameOf(id) })),
      fecha: comment?.postedAt ?? doc.firstAt,
      autor: { id: doc.authorId, nombre: nameOf(doc.authorId) },
      estado: stateOf(doc, rules),
      abiertos: doc.open,
      total: doc.total,
      motivos: reportReasons.flatMap((reason) => {
        const count = doc.reasons[reason];
        return count ? [{ motivo: nameOfReason(reason), cantidad: count }] : [];
      }),
      ultimo: doc.lastAt,
      retirado: doc.removed,
      quitado: comment?.withdrawn ?? false,
      apelado: doc.appeal !== null,
      version: doc.version,
    };
  });
}

const kinds = { warning: 'aviso', mute: 'silencio', suspension: 'suspension' } as const;
export const kindOf = { aviso: 'warning', silencio: 'mute', suspension: 'suspension' } as const;
export const sanctionRecordOf = (doc: SanctionDoc, nameOf: (userId: number | null) => string | null, now: Date): SanctionRecord => ({
  id: doc.sanctionId,
  tipo: kinds[doc.kind],
  id_curso: doc.courseId,
  motivo: doc.reason,
  quien: nameOf(doc.by),
  fecha: doc.at,
  hasta: doc.until,
  vigente: doc.kind !== 'warning' && doc.lifted === null && (doc.until === null || doc.until > now.toISOString()),
  levantada: doc.lifted && { fecha: doc.lifted.at, motivo: doc.lifted.reason },
  apelacion: doc.appeal && {
    texto: doc.appeal.text,
    fecha: doc.appeal.at,
    respuesta: doc.appeal.answer && { fecha: doc.appeal.answer.at, motivo: doc.appeal.answer.reason },
  },
});
