import { z } from 'zod';
import { idNumber, messageAnswer } from './common.ts';
import { videoText } from './records/courses.ts';
import { route } from './route.ts';

/** A video of a course, with every place where it is used. */
export const courseVideo = z.object({
  enlace: z.string(),
  texto: videoText,
  lugares: z.array(
    z.object({
      /** Of the module, class or subtopic that shows it. */
      titulo: z.string(),
      modulo: z.string(),
      /** null: it is the module's own. */
      clase: z.string().nullable(),
    }),
  ),
});
export type CourseVideo = z.output<typeof courseVideo>;

export const videos = {
  courseVideos: route({
    id: 'courseVideos',
    method: 'GET',
    path: '/api/videos/curso/:courseId',
    tag: 'Videos',
    policy: 'courses.edit',
    summary: 'The videos of a course, in its order, then those that wait in its draft, and which of them have captions or a transcript',
    params: z.object({ courseId: idNumber }),
    live: { follows: { 'curso:{courseId}': { id: 'arg.courseId', but: ['estadisticas', 'texto-{subtopicId}'] } }, pace: 500 },
    answer: z.array(courseVideo),
    errors: ['COURSE_NOT_FOUND'],
  }),
  declareVideoText: route({
    id: 'declareVideoText',
    method: 'PUT',
    path: '/api/videos/curso/:courseId',
    tag: 'Videos',
    policy: 'courses.edit',
    versionOf: 'course',
    summary: 'Say that a video of a course has captions, a transcript in its lesson, or neither',
    params: z.object({ courseId: idNumber }),
    body: z.object({ enlace: z.string().min(1).max(2_000), texto: videoText }),
    answer: messageAnswer,
    errors: ['COURSE_NOT_FOUND', 'VIDEO_NOT_FOUND', 'COURSE_ARCHIVED', 'VERSION_CONFLICT'],
  }),
} as const;
