import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Actor, Envelope } from '../../../../events/define.ts';
import type { EventLog } from '../../../../events/log.ts';
import type { Position } from '../../../../events/store/port.ts';
import { NO_REASON } from '../../contract/common.ts';

/** An act: the events that one request wrote to the streams of one thing, in log order. */
export interface Act {
  /** The id shared by everything that followed from one request. */
  id: string;
  at: string;
  actor: Actor;
  position: Position;
  events: Envelope[];
}

/** How many events of a long history are processed before the loop gets a turn. */
const STRETCH = 250;
export const breathe = async (index: number): Promise<void> => {
  if (index % STRETCH === STRETCH - 1) await nextTurn();
};

/** How many streams are read at once. */
const TOGETHER = 16;

/** The events of some streams in log order, decoded: personal data of erased people read as null. */
export async function eventsOf(log: EventLog, streams: readonly string[]): Promise<Envelope[]> {
  const found: Envelope[] = [];
  for (let at = 0; at < streams.length; at += TOGETHER)
    await Promise.all(
      streams.slice(at, at + TOGETHER).map(async (stream) => {
        for await (const event of log.readStream(stream)) {
          await breathe(found.push(event));
        }
      }),
    );
  return found.sort((a, b) => (a.position < b.position ? -1 : a.position > b.position ? 1 : a.version - b.version));
}

/** The oldest first. */
export function actsOf(events: readonly Envelope[]): Act[] {
  const acts = new Map<string, Act>();
  for (const event of events) {
    const { correlationId: id, actor, occurredAt: at } = event.meta;
    const act = acts.get(id) ?? { id, at, actor, position: event.position, events: [] };
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
