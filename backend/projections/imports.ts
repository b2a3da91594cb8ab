import type { EventOf } from '../../events/registry.ts';
import type { Projection, Recorded } from './projection.ts';

/** An import of people: what it brought in, which is still said when it was undone. */
export interface ImportDoc {
  batchId: string;
  openedBy: number | null;
  openedAt: string;
  /** When it last made progress, before it was undone (ISO UTC). */
  lastAt: string;
  parts: number;
  /** Who got an account or a course. */
  people: number;
  accounts: number;
  courses: number;
  /** How much it was to bring in, where that was recorded. */
  planned: { rows: number; parts: number } | null;
  /** How many rows were brought in and refused when it ended, at the end of its file or before; null: it has not ended. */
  ended: { done: number; refused: number } | null;
  /** How far its undoing came: how many parts and changes, and how many changes could not be undone; null: it was not begun. */
  undoing: { parts: number; done: number; refused: number } | null;
  undoneAt: string | null;
}

type Event = EventOf<'BatchOpened' | 'BatchPartRecorded' | 'BatchClosed' | 'BatchPartsUndone' | 'BatchUndone'>;
const key = ({ data }: Recorded<Event>) => data.batchId;

/** The imports of people, among all batches. */
export const imports: Projection<ImportDoc, Event> = {
  name: 'imports',
  version: 2,
  indexes: [['-openedAt']],
  on: {
    BatchOpened: {
      key,
      evolve: (doc, { data: { batchId, kind, planned }, meta: { actor, occurredAt } }) =>
        kind === 'import'
          ? {
              ...{ batchId, openedBy: actor.userId, openedAt: occurredAt, lastAt: occurredAt },
              ...{ parts: 0, people: 0, accounts: 0, courses: 0, planned, ended: null, undoing: null, undoneAt: null },
            }
          : doc,
    },
    BatchPartRecorded: {
      key,
      evolve: (doc, { data: { part, items, registered }, meta }) =>
        doc && {
          ...doc,
          lastAt: meta.occurredAt,
          parts: part + 1,
          // A person is in one part alone: a file has each address once.
          people: doc.people + new Set([...registered, ...items.map(({ userId }) => userId)]).size,
          accounts: doc.accounts + registered.length,
          courses: doc.courses + items.length,
        },
    },
    BatchClosed: {
      key,
      evolve: (doc, { data: { done, refused }, meta }) => doc && { ...doc, lastAt: meta.occurredAt, ended: { done, refused } },
    },
    BatchPartsUndone: {
      key,
      evolve: (doc, { data: { upto, done, refused } }) =>
        doc && {
          ...doc,
          undoing: { parts: upto, done: (doc.undoing?.done ?? 0) + done, refused: (doc.undoing?.refused ?? 0) + refused },
        },
    },
    BatchUndone: { key, evolve: (doc, { meta }) => doc && { ...doc, undoneAt: meta.occurredAt } },
  },
  topics: (id) => [{ topic: 'importaciones', id }],
};
