import { isDeepStrictEqual } from 'node:util';
import type { Decided, Decider } from '../../backend/commands/kernel/decider.ts';
import type { Position } from '../../events/store/port.ts';
import type { Browser } from './browser.ts';
import type { Outcome } from './request.ts';
import type { School } from './school.ts';

/** A promise that was broken: which, and how that was seen. */
export class Broken extends Error {
  readonly promise: string;
  constructor(promise: string, seen: string) {
    super(`${promise}: ${seen}`);
    this.name = 'Broken';
    this.promise = promise;
  }
}

export interface Written {
  what: string;
  commandId: string;
  outcome: Outcome<unknown>;
  position: Position | null;
  /** Of a comment: the number that its author was told. */
  commentId?: number;
}

/** What was said to clients during the run, to be compared with what is. What can be judged at once is judged at once. */
export interface Oracle {
  school: School;
  /** Stores may take long to answer. */
  slow: boolean;
  browsers: Browser[];
  written: Written[];
  /** Leads whose key was lost: what cannot be read of them is nobody's fault. */
  lostKeys: Set<string>;
  /** Erased people whose erasure a restore took back. */
  wrote(written: Written): void;
  /** A client was answered this state of a stream at this version. */
  answered<S, C, E extends { type: string; data: object }>(decider: Decider<S, C, E>, id: string, version: number, state: S): Promise<void>;
  /** A client who wrote up to `position` of a course was shown this title. */
  readOwn(stream: string, position: Position, title: string | null): Promise<void>;
  /** The log went back to this position: what came later was never said. */
  wentBack(head: Position | null): void;
  /** The first promise that was broken on the way. */
  broken: Broken | null;
}

export function createOracle(school: School, browsers: Browser[], slow: boolean): Oracle {
  const { log } = school;
  const oracle: Oracle = {
    school,
    browsers,
    slow,
    written: [],
    lostKeys: new Set(),
    broken: null,
    wrote: (written) => void oracle.written.push(written),
    async answered(decider, id, version, state) {
      let folded = decider.initial();
      let at = -1;
      for await (const event of school.direct.log.readStream(`${decider.category}-${id}`)) {
        if (event.version > version) break;
        folded = decider.evolve(folded, event as unknown as Decided<never>);
        at = event.version;
      }
      if (at === version && !isDeepStrictEqual(plain(folded), plain(state)))
        oracle.broken ??= new Broken('what is answered is what the log holds', `${decider.category}-${id} at ${version}`);
    },
    async readOwn(stream, position, title) {
      let shown: Position | null = null;
      for (const event of log.stream(stream)) if ((event.data as { title?: string }).title === title) shown = event.position;
      const known = log.events[Number(position) - 1]?.stream === stream;
      if (known && (shown === null || shown < position))
        oracle.broken ??= new Broken('own writes are read', `${stream} was read as "${title}" (${shown}) by who wrote ${position}`);
    },
    wentBack(head) {
      oracle.written = oracle.written.filter(({ position }) => position !== null && head !== null && position <= head);
    },
  };
  return oracle;
}

/** What grows in a state keeps its entries to itself: as JSON they can be compared. */
const plain = (state: unknown): unknown => JSON.parse(JSON.stringify(state));
