import type { BucketName, FileExtension } from '../../../events/files.ts';
import type { StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { GrowingSet } from '../kernel/growing.ts';

/** How long an unused file is kept. */
export const ORPHAN_MS = 24 * 3_600_000;

export interface FileState {
  status: 'none' | 'stored' | 'removed';
  extension: FileExtension;
  bytes: number;
  ownerId: number;
  /** Streams that refer to the file. */
  referrers: GrowingSet<string>;
  /** When it was last stored, or a reference to it was added or removed, ISO UTC. */
  touchedAt: string;
}

interface Name {
  bucket: BucketName;
  hash: string;
}
export type FileCommand = Name &
  (
    | { type: 'store'; extension: FileExtension; bytes: number; ownerId: number }
    | { type: 'reference'; referrer: string }
    | { type: 'release'; referrer: string }
    /** Removes it where it has been unused for a day at this time, ISO UTC. */
    | { type: 'sweep'; at: string }
    | { type: 'erase' }
  );

const isOrphan = ({ referrers, touchedAt }: FileState, at: string): boolean =>
  referrers.size === 0 && Date.parse(at) - Date.parse(touchedAt) >= ORPHAN_MS;

/** An uploaded file. Its content is given by its name; the state is what refers to it. */
export const file: Decider<FileState, FileCommand, StreamEvent<'file'>> = {
  category: 'file',
  initial: () => ({ status: 'none', extension: 'webp', bytes: 0, ownerId: 0, referrers: new GrowingSet(), touchedAt: '' }),

  decide(command, state) {
    const { bucket, hash } = command;
    const name = { bucket, hash };
    const removed = (cause: 'orphan' | 'erased'): StreamEvent<'file'>[] => [
      { type: 'FileRemoved', data: { ...name, extension: state.extension, cause } },
    ];
    switch (command.type) {
      case 'store': {
        // Nothing is recorded for a file in use; for an unused one the day starts again.
        if (state.status === 'stored' && state.referrers.size > 0) return [];
        const { extension, bytes, ownerId } = command;
        return [{ type: 'FileStored', data: { ...name, extension, bytes, ownerId: state.status === 'stored' ? state.ownerId : ownerId } }];
      }
      case 'reference':
        if (state.status !== 'stored') return refuse('FILE_NOT_FOUND');
        return state.referrers.has(command.referrer) ? [] : [{ type: 'FileReferenced', data: { ...name, referrer: command.referrer } }];
      case 'release':
        return state.referrers.has(command.referrer) ? [{ type: 'FileReleased', data: { ...name, referrer: command.referrer } }] : [];
      case 'sweep':
        return state.status === 'stored' && isOrphan(state, command.at) ? removed('orphan') : [];
      case 'erase':
        return state.status === 'stored' ? removed('erased') : [];
    }
  },

  evolve(state, event) {
    const touchedAt = event.meta.occurredAt;
    switch (event.type) {
      case 'FileStored': {
        const { extension, bytes, ownerId } = event.data;
        return { ...state, status: 'stored', extension, bytes, ownerId, touchedAt };
      }
      case 'FileReferenced':
        return { ...state, referrers: state.referrers.with(event.data.referrer), touchedAt };
      case 'FileReleased':
        return { ...state, referrers: state.referrers.without(event.data.referrer), touchedAt };
      case 'FileRemoved':
        return { ...state, status: 'removed', referrers: new GrowingSet(), touchedAt };
      default:
        return state;
    }
  },
};
