import { existsSync, rmSync } from 'node:fs';
import type { EventLog } from '../../../events/log.ts';
import { type Bound, occurredAt, type Stretch } from '../../../events/store/moments.ts';
import type { Position, Recorded } from '../../../events/store/port.ts';
import { type Documents, decode, type FlushPolicy, Folder, GenerationFold, WRITE_BEHIND } from '../../projections/kernel/folding.ts';
import { ORIGIN } from '../../projections/kernel/position.ts';
import type { AnyProjection } from '../../projections/kernel/projection.ts';
import type { DocWrite } from '../../projections/kernel/readStore.ts';
import { NOTHING_ASKED, wantedAfter } from '../../projections/kernel/wanted.ts';
import { MomentDocuments } from '../../projections/stores/sqliteMoment.ts';
import { type Mark, type Room, type Versioned, Versions } from '../../projections/stores/sqliteVersions.ts';

/**
 * Folds all read models of a school as it was at a moment. The first question folds the whole log, and leaves a mark each thousand events from which
 * any moment is near: only what lies between the mark before it and the moment is folded into its own file.
 */

export interface Wish {
  bound: Bound;
  stretches: readonly Stretch[];
  /** About how many events are in the log. */
  written: number;
  /** Where the moment's own documents go. */
  file: string;
}

export interface PastFoldsOptions {
  log: EventLog;
  projections: readonly AnyProjection[];
  /** The file of the versions; it must not exist. */
  file: string;
  /** Events between two marks. */
  every?: number;
  room?: Room;
  /** Told whether folding takes long, so that other work goes first, or somebody waits for a moment that is near. */
  onLong?(long: boolean): void;
}

export type Progress = (events: number, of: number) => void;

const EVERY = 1_000;
const ROOM: Room = { each: 2_048, least: 1024 ** 3, marks: 100 };
const PAGE = 500;
/** A moment is far from its mark where more than this many times the events between two marks lie between them. */
const MANY = 4;

type Fold = { of: Versioned; fold: GenerationFold };

export function createPastFolds({ log, projections, file, every = EVERY, room = ROOM, onLong = () => {} }: PastFoldsOptions) {
  const policy: FlushPolicy = { ...WRITE_BEHIND, events: every };
  const pageSize = Math.min(PAGE, every);
  let versions = new Versions(file, projections, room);
  let skips: ReadonlyMap<string, ReadonlySet<Position>> | null = null;
  /** The file of each moment that is based on a mark, and the mark's number. */
  const inUse = new Map<string, number>();

  /** The events that operators have skipped, until today. */
  async function readSkips(): Promise<ReadonlyMap<string, ReadonlySet<Position>>> {
    const found = new Map<string, ReadonlySet<Position>>();
    for (const { name } of projections) {
      const records: Recorded[] = [];
      for await (const record of log.store.readStream(`operations-${name}`)) records.push(record);
      const events = (await decode(log, records)).flatMap((one) => ('event' in one ? [one.event] : []));
      found.set(name, events.reduce(wantedAfter, NOTHING_ASKED).skips);
    }
    return found;
  }

  /** Where it halts behind the mark, what lies between the two is folded as well. */
  const haltedBefore = (of: Versioned, { position }: Mark): of is Versioned & { halted: Position } =>
    of.halted !== null && position !== null && of.halted < position;
  const foldsOver = async (documents: (of: Versioned) => Documents, mark: Mark): Promise<Fold[]> => {
    skips ??= await readSkips();
    const skipped = skips;
    const fromNothing = mark.n === 0;
    return versions.all
      .filter((of) => !haltedBefore(of, mark))
      .map((of) => {
        const { projection } = of;
        const options = { projection, documents: documents(of), skips: skipped.get(projection.name) ?? new Set<Position>() };
        return { of, fold: new GenerationFold({ ...options, push: false, fromNothing }, policy) };
      });
  };
  const drained = (folds: readonly Fold[]): { of: Versioned; docs: DocWrite[] }[] =>
    folds.map(({ of, fold }) => ({ of, docs: fold.drain().writes }));

  /** Where an operator has since skipped the event that halted a projection, everything is folded anew. */
  async function mended(): Promise<void> {
    if (versions.all.every(({ halted }) => halted === null)) return;
    const known = skips;
    skips = await readSkips();
    if (![...skips].some(([name, positions]) => positions.size > (known?.get(name)?.size ?? 0))) return;
    versions.close();
    removeDatabase(file);
    inUse.clear();
    versions = new Versions(file, projections, room);
  }

  /** Whether more is new than what lies between two marks. */
  async function isFar(): Promise<boolean> {
    const limit = every * versions.step;
    let events = 0;
    for await (const page of log.store.pages(versions.last.position, { limit, pageSize })) events += page.length;
    return events >= limit;
  }

  /** Folds new events, up to the last mark that can be set. */
  async function advance(progress: Progress, written: number): Promise<void> {
    // Moments that are closed have no file any more.
    for (const moment of inUse.keys()) if (!existsSync(moment)) inUse.delete(moment);
    versions.inUse = new Set(inUse.values());
    const begin = versions.last;
    let { events, latest } = begin;
    let since = 0;
    const at = () => versions.last.n;
    const folds = await foldsOver(
      (of) => ({
        getMany: (keys) => versions.getMany(of, at(), keys),
        tombstones: (keys) => versions.tombstones(of, at(), keys),
        keysOfPerson: (person) => versions.keysOfPerson(of, person),
      }),
      begin,
    );
    const folder = new Folder({ log, policy: { ...policy, events: Number.POSITIVE_INFINITY }, at: begin.position ?? ORIGIN });
    for await (const page of log.store.pages(begin.position, { pageSize })) {
      await folder.take(
        page,
        folds.map(({ fold }) => fold),
      );
      events += page.length;
      since += page.length;
      for (const record of page) latest = Math.max(latest, occurredAt(record));
      for (const { of, fold } of folds) if (fold.poison) of.halted ??= fold.standsAt;
      if (since >= every * versions.step || folder.full) {
        versions.add({ position: folder.at, events, latest }, drained(folds));
        folder.written();
        since = 0;
      }
      progress(events, written);
    }
    versions.index();
  }

  /** Folds what lies between the mark and the moment. */
  async function complete({ bound, stretches, file }: Wish, mark: Mark, progress: Progress): Promise<void> {
    const { moment, last } = bound;
    const documents = new MomentDocuments(file, versions, mark.n);
    inUse.set(file, mark.n);
    try {
      const folds = await foldsOver(
        (of) => ({
          getMany: (keys) => documents.getMany(of, keys),
          tombstones: (keys) => documents.tombstones(of, keys),
          keysOfPerson: (person) => documents.keysOfPerson(of, person),
        }),
        mark,
      );
      const folder = new Folder({ log, policy, at: mark.position ?? ORIGIN });
      let events = 0;
      for (const stretch of stretches) {
        if (last === null || (mark.position !== null && stretch.last <= mark.position)) continue;
        const end = stretch.last < last ? stretch.last : last;
        const after = stretch.after === null || (mark.position !== null && stretch.after < mark.position) ? mark.position : stretch.after;
        for await (const page of log.store.pages(after, { pageSize })) {
          const included = page.filter((record) => record.position <= end && occurredAt(record) <= moment);
          await folder.take(
            included,
            folds.map(({ fold }) => fold),
          );
          events += included.length;
          progress(events, Math.max(events, bound.events - mark.events));
          if (folder.full) {
            documents.write(drained(folds));
            folder.written();
          }
          if ((page.at(-1) as Recorded).position >= end) break;
        }
      }
      documents.write(drained(folds));
      const halted = new Map<Versioned, Position>();
      for (const { of, fold } of folds) if (fold.poison && fold.standsAt !== null) halted.set(of, fold.standsAt);
      for (const of of versions.all) if (haltedBefore(of, mark)) halted.set(of, of.halted);
      documents.finish(last, halted);
    } finally {
      documents.close();
    }
  }

  const long = (work: () => Promise<void>): Promise<void> => {
    onLong(true);
    return work().finally(() => onLong(false));
  };

  return {
    /** Throws StoreFault where the log or the keys cannot be reached. */
    async prepare(wish: Wish, progress: Progress = () => {}): Promise<void> {
      await mended();
      let mark = versions.before(wish.bound.moment);
      if (mark.n === versions.last.n && (await isFar())) {
        await long(() => advance(progress, wish.written));
        mark = versions.before(wish.bound.moment);
      }
      const work = () => complete(wish, mark, progress);
      await (wish.bound.events - mark.events > MANY * every * versions.step ? long(work) : work());
    },
    close: () => versions.close(),
  };
}

export function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
}
