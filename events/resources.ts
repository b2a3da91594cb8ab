import { z } from 'zod';
import { defineEvent } from './define.ts';
import { growing } from './growing.ts';
import { said } from './sentences.ts';
import { id } from './types.ts';

export const ResourceOpened = defineEvent('ResourceOpened', {
  category: 'materials',
  schema: z.object({
    userId: id,
    courseId: id,
    moduleId: id,
    classId: id,
    resourceId: id,
    /** The person it is about: figures count distinct people by this field. */
    first: z.boolean(),
  }),
  summary: 'Un estudiante abrió o descargó un recurso de una clase; varias veces en un minuto cuentan una.',
  sentence: said('abrió un recurso de la clase «{classId}»', 'opened a resource of the class “{classId}”'),
});

const link = {
  courseId: id,
  moduleId: id,
  classId: id,
  resourceId: id,
  /** The address that was checked: once it changes, the resource counts as not yet checked. */
  link: z.string().max(2_000),
};
export const brokenReason = growing(['not-found', 'gone', 'no-host'], 'not-found');
export type BrokenReason = z.output<typeof brokenReason>;
export const ResourceLinkBroke = defineEvent('ResourceLinkBroke', {
  category: 'link',
  schema: z.object({ ...link, reason: brokenReason }),
  summary: 'El enlace de un recurso no llevó a ninguna parte en dos comprobaciones seguidas.',
  sentence: said('encontró roto el enlace de un recurso', 'found the link of a resource broken'),
});
export const ResourceLinkRecovered = defineEvent('ResourceLinkRecovered', {
  category: 'link',
  schema: z.object(link),
  summary: 'El enlace de un recurso, que estaba roto, volvió a funcionar.',
  sentence: said('encontró de nuevo el enlace de un recurso', 'found the link of a resource again'),
});

/** Videos are identified by address, wherever in the course they are used. */
const video = { courseId: id, link: z.string().max(2_000) };
export const VideoLinkBroke = defineEvent('VideoLinkBroke', {
  category: 'videolinks',
  schema: z.object({ ...video, reason: brokenReason }),
  summary: 'El video de un módulo, una clase o un subtema no estaba en dos comprobaciones seguidas.',
  sentence: said('ya no encontró un video', 'no longer found a video'),
});
export const VideoLinkRecovered = defineEvent('VideoLinkRecovered', {
  category: 'videolinks',
  schema: z.object(video),
  summary: 'Un video de un curso, que no estaba, volvió a estar.',
  sentence: said('volvió a encontrar un video', 'found a video again'),
});

export const resourceEvents = [ResourceOpened, ResourceLinkBroke, ResourceLinkRecovered, VideoLinkBroke, VideoLinkRecovered] as const;
