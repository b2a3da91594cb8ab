import type { Envelope } from '../../../events/define.ts';
import type { EventStore, Recorded } from '../../../events/store/port.ts';
import type { Erasure, ErasureLedger } from '../../integrations/erasures/port.ts';
import type { Reactor } from '../kernel/reactor.ts';

/** The events that erase a person, or a lead. */
export const ERASURES: readonly string[] = ['UserErased', 'LeadErased'];

/** The id of a stream's first event; null where there is none. */
export async function firstOf(store: EventStore, stream: string): Promise<string | null> {
  for await (const { id } of store.readStream(stream)) return id;
  return null;
}

async function erasureOf(store: EventStore, stream: string, at: string): Promise<Erasure | null> {
  const first = await firstOf(store, stream);
  return first === null ? null : { stream, first, at };
}

/** Everything that the log has erased so far: for a new ledger. */
export async function pastErasures(store: EventStore): Promise<Erasure[]> {
  const past: Recorded[] = [];
  for await (const event of store.readAll(null, { types: ERASURES })) past.push(event);
  const erasures: Erasure[] = [];
  for (const { stream, metadata } of past) erasures.push(...[(await erasureOf(store, stream, String(metadata.occurredAt))) ?? []].flat());
  return erasures;
}

/** Maintains the ledger of erasures. */
export function erasureReactor(store: EventStore, ledger: ErasureLedger): Reactor {
  const keep = async ({ stream, meta }: Envelope) => {
    const erasure = await erasureOf(store, stream, meta.occurredAt);
    if (erasure) await ledger.note(erasure);
  };
  return { name: 'erasures', on: Object.fromEntries(ERASURES.map((type) => [type, keep])) };
}
