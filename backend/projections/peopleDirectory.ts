import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Role } from '../../events/define.ts';
import type { Plan } from '../../events/types.ts';
import { folded } from './catalogue/catalogueWords.ts';
import type { ReadStoreReader } from './kernel/readStore.ts';
import { placeIn } from './placeIn.ts';
import { BadCursor, readCursor, writeCursor } from './reading/cursor.ts';
import { createFollower, oneAtATime } from './reading/follower.ts';
import { pagesOf, type Reads } from './reading/reads.ts';
import { type UserDoc, users } from './users.ts';

export type PeopleDirectory = ReturnType<typeof createPeopleDirectory>;
export interface PeopleFilter {
  /** Parts that must all occur in username, name or e-mail; without accents and capitals. */
  text?: string | undefined;
  role?: Role | undefined;
  plan?: Plan | undefined;
  /** `invited`: active, and has not accepted the invitation yet. */
  status?: 'active' | 'inactive' | 'invited' | undefined;
}
export interface PeopleAsked extends PeopleFilter {
  /** Absent: all. */
  limit?: number | undefined;
  cursor?: string | undefined;
}
export interface PeopleFound {
  ids: number[];
  /** The number of matches on all pages. */
  total: number;
  /** How many matches are on the pages before this one. */
  before: number;
  next: string | null;
}

const PEOPLE = 'usuarios';
/** Documents are read in steps of this many, between which other work gets its turn. */
const AT_ONCE = 250;

interface Line extends Pick<UserDoc, 'userId' | 'registeredAt' | 'role' | 'plan' | 'active'> {
  text: string;
  invited: boolean;
}
const lineOf = (doc: UserDoc): Line => ({
  userId: doc.userId,
  registeredAt: doc.registeredAt,
  role: doc.role,
  plan: doc.plan,
  active: doc.active,
  invited: doc.invitedAt !== null,
  text: folded([doc.username, doc.firstName, doc.lastName, doc.email].filter((part) => part !== null).join(' ')),
});

type Place = Pick<Line, 'registeredAt' | 'userId'>;
/** Below 0: the first registered before the other. */
const compare = (a: Place, b: Place): number =>
  a.registeredAt < b.registeredAt ? -1 : a.registeredAt > b.registeredAt ? 1 : a.userId - b.userId;

function placeOf(cursor: string): Place {
  const [registeredAt, userId] = readCursor(cursor);
  if (typeof registeredAt === 'string' && Number.isInteger(userId)) return { registeredAt, userId: userId as number };
  throw new BadCursor();
}

/**
 * Everyone with an account, in memory, with the fields by which staff search and filter: no index of the store finds a part of a username, name or
 * e-mail. Follows the log of changes; each query first takes in the changes since the last one (usually none, which costs one comparison of the
 * checkpoint). It holds one line of text per person; what is shown comes from the read model.
 */
export function createPeopleDirectory(
  reads: Pick<Reads, 'find' | 'getMany'>,
  reader: Pick<ReadStoreReader, 'lastChange' | 'changeHeads' | 'changesSince'>,
) {
  /** In the order of registration. */
  let lines: Line[] = [];

  /** The place of this person in the order, or where they would be inserted. */
  const indexOf = (wanted: Place): number => placeIn(lines, wanted, compare);
  const put = (doc: UserDoc): void => {
    const at = indexOf(doc);
    const there = lines[at]?.userId === doc.userId;
    if (doc.erased) {
      if (there) lines.splice(at, 1);
    } else lines.splice(at, there ? 1 : 0, lineOf(doc));
  };

  async function build(): Promise<void> {
    const fresh: Line[] = [];
    for await (const page of pagesOf(reads, users, { sort: ['registeredAt'], limit: AT_ONCE })) {
      for (const { doc } of page) if (!doc.erased) fresh.push(lineOf(doc));
    }
    // The store orders ties by the key as text.
    lines = fresh.sort(compare);
  }

  const current = oneAtATime(
    createFollower(reader, {
      topics: [PEOPLE],
      of: [users],
      build,
      take: async (changes) => {
        const touched = [...new Set(changes.map(({ id }) => id))];
        for (let from = 0; from < touched.length; from += AT_ONCE) {
          if (from > 0) await nextTurn();
          for (const doc of (await reads.getMany(users, touched.slice(from, from + AT_ONCE))).values()) put(doc);
        }
      },
    }),
  );

  return {
    /** Newest first. Errors: BadCursor; what the store throws. */
    async search({ text, role, plan, status, limit = Number.POSITIVE_INFINITY, cursor }: PeopleAsked): Promise<PeopleFound> {
      const before = cursor === undefined ? null : placeOf(cursor);
      const words = folded(text ?? '')
        .split(/\s+/)
        .filter(Boolean);
      await current();
      const ids: number[] = [];
      let total = 0;
      let passed = 0;
      let last: Line | null = null;
      let more = false;
      for (let at = lines.length - 1; at >= 0; at--) {
        const line = lines[at] as Line;
        if (role !== undefined && line.role !== role) continue;
        if (plan !== undefined && line.plan !== plan) continue;
        if (status !== undefined && (status === 'invited' ? !(line.invited && line.active) : line.active !== (status === 'active')))
          continue;
        if (!words.every((word) => line.text.includes(word))) continue;
        total++;
        if (before && compare(line, before) >= 0) {
          passed++;
          continue;
        }
        if (ids.length < limit) {
          ids.push(line.userId);
          last = line;
        } else more = true;
      }
      return { ids, total, before: passed, next: more && last ? writeCursor([last.registeredAt, last.userId]) : null };
    },
  };
}
