import type { EventLog } from '../../../events/log.ts';
import type { QuizEvent } from '../../../events/quiz.ts';
import { streamOf } from '../../../events/streams.ts';
import type { AttemptDoc, AttemptsDoc } from '../../projections/attempts.ts';
import type { ExamsSeen } from '../contract/quizzes.ts';
import { lessonsSeenAt } from './lessonsSeen.ts';
import { attemptSummaryOf } from './quizzes.ts';

/** The most attempts that are told, the last ones. */
const MOST = 20;
type Asked = ExamsSeen['intentos'][number]['preguntas'];

/** The publications of a quiz, in order. */
async function publicationsOf(log: EventLog, subtopicId: number) {
  const found: { revision: number; fecha: string; total: number; puntos: number }[] = [];
  for await (const event of log.readStream(streamOf('quiz', subtopicId), 0, undefined, 'where lost')) {
    const { type, data } = event as unknown as QuizEvent;
    if (type !== 'QuizPublished') continue;
    found.push({ revision: data.revision, fecha: event.meta.occurredAt, total: data.questions, puntos: data.points });
  }
  return found;
}

/** What stood when a learner began each of their attempts at the quizzes of a course: the version of the questions, of the class, and of what it held. */
export async function examsSeen(log: EventLog, courseId: number, tried: readonly AttemptsDoc[]): Promise<ExamsSeen> {
  const all: { subtopicId: number; attempt: AttemptDoc }[] = tried.flatMap(({ subtopicId, attempts }) =>
    attempts.map((attempt) => ({ subtopicId, attempt })),
  );
  const shown = all.sort((a, b) => (a.attempt.startedAt < b.attempt.startedAt ? -1 : 1)).slice(-MOST);
  const lessons = await lessonsSeenAt(
    log,
    courseId,
    shown.map(({ attempt }) => attempt.startedAt),
  );
  const published = new Map<number, Awaited<ReturnType<typeof publicationsOf>>>();
  for (const { subtopicId } of shown) if (!published.has(subtopicId)) published.set(subtopicId, await publicationsOf(log, subtopicId));

  const intentos = shown.map(({ subtopicId, attempt }, index) => {
    const known = published.get(subtopicId) ?? [];
    const own = known.find(({ revision }) => revision === attempt.revision);
    const preguntas: Asked = {
      ...{ version: attempt.revision, fecha: own?.fecha ?? attempt.startedAt, total: own?.total ?? 0, puntos: own?.puntos ?? 0 },
      cambios: known.filter(({ revision }) => revision > attempt.revision).length,
    };
    const place = (lessons[index]?.modulos ?? []).flatMap(({ clases, ...module }) =>
      clases.flatMap((one) => (one.subtemas.some(({ id }) => id === subtopicId) ? [{ module, clase: one }] : [])),
    )[0];
    return {
      ...attemptSummaryOf(attempt),
      id_subtema: subtopicId,
      titulo: place?.clase.subtemas.find(({ id }) => id === subtopicId)?.titulo ?? null,
      ...{ preguntas, modulo: place?.module ?? null },
      clase: place ? { ...place.clase, subtemas: place.clase.subtemas.filter(({ id }) => id !== subtopicId) } : null,
    };
  });
  return { total: all.length, intentos: intentos.reverse() };
}
