import type { Envelope } from '../../../events/define.ts';
import { forgottenIn } from '../../../events/privacy.ts';
import { type JsonObject, type Position, sizeOf } from '../../../events/store/port.ts';
import type { AnyProjection, Projection } from './projection.ts';
import type { Doc, DocWrite, NewChange } from './readStore.ts';

/**
 * The pure core of the read side: documents and events in, documents and changes out. No clock, no I/O.
 * The result does not depend on how the events were cut into batches.
 */

/** The events at which every projection redacts the documents that hold the named people (`forgottenIn`), whatever its own handlers do. */
export const FORGETTING: readonly string[] = ['UserErased', 'LeadErased'];

/** A document as the fold finds it; `doc` null: it was deleted, and its version continues when it comes back. */
export interface DocState {
  version: number;
  position: Position;
  doc: Doc | null;
}

/** A projection without its types: the kernel moves documents and events that only the projection understands. */
type Untyped = Projection<Doc, Envelope>;
const untyped = (projection: AnyProjection): Untyped => projection as unknown as Untyped;

/** Types of events that can change a document of the projection. */
export function handledTypes(projection: AnyProjection): string[] {
  const types = Object.keys(projection.on).filter((type) => projection.on[type] !== undefined);
  return projection.persons ? [...new Set([...types, ...FORGETTING])] : types;
}

const NO_KEYS: readonly string[] = [];

/** Keys of the documents the event touches through the projection's own handler. Throws what the handler throws. */
export function keysOf(projection: AnyProjection, event: Envelope): readonly string[] {
  const handler = untyped(projection).on[event.type];
  const keys = handler ? handler.key(event) : null;
  if (keys === null) return NO_KEYS;
  const list = Array.isArray(keys) ? (keys as readonly string[]) : [keys as string];
  for (const key of list) {
    if (typeof key !== 'string' || key === '') throw new TypeError(`${projection.name}: the key of ${event.type} is not a string`);
  }
  return list.length > 1 ? [...new Set(list)] : list;
}

/** What followers of a topic are told about a document. */
type Notice = Pick<NewChange, 'topic' | 'id' | 'view'> & { about?: string | undefined };

interface Entry {
  readonly key: string;
  doc: Doc | null;
  version: number;
  position: Position | null;
  /** Whether nobody else has any part of `doc`: it may be changed in place. */
  own: boolean;
  /** Whether there was a document when the working set was last drained. */
  existed: boolean;
  /** The people whose personal data `doc` holds. */
  persons: readonly string[];
  /** Views of `doc`, and of what it was when last drained, where changes are pushed; null: not computed yet. */
  notices: readonly Notice[] | null;
  noticesBefore: readonly Notice[];
  /** Since the working set was last drained. */
  touched: boolean;
  dirty: boolean;
  /** An event of this batch is part of it already: an earlier run wrote it and died before its checkpoint. */
  repeated: boolean;
  weight: number;
  /** The version at which its size was last measured. */
  weighed: number;
}

/** A document after an event, with everything derived from it computed, so that nothing about it can fail later. */
interface Next {
  entry: Entry;
  doc: Doc | null;
  own: boolean;
  persons: readonly string[];
  notices: readonly Notice[] | null;
}

const NOBODY: readonly string[] = [];
const NO_NOTICES: readonly Notice[] = [];

export interface WorkingSetOptions {
  /** With the changes for followers; false for a generation that nobody reads yet. */
  push: boolean;
  /** Whether the size of documents is measured, for callers that bound memory. */
  weighed: boolean;
}

/**
 * Documents in memory while events are folded into them. The keys of an event must be admitted before it is applied.
 * `apply` takes an event as a whole or, when the projection's code throws, not at all.
 */
export class WorkingSet {
  readonly projection: AnyProjection;
  readonly #code: Untyped;
  readonly #options: WorkingSetOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #touched: Entry[] = [];
  readonly #holders = new Map<string, Set<Entry>>();
  #weight = 0;

  constructor(projection: AnyProjection, options: WorkingSetOptions) {
    this.projection = projection;
    this.#code = untyped(projection);
    this.#options = options;
  }

  get size(): number {
    return this.#entries.size;
  }
  /** About the size of its documents when they were admitted or last drained, in characters of JSON. */
  get weight(): number {
    return this.#weight;
  }
  /** Documents changed since the last drain. */
  get changed(): number {
    return this.#touched.length;
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  admit(key: string, stored: DocState | null): void {
    const { doc = null, version = 0, position = null } = stored ?? {};
    const entry: Entry = {
      key,
      doc,
      version,
      position,
      own: false,
      existed: doc !== null,
      persons: NOBODY,
      notices: null,
      noticesBefore: NO_NOTICES,
      touched: false,
      dirty: false,
      repeated: false,
      weight: 0,
      weighed: 0,
    };
    this.#entries.set(key, entry);
    if (doc === null) return;
    this.#hold(entry, this.#persons(doc, key));
    this.#weigh(entry);
  }

  /** Drops unchanged documents, the first admitted first, until at most `documents` of a total size of `weight` are left. */
  evict(documents: number, weight: number): void {
    for (const [key, entry] of this.#entries) {
      if (this.#entries.size <= documents && this.#weight <= weight) return;
      if (entry.dirty) continue;
      this.#entries.delete(key);
      this.#hold(entry, NOBODY);
      this.#weight -= entry.weight;
    }
  }

  /** `keys` are those of `keysOf`. At an erasure, documents that list the person are redacted after the projection's own handler. */
  apply(event: Envelope, keys: readonly string[]): void {
    const [only] = keys;
    const forgotten = forgottenIn(event as { type: string; data: object });
    // Nearly every event touches one document: a fast path that gathers nothing first.
    if (only !== undefined && keys.length === 1 && forgotten === null) {
      const next = this.#evolved(event, only);
      if (next) this.#accept(next, event.position);
      return;
    }
    const next: Next[] = [];
    for (const key of keys) {
      const one = this.#evolved(event, key);
      if (one) next.push(one);
    }
    if (forgotten !== null && this.#code.persons) this.#redact(forgotten, event, next);
    for (const one of next) this.#accept(one, event.position);
  }

  /** Null where the event changes nothing, or is already part of the document. */
  #evolved(event: Envelope, key: string): Next | null {
    const entry = this.#entries.get(key);
    if (!entry) throw new Error(`${this.projection.name}: document ${key} was not loaded`);
    if (entry.position !== null && event.position <= entry.position) {
      entry.notices ??= this.#noticesOf(entry.doc, key);
      entry.repeated = true;
      this.#touch(entry);
      return null;
    }
    const handler = this.#code.on[event.type];
    const own = handler?.inPlace === true;
    const before = own && entry.doc !== null && !entry.own ? copied(entry.doc) : entry.doc;
    const doc = handler?.evolve(before, event, key) ?? null;
    return doc === entry.doc && (doc === null || !own) ? null : this.#next(entry, doc, own);
  }

  #accept({ entry, doc, own, persons, notices }: Next, position: Position): void {
    this.#touch(entry);
    this.#hold(entry, persons);
    entry.doc = doc;
    entry.own = own;
    entry.notices = notices;
    entry.version++;
    entry.position = position;
    entry.dirty = true;
  }

  #next(entry: Entry, doc: Doc | null, own: boolean): Next {
    // A document that was changed in place has been through here since it was loaded: these are known then.
    entry.notices ??= this.#noticesOf(entry.doc, entry.key);
    return { entry, doc, own, persons: this.#persons(doc, entry.key), notices: this.#noticesOf(doc, entry.key) };
  }

  #redact(person: string, event: Envelope, next: Next[]): void {
    const holders = new Set(this.#holders.get(person));
    for (const { entry, persons } of next) {
      if (persons.includes(person)) holders.add(entry);
      else holders.delete(entry);
    }
    for (const entry of holders) {
      if (entry.position !== null && event.position <= entry.position) continue;
      const index = next.findIndex((one) => one.entry === entry);
      const doc = next[index]?.doc ?? entry.doc;
      if (doc === null) continue;
      if (!this.#code.redact) throw new Error(`${this.projection.name} lists persons but cannot redact`);
      const redacted = this.#next(entry, this.#code.redact(doc, person, entry.key), false);
      if (index < 0) next.push(redacted);
      else next[index] = redacted;
    }
  }

  #persons(doc: Doc | null, key: string): readonly string[] {
    return doc === null ? NOBODY : (this.#code.persons?.(doc, key) ?? NOBODY);
  }

  #hold(entry: Entry, persons: readonly string[]): void {
    const { persons: before } = entry;
    if (before === persons || sameTexts(before, persons)) return;
    entry.persons = persons;
    for (const person of before) {
      const holders = this.#holders.get(person);
      holders?.delete(entry);
      if (holders?.size === 0) this.#holders.delete(person);
    }
    for (const person of persons) {
      const holders = this.#holders.get(person);
      if (holders) holders.add(entry);
      else this.#holders.set(person, new Set([entry]));
    }
  }

  /** Measured again only once it has had as many events more: a document that grows is counted at half its size at worst. */
  #weigh(entry: Entry): void {
    if (!this.#options.weighed) return;
    if (entry.doc !== null && entry.weight > 0 && entry.version < 2 * entry.weighed) return;
    entry.weighed = entry.version;
    this.#weight -= entry.weight;
    entry.weight = entry.doc === null ? 0 : sizeOf(entry.doc as JsonObject);
    this.#weight += entry.weight;
  }

  #touch(entry: Entry): void {
    if (entry.touched) return;
    entry.touched = true;
    this.#touched.push(entry);
    entry.noticesBefore = entry.notices ?? NO_NOTICES;
  }

  /** Null where there are no followers. */
  #noticesOf(doc: Doc | null, key: string): readonly Notice[] | null {
    if (!this.#options.push || doc === null || !this.#code.topics) return null;
    return this.#code.topics(key, doc).map(({ topic, id = key, view, about }) => ({ topic, id, about, ...(view && { view: view(doc) }) }));
  }

  /** Documents changed since the last drain, and the changes for their followers. The set stays loaded. */
  drain(): Omit<Folded, 'poison'> {
    const writes: DocWrite[] = [];
    let growth = 0;
    const changes: NewChange[] = [];
    let reset = false;
    for (const entry of this.#touched) {
      const { key, doc, version, position, persons } = entry;
      if (position === null) continue;
      if (entry.dirty) {
        writes.push({ key, version, position, doc, persons });
        growth += Number(doc !== null) - Number(entry.existed);
        this.#weigh(entry);
      }
      if (this.#options.push) {
        changes.push(...changesOf(entry, position));
        // The last view that followers of a deleted document got is no longer known.
        reset ||= entry.repeated && doc === null;
      }
      entry.existed = doc !== null;
      // What is written has it now.
      entry.own = false;
      entry.touched = false;
      entry.dirty = false;
      entry.repeated = false;
    }
    this.#touched.length = 0;
    return { writes, growth, changes: changes.sort(inOrder), reset };
  }
}

function sameTexts(some: readonly string[], others: readonly string[]): boolean {
  if (some.length !== others.length) return false;
  for (let i = 0; i < some.length; i++) if (some[i] !== others[i]) return false;
  return true;
}

/** A copy of JSON that shares nothing with it. */
function copied<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copied) as T;
  // fromEntries defines own properties: a key `__proto__` stays a key.
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copied(part)])) as T;
}

const nameOf = ({ topic, id }: Pick<Notice, 'topic' | 'id'>) => `${topic}\u0000${id}`;

function changesOf({ notices, noticesBefore, version, repeated }: Entry, position: Position): NewChange[] {
  // Where an earlier run wrote the document, what the event changed is no longer known.
  const unchanged = ({ topic, id, about }: Notice) =>
    !repeated && about !== undefined && noticesBefore.some((one) => one.topic === topic && one.id === id && one.about === about);
  const changes = new Map<string, NewChange>();
  const add = ({ topic, id, about: _, ...rest }: Notice, op: 'put' | 'del') => {
    const name = nameOf({ topic, id });
    if (!changes.has(name)) changes.set(name, { topic, id, version, op, position, ...rest });
  };
  for (const one of notices ?? []) add(one, 'put');
  for (const { topic, id } of noticesBefore) add({ topic, id }, 'del');
  for (const one of notices ?? []) if (unchanged(one)) changes.delete(nameOf(one));
  return [...changes.values()];
}

export interface Folded {
  writes: DocWrite[];
  /** Documents created minus documents deleted. */
  growth: number;
  /** One for each touched document and topic, in the order of the log. */
  changes: NewChange[];
  /** Followers of the projection's topics must read again: a deletion was repeated whose topics are no longer known. */
  reset: boolean;
  /** The first event that could not be folded; writes and changes stop before it. */
  poison: { event: Envelope; error: unknown } | null;
}

/**
 * Folds decoded events, in log order, into documents. `loaded` has every existing document that the events touch (see `keysOf`).
 * `push` false leaves changes out.
 */
export function fold(projection: AnyProjection, events: readonly Envelope[], loaded: ReadonlyMap<string, DocState>, push: boolean): Folded {
  const set = new WorkingSet(projection, { push, weighed: false });
  for (const [key, stored] of loaded) set.admit(key, stored);
  let poison: Folded['poison'] = null;
  for (const event of events) {
    try {
      const keys = keysOf(projection, event);
      for (const key of keys) if (!set.has(key)) set.admit(key, null);
      set.apply(event, keys);
    } catch (error) {
      poison = { event, error };
      break;
    }
  }
  return { ...set.drain(), poison };
}

/** By position; items of equal position keep their order. */
export const inOrder = (a: NewChange, b: NewChange): number => (a.position < b.position ? -1 : a.position > b.position ? 1 : 0);
