import type { Envelope } from '../../../events/define.ts';
import type { Position } from '../../../events/store/port.ts';
import type { AnyProjection, Followed } from './projection.ts';
import type { Doc, DocWrite, NewChange } from './readStore.ts';

/**
 * The pure heart of the read side: documents and events in, documents and changes out. No clock, no I/O.
 * What comes out does not depend on how the events were cut into batches.
 */

/** The event at which every projection redacts the person's documents, whatever its own handlers do. */
export const ERASURE = 'UserErased';

/** A document as the fold starts from it; `doc` null: it was deleted, and its version goes on growing when it comes back. */
export interface Standing {
  version: number;
  position: Position;
  doc: Doc | null;
}

/** A projection seen without its types: the kernel moves documents and events that only the projection understands. */
interface Erased {
  on: Readonly<
    Record<
      string,
      | { key(event: Envelope): string | readonly string[] | null; evolve(doc: Doc | null, event: Envelope, key: string): Doc | null }
      | undefined
    >
  >;
  topics?(key: string, doc: Doc): readonly Followed<Doc>[];
  persons?(doc: Doc, key: string): readonly string[];
  redact?(doc: Doc, person: string, key: string): Doc | null;
}
const erased = (projection: AnyProjection): Erased => projection as unknown as Erased;

/** Types of events that can change a document of the projection. */
export function heardBy(projection: AnyProjection): string[] {
  const types = Object.keys(projection.on).filter((type) => projection.on[type] !== undefined);
  if (projection.persons && !types.includes(ERASURE)) types.push(ERASURE);
  return types;
}

/** Keys of the documents the event touches through the projection's own handler. Throws what the handler throws. */
export function keysOf(projection: AnyProjection, event: Envelope): readonly string[] {
  const handler = erased(projection).on[event.type];
  const keys = handler ? handler.key(event) : null;
  if (keys === null) return [];
  const list = Array.isArray(keys) ? (keys as readonly string[]) : [keys as string];
  for (const key of list) {
    if (typeof key !== 'string' || key === '') throw new TypeError(`${projection.name}: the key of ${event.type} is not a string`);
  }
  return list.length > 1 ? [...new Set(list)] : list;
}

export const erasedPerson = (event: Envelope): string => String((event.data as { userId: unknown }).userId);

/** Events after which nothing may hold a person any more. The document of a lead is redacted by its own handler; where no handler comes by, it needs this. */
export const FORGETTING: readonly string[] = [ERASURE, 'LeadErased'];
/** Whom the event says to forget; null: nobody. A lead sealed with an account's key is no person of its own. */
export function forgottenPerson(event: Envelope): string | null {
  if (event.type === ERASURE) return erasedPerson(event);
  if (event.type !== 'LeadErased') return null;
  const { leadId, person } = event.data as { leadId: string; person: string };
  return leadId === person ? person : null;
}

interface Entry {
  readonly key: string;
  doc: Doc | null;
  version: number;
  position: Position | null;
  /** As it stood when the working set was last drained. */
  before: Doc | null;
  dirty: boolean;
  /** An event of this batch was already part of it: an earlier run wrote it and ended before its checkpoint. */
  repeated: boolean;
}

/**
 * Documents in memory while events are folded into them. Keys must be admitted before an event that touches them is applied.
 * `apply` takes an event wholly or, when a handler throws, not at all.
 */
export class WorkingSet {
  readonly projection: AnyProjection;
  readonly #code: Erased;
  readonly #entries = new Map<string, Entry>();
  readonly #touched = new Map<string, Entry>();

  constructor(projection: AnyProjection) {
    this.projection = projection;
    this.#code = erased(projection);
  }

  get size(): number {
    return this.#entries.size;
  }
  /** Documents changed since the last drain. */
  get dirty(): number {
    return this.#touched.size;
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  admit(key: string, standing: Standing | null): void {
    const doc = standing?.doc ?? null;
    const entry = {
      doc,
      version: standing?.version ?? 0,
      position: standing?.position ?? null,
      before: doc,
      dirty: false,
      repeated: false,
    };
    this.#entries.set(key, { key, ...entry });
  }

  /** Forgets unchanged documents, those admitted first, until `keep` are left. */
  evict(keep: number): void {
    let over = this.#entries.size - keep;
    for (const [key, entry] of this.#entries) {
      if (over <= 0) return;
      if (entry.dirty) continue;
      this.#entries.delete(key);
      over--;
    }
  }

  /**
   * `keys` are those of `keysOf`. At an erasure the changed documents of the set and those of `holders` (admitted too)
   * that list the person are redacted, after the projection's own handler.
   */
  apply(event: Envelope, keys: readonly string[], holders: Iterable<string> = this.#entries.keys()): void {
    const handler = this.#code.on[event.type];
    if (keys.length === 1 && !(event.type === ERASURE && this.#code.persons)) {
      const [key = ''] = keys;
      const entry = this.#entry(key);
      const doc = this.#evolved(handler, event, entry);
      if (doc !== entry.doc) this.#set(entry, doc, event.position);
      return;
    }
    const next = new Map<Entry, Doc | null>();
    for (const key of keys) {
      const entry = this.#entry(key);
      const doc = this.#evolved(handler, event, entry);
      if (doc !== entry.doc) next.set(entry, doc);
    }
    if (event.type === ERASURE && this.#code.persons) this.#redact(erasedPerson(event), event, holders, next);
    for (const [entry, doc] of next) this.#set(entry, doc, event.position);
  }

  #entry(key: string): Entry {
    const entry = this.#entries.get(key);
    if (!entry) throw new Error(`${this.projection.name}: document ${key} was not loaded`);
    return entry;
  }

  /** The document after the event; the same one where the event changes nothing, or is already part of it. */
  #evolved(handler: Erased['on'][string], event: Envelope, entry: Entry): Doc | null {
    if (entry.position !== null && event.position <= entry.position) {
      entry.repeated = true;
      this.#touched.set(entry.key, entry);
      return entry.doc;
    }
    return handler?.evolve(entry.doc, event, entry.key) ?? null;
  }

  #redact(person: string, event: Envelope, holders: Iterable<string>, next: Map<Entry, Doc | null>): void {
    const { persons, redact } = this.#code;
    for (const key of new Set([...holders, ...this.#touched.keys()])) {
      const entry = this.#entry(key);
      if (entry.position !== null && event.position <= entry.position) continue;
      const doc = next.has(entry) ? (next.get(entry) ?? null) : entry.doc;
      if (doc === null || !persons?.call(this.#code, doc, key).includes(person)) continue;
      if (!redact) throw new Error(`${this.projection.name} lists persons but cannot redact`);
      next.set(entry, redact.call(this.#code, doc, person, key));
    }
  }

  #set(entry: Entry, doc: Doc | null, position: Position): void {
    entry.doc = doc;
    entry.version++;
    entry.position = position;
    entry.dirty = true;
    this.#touched.set(entry.key, entry);
  }

  /** Changed documents since the last drain, and what their followers are told when `push` is true. The set stays loaded. */
  drain(push: boolean): Omit<Folded, 'poison'> {
    const writes: DocWrite[] = [];
    let growth = 0;
    const changes: NewChange[] = [];
    let reset = false;
    for (const entry of this.#touched.values()) {
      const { key, doc, version, position } = entry;
      if (position === null) continue;
      try {
        if (entry.dirty) {
          const persons = doc === null ? [] : (this.#code.persons?.(doc, key) ?? []);
          writes.push({ key, version, position, doc, persons });
          growth += Number(doc !== null) - Number(entry.before !== null);
        }
        if (push) changes.push(...this.#changes(entry, position));
      } catch (error) {
        throw new UnfitDocument(position, error);
      }
      // What followers of a deleted document were told is not known any more.
      reset ||= push && entry.repeated && doc === null;
    }
    for (const entry of this.#touched.values()) {
      entry.before = entry.doc;
      entry.dirty = false;
      entry.repeated = false;
    }
    this.#touched.clear();
    return { writes, growth, changes, reset };
  }

  #changes({ key, doc, before, version }: Entry, position: Position): NewChange[] {
    if (!this.#code.topics) return [];
    const changes: NewChange[] = [];
    const told = new Set<string>();
    for (const { topic, id = key, view } of doc === null ? [] : this.#code.topics(key, doc)) {
      const name = `${topic}\u0000${id}`;
      if (told.has(name)) continue;
      told.add(name);
      changes.push({ topic, id, version, op: 'put', position, ...(doc !== null && view && { view: view(doc) }) });
    }
    for (const { topic, id = key } of before === null ? [] : this.#code.topics(key, before)) {
      const name = `${topic}\u0000${id}`;
      if (told.has(name)) continue;
      told.add(name);
      changes.push({ topic, id, version, op: 'del', position });
    }
    return changes;
  }
}

/** `topics`, `view` or `persons` of a projection threw over the document that the event at `position` left. */
class UnfitDocument extends Error {
  readonly position: Position;
  constructor(position: Position, cause: unknown) {
    super('a document cannot be described', { cause });
    this.position = position;
  }
}

export interface Poison {
  event: Envelope;
  error: unknown;
}

export interface Folded {
  writes: DocWrite[];
  /** Documents made minus documents deleted. */
  growth: number;
  /** One for each touched document and topic, in the order of the log. */
  changes: NewChange[];
  /** Followers of the projection's topics have to read again: a deletion was repeated whose topics are no longer known. */
  reset: boolean;
  /** The first event that could not be folded; writes and changes stop before it. */
  poison: Poison | null;
}

/**
 * Folds decoded events, in the order of the log, into documents. `loaded` holds every document the events touch (see `keysOfEach`).
 * `push` false leaves changes out (a generation that nobody reads yet). `keys` spares asking the handlers again.
 */
export function fold(
  projection: AnyProjection,
  events: readonly Envelope[],
  loaded: ReadonlyMap<string, Standing>,
  push: boolean,
  keys: readonly (readonly string[])[] = [],
): Folded {
  const upTo = (index: number, error: unknown): Folded => {
    const before = fold(projection, events.slice(0, index), loaded, push, keys);
    return { ...before, poison: before.poison ?? { event: events[index] as Envelope, error } };
  };
  const set = new WorkingSet(projection);
  for (const [key, standing] of loaded) set.admit(key, standing);
  let index = 0;
  for (const event of events) {
    try {
      const own = keys[index] ?? keysOf(projection, event);
      for (const key of own) if (!set.has(key)) set.admit(key, null);
      set.apply(event, own);
    } catch (error) {
      return upTo(index, error);
    }
    index++;
  }
  try {
    const drained = set.drain(push);
    return { ...drained, changes: drained.changes.sort(inOrder), poison: null };
  } catch (error) {
    if (!(error instanceof UnfitDocument)) throw error;
    // A repeated document may already be ahead of the batch: then the batch's first event stands for it.
    const at = events.findIndex((event) => event.position === error.position);
    return upTo(Math.max(0, at), error.cause);
  }
}

/** By position; equal positions keep their order. */
export const inOrder = (a: NewChange, b: NewChange): number => (a.position < b.position ? -1 : a.position > b.position ? 1 : 0);

/** The keys of each event, without those of people erased in it. A handler that throws ends the list: `fold` will find the poison. */
export function keysOfEach(projection: AnyProjection, events: readonly Envelope[]): (readonly string[])[] {
  const keys: (readonly string[])[] = [];
  for (const event of events) {
    try {
      keys.push(keysOf(projection, event));
    } catch {
      break;
    }
  }
  return keys;
}
