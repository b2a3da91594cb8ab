import { type CourseOutline, presentClasses, presentModules } from '../../../events/outline.ts';
import type { QuizIds } from '../../../events/quiz.ts';

/** The quizzes of the present course, in order. */
export const presentQuizzes = (outline: CourseOutline): (QuizIds & { title: string })[] =>
  presentModules(outline).flatMap(({ moduleId, ...module }) =>
    presentClasses({ moduleId, ...module }).flatMap(({ classId, subtopics }) =>
      subtopics.flatMap(({ subtopicId, kind, title }) =>
        kind === 'assessment' ? [{ courseId: outline.courseId, moduleId, classId, subtopicId, title }] : [],
      ),
    ),
  );

/** The place of a quiz, without other ids. */
export const placeOf = ({ courseId, moduleId, classId, subtopicId }: QuizIds): QuizIds => ({ courseId, moduleId, classId, subtopicId });
