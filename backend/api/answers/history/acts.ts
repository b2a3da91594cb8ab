import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Actor, Envelope } from '../../../../events/define.ts';
import type { EventLog } from '../../../../events/log.ts';
import type { Position } from '../../../../events/store/port.ts';
import { NO_REASON } from '../../contract/common.ts';

/** What an act undid: everything since a version, or one other act. */
export type Restored = { to: number | null; undone: string | null } | null;
/** What is known of an act without its events. */
export interface ActBrief {
  /** The `correlationId`, shared by everything that followed from one request. */
  id: string;
  at: string;
  actor: Actor;
  position: Position;
  restored: Restored;
}
/** An act: the events that one request wrote to the streams of one thing, in the order of the log. */
export interface Act extends ActBrief {
  events: Envelope[];
}
/** What an event says that it undoes, or the version of a course that it restored. */
export const undoneBy = ({ type, data, meta }: Envelope): Restored => {
  if (type !== 'CourseVersionRestored') return meta.undoes === undefined ? null : { to: null, undone: meta.undoes };
  const { to, undone } = data as { to: number; undone: string | null };
  return { to, undone };
};
export const inOrder = (a: Envelope, b: Envelope): number =>
  a.position < b.position ? -1 : a.position > b.position ? 1 : a.version - b.version;

/** How many events of a long history are processed before the event loop gets a turn. */
const STRETCH = 250;
export const breathe = async (index: number): Promise<void> => {
  if (index % STRETCH === STRETCH - 1) await nextTurn();
};

/** How many streams are read at once. */
const TOGETHER = 16;

/** The events of some streams in the order of the log, or of each from a number on. Their words are what the codec gives: of the erased, nothing. */
export async function eventsOf(log: EventLog, streams: readonly (string | { stream: string; from: number })[]): Promise<Envelope[]> {
  const found: Envelope[] = [];
  for (let at = 0; at < streams.length; at += TOGETHER)
    await Promise.all(
      streams.slice(at, at + TOGETHER).map(async (one) => {
        const { stream, from } = typeof one === 'string' ? { stream: one, from: 0 } : one;
        for await (const event of log.readStream(stream, from, undefined, 'where lost')) {
          await breathe(found.push(event));
        }
      }),
    );
  return found.sort(inOrder);
}

/** Oldest first. */
export function actsOf(events: readonly Envelope[]): Act[] {
  const acts = new Map<string, Act>();
  for (const event of events) {
    const { correlationId: id, actor, occurredAt: at } = event.meta;
    const act = acts.get(id) ?? { id, at, actor, position: event.position, restored: null, events: [] };
    act.restored ??= undoneBy(event);
    act.events.push(event);
    acts.set(id, act);
  }
  return [...acts.values()];
}

/** The reason given for an act; null where none was, or its author is erased. */
export async function reasonOf(log: EventLog, { events }: Act): Promise<string | null> {
  for (const { meta } of events) {
    const reason = await log.reasonOf(meta);
    if (reason !== null && reason !== NO_REASON) return reason;
  }
  return null;
}
