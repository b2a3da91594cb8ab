import { test } from 'vitest';
import { cases, reports, sanctions } from '../../backend/projections/moderation.ts';
import type { StreamEvent } from '../../events/registry.ts';
import { everyTypeIsCovered, givenEvents } from '../support/projectionSpec.ts';

const about = { commentId: 5, courseId: 3, subtopicId: 40, authorId: 7 };
const reported = (reportId: number, text = 'Palabras'): StreamEvent<'moderation'> => ({
  type: 'CommentReported',
  data: { ...about, reportId, userId: reportId + 100, reason: 'spam', text },
});
type Closing = 'ReportsAttended' | 'ReportsDismissed' | 'CommentRemoved' | 'ReportsReopened' | 'CommentRestored' | 'AppealRejected';
const decided = (type: Closing, ids: number[] = [], reason = 'Motivo'): StreamEvent<'moderation'> => ({
  type,
  data: { ...about, reports: ids, reason },
});
const appealed: StreamEvent<'moderation'> = { type: 'RemovalAppealed', data: { ...about, text: 'No era eso' } };
type OfReports = Parameters<typeof givenEvents>[1];
const only = (...events: StreamEvent<'moderation'>[]) => events as OfReports;

// rows: E05, E06
test('a report is open until it is decided on, and knows what came of it', () => {
  givenEvents(reports, only(reported(1)))
    .thenDocLike('1', { open: true, outcome: null })
    .thenChange('reportes-comentarios', { id: '5', op: 'put' })
    .thenChange('participacion:101', { id: 'reporte-5', op: 'put' });
  givenEvents(reports, only(reported(1), reported(2), decided('ReportsAttended', [1, 2]))).thenDocLike('2', {
    open: false,
    outcome: 'attended',
  });
  givenEvents(reports, only(reported(1), reported(2), decided('ReportsDismissed', [2]))).thenDocLike('1', { open: true });
  givenEvents(reports, only(reported(1), decided('CommentRemoved', [1]))).thenDocLike('1', { outcome: 'removed' });
  givenEvents(reports, only(reported(1), decided('CommentRemoved', [1]), decided('ReportsReopened', [1]))).thenDocLike('1', {
    open: true,
    outcome: null,
    decidedAt: null,
  });
  givenEvents(reports, only(reported(1))).thenForgets(101, 'Palabras');
});
everyTypeIsCovered(reports);

// rows: E05, E11
test('the reports of a comment are one case, which waits while any is open or an appeal is', () => {
  givenEvents(cases, [reported(1), reported(2)]).thenDocLike('5', { open: 2, total: 2, waits: true, reasons: { spam: 2 }, version: 2 });
  givenEvents(cases, [reported(1), decided('ReportsAttended', [1])]).thenDocLike('5', { open: 0, waits: false });
  givenEvents(cases, [reported(1), decided('ReportsDismissed', [1]), decided('ReportsReopened', [1])]).thenDocLike('5', {
    open: 1,
    waits: true,
  });
  const removed = [reported(1), decided('CommentRemoved', [1]), appealed];
  givenEvents(cases, removed).thenDocLike('5', { removed: true, waits: true, appealed: true });
  givenEvents(cases, [...removed, decided('AppealRejected')]).thenDocLike('5', {
    removed: true,
    waits: false,
    appealed: true,
    appeal: null,
  });
  givenEvents(cases, [...removed, decided('CommentRestored')]).thenDocLike('5', { removed: false, waits: false });
  const best = (type: 'BestAnswerChosen' | 'BestAnswerCleared'): StreamEvent<'moderation'> => ({ type, data: { ...about, answerId: 9 } });
  givenEvents(cases, [reported(1), best('BestAnswerChosen'), best('BestAnswerCleared')]).thenDocLike('5', { version: 3 });
  givenEvents(cases, [reported(1), decided('CommentRemoved', [1], 'Porque insultó'), appealed]).thenForgets(
    7,
    'Porque insultó',
    'No era eso',
  );
});
everyTypeIsCovered(cases);

// rows: E12
test('a sanction is known with its appeal and what was answered', () => {
  const base = { userId: 7, sanctionId: 1, courseId: 3, commentId: 5, reason: 'Motivo propio' };
  const warned: StreamEvent<'conduct'> = { type: 'PersonWarned', data: base };
  const muted: StreamEvent<'conduct'> = { type: 'PersonMuted', data: { ...base, until: '2026-03-03T12:00:00.000Z' } };
  const suspended: StreamEvent<'conduct'> = { type: 'CommentingSuspended', data: base };
  const answer = (type: 'SanctionLifted' | 'SanctionUpheld'): StreamEvent<'conduct'> => ({
    type,
    data: { userId: 7, sanctionId: 1, reason: 'Respuesta' },
  });
  const appeal: StreamEvent<'conduct'> = { type: 'SanctionAppealed', data: { userId: 7, sanctionId: 1, text: 'Perdón' } };
  givenEvents(sanctions, [warned]).thenDocLike('7_1', { kind: 'warning', until: null });
  givenEvents(sanctions, [muted]).thenDocLike('7_1', { kind: 'mute', until: '2026-03-03T12:00:00.000Z' });
  givenEvents(sanctions, [suspended, appeal, answer('SanctionUpheld')]).thenDocLike('7_1', { lifted: null });
  givenEvents(sanctions, [suspended, answer('SanctionLifted')]).thenDocLike('7_1', { kind: 'suspension' });
  givenEvents(sanctions, [suspended, appeal, answer('SanctionUpheld')]).thenForgets(7, 'Motivo propio', 'Perdón', 'Respuesta');
});
everyTypeIsCovered(sanctions);
