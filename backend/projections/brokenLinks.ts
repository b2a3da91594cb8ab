import type { StreamEvent } from '../../events/registry.ts';
import type { BrokenReason } from '../../events/resources.ts';
import { withEntry } from './entries.ts';
import type { Projection } from './projection.ts';

export interface BrokenLinksDoc {
  courseId: number;
  /** By resource. Whether it still leads there is the course's to say: with another address the mark is none. */
  broken: Record<string, { link: string; reason: BrokenReason; since: string }>;
}

/** The links of each course that are known to lead nowhere. */
export const brokenLinks: Projection<BrokenLinksDoc, StreamEvent<'link'>> = {
  name: 'broken-links',
  version: 1,
  on: {
    ResourceLinkBroke: {
      key: ({ data }) => String(data.courseId),
      evolve: (doc, { data: { courseId, resourceId, link, reason }, meta }) => ({
        courseId,
        broken: withEntry(doc?.broken, resourceId, { link, reason, since: meta.occurredAt }),
      }),
    },
    ResourceLinkRecovered: {
      key: ({ data }) => String(data.courseId),
      evolve(doc, { data: { courseId, resourceId } }) {
        const { [resourceId]: _, ...broken } = doc?.broken ?? {};
        return Object.keys(broken).length > 0 ? { courseId, broken } : null;
      },
    },
  },
  topics: (id) => [{ topic: `recursos:${id}`, id: 'enlaces' }, { topic: 'recursos' }],
};
