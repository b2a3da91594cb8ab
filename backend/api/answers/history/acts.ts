import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Actor, Envelope } from '../../../../events/define.ts';
import type { EventLog } from '../../../../events/log.ts';
import type { Position } from '../../../../events/store/port.ts';
import { NO_REASON } from '../../contract/common.ts';

/** What somebody did at once: the events that one request wrote to the streams of one thing, in the order of the log. */
export interface Act {
  /** The same for all that followed from one request. */
  id: string;
  at: string;
  actor: Actor;
  position: Position;
  events: Envelope[];
}

/** A long history is gone through so many events at a time; between them the loop is others'. */
const STRETCH = 250;
export const breathe = async (index: number): Promise<void> => {
  if (index % STRETCH === STRETCH - 1) await nextTurn();
};

/** Streams are read so many at once. */
const TOGETHER = 16;

/** The events of some streams in the order of the log. Their words are what the codec gives: of the erased, nothing. */
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

/** Oldest first. */
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

/** Why it was done, where somebody said so; null where nobody did, or who said it is erased. */
export async function reasonOf(log: EventLog, { events }: Act): Promise<string | null> {
  for (const { meta } of events) {
    const reason = await log.reasonOf(meta);
    if (reason !== null && reason !== NO_REASON) return reason;
  }
  return null;
}
