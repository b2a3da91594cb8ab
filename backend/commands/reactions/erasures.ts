import type { Envelope } from '../../../events/define.ts';
import { uuid5 } from '../../../events/ids.ts';
import type { EventLog } from '../../../events/log.ts';
import type { EventStore, Recorded } from '../../../events/store/port.ts';
import type { Erasure, ErasureLedger } from '../../integrations/erasures/port.ts';
import type { Accounts } from '../identity/accounts.ts';
import type { CommandContext } from '../kernel/handle.ts';
import type { Reactor } from '../kernel/reactor.ts';
import type { Leads } from '../site/leads.ts';

/** The events that erase a person, or a lead. */
export const ERASURES: readonly string[] = ['UserErased', 'LeadErased'];

/** The id of a stream's first event; null where there is none. */
async function firstOf(store: EventStore, stream: string): Promise<string | null> {
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

/** Records erasures of a ledger that the log of a restored backup lacks. Returns how many people and leads they were. */
export async function eraseAgain(
  { accounts, leads, log }: { accounts: Pick<Accounts, 'govern'>; leads: Pick<Leads, 'erase'>; log: Pick<EventLog, 'store'> },
  erasures: readonly Erasure[],
  now: Date,
): Promise<number> {
  const known = new Set<string>();
  for await (const { stream } of log.store.readAll(null, { types: ERASURES })) known.add(stream);
  let erased = 0;
  for (const { stream, first, at } of erasures) {
    // The backup does not have the stream, or somebody else has that number in it.
    if (known.has(stream) || (await firstOf(log.store, stream)) !== first) continue;
    const commandId = uuid5('erasure after the backup', stream, first);
    const context: CommandContext = {
      ...{ commandId, correlationId: commandId, causationId: commandId, now },
      actor: { userId: null, role: 'system' },
      reason: `restored from a backup that was older than the erasure of ${at}`,
    };
    const id = stream.slice(stream.indexOf('-') + 1);
    if (stream.startsWith('user-')) await accounts.govern(Number(id), { type: 'erase' }, context);
    else await leads.erase(id, context);
    known.add(stream);
    erased++;
  }
  return erased;
}

/** Maintains the ledger of erasures. */
export function erasureReactor(store: EventStore, ledger: ErasureLedger): Reactor {
  const keep = async ({ stream, meta }: Envelope) => {
    const erasure = await erasureOf(store, stream, meta.occurredAt);
    if (erasure) await ledger.note(erasure);
  };
  return { name: 'erasures', on: Object.fromEntries(ERASURES.map((type) => [type, keep])) };
}
