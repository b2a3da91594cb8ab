import type { StreamEvent } from '../../events/registry.ts';
import type { BrokenReason } from '../../events/resources.ts';
import { withEntry } from './entries.ts';
import type { Projection } from './projection.ts';

export interface BrokenLinksDoc {
  courseId: number;
  /** By resource. The reader compares the address with the course's: once it differs, the entry no longer applies. */
  broken: Record<string, { link: string; reason: BrokenReason; since: string }>;
  /** By address, wherever in the course the video is used. */
  videos: Record<string, { reason: BrokenReason; since: string }>;
}

const unlessEmpty = (doc: BrokenLinksDoc): BrokenLinksDoc | null =>
  Object.keys(doc.broken).length + Object.keys(doc.videos).length > 0 ? doc : null;

/** The links of each course that are known to be dead. */
export const brokenLinks: Projection<BrokenLinksDoc, StreamEvent<'link' | 'videolinks'>> = {
  name: 'broken-links',
  version: 2,
  on: {
    ResourceLinkBroke: {
      key: ({ data }) => String(data.courseId),
      evolve: (doc, { data: { courseId, resourceId, link, reason }, meta }) => ({
        courseId,
        videos: doc?.videos ?? {},
        broken: withEntry(doc?.broken, resourceId, { link, reason, since: meta.occurredAt }),
      }),
    },
    ResourceLinkRecovered: {
      key: ({ data }) => String(data.courseId),
      evolve(doc, { data: { courseId, resourceId } }) {
        const { [resourceId]: _, ...broken } = doc?.broken ?? {};
        return unlessEmpty({ courseId, broken, videos: doc?.videos ?? {} });
      },
    },
    VideoLinkBroke: {
      key: ({ data }) => String(data.courseId),
      evolve: (doc, { data: { courseId, link, reason }, meta }) => ({
        courseId,
        broken: doc?.broken ?? {},
        videos: withEntry(doc?.videos, link, { reason, since: meta.occurredAt }),
      }),
    },
    VideoLinkRecovered: {
      key: ({ data }) => String(data.courseId),
      evolve(doc, { data: { courseId, link } }) {
        const { [link]: _, ...videos } = doc?.videos ?? {};
        return unlessEmpty({ courseId, broken: doc?.broken ?? {}, videos });
      },
    },
  },
  topics: (id) => [{ topic: `recursos:${id}`, id: 'enlaces' }, { topic: 'recursos' }],
};
