import { type AskedQuiz, hasSeveral, isComplete, pointsOf } from '../../../events/quiz.ts';
import type { Grade, Question, QuizFeedback, QuizSettings } from '../../../events/quizzes.ts';
import { isPending, type QuizState } from '../../commands/catalogue/quiz.ts';
import { type AttemptState, type AttemptsState, MOST_ATTEMPTS } from '../../commands/learning/attempt.ts';
import type { AttemptDoc } from '../../projections/attempts.ts';
import type { AnswerSums, QuizAnswersDoc } from '../../projections/quizAnswers.ts';
import type {
  AskedQuestion,
  AttemptRecord,
  AttemptSummary,
  QuestionFigures,
  QuestionRecord,
  QuizAnalysis,
  QuizEdited,
  QuizRules,
} from '../contract/records/quizzes.ts';

/** Quizzes as the API answers them. Which options are right is told only to authors, and in results of a graded attempt. */

const feedbacks = { full: 'todo', chosen: 'elegidas', score: 'puntos' } as const satisfies Record<QuizFeedback, QuizRules['resultados']>;
export const feedbackOf = (asked: QuizRules['resultados']): QuizFeedback =>
  (Object.keys(feedbacks) as QuizFeedback[]).find((name) => feedbacks[name] === asked) ?? 'score';

export const rulesOf = ({ passMark, attempts, minutes, shuffle, feedback }: QuizSettings): QuizRules => ({
  ...{ aprobatoria: passMark, intentos: attempts, minutos: minutes, barajar: shuffle, resultados: feedbacks[feedback] },
});

/** `key`: with the right answers, for its authors. */
export const questionRecordOf = (subtopicId: number, question: Question, place: number, key: boolean): QuestionRecord => ({
  ...{ id: question.questionId, id_subtema: subtopicId, question_number: place + 1, question: question.text },
  ...{ instruction: question.instruction, points: question.points },
  options: question.options.map(({ optionId, text, correct, explanation }) => ({
    ...{ id: optionId, question_id: question.questionId, text },
    ...(key && { is_correct: correct, explanation }),
  })),
  ...(key && { borrador: !isComplete(question) }),
});

export const quizEditedOf = (courseId: number, subtopicId: number, state: QuizState): QuizEdited => ({
  ...{ id_curso: courseId, id_subtema: subtopicId, version: state.version, revision: state.published?.revision ?? 0 },
  ...{ pendiente: isPending(state), reglas: rulesOf(state.settings) },
  preguntas: state.questions.map((question, place) => questionRecordOf(subtopicId, question, place, true)),
});

export const attemptSummaryOf = ({ attempt, revision, startedAt, closedAt, by, grade, voided }: AttemptDoc): AttemptSummary => ({
  ...{ intento: attempt, revision, inicio: startedAt, fin: closedAt },
  estado: voided ? 'anulado' : grade ? 'calificado' : 'abierto',
  por: by === null ? null : by === 'learner' ? 'estudiante' : 'tiempo',
  ...{ calificacion: grade?.score ?? null, puntos: grade?.points ?? null, de: grade?.of ?? null, aprobado: grade?.passed ?? null },
});
/** The same from the stream itself. */
const summaryOf = (found: AttemptState): AttemptSummary => attemptSummaryOf({ ...found, grade: found.voided ? null : found.grade });

const feedbackWords = { full: 'todo', chosen: 'lo elegido', score: 'solo los puntos' } as const satisfies Record<QuizFeedback, string>;
/** A quiz as text, for comparing versions: its questions and its rules. Spanish, as the course is. */
export const questionsText = (questions: readonly Question[]): string =>
  questions
    .map(({ text, instruction, points, options }, place) =>
      [
        `${place + 1}. ${text} (${points})`,
        ...(instruction ? [instruction] : []),
        ...options.map(({ text, correct, explanation }) => `${correct ? '✓' : '–'} ${text}${explanation ? ` (${explanation})` : ''}`),
      ].join('\n'),
    )
    .join('\n\n');
export const rulesText = ({ passMark, attempts, minutes, shuffle, feedback }: QuizSettings): string =>
  [
    `Se aprueba con ${passMark} %`,
    attempts === null ? 'Intentos sin límite' : `Intentos: ${attempts}`,
    minutes === null ? 'Sin límite de tiempo' : `Minutos: ${minutes}`,
    shuffle ? 'En otro orden para cada quien' : 'En el mismo orden para todos',
    `El resultado dice ${feedbackWords[feedback]}`,
  ].join('\n');

/** What an attempt shows of a question: before grading nothing about right answers, afterwards as much as the quiz allows. */
function askedQuestionOf(
  question: Question,
  place: number,
  order: readonly number[],
  chosen: readonly number[],
  grade: Grade | null,
  feedback: QuizFeedback,
): AskedQuestion {
  const detailed = grade !== null && feedback !== 'score';
  const result = grade?.answers.find(({ questionId }) => questionId === question.questionId);
  return {
    ...{ id: question.questionId, question_number: place + 1, question: question.text, instruction: question.instruction },
    ...{ points: question.points, varias: hasSeveral(question) },
    options: order.flatMap((optionId) => {
      const option = question.options.find((one) => one.optionId === optionId);
      if (!option) return [];
      const shows = detailed && (feedback === 'full' || chosen.includes(optionId));
      return [
        {
          ...{ id: optionId, text: option.text },
          ...{ is_correct: shows ? option.correct : null, explanation: shows ? option.explanation || null : null },
        },
      ];
    }),
    elegidas: [...chosen],
    ...{ correcta: detailed ? (result?.right ?? false) : null, obtenidos: detailed ? (result?.points ?? 0) : null },
  };
}

export function attemptRecordOf(
  ids: { courseId: number; subtopicId: number },
  asked: AskedQuiz,
  found: AttemptState,
  now: Date,
): AttemptRecord {
  const summary = summaryOf(found);
  const grade = summary.estado === 'calificado' ? found.grade : null;
  const open = summary.estado === 'abierto';
  return {
    ...summary,
    ...{ id_curso: ids.courseId, id_subtema: ids.subtopicId, reglas: rulesOf(asked.settings), limite: found.dueAt },
    restante: open && found.dueAt !== null ? Math.max(0, Date.parse(found.dueAt) - now.getTime()) : null,
    preguntas: found.questions.flatMap(({ questionId, options }, place) => {
      const question = asked.questions.find((one) => one.questionId === questionId);
      return question
        ? [askedQuestionOf(question, place, options, found.answers.get(questionId) ?? [], grade, asked.settings.feedback)]
        : [];
    }),
  };
}

/** A preview of a quiz, which records no attempt: as it would be asked, or (`grade`) with given answers graded. */
export function previewOf(
  ids: { courseId: number; subtopicId: number },
  asked: AskedQuiz,
  answers: ReadonlyMap<number, readonly number[]>,
  grade: Grade | null,
  now: Date,
): AttemptRecord {
  const at = now.toISOString();
  return {
    ...{ intento: 0, revision: asked.revision, inicio: at, fin: grade ? at : null, estado: grade ? 'calificado' : 'abierto' },
    ...{ por: grade ? 'estudiante' : null, calificacion: grade?.score ?? null, puntos: grade?.points ?? null, de: grade?.of ?? null },
    ...{ aprobado: grade?.passed ?? null, id_curso: ids.courseId, id_subtema: ids.subtopicId, reglas: rulesOf(asked.settings) },
    ...{ limite: null, restante: null },
    preguntas: asked.questions.map((question, place) => {
      const order = question.options.map(({ optionId }) => optionId);
      return askedQuestionOf(question, place, order, answers.get(question.questionId) ?? [], grade, asked.settings.feedback);
    }),
  };
}

/** The attempts that are left; null: there is no limit. */
export const attemptsLeft = ({ attempts }: QuizSettings, { begun, voided }: Pick<AttemptsState, 'begun' | 'voided'>): number | null => {
  const left = Math.max(0, (attempts ?? MOST_ATTEMPTS) - (begun - voided));
  return attempts === null && left > 0 ? null : left;
};
export const totalPoints = (asked: Pick<AskedQuiz, 'questions'> | null): number => pointsOf(asked?.questions ?? []);

const percent = (part: number, of: number): number | null => (of === 0 ? null : Math.round((part * 100) / of));
/** With fewer people than this the coefficient means nothing. */
const ENOUGH = 5;
/** The point-biserial correlation between having it right and the points of the other questions, in percent; null where it is not defined. */
function discriminationOf({ answered: n, right, rest, restSquared, restOfRight }: AnswerSums): number | null {
  if (n < ENOUGH) return null;
  const spread = (n * right - right * right) * (n * restSquared - rest * rest);
  return spread <= 0 ? null : Math.round((100 * (n * restOfRight - right * rest)) / Math.sqrt(spread));
}

const figuresOf = (question: Question, place: number, sums: AnswerSums | undefined): QuestionFigures => {
  const answered = sums?.answered ?? 0;
  return {
    ...{ id: question.questionId, question_number: place + 1, question: question.text, respuestas: answered },
    ...{ dificultad: percent(sums?.right ?? 0, answered), discriminacion: sums ? discriminationOf(sums) : null },
    opciones: question.options.map(({ optionId, text, correct }) => {
      const chosen = sums?.chosen[String(optionId)] ?? 0;
      return { id: optionId, text, is_correct: correct, elegida: chosen, parte: percent(chosen, answered) };
    }),
  };
};

export const analysisOf = (courseId: number, subtopicId: number, state: QuizState, doc: QuizAnswersDoc | null): QuizAnalysis => {
  const current = state.published?.revision ?? 0;
  const known = new Set([current, ...(doc?.revisions ?? []).map(({ revision }) => revision)]);
  return {
    ...{ id_curso: courseId, id_subtema: subtopicId },
    revisiones: [...known]
      .sort((a, b) => b - a)
      .flatMap((revision) => {
        const asked = state.revisions.get(revision);
        if (!asked) return [];
        const sums = doc?.revisions.find((one) => one.revision === revision);
        return [
          {
            ...{ revision, vigente: revision === current, personas: sums?.people ?? 0, aprobadas: sums?.passed ?? 0 },
            promedio: sums && sums.people > 0 ? Math.round(sums.score / sums.people) : null,
            preguntas: asked.questions.map((question, place) => figuresOf(question, place, sums?.questions[String(question.questionId)])),
          },
        ];
      }),
  };
};
