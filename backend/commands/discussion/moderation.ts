import type { ReportReason } from '../../../events/moderation.ts';
import type { StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { GrowingMap } from '../kernel/growing.ts';

/** Reports of one comment; whoever comes later is told that it is being looked at. */
export const MOST_REPORTS = 200;
export const REPORT_TEXT = 1_000;

export interface ModerationState {
  /** By who reported: which report is theirs. */
  reports: GrowingMap<number, number>;
  /** Reports that nobody decided on yet, in the order in which they came. */
  open: readonly number[];
  /** Those that the last decision closed. */
  closed: readonly number[];
  /** Who decided last; null: nobody did, or no person. */
  decidedBy: number | null;
  removed: boolean;
  /** Its author asked to look again, and nobody has; null where nothing was appealed since it was removed. */
  appeal: 'open' | 'rejected' | null;
  bestAnswer: number | null;
}

interface About {
  commentId: number;
  courseId: number;
  subtopicId: number;
  authorId: number;
}
export type ModerationCommand = About &
  (
    | { type: 'report'; reportId: number; userId: number; reason: ReportReason; text: string }
    /** `report`: only that one; null: all that are open. */
    | { type: 'attend' | 'dismiss'; report: number | null; reason: string }
    | { type: 'remove' | 'restore' | 'reopen' | 'rejectAppeal'; reason: string }
    | { type: 'appeal'; text: string }
    | { type: 'best'; answerId: number | null }
  );

/** What is done about one comment; stream `moderation-<comment>`. Errors: see the branches. */
export const moderation: Decider<ModerationState, ModerationCommand, StreamEvent<'moderation'>> = {
  category: 'moderation',
  wordless: true,
  initial: () => ({ reports: new GrowingMap(), open: [], closed: [], decidedBy: null, removed: false, appeal: null, bestAnswer: null }),

  decide(command, state) {
    const { commentId, courseId, subtopicId, authorId } = command;
    const about = { commentId, courseId, subtopicId, authorId };
    switch (command.type) {
      case 'report': {
        const { reportId, userId, reason, text } = command;
        if (userId === authorId) return refuse('REPORT_OWN_COMMENT');
        if (state.reports.has(userId)) return refuse('ALREADY_REPORTED');
        if (state.removed) return refuse('COMMENT_NOT_FOUND');
        if (state.reports.size >= MOST_REPORTS) return refuse('REPORTS_ENOUGH');
        return [{ type: 'CommentReported', data: { ...about, reportId, userId, reason, text } }];
      }
      case 'attend':
      case 'dismiss': {
        const { report, reason } = command;
        const reports = report === null ? [...state.open] : state.open.filter((one) => one === report);
        if (reports.length === 0) return refuse('REPORTS_RESOLVED');
        return [{ type: command.type === 'attend' ? 'ReportsAttended' : 'ReportsDismissed', data: { ...about, reports, reason } }];
      }
      case 'remove':
        if (state.removed) return refuse('REPORTS_RESOLVED');
        return [{ type: 'CommentRemoved', data: { ...about, reports: [...state.open], reason: command.reason } }];
      case 'restore':
        if (!state.removed) return refuse('COMMENT_NOT_REMOVED');
        return [{ type: 'CommentRestored', data: { ...about, reports: [], reason: command.reason } }];
      case 'reopen': {
        const { reason } = command;
        if (state.closed.length === 0 && !state.removed) return refuse('NOTHING_TO_REOPEN');
        // What was taken out with the decision comes back with it.
        return [
          ...(state.removed ? [{ type: 'CommentRestored' as const, data: { ...about, reports: [], reason } }] : []),
          ...(state.closed.length > 0
            ? [{ type: 'ReportsReopened' as const, data: { ...about, reports: [...state.closed], reason } }]
            : []),
        ];
      }
      case 'appeal':
        if (!state.removed) return refuse('COMMENT_NOT_REMOVED');
        if (state.appeal !== null) return refuse('ALREADY_APPEALED');
        return [{ type: 'RemovalAppealed', data: { ...about, text: command.text } }];
      case 'rejectAppeal':
        if (state.appeal !== 'open') return refuse('REPORTS_RESOLVED');
        return [{ type: 'AppealRejected', data: { ...about, reports: [], reason: command.reason } }];
      case 'best': {
        const { answerId } = command;
        if (answerId === state.bestAnswer) return [];
        if (answerId !== null) return [{ type: 'BestAnswerChosen', data: { ...about, answerId } }];
        return state.bestAnswer === null ? [] : [{ type: 'BestAnswerCleared', data: { ...about, answerId: state.bestAnswer } }];
      }
    }
  },

  evolve(state, { type, data, meta }) {
    const decidedBy = meta.actor.userId;
    switch (type) {
      case 'CommentReported':
        return {
          ...state,
          reports: state.reports.with(data.userId, data.reportId),
          open: [...state.open, data.reportId],
        };
      case 'ReportsAttended':
      case 'ReportsDismissed':
        return { ...state, open: state.open.filter((one) => !data.reports.includes(one)), closed: data.reports, decidedBy };
      case 'CommentRemoved':
        return { ...state, open: [], closed: data.reports, decidedBy, removed: true, appeal: null };
      case 'CommentRestored':
        return { ...state, removed: false, appeal: null };
      case 'ReportsReopened':
        return { ...state, open: [...data.reports, ...state.open], closed: [] };
      case 'RemovalAppealed':
        return { ...state, appeal: 'open' };
      case 'AppealRejected':
        return { ...state, appeal: 'rejected' };
      case 'BestAnswerChosen':
        return { ...state, bestAnswer: data.answerId };
      case 'BestAnswerCleared':
        return { ...state, bestAnswer: null };
    }
  },
};
