import type { DeadLetter } from '../../commands/kernel/reactor.ts';
import { outcomeOf } from '../../commands/operations/chain.ts';
import { SWEEP_KEY, type Sweep } from '../../commands/reactions/files.ts';
import { TRACES_KEY, type TracesLeft } from '../../commands/reactions/traces.ts';
import { readOutbox } from '../../integrations/mail/outbox.ts';
import type { Deps } from '../deps.ts';

/** The most dead letters, and the most mails, that are listed. */
const LISTED = 20;

/**
 * What an operator has to look at: each with a `kind` and what that kind has. Asks every store; `failed` where one of them does not answer, with what was
 * found before.
 */
export async function findTroubles(deps: Deps): Promise<{ troubles: object[]; failed: boolean }> {
  const { answers, commands, reader, statuses, vault } = deps;
  const troubles: object[] = deps.damaged().map((one) => ({ kind: 'database', ...one }));
  try {
    await commands.log.store.head();
    await vault.writable();
    await answers.writable();
    for (const { name, state, lastError } of await statuses())
      if (state === 'halted' || state === 'failing' || state === 'paused')
        troubles.push({ kind: 'projection', name, state, error: lastError });
    for (const { value } of await vault.list<DeadLetter>('dead-letters', '', { limit: LISTED })) {
      const { reactor, eventType, position, error } = value;
      troubles.push({ kind: 'dead-letter', reactor, eventType, position, error });
    }
    const { last } = await deps.chain.state();
    if (last && outcomeOf(last) !== 'sound')
      troubles.push({ kind: 'log', outcome: outcomeOf(last), at: last.at, event: last.broken?.event ?? null });
    const [drill] = deps.backups.drills();
    if (drill && drill.cause !== null) troubles.push({ kind: 'drill', cause: drill.cause, at: drill.at, backup: drill.taken });
    const sweep = (await vault.get<Sweep>('status', SWEEP_KEY))?.value;
    if (sweep) troubles.push({ kind: 'files', ...sweep });
    const traces = (await vault.get<TracesLeft>('status', TRACES_KEY))?.value;
    if (traces) troubles.push({ kind: 'traces', ...traces });
    for (const { id, state, purpose, attempts, error } of (await readOutbox(vault, deps.clock().getTime())).rows.slice(0, LISTED))
      troubles.push({ kind: 'mail', id, state, purpose, attempts, error });
    await reader.checkpoint();
    return { troubles, failed: false };
  } catch {
    return { troubles, failed: true };
  }
}
