import type { BundleTerms } from '../../events/bundles.ts';
import type { StreamEvent } from '../../events/registry.ts';
import type { Projection, Recorded } from './projection.ts';

export interface BundleDoc extends BundleTerms {
  bundleId: number;
  status: 'draft' | 'published' | 'archived';
  createdAt: string;
  /** The count of its events. */
  version: number;
}

const key = ({ data }: Recorded<StreamEvent<'bundles'>>) => String(data.bundleId);
const become = (status: BundleDoc['status']) => ({
  key,
  evolve: (doc: BundleDoc | null) => doc && { ...doc, status, version: doc.version + 1 },
});

/** Bundles of courses as they are sold now. */
export const bundles: Projection<BundleDoc, StreamEvent<'bundles'>> = {
  name: 'bundles',
  version: 2,
  indexes: [['bundleId'], ['status', 'bundleId']],
  on: {
    BundleCreated: { key, evolve: (_, { data, meta }) => ({ ...data, status: 'draft', createdAt: meta.occurredAt, version: 1 }) },
    BundleEdited: { key, evolve: (doc, { data }) => doc && { ...doc, ...data, version: doc.version + 1 } },
    BundlePublished: become('published'),
    BundleArchived: become('archived'),
  },
  topics: (id) => [{ topic: 'paquetes', id }],
};
