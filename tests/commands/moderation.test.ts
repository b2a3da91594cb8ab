import { describe, expect, test } from 'vitest';
import { conduct, silenceOf } from '../../backend/commands/discussion/conduct.ts';
import { MOST_REPORTS, moderation } from '../../backend/commands/discussion/moderation.ts';
import type { StreamEvent } from '../../events/registry.ts';
import { fold, given } from '../support/deciderSpec.ts';

const about = { commentId: 5, courseId: 3, subtopicId: 40, authorId: 7 };
const reported = (reportId: number, userId = reportId + 100): StreamEvent<'moderation'> => ({
  type: 'CommentReported',
  data: { ...about, reportId, userId, reason: 'spam', text: '' },
});
const report = (reportId: number, userId = reportId + 100) =>
  ({ type: 'report', ...about, reportId, userId, reason: 'spam', text: '' }) as const;
const closed = (type: 'ReportsAttended' | 'ReportsDismissed' | 'CommentRemoved', reports: number[]): StreamEvent<'moderation'> => ({
  type,
  data: { ...about, reports, reason: 'Motivo' },
});

// rows: E04, E08, E11
describe('reports of a comment', () => {
  test('are one of each person, and none of its author', () => {
    given(moderation, [])
      .when(report(1))
      .then([reported(1)]);
    given(moderation, [reported(1)])
      .when(report(2, 101))
      .thenRefused('ALREADY_REPORTED');
    given(moderation, []).when(report(1, 7)).thenRefused('REPORT_OWN_COMMENT');
    given(moderation, [closed('CommentRemoved', [])])
      .when(report(1))
      .thenRefused('COMMENT_NOT_FOUND');
    const many = Array.from({ length: MOST_REPORTS }, (_, index) => reported(index + 1));
    given(moderation, many).when(report(999)).thenRefused('REPORTS_ENOUGH');
  });
  test('one decision closes all that are open, and a second finds nothing', () => {
    const two = [reported(1), reported(2)];
    for (const [type, event] of [
      ['attend', 'ReportsAttended'],
      ['dismiss', 'ReportsDismissed'],
    ] as const) {
      given(moderation, two)
        .when({ type, ...about, report: null, reason: 'Motivo' })
        .then([closed(event, [1, 2])]);
      given(moderation, [...two, closed(event, [1, 2])])
        .when({ type, ...about, report: null, reason: 'Otro' })
        .thenRefused('REPORTS_RESOLVED');
    }
    given(moderation, two)
      .when({ type: 'dismiss', ...about, report: 2, reason: 'Motivo' })
      .then([closed('ReportsDismissed', [2])]);
    given(moderation, two)
      .when({ type: 'remove', ...about, reason: 'Motivo' })
      .then([closed('CommentRemoved', [1, 2])]);
    given(moderation, [...two, closed('CommentRemoved', [1, 2])])
      .when({ type: 'remove', ...about, reason: 'Otro' })
      .thenRefused('REPORTS_RESOLVED');
  });
  test('are opened again with what the last decision took out', () => {
    const removed = [reported(1), closed('CommentRemoved', [1])];
    const back = { ...about, reason: 'Me equivoqué' };
    given(moderation, removed)
      .when({ type: 'reopen', ...back })
      .then([
        { type: 'CommentRestored', data: { ...back, reports: [] } },
        { type: 'ReportsReopened', data: { ...back, reports: [1] } },
      ]);
    given(moderation, removed)
      .when({ type: 'restore', ...back })
      .then([{ type: 'CommentRestored', data: { ...back, reports: [] } }]);
    given(moderation, [reported(1)])
      .when({ type: 'reopen', ...back })
      .thenRefused('NOTHING_TO_REOPEN');
    given(moderation, [])
      .when({ type: 'restore', ...back })
      .thenRefused('COMMENT_NOT_REMOVED');
  });
  // rows: E12
  test('a removal is appealed once, and upheld or taken back', () => {
    const removed = [closed('CommentRemoved', [])];
    const appealed: StreamEvent<'moderation'> = { type: 'RemovalAppealed', data: { ...about, text: 'No era eso' } };
    given(moderation, removed)
      .when({ type: 'appeal', ...about, text: 'No era eso' })
      .then([appealed]);
    given(moderation, [...removed, appealed])
      .when({ type: 'appeal', ...about, text: 'Otra vez' })
      .thenRefused('ALREADY_APPEALED');
    given(moderation, [...removed, appealed])
      .when({ type: 'rejectAppeal', ...about, reason: 'Se mantiene' })
      .then([{ type: 'AppealRejected', data: { ...about, reports: [], reason: 'Se mantiene' } }]);
    given(moderation, [])
      .when({ type: 'appeal', ...about, text: 'x' })
      .thenRefused('COMMENT_NOT_REMOVED');
  });
  // rows: E13
  test('a thread has one best answer, which may be taken back', () => {
    const chosen: StreamEvent<'moderation'> = { type: 'BestAnswerChosen', data: { ...about, answerId: 9 } };
    given(moderation, [])
      .when({ type: 'best', ...about, answerId: 9 })
      .then([chosen]);
    given(moderation, [chosen])
      .when({ type: 'best', ...about, answerId: 9 })
      .thenNothing();
    given(moderation, [chosen])
      .when({ type: 'best', ...about, answerId: null })
      .then([{ type: 'BestAnswerCleared', data: { ...about, answerId: 9 } }]);
    given(moderation, [])
      .when({ type: 'best', ...about, answerId: null })
      .thenNothing();
  });
});

// rows: E12
describe('sanctions of a person', () => {
  const base = { userId: 7, courseId: 3 as number | null, commentId: 5, reason: 'Motivo' };
  const muted = (sanctionId: number, until: string): StreamEvent<'conduct'> => ({
    type: 'PersonMuted',
    data: { ...base, sanctionId, until },
  });
  const suspended = (sanctionId: number, courseId: number | null): StreamEvent<'conduct'> => ({
    type: 'CommentingSuspended',
    data: { ...base, courseId, sanctionId },
  });
  const NOON = Date.parse('2026-03-02T12:00:00.000Z');
  const silent = (events: StreamEvent<'conduct'>[], courseId = 3) => silenceOf(fold(conduct, events), courseId, NOON) !== null;

  test('a silence ends by itself, a suspension when it is lifted, a warning silences nobody', () => {
    expect(silent([muted(1, '2026-03-02T12:00:01.000Z')])).toBe(true);
    expect(silent([muted(1, '2026-03-02T12:00:00.000Z')])).toBe(false);
    expect(silent([suspended(1, 3)])).toBe(true);
    expect(silent([suspended(1, 3)], 4)).toBe(false);
    expect(silent([suspended(1, null)], 4)).toBe(true);
    expect(silent([suspended(1, 3), { type: 'SanctionLifted', data: { userId: 7, sanctionId: 1, reason: 'Ya' } }])).toBe(false);
    expect(silent([{ type: 'PersonWarned', data: { ...base, sanctionId: 1 } }])).toBe(false);
  });
  test('is appealed once, and lifted once', () => {
    const one = [suspended(1, 3)];
    const appeal = { type: 'appeal', userId: 7, sanctionId: 1, text: 'Perdón' } as const;
    const appealed: StreamEvent<'conduct'> = { type: 'SanctionAppealed', data: { userId: 7, sanctionId: 1, text: 'Perdón' } };
    given(conduct, one).when(appeal).then([appealed]);
    given(conduct, [...one, appealed])
      .when(appeal)
      .thenRefused('ALREADY_APPEALED');
    const lift = { type: 'lift', userId: 7, sanctionId: 1, reason: 'Ya' } as const;
    const lifted: StreamEvent<'conduct'> = { type: 'SanctionLifted', data: { userId: 7, sanctionId: 1, reason: 'Ya' } };
    given(conduct, [...one, appealed])
      .when(lift)
      .then([lifted]);
    given(conduct, [...one, lifted])
      .when(lift)
      .thenNothing();
    given(conduct, [...one, lifted])
      .when(appeal)
      .thenRefused('SANCTION_OVER');
    given(conduct, one)
      .when({ ...lift, sanctionId: 2 })
      .thenRefused('SANCTION_NOT_FOUND');
    given(conduct, [...one, appealed])
      .when({ ...lift, type: 'uphold' })
      .then([{ type: 'SanctionUpheld', data: { userId: 7, sanctionId: 1, reason: 'Ya' } }]);
  });
});
