import type { EventLog } from '../../../events/log.ts';
import type { Position } from '../../../events/store/port.ts';
import type { Vault } from '../../integrations/vault/port.ts';
import type { Advance } from '../kernel/advance.ts';
import type { Generations } from '../kernel/generations.ts';
import type { Logger } from '../kernel/logger.ts';
import { afterOf, ORIGIN } from '../kernel/position.ts';
import type { AnyProjection } from '../kernel/projection.ts';
import type { GenerationState, ReadStore } from '../kernel/readStore.ts';
import {
  eventsBetween,
  ProgressMeter,
  type ProjectionState,
  type ProjectionStatus,
  type SeenAtHead,
  type StatusFeed,
} from '../kernel/status.ts';
import { occurrence, type Track } from '../kernel/track.ts';

/** Reports the state of the projections while one projector is active: rows for the vault and for followers. */

export interface ReportOptions {
  log: EventLog;
  store: ReadStore;
  vault: Vault;
  projections: readonly AnyProjection[];
  advance: Advance;
  generations: Generations;
  feed: StatusFeed;
  logger: Logger;
  /** Epoch milliseconds. */
  clock: () => number;
  signal: AbortSignal;
  /** Why the projector fails, while it does; otherwise null. */
  trouble: () => string | null;
  /** Kept from one term to the next. */
  atHead: SeenAtHead;
}

export class Report {
  readonly #options: ReportOptions;
  readonly #catchingUp: ProgressMeter;
  #caughtUp = false;
  #saying: Promise<void> | null = null;
  #head: Position | null = null;
  /** When the first event after a position occurred, for the positions of the last rows. */
  #waiting = new Map<Position, Promise<string | null>>();

  constructor(options: ReportOptions) {
    this.#options = options;
    this.#catchingUp = new ProgressMeter(options.clock(), options.advance.checkpoint);
  }

  /** The events that were in the log at the start have been folded once. */
  caughtUp(): void {
    this.#caughtUp = true;
  }

  handled(events: number): void {
    if (!this.#caughtUp) this.#catchingUp.add(events);
  }

  /** Reports changes, no more often than StatusFeed allows, or at once with `now`. Never rejects; a call during a report waits for it, or for its turn. */
  publish(now = false): Promise<void> {
    if (now && this.#saying) return this.#saying.then(() => this.publish(true));
    this.#saying ??= this.#publish(now).finally(() => {
      this.#saying = null;
    });
    return this.#saying;
  }

  async #publish(atOnce: boolean): Promise<void> {
    const { advance, clock, feed, logger, signal } = this.#options;
    if (signal.aborted) return;
    try {
      const rows = await this.rows();
      await feed.keep(rows, clock());
      const { checkpoint } = advance;
      const news = checkpoint === null ? [] : feed.news(rows, checkpoint, clock(), atOnce);
      if (news.length > 0) await advance.aside(() => advance.publish(news));
    } catch (error) {
      if (!signal.aborted) logger.warn({ err: error }, 'the status of the projections could not be reported');
    }
  }

  async rows(): Promise<ProjectionStatus[]> {
    const { log, projections, store } = this.#options;
    let trouble = this.#options.trouble();
    try {
      this.#head = await log.store.head();
    } catch (error) {
      trouble = error instanceof Error ? error.message : String(error);
    }
    const states = await store.generations();
    const known = this.#waiting;
    this.#waiting = new Map();
    return Promise.all(projections.map((projection) => this.#row(projection, states, trouble, known)));
  }

  async #firstAfter(position: Position | null): Promise<string | null> {
    try {
      for await (const record of this.#options.log.store.readAll(afterOf(position ?? ORIGIN), { limit: 1 })) return occurrence(record);
    } catch {
      // A log that cannot be read is reported as a problem.
    }
    return null;
  }

  /** Since when something has been waiting to be handled. */
  async #since(position: Position | null, known: ReadonlyMap<Position, Promise<string | null>>): Promise<string | null> {
    const at = position ?? ORIGIN;
    if (at >= (this.#head ?? ORIGIN)) return null;
    const found = this.#waiting.get(at) ?? known.get(at) ?? this.#firstAfter(position);
    this.#waiting.set(at, found);
    const since = await found;
    if (since === null) this.#waiting.delete(at);
    return since;
  }

  async #row(
    projection: AnyProjection,
    states: readonly GenerationState[],
    trouble: string | null,
    known: ReadonlyMap<Position, Promise<string | null>>,
  ): Promise<ProjectionStatus> {
    const { advance, clock, generations, store, atHead } = this.#options;
    const { name, version } = projection;
    const now = clock();
    const head = this.#head;
    const track = advance.serving(name) ?? null;
    if (track) track.documents ??= await store.count(track.generation);
    const position = track && (track.mode === 'common' ? advance.checkpoint : track.at || null);
    const halt = track?.halt ?? null;
    if (track && (position ?? ORIGIN) >= (head ?? ORIGIN)) atHead.note(name, now);
    return {
      name,
      version,
      generation: track?.generation.generation ?? null,
      state: trouble === null ? this.#state(track) : 'failing',
      position,
      head,
      lag: { events: eventsBetween(position, head), since: track ? atHead.since(name, await this.#since(position, known)) : null },
      lastEventAt: track?.lastEventAt ?? null,
      eventsPerSecond: track?.rate.at(now) ?? 0,
      documents: track?.documents ?? null,
      lastError: trouble ?? track?.lastError ?? null,
      progress: track?.catchingUp
        ? track.catchingUp.meter.at(now, track.at, advance.checkpoint)
        : track?.mode === 'common' && !this.#caughtUp
          ? this.#catchingUp.at(now, advance.checkpoint, head)
          : null,
      poison: halt?.kind === 'halted' ? halt.poison : null,
      replay: generations.replay(name),
      pausedUntil: halt?.kind === 'paused' ? generations.pausedUntil(name) : null,
      previous: generations
        .kept(states, name)
        .flatMap(({ generation, left, version: of }) => (of === version ? [{ generation, left }] : [])),
    };
  }

  #state(track: Track | null): ProjectionState {
    if (!track) return 'building';
    if (track.halt) return track.halt.kind;
    return track.mode === 'common' && this.#caughtUp ? 'running' : 'catching-up';
  }
}
