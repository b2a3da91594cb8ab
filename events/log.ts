import { type Codec, isUnreadable, type Wordless } from './codec.ts';
import type { AppendMetadata, Envelope, EventMetadata } from './define.ts';
import { uuid5 } from './ids.ts';
import { isSealed } from './privacy.ts';
import { spanClock, spans } from './spans.ts';
import type { Appended, AppendOptions, EventStore, Expected, NewEvent, Position, ReadAllOptions, Recorded } from './store/port.ts';

export interface DomainEvent {
  type: string;
  data: object;
}

/** An appended event, with the same content as if it were read back. */
export interface AppendedEvent {
  id: string;
  type: string;
  data: unknown;
  /** The id of the person whose sealed words are in `data`; absent where there are none. */
  person?: string;
  meta: Omit<EventMetadata, 'reason'>;
}

/** The event store seen through the codec: domain events in, envelopes out. */
export interface EventLog {
  readonly store: EventStore;
  /**
   * A repeated append is never stored twice. Without an expected version the ids make that sure: uuid v5 of (commandId, stream, index).
   * With an expected version the ids also depend on time and content: a command that decides again after its answer was lost gets a conflict
   * if its first decision was stored, rather than being taken for a repeat of it.
   */
  append(
    stream: string,
    expected: Expected,
    events: readonly DomainEvent[],
    meta: AppendMetadata,
    options?: AppendOptions,
  ): Promise<Appended & { events: AppendedEvent[] }>;
  /** From the event of that number to that one, both included; without them from the first, to the last. `wordless`: as in `Codec.decode`. */
  readStream(stream: string, from?: number, to?: number, wordless?: Wordless): AsyncIterable<Envelope>;
  readAll(after: Parameters<EventStore['readAll']>[0], options?: ReadAllOptions): AsyncIterable<Envelope>;
  decode(recorded: readonly Recorded[], wordless?: Wordless): Promise<Envelope[]>;
  /** See Codec. */
  reasonOf: Codec['reasonOf'];
  /** Whether any of these people has been erased, or is being erased. */
  anyErased(persons: Iterable<string>): Promise<boolean>;
  /** The last of the events that were appended or read by stream here: so far the log reached. */
  reached(): Position | null;
}

const PAGE = 500;

/** The event without what is sealed: no plain copy of personal data is kept outside its seal. */
const contentOf = (data: object, { correlationId, causationId, actor, occurredAt }: AppendMetadata): string =>
  JSON.stringify(
    [Object.values(data), correlationId, causationId, actor.userId, actor.role, occurredAt].flat().filter((value) => !isSealed(value)),
  );

async function* upTo(source: AsyncIterable<Recorded>, version: number): AsyncIterable<Recorded> {
  for await (const record of source) {
    if (record.version > version) return;
    yield record;
    if (record.version === version) return;
  }
}

/** Whoever listens is told of the append, also where nothing was written. */
async function traced(
  stream: string,
  events: readonly NewEvent[],
  meta: AppendMetadata,
  append: () => Promise<Appended>,
): Promise<Appended> {
  if (!spans.append.hasSubscribers) return append();
  const began = spanClock();
  const publish = (failed: Error | null) =>
    spans.append.publish({ began, ended: spanClock(), stream, types: events.map(({ type }) => type), meta, failed });
  try {
    const appended = await append();
    publish(null);
    return appended;
  } catch (error) {
    publish(error as Error);
    throw error;
  }
}

/** As `decode`; null for each that this release cannot read. */
async function decodedEach(
  log: Pick<EventLog, 'decode'>,
  recorded: readonly Recorded[],
  wordless?: Wordless,
): Promise<(Envelope | null)[]> {
  try {
    return await log.decode(recorded, wordless);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    if (recorded.length === 1) return [null];
    const found: (Envelope | null)[] = [];
    for (const record of recorded) found.push(...(await decodedEach(log, [record], wordless)));
    return found;
  }
}

/** Those of the events that this release can read; the others are left out, as an operator would skip them. `wordless`: as in `Codec.decode`. */
export const readable = async (log: Pick<EventLog, 'decode'>, recorded: readonly Recorded[], wordless?: Wordless): Promise<Envelope[]> =>
  (await decodedEach(log, recorded, wordless)).filter((event) => event !== null);

async function* pagesOf(source: AsyncIterable<Recorded>): AsyncIterable<Recorded[]> {
  let page: Recorded[] = [];
  for await (const record of source) {
    page.push(record);
    if (page.length === PAGE) {
      yield page;
      page = [];
    }
  }
  if (page.length > 0) yield page;
}

interface Passing {
  wordless?: Wordless | undefined;
  /** Is given each event that cannot be read, in its turn. */
  passed?: (record: Recorded) => void;
}

/** The events of a source without those that this release cannot read. */
export async function* readableOf(
  log: Pick<EventLog, 'decode'>,
  source: AsyncIterable<Recorded>,
  { wordless, passed }: Passing = {},
): AsyncIterable<Envelope> {
  for await (const page of pagesOf(source)) {
    const events = await decodedEach(log, page, wordless);
    for (const [index, record] of page.entries()) {
      const event = events[index];
      if (event) yield event;
      else passed?.(record);
    }
  }
}

/** As `readStream`, without the events that this release cannot read. */
export const readableStream = (
  log: Pick<EventLog, 'store' | 'decode'>,
  stream: string,
  { from, ...passing }: Passing & { from?: number } = {},
) => readableOf(log, log.store.readStream(stream, from), passing);

export function createEventLog(store: EventStore, codec: Codec): EventLog {
  async function* decoded(source: AsyncIterable<Recorded>, wordless: Wordless = false): AsyncIterable<Envelope> {
    for await (const page of pagesOf(source)) yield* await codec.decode(page, wordless);
  }
  let reached: Position | null = null;
  const reach = (position: Position | null): void => {
    if (position !== null && (reached === null || position > reached)) reached = position;
  };
  async function* reaching(source: AsyncIterable<Recorded>): AsyncIterable<Recorded> {
    for await (const record of source) {
      reach(record.position);
      yield record;
    }
  }

  return {
    store,
    reached: () => reached,
    decode: (recorded, wordless) => codec.decode(recorded, wordless),
    anyErased: (persons) => codec.anyErased(persons),
    reasonOf: (meta) => codec.reasonOf(meta),
    async append(stream, expected, events, meta, options) {
      const encoded: NewEvent[] = [];
      const written: AppendedEvent[] = [];
      const { reason: _, ...kept } = meta;
      for (const [index, { type, data: given }] of events.entries()) {
        const command = uuid5(meta.commandId, stream, index);
        const { written: event, data, person, schemaVersion } = await codec.encode(command, { type, data: given }, meta);
        const id = expected === 'any' || expected === 'exists' ? command : uuid5(command, type, contentOf(event.data, meta));
        written.push({ id, type, data, ...(person !== undefined && { person }), meta: { ...kept, schemaVersion } });
        encoded.push({ ...event, id });
      }
      const appended = await traced(stream, encoded, meta, () => store.append(stream, expected, encoded, options));
      // Nothing may be stored yet that stands on it.
      if (!options?.followed) reach(appended.position);
      await codec.appended(events, appended.position);
      return { ...appended, events: written };
    },
    readStream: (stream, from, to, wordless) =>
      decoded(reaching(to === undefined ? store.readStream(stream, from) : upTo(store.readStream(stream, from), to)), wordless),
    readAll: (after, options) => decoded(store.readAll(after, options)),
  };
}
