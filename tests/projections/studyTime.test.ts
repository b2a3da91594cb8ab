import { test } from 'vitest';
import { studyTime } from '../../backend/projections/studyTime.ts';
import { lastDays } from '../../events/calendar.ts';
import { everyTypeIsCovered, given, givenEvents } from '../support/projectionSpec.ts';

const studied = (seconds: number, date: string, more: { userId?: number; courseId?: number; tab?: string } = {}) =>
  given('StudyTimeRecorded', { userId: 1, courseId: 1, tab: 'a', reported: seconds, ...more, date, seconds });

test('seconds add up, in all, by course and by day', () => {
  givenEvents(studyTime, [
    studied(60, '2026-03-01'),
    studied(30, '2026-03-01', { courseId: 2 }),
    studied(15, '2026-03-02', { tab: 'b' }),
    studied(600, '2026-03-02', { userId: 2 }),
  ])
    .thenDocs({
      '1': { userId: 1, total: 105, courses: { '1': 75, '2': 30 }, days: { '2026-03-01': 90, '2026-03-02': 15 } },
      '2': { userId: 2, total: 600, courses: { '1': 600 }, days: { '2026-03-02': 600 } },
    })
    .thenChange('progreso:1', { id: 'estudio', op: 'put', version: 3 })
    .thenChange('progreso:2', { id: 'estudio', op: 'put', version: 1 });
});

test('followers of the progress are told all that the panel shows of it, as of the last day studied', () => {
  const days = (minutes: Record<string, number>) => lastDays('2026-03-02', 14).map((fecha) => ({ fecha, minutos: minutes[fecha] ?? 0 }));
  givenEvents(studyTime, [studied(90, '2026-03-01'), studied(580, '2026-03-02', { courseId: 2 })]).thenChange('progreso:1', {
    id: 'estudio',
    view: { tiempoEstudiado: 11, racha: 2, dias: days({ '2026-03-01': 1, '2026-03-02': 9 }), cursos: { '1': 1, '2': 9 } },
  });
  // A single day without breaks nothing, as the dashboard says beside it.
  givenEvents(studyTime, [studied(60, '2026-02-28'), studied(60, '2026-03-02')]).thenChange('progreso:1', { view: { racha: 2 } });
  // A report of the day before comes in late.
  givenEvents(studyTime, [studied(60, '2026-03-02'), studied(60, '2026-03-01')]).thenChange('progreso:1', {
    view: { tiempoEstudiado: 2, racha: 2, dias: days({ '2026-03-01': 1, '2026-03-02': 1 }), cursos: { '1': 2 } },
  });
});

test('the day is the one the event names: a report may come in after midnight', () => {
  givenEvents(studyTime, [{ ...studied(20, '2026-03-01'), at: '2026-03-02T08:00:05.000Z' }]).thenDocLike('1', {
    days: { '2026-03-01': 20 },
  });
});

everyTypeIsCovered(studyTime);
