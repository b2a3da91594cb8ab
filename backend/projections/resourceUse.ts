import type { StreamEvent } from '../../events/registry.ts';
import { withEntry } from './entries.ts';
import type { Projection } from './projection.ts';

export interface ResourceUseDoc {
  courseId: number;
  /** By resource: openings, distinct people, and the last opening. */
  resources: Record<string, { opened: number; people: number; lastAt: string }>;
}

/** How often the resources of each course are opened. It names nobody: the event says whether it is a person's first opening. */
export const resourceUse: Projection<ResourceUseDoc, StreamEvent<'materials'>> = {
  name: 'resource-use',
  version: 1,
  on: {
    ResourceOpened: {
      key: ({ data }) => String(data.courseId),
      evolve(doc, { data, meta }) {
        const before = doc?.resources[data.resourceId];
        const use = {
          opened: (before?.opened ?? 0) + 1,
          people: (before?.people ?? 0) + (data.first ? 1 : 0),
          lastAt: meta.occurredAt,
        };
        return { courseId: data.courseId, resources: withEntry(doc?.resources, data.resourceId, use) };
      },
    },
  },
  topics: (id) => [{ topic: `recursos:${id}`, id: 'uso' }],
};
