import { presentVideos, videoTextOf } from '../../../events/outline.ts';
import { courses } from '../../projections/courses.ts';
import { videoTexts } from '../answers/courses.ts';
import { type Implement, matching } from '../calls/implement.ts';
import { type CourseVideo, videos as contract } from '../contract/videos.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

const given = { subtitulos: 'captions', transcripcion: 'transcript' } as const;

/** What its authors declare about each video of a course: captions or a transcript. */
export function videoRoutes(implement: Implement, { authoring, drafts }: Deps): void {
  implement(contract.courseVideos, {
    course: async ({ params }) => params.courseId,
    async handle({ params }, call) {
      const doc = await call.reads.get(courses, String(params.courseId));
      if (!doc) throw new ApiError('COURSE_NOT_FOUND');
      const published = presentVideos(doc);
      const present = new Set(published.map(({ url }) => url));
      const { target } = await drafts.read(params.courseId);
      const waiting = presentVideos(target).filter(({ url }) => !present.has(url));
      const found = new Map<string, CourseVideo>();
      for (const { url, module, klass, subtopic } of [...published, ...waiting]) {
        const text = videoTextOf(present.has(url) ? doc : target, url);
        const video = found.get(url) ?? { enlace: url, texto: text && videoTexts[text], lugares: [] };
        found.set(url, video);
        video.lugares.push({ titulo: (subtopic ?? klass ?? module).title, modulo: module.title, clase: klass?.title ?? null });
      }
      return [...found.values()];
    },
  });

  implement(contract.declareVideoText, {
    course: async ({ params }) => params.courseId,
    async handle({ params, body }, call) {
      const text = body.texto && given[body.texto];
      const { target } = await drafts.read(params.courseId);
      const drafted = presentVideos(target).some(({ url }) => url === body.enlace);
      const command = { type: 'declareVideoText' as const, videoUrl: body.enlace, text, drafted };
      call.wrote((await authoring.change(params.courseId, command, call.context(), matching(call))).position);
      return { message: 'Guardado' };
    },
  });
}
