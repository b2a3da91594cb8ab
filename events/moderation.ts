import { z } from 'zod';
import { defineEvent } from './define.ts';
import { growing } from './growing.ts';
import { type Sentence, said } from './sentences.ts';
import { id } from './types.ts';

/**
 * What was done about comments and the people who write them. One stream per comment: reports of it, and what moderators decided, in one order, so that no
 * report is closed that nobody saw. One per person: what they may not do, for how long, and why.
 */

const about = { commentId: id, courseId: id, subtopicId: id, authorId: id };
/** Words about what a person wrote, or by them: they go with that person's key. */
const words = z.string().max(1_000).nullable();
/** Which reports a decision closed, or opened again. */
const reports = z.array(id).max(200);

export const reportReasons = ['spam', 'offensive', 'harassment', 'personalData', 'answers', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

const decided = <const T extends string>(type: T, summary: string, sentence: Sentence) =>
  defineEvent(type, {
    category: 'moderation',
    schema: z.object({ ...about, reports, reason: words }),
    personal: { of: 'authorId', fields: ['reason'] },
    summary,
    sentence,
  });

export const CommentReported = defineEvent('CommentReported', {
  category: 'moderation',
  schema: z.object({ ...about, reportId: id, userId: id, reason: growing(reportReasons, 'other'), text: words }),
  personal: { of: 'userId', fields: ['text'] },
  summary: 'Alguien reportó un comentario, con su motivo.',
  sentence: said('reportó un comentario del curso «{courseId}»', 'reported a comment in the course “{courseId}”'),
});
export const ReportsAttended = decided(
  'ReportsAttended',
  'Quien modera atendió los reportes de un comentario.',
  said('atendió los reportes de un comentario', 'attended to the reports of a comment'),
);
export const ReportsDismissed = decided(
  'ReportsDismissed',
  'Quien modera desestimó reportes de un comentario; el comentario se queda.',
  said('desestimó reportes de un comentario', 'dismissed reports of a comment'),
);
export const ReportsReopened = decided(
  'ReportsReopened',
  'Quien modera volvió a abrir los reportes de un comentario.',
  said('volvió a abrir los reportes de un comentario', 'opened the reports of a comment again'),
);
export const CommentRemoved = decided(
  'CommentRemoved',
  'Quien modera retiró un comentario; con él se cierran sus reportes.',
  said('retiró un comentario del curso «{courseId}»', 'took down a comment in the course “{courseId}”'),
);
export const CommentRestored = decided(
  'CommentRestored',
  'Quien modera restauró un comentario que se había retirado.',
  said('restauró un comentario del curso «{courseId}»', 'restored a comment in the course “{courseId}”'),
);
export const RemovalAppealed = defineEvent('RemovalAppealed', {
  category: 'moderation',
  schema: z.object({ ...about, text: words }),
  personal: { of: 'authorId', fields: ['text'] },
  summary: 'Quien escribió un comentario retirado pidió que se revise la decisión.',
  sentence: said('apeló que se retirara su comentario', 'appealed that a comment was taken down'),
});
export const AppealRejected = decided(
  'AppealRejected',
  'Quien modera revisó una apelación y mantuvo la decisión.',
  said('mantuvo retirado un comentario apelado', 'upheld that a comment was taken down'),
);

export const BestAnswerChosen = defineEvent('BestAnswerChosen', {
  category: 'moderation',
  schema: z.object({ ...about, answerId: id }),
  summary: 'Quien imparte el curso eligió la mejor respuesta de un hilo.',
  sentence: said('eligió la mejor respuesta de un hilo', 'chose the best answer of a thread'),
});
export const BestAnswerCleared = defineEvent('BestAnswerCleared', {
  category: 'moderation',
  schema: z.object({ ...about, answerId: id }),
  summary: 'Quien imparte el curso quitó la mejor respuesta de un hilo.',
  sentence: said('quitó la mejor respuesta de un hilo', 'took back the best answer of a thread'),
});

export const moderationEvents = [
  CommentReported,
  ReportsAttended,
  ReportsDismissed,
  ReportsReopened,
  CommentRemoved,
  CommentRestored,
  RemovalAppealed,
  AppealRejected,
  BestAnswerChosen,
  BestAnswerCleared,
] as const;

/** Of one course, or (null) of the whole school. */
const sanction = { userId: id, sanctionId: id, courseId: id.nullable(), commentId: id.nullable(), reason: words };
const personal = { of: 'userId', fields: ['reason'] } as const;

export const PersonWarned = defineEvent('PersonWarned', {
  category: 'conduct',
  schema: z.object(sanction),
  personal,
  summary: 'Quien modera advirtió a alguien por un comentario.',
  sentence: said('advirtió por un comentario', 'gave a warning because of a comment'),
});
export const PersonMuted = defineEvent('PersonMuted', {
  category: 'conduct',
  schema: z.object({ ...sanction, until: z.iso.datetime() }),
  personal,
  summary: 'Quien modera silenció a alguien por un tiempo: lee y no comenta.',
  sentence: said('silenció por un tiempo en los comentarios', 'silenced for a time in discussions'),
});
export const CommentingSuspended = defineEvent('CommentingSuspended', {
  category: 'conduct',
  schema: z.object(sanction),
  personal,
  summary: 'Quien modera suspendió a alguien de comentar, hasta que se levante.',
  sentence: said('suspendió de comentar', 'suspended from commenting'),
});
const answered = z.object({ userId: id, sanctionId: id, reason: words });
export const SanctionLifted = defineEvent('SanctionLifted', {
  category: 'conduct',
  schema: answered,
  personal,
  summary: 'Quien modera levantó una sanción.',
  sentence: said('levantó una sanción', 'lifted a sanction'),
});
export const SanctionAppealed = defineEvent('SanctionAppealed', {
  category: 'conduct',
  schema: z.object({ userId: id, sanctionId: id, text: words }),
  personal: { of: 'userId', fields: ['text'] },
  summary: 'Alguien pidió que se revise su sanción.',
  sentence: said('apeló una sanción', 'appealed a sanction'),
});
export const SanctionUpheld = defineEvent('SanctionUpheld', {
  category: 'conduct',
  schema: answered,
  personal,
  summary: 'Quien modera revisó una apelación y mantuvo la sanción.',
  sentence: said('mantuvo una sanción apelada', 'upheld a sanction after an appeal'),
});
export const conductEvents = [PersonWarned, PersonMuted, CommentingSuspended, SanctionLifted, SanctionAppealed, SanctionUpheld] as const;

export const CommentRulesSet = defineEvent('CommentRulesSet', {
  category: 'commentrules',
  schema: z.object({
    /** A comment with more open reports than this is urgent. */
    urgentAbove: z.number().int().min(0).max(100),
    /** What lies at least between two comments of one person in one course. */
    slowSeconds: z.number().int().min(0).max(3_600),
    /** For how long a comment may be changed by who wrote it. */
    editMinutes: z.number().int().min(0).max(1_440),
  }),
  summary: 'Cambiaron las reglas de los comentarios.',
  sentence: said('cambió las reglas de los comentarios', 'changed the rules of comments'),
});
export const commentRuleEvents = [CommentRulesSet] as const;
