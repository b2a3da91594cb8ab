import { type CourseOutline, presentClasses, presentModules } from '../../../events/outline.ts';
import type { QuizIds } from '../../../events/quiz.ts';

/** The quizzes that stand in a course now, in order. */
export const presentQuizzes = (outline: CourseOutline): (QuizIds & { title: string })[] =>
  presentModules(outline).flatMap(({ moduleId, ...module }) =>
    presentClasses({ moduleId, ...module }).flatMap(({ classId, subtopics }) =>
      subtopics.flatMap(({ subtopicId, kind, title }) =>
        kind === 'assessment' ? [{ courseId: outline.courseId, moduleId, classId, subtopicId, title }] : [],
      ),
    ),
  );

/** Where a quiz stands, and nothing else of what names it. */
export const placeOf = ({ courseId, moduleId, classId, subtopicId }: QuizIds): QuizIds => ({ courseId, moduleId, classId, subtopicId });
