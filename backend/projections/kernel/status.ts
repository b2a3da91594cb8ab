import type { Position } from '../../../events/store/port.ts';
import type { Vault } from '../../integrations/vault/port.ts';
import { distance, ORIGIN } from './position.ts';
import type { Diff, Doc, NewChange } from './readStore.ts';

/** What the projector reports of itself: one row for each projection, pushed live and kept in the vault for API nodes. */

/** Topic of the rows; the id is the projection's name. */
export const STATUS_TOPIC = 'proyecciones';

/**
 * A change of this topic tells the live hub that followers of topics fed by the projection named in `id` must read again
 * (`reset`): its documents changed without one change each (it rejoined after a halt or pause, or another generation serves).
 */
export const RESET_TOPIC = '@reset';
export const resetOf = (projection: string, position: Position): NewChange => ({
  topic: RESET_TOPIC,
  id: projection,
  version: 1,
  op: 'put',
  position,
});

/** Key of the lease under which one projector is active. */
export const PROJECTOR_LEASE = 'projector';

/** Key of the rows in the vault's table `status`. */
export const STATUS_KEY = 'projections';

export const projectionStates = ['running', 'catching-up', 'building', 'paused', 'halted', 'failing'] as const;
export type ProjectionState = (typeof projectionStates)[number];

export interface Progress {
  /** Events handled. */
  done: number;
  /** The share of the log, up to its end, that has been read: from 0 to 1; null where positions cannot be counted. How many events will be handled is known only at the end. */
  share: number | null;
  ratePerSecond: number;
  secondsLeft: number | null;
}

/** The event that halted a projection. */
export interface PoisonReport {
  eventId: string;
  type: string;
  position: Position;
  stream: string;
  version: number;
  message: string;
  stack: string | null;
}

export type DiffCounts = Omit<Diff, 'samples'>;

export interface ReplayRow {
  generation: number;
  /** `ready`: built and following, waiting to be switched to. */
  state: 'running' | 'ready' | 'failed';
  startedAt: string;
  progress: Progress | null;
  /** Samples hold people's data and are not pushed: see `replayKey`. */
  diff: DiffCounts | null;
  error: string | null;
}

export interface ProjectionStatus {
  name: string;
  version: number;
  /** The generation that serves; null while the first one of this code version is being built. */
  generation: number | null;
  state: ProjectionState;
  position: Position | null;
  head: Position | null;
  lag: {
    /** Null where positions of the store cannot be counted. */
    events: number | null;
    /**
     * When the first unhandled event occurred, but not earlier than when the projection was last seen at the head; null at the head, and where it is unknown.
     * See `lagSeconds`.
     */
    since: string | null;
  };
  /** When the last event handled occurred. */
  lastEventAt: string | null;
  /** Over the last seconds, smoothed. */
  eventsPerSecond: number;
  documents: number | null;
  lastError: string | null;
  /** Of the catch-up. */
  progress: Progress | null;
  poison: PoisonReport | null;
  replay: ReplayRow | null;
  /** Of a pause that ends by itself, ISO. */
  pausedUntil: string | null;
  /** Generations of this code version to which one can return, the one that served last first. */
  previous: readonly KeptGeneration[];
}

/** A generation that served once; `left`: when it ceased to, ISO. */
export interface KeptGeneration {
  generation: number;
  left: string;
}

/** The row of a projection of which nothing is known yet. */
export const unknownRow = ({ name, version }: { name: string; version: number }): ProjectionStatus => ({
  name,
  version,
  generation: null,
  state: 'building',
  position: null,
  head: null,
  lag: { events: null, since: null },
  lastEventAt: null,
  eventsPerSecond: 0,
  documents: null,
  lastError: null,
  progress: null,
  poison: null,
  replay: null,
  pausedUntil: null,
  previous: [],
});

/** How many seconds it is behind the head; grows by itself, without a new row. 0 at the head; null where it is unknown. `now` in epoch ms. */
export function lagSeconds({ generation, position, head, lag }: ProjectionStatus, now: number): number | null {
  if (lag.since) return Math.max(0, Math.round((now - Date.parse(lag.since)) / 1000));
  return generation !== null && (position ?? ORIGIN) >= (head ?? ORIGIN) ? 0 : null;
}

/** When each projection was last seen at the head. It lags no longer than since then, even where its events are older: those of a demo are in the past. */
export class SeenAtHead {
  readonly #at = new Map<string, number>();

  /** Notes that the projection is at the head now; epoch milliseconds. */
  note(projection: string, now: number): void {
    this.#at.set(projection, now);
  }

  /** Since when it lags; its first unhandled event occurred then. */
  since(projection: string, occurredAt: string | null): string | null {
    const seen = this.#at.get(projection);
    return occurredAt === null || seen === undefined || seen <= Date.parse(occurredAt) ? occurredAt : new Date(seen).toISOString();
  }
}

/** As kept in the vault under STATUS_KEY. */
export interface StatusRecord {
  rows: ProjectionStatus[];
  /** ISO. */
  at: string;
}

/** What API nodes know of the projections: the projector's last report, and that it is silent when nobody holds its lease. */
export function statusSource(vault: Pick<Vault, 'get'>, lapsed: () => number | null): () => Promise<ProjectionStatus[]> {
  return async () => {
    const rows = (await vault.get<StatusRecord>('status', STATUS_KEY))?.value.rows ?? [];
    const since = lapsed();
    if (since === null) return rows;
    const from = new Date(since).toISOString();
    const lastError = `nadie pone al día las vistas desde ${from}`;
    return rows.map((row) => ({ ...row, state: 'failing', lastError, lag: { ...row.lag, since: row.lag.since ?? from } }));
  };
}

const SMOOTHING_MS = 3_000;

/** Events per second over the last few seconds. */
export class Rate {
  #perSecond = 0;
  #since: number;
  #events = 0;

  constructor(now: number) {
    this.#since = now;
  }

  add(events: number): void {
    this.#events += events;
  }

  /** Rounded to tenths. */
  at(now: number): number {
    const ms = now - this.#since;
    if (ms >= 100) {
      const weight = 1 - Math.exp(-ms / SMOOTHING_MS);
      this.#perSecond += ((this.#events * 1000) / ms - this.#perSecond) * weight;
      this.#since = now;
      this.#events = 0;
    } else if (ms < 0) this.#since = now;
    return Math.round(this.#perSecond * 10) / 10;
  }
}

/** Progress from the beginning of the log (or from `from`) to `target`, by the distance of positions. */
export class ProgressMeter {
  readonly #started: number;
  readonly #from: Position | null;
  #done = 0;

  constructor(now: number, from: Position | null) {
    this.#started = now;
    this.#from = from;
  }

  get done(): number {
    return this.#done;
  }

  add(events: number): void {
    this.#done += events;
  }

  at(now: number, position: Position | null, target: Position | null): Progress {
    const seconds = Math.max(0.001, (now - this.#started) / 1000);
    const ratePerSecond = Math.round(this.#done / seconds);
    const [start, here, end] = [distance(this.#from), distance(position), distance(target)];
    const share = start === null || here === null || end === null || end <= start ? null : Math.min(1, (here - start) / (end - start));
    const secondsLeft = share ? Math.round(((seconds * (1 - share)) / share) * 10) / 10 : null;
    return { done: this.#done, share, ratePerSecond, secondsLeft };
  }
}

/** Events between two positions, where positions can be counted. */
export function eventsBetween(position: Position | null, head: Position | null): number | null {
  if ((position ?? ORIGIN) === (head ?? ORIGIN)) return 0;
  // Only a position that is a single whole number counts events; others count bytes.
  if (head === null || !/^\d{1,16}$/.test(head)) return null;
  const here = distance(position);
  const there = distance(head);
  return here === null || there === null ? null : Math.max(0, there - here);
}

const PUSH_MS = 250;
/** Figures that change all the time: position, rate. */
const COUNT_MS = 1_000;
const KEEP_MS = 1_000;

/** Decides which rows are reported, and how often, within what followers and the vault can take. */
export class StatusFeed {
  readonly #vault: Vault;
  readonly #view: (row: ProjectionStatus) => Doc;
  readonly #pushed = new Map<string, { text: string; essence: string; at: number }>();
  #version = 0;
  #lastPush = Number.NEGATIVE_INFINITY;
  #kept = '';
  #keptEssence = '';
  #lastKept = Number.NEGATIVE_INFINITY;

  constructor(vault: Vault, view: (row: ProjectionStatus) => Doc) {
    this.#vault = vault;
    this.#view = view;
  }

  /** At the start of a term followers get all rows again: they may have been told that the projector is silent. */
  anew(): void {
    this.#pushed.clear();
  }

  /** The changes to push now, at most 4 times a second unless `atOnce`. `now` in epoch ms. */
  news(rows: readonly ProjectionStatus[], position: Position, now: number, atOnce = false): NewChange[] {
    if (!atOnce && now - this.#lastPush < PUSH_MS && now >= this.#lastPush) return [];
    const changes: NewChange[] = [];
    for (const row of rows) {
      const text = textOf(row);
      const essence = essenceOf(row);
      const before = this.#pushed.get(row.name);
      if (before?.text === text) continue;
      if (before?.essence === essence && now - before.at < COUNT_MS && now >= before.at) continue;
      this.#pushed.set(row.name, { text, essence, at: now });
      this.#version = Math.max(this.#version + 1, now);
      changes.push({ topic: STATUS_TOPIC, id: row.name, version: this.#version, op: 'put', position, view: this.#view(row) });
    }
    if (changes.length > 0) this.#lastPush = now;
    return changes;
  }

  /** Stores the latest rows in the vault: figures at most once a second, anything else at once. */
  async keep(rows: readonly ProjectionStatus[], now: number): Promise<void> {
    const text = rows.map(textOf).join('\n');
    if (text === this.#kept) return;
    const essence = rows
      .map((row) => essenceOf({ ...row, progress: null, replay: row.replay && { ...row.replay, progress: null } }))
      .join('\n');
    if (essence === this.#keptEssence && now - this.#lastKept < KEEP_MS && now >= this.#lastKept) return;
    this.#lastKept = now;
    await this.#vault.put<StatusRecord>('status', STATUS_KEY, { rows: [...rows], at: new Date(now).toISOString() });
    this.#kept = text;
    this.#keptEssence = essence;
  }
}

const textOf = (row: ProjectionStatus): string => JSON.stringify(row);

const essenceOf = (row: ProjectionStatus): string =>
  JSON.stringify([row.generation, row.state, row.pausedUntil, row.lastError, row.progress, row.poison, row.replay, row.previous]);

/** Key in the vault's table `status` of the diff of a finished replay, with its samples. */
export const replayKey = (projection: string): string => `replay:${projection}`;
