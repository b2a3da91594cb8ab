import { isDeepStrictEqual } from 'node:util';
import type { BundleTerms } from '../../../events/bundles.ts';
import type { StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { GrowingMap } from '../kernel/growing.ts';

export interface Bundle {
  status: 'draft' | 'published' | 'archived';
  terms: BundleTerms;
  createdBy: string;
  /** The count of its events, for If-Match: those of other bundles stand in the same stream. */
  version: number;
}
/** By their numbers, from 1. */
export type Bundles = GrowingMap<number, Bundle>;
export type BundleCommand =
  | { type: 'create'; terms: BundleTerms }
  | { type: 'edit'; bundleId: number; terms: BundleTerms }
  | { type: 'publish'; bundleId: number }
  | { type: 'archive'; bundleId: number };

export const MOST_BUNDLES = 100;
/** The id of the only stream. */
export const BUNDLES = 'school';

/** All bundles of the school; stream `bundles-school`. Errors: BUNDLE_NOT_FOUND, TOO_MANY_ITEMS. */
export const bundles: Decider<Bundles, BundleCommand, StreamEvent<'bundles'>> = {
  category: 'bundles',
  initial: () => new GrowingMap(),
  decide(command, state) {
    if (command.type === 'create') {
      if (state.size >= MOST_BUNDLES) return refuse('TOO_MANY_ITEMS');
      return [{ type: 'BundleCreated', data: { bundleId: state.size + 1, ...command.terms } }];
    }
    const { bundleId } = command;
    const { status, terms } = state.get(bundleId) ?? refuse('BUNDLE_NOT_FOUND');
    switch (command.type) {
      case 'edit':
        return isDeepStrictEqual(command.terms, terms) ? [] : [{ type: 'BundleEdited', data: { bundleId, ...command.terms } }];
      case 'publish':
        return status === 'published' ? [] : [{ type: 'BundlePublished', data: { bundleId } }];
      case 'archive':
        return status === 'archived' ? [] : [{ type: 'BundleArchived', data: { bundleId } }];
    }
  },
  evolve(state, event) {
    const { bundleId } = event.data;
    if (event.type === 'BundleCreated') {
      const { bundleId: _, ...terms } = event.data;
      return state.with(bundleId, { status: 'draft', terms, createdBy: event.meta.commandId, version: 1 });
    }
    const found = state.get(bundleId);
    if (!found) return state;
    const before = { ...found, version: found.version + 1 };
    switch (event.type) {
      case 'BundleEdited': {
        const { bundleId: _, ...terms } = event.data;
        return state.with(bundleId, { ...before, terms });
      }
      case 'BundlePublished':
        return state.with(bundleId, { ...before, status: 'published' });
      case 'BundleArchived':
        return state.with(bundleId, { ...before, status: 'archived' });
    }
  },
};
