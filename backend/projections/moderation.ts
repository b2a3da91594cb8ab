import type { ReportReason } from '../../events/moderation.ts';
import type { EventOf, StreamEvent } from '../../events/registry.ts';
import type { Projection, Recorded } from './projection.ts';

type Decision = 'attended' | 'dismissed' | 'removed';
export interface ReportDoc {
  reportId: number;
  commentId: number;
  courseId: number;
  subtopicId: number;
  authorId: number;
  userId: number;
  reason: ReportReason;
  /** null: none was written, or who wrote it is erased. */
  text: string | null;
  at: string;
  /** null: nobody decided yet. */
  outcome: Decision | null;
  open: boolean;
  decidedAt: string | null;
}

type Decided = 'ReportsAttended' | 'ReportsDismissed' | 'CommentRemoved' | 'ReportsReopened';
const closed = <T extends Decided>(outcome: Decision | null) => ({
  key: ({ data }: Recorded<EventOf<T>>) => data.reports.map(String),
  evolve: (doc: ReportDoc | null, { meta }: Recorded<EventOf<T>>): ReportDoc | null =>
    doc && { ...doc, outcome, open: outcome === null, decidedAt: outcome === null ? null : meta.occurredAt },
});

/** Each report of a comment, and what came of it. */
export const reports: Projection<ReportDoc, EventOf<'CommentReported' | Decided>> = {
  name: 'reports',
  version: 1,
  indexes: [
    ['-reportId'],
    ['open', '-reportId'],
    ['courseId', '-reportId'],
    ['courseId', 'open', '-reportId'],
    ['commentId', '-reportId'],
    ['userId', '-reportId'],
    ['userId', 'commentId'],
  ],
  on: {
    CommentReported: {
      key: ({ data }) => String(data.reportId),
      evolve: (_, { data, meta }) => ({ ...data, at: meta.occurredAt, outcome: null, open: true, decidedAt: null }),
    },
    ReportsAttended: closed<'ReportsAttended'>('attended'),
    ReportsDismissed: closed<'ReportsDismissed'>('dismissed'),
    CommentRemoved: closed<'CommentRemoved'>('removed'),
    ReportsReopened: closed<'ReportsReopened'>(null),
  },
  persons: ({ userId, text }) => (text === null ? [] : [String(userId)]),
  redact: (doc) => ({ ...doc, text: null }),
  topics: (_, { commentId, userId }) => [
    { topic: 'reportes-comentarios', id: String(commentId) },
    { topic: `participacion:${userId}`, id: `reporte-${commentId}` },
  ],
};

export interface CaseDoc {
  commentId: number;
  courseId: number;
  subtopicId: number;
  authorId: number;
  /** Reports that nobody decided on, and all there ever were. */
  open: number;
  total: number;
  /** How many gave each reason. */
  reasons: Partial<Record<ReportReason, number>>;
  /** Whether a moderator must look at it: reports, or an appeal. */
  waits: boolean;
  firstAt: string;
  lastAt: string;
  removed: boolean;
  /** What its author said against the removal; '' once they are erased. */
  appeal: { text: string; at: string } | null;
  appealed: boolean;
  decisions: readonly {
    decision: Decision | 'restored' | 'reopened' | 'upheld';
    by: number | null;
    at: string;
    /** null: whose comment it was is erased. */
    reason: string | null;
    reports: number;
  }[];
  /** Events of the stream, for If-Match. */
  version: number;
}
/** What was decided of a comment. */
type Verdict = 'ReportsAttended' | 'ReportsDismissed' | 'CommentRemoved' | 'CommentRestored' | 'ReportsReopened' | 'AppealRejected';
type CaseEvent = EventOf<'CommentReported' | 'RemovalAppealed' | Verdict>;
/** How many decisions are kept for display; the history has all of them. */
const KEPT = 30;

const key = ({ data }: Recorded<StreamEvent<'moderation'>>) => String(data.commentId);
const begun = ({ data, meta }: Recorded<CaseEvent>): CaseDoc => {
  const { commentId, courseId, subtopicId, authorId } = data;
  return {
    ...{ commentId, courseId, subtopicId, authorId, open: 0, total: 0, reasons: {}, waits: false },
    ...{ firstAt: meta.occurredAt, lastAt: meta.occurredAt, removed: false, appeal: null, appealed: false, decisions: [], version: 0 },
  };
};
const change = <T extends CaseEvent['type']>(fields: (doc: CaseDoc, event: Recorded<EventOf<T>>) => Partial<CaseDoc>) => ({
  key,
  evolve(before: CaseDoc | null, event: Recorded<EventOf<T>>): CaseDoc {
    const doc = before ?? begun(event as Recorded<CaseEvent>);
    const next = { ...doc, ...fields(doc, event), version: event.version + 1 };
    return { ...next, waits: next.open > 0 || next.appeal !== null };
  },
});
const decide = <T extends Verdict>(
  decision: CaseDoc['decisions'][number]['decision'],
  fields: (doc: CaseDoc, event: Recorded<EventOf<T>>) => Partial<CaseDoc>,
) =>
  change<T>((doc, event) => {
    const { reason, reports: about } = event.data as { reason: string | null; reports: number[] };
    const entry = { decision, by: event.meta.actor.userId, at: event.meta.occurredAt, reason, reports: about.length };
    return { ...fields(doc, event), decisions: [...doc.decisions, entry].slice(-KEPT) };
  });
const less = (doc: CaseDoc, { data }: { data: { reports: number[] } }) => ({ open: Math.max(0, doc.open - data.reports.length) });

/** What stands with each comment that was reported or decided on. */
export const cases: Projection<CaseDoc, StreamEvent<'moderation'>> = {
  name: 'comment-cases',
  version: 1,
  indexes: [
    ['-waits', '-lastAt'],
    ['waits', '-lastAt'],
    ['courseId', '-waits', '-lastAt'],
    ['courseId', 'waits', '-lastAt'],
    ['authorId', '-lastAt'],
  ],
  on: {
    CommentReported: change<'CommentReported'>((doc, { data, meta }) => ({
      open: doc.open + 1,
      total: doc.total + 1,
      reasons: { ...doc.reasons, [data.reason]: (doc.reasons[data.reason] ?? 0) + 1 },
      lastAt: meta.occurredAt,
    })),
    ReportsAttended: decide<'ReportsAttended'>('attended', less),
    ReportsDismissed: decide<'ReportsDismissed'>('dismissed', less),
    CommentRemoved: decide<'CommentRemoved'>('removed', () => ({ open: 0, removed: true, appeal: null, appealed: false })),
    CommentRestored: decide<'CommentRestored'>('restored', () => ({ removed: false, appeal: null, appealed: false })),
    ReportsReopened: decide<'ReportsReopened'>('reopened', (doc, { data }) => ({ open: doc.open + data.reports.length })),
    RemovalAppealed: change<'RemovalAppealed'>((_, { data, meta }) => ({
      appeal: { text: data.text ?? '', at: meta.occurredAt },
      appealed: true,
      lastAt: meta.occurredAt,
    })),
    AppealRejected: decide<'AppealRejected'>('upheld', () => ({ appeal: null })),
    // They are in the same stream, and count in its version.
    BestAnswerChosen: { key, evolve: (doc, event) => doc && { ...doc, version: event.version + 1 } },
    BestAnswerCleared: { key, evolve: (doc, event) => doc && { ...doc, version: event.version + 1 } },
  },
  persons: ({ authorId, appeal, decisions }) =>
    (appeal && appeal.text !== '') || decisions.some(({ reason }) => reason !== null) ? [String(authorId)] : [],
  redact: (doc) => ({
    ...doc,
    appeal: doc.appeal && { ...doc.appeal, text: '' },
    decisions: doc.decisions.map((one) => ({ ...one, reason: null })),
  }),
  topics: (id, { authorId, subtopicId }) => [
    { topic: 'reportes-comentarios', id },
    { topic: `participacion:${authorId}`, id },
    { topic: `subtema:${subtopicId}`, id },
  ],
};

export interface SanctionDoc {
  userId: number;
  sanctionId: number;
  kind: 'warning' | 'mute' | 'suspension';
  courseId: number | null;
  commentId: number | null;
  reason: string | null;
  by: number | null;
  at: string;
  until: string | null;
  lifted: { at: string; by: number | null; reason: string | null } | null;
  appeal: { text: string | null; at: string; answer: { at: string; reason: string | null } | null } | null;
}
const sanctionKey = ({ data }: Recorded<StreamEvent<'conduct'>>) => `${data.userId}_${data.sanctionId}`;
type Beginning = 'PersonWarned' | 'PersonMuted' | 'CommentingSuspended';
const sanctioned = <T extends Beginning>(kind: SanctionDoc['kind']) => ({
  key: sanctionKey,
  evolve(_: SanctionDoc | null, { data, meta }: Recorded<EventOf<T>>): SanctionDoc {
    const { userId, sanctionId, courseId, commentId, reason } = data;
    return {
      ...{ userId, sanctionId, kind, courseId, commentId, reason, by: meta.actor.userId, at: meta.occurredAt },
      ...{ until: 'until' in data ? data.until : null, lifted: null, appeal: null },
    };
  },
});

/** Each sanction of a person. */
export const sanctions: Projection<SanctionDoc, StreamEvent<'conduct'>> = {
  name: 'sanctions',
  version: 1,
  indexes: [['userId', '-at']],
  on: {
    PersonWarned: sanctioned<'PersonWarned'>('warning'),
    PersonMuted: sanctioned<'PersonMuted'>('mute'),
    CommentingSuspended: sanctioned<'CommentingSuspended'>('suspension'),
    SanctionLifted: {
      key: sanctionKey,
      evolve: (doc, { data, meta }) => doc && { ...doc, lifted: { at: meta.occurredAt, by: meta.actor.userId, reason: data.reason } },
    },
    SanctionAppealed: {
      key: sanctionKey,
      evolve: (doc, { data, meta }) => doc && { ...doc, appeal: { text: data.text, at: meta.occurredAt, answer: null } },
    },
    SanctionUpheld: {
      key: sanctionKey,
      evolve: (doc, { data, meta }) =>
        doc && { ...doc, appeal: doc.appeal && { ...doc.appeal, answer: { at: meta.occurredAt, reason: data.reason } } },
    },
  },
  persons: ({ userId, reason, lifted, appeal }) =>
    (reason ?? lifted?.reason ?? appeal?.text ?? appeal?.answer?.reason) ? [String(userId)] : [],
  redact: (doc) => ({
    ...doc,
    reason: null,
    lifted: doc.lifted && { ...doc.lifted, reason: null },
    appeal: doc.appeal && { ...doc.appeal, text: null, answer: doc.appeal.answer && { ...doc.appeal.answer, reason: null } },
  }),
  topics: (id, { userId }) => [
    { topic: `participacion:${userId}`, id: `sancion-${id}` },
    { topic: 'reportes-comentarios', id: `persona-${userId}` },
  ],
};
