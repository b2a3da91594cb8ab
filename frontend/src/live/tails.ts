/** A position of the school's log. Opaque; later ones sort after earlier ones as strings. */
export type Position = string;
export interface Change {
  position: Position;
  topic: string;
  id: string;
  version: number;
  op: 'put' | 'patch' | 'del';
  data?: Record<string, unknown>;
}
export const later = (a: Position | null, b: Position | null): Position | null => (a === null || (b !== null && b > a) ? b : a);

const TAIL = 500;
/** A topic that is followed, with its last changes. */
export interface Topic {
  followers: Set<Follower>;
  tail: Change[];
  /** Position of the last change that fell out of the tail. */
  lost: Position | null;
  last: Position | null;
}
/** `late`: changes with an older position that are sent only now (of a projection that was halted, or outside the log); only their version orders them. */
export type OnChanges = (changes: Change[], late: Change[]) => void;
export interface Follower {
  onChanges: OnChanges;
}

export const emptyTopic = (): Topic => ({ followers: new Set(), tail: [], lost: null, last: null });

export function emptyTail(topic: Topic): void {
  topic.tail = [];
  topic.lost = topic.last = null;
}

/** Stores the changes of a batch that follows `prev`, and passes them to the followers of their topics. `held`: the position up to which everything was received. */
export function deliver(topics: ReadonlyMap<string, Topic>, items: readonly Change[], prev: Position | null, held: Position | null): void {
  const byFollower = new Map<Follower, { changes: Change[]; late: Change[] }>();
  const ends = new Map<Topic, Position>();
  for (const change of items) {
    const topic = topics.get(change.topic);
    if (!topic) continue;
    // Where the chain continues exactly, nothing in it was sent before; where it was sent again from further back, known changes are left out.
    const late = prev !== null && prev === held && change.position <= prev;
    if (!late) {
      if (topic.last !== null && change.position <= topic.last) continue; // by topic: one may be replayed alone
      ends.set(topic, later(ends.get(topic) ?? null, change.position) ?? change.position);
      topic.tail.push(change);
      if (topic.tail.length > TAIL) topic.lost = topic.tail.shift()?.position ?? null;
    }
    for (const follower of topic.followers) {
      const parts = byFollower.get(follower) ?? { changes: [], late: [] };
      parts[late ? 'late' : 'changes'].push(change);
      byFollower.set(follower, parts);
    }
  }
  for (const [topic, position] of ends) topic.last = position;
  for (const [follower, { changes, late }] of byFollower) follower.onChanges(changes, late);
}

/** Changes of these topics after a position, in order; null where they are no longer all kept. */
export function changesAfter(topics: ReadonlyMap<string, Topic>, wanted: Iterable<string>, position: Position): Change[] | null {
  const found: Change[] = [];
  for (const name of wanted) {
    const topic = topics.get(name);
    if (topic?.lost && topic.lost > position) return null;
    found.push(...(topic?.tail.filter((change) => change.position > position) ?? []));
  }
  return found.sort((a, b) => (a.position < b.position ? -1 : a.position > b.position ? 1 : 0));
}
