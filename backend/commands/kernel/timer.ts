import { uuid5 } from '../../../events/ids.ts';
import { pause } from '../../../events/store/subscription.ts';
import type { Vault, VaultRecord } from '../../integrations/vault/port.ts';
import { DomainError } from './errors.ts';
import type { CommandContext } from './handle.ts';

/** A deadline: an action at a time, stored in the vault until it is done. `thing` names it; the same thing and time are the same deadline. */
export interface Deadline {
  thing: string;
  /** ISO UTC. */
  due: string;
  kind: string;
  data: Readonly<Record<string, string | number | null>>;
}

export type Timer = ReturnType<typeof createTimer>;

export type DeadlineAction = (deadline: Deadline, context: CommandContext) => Promise<void>;

/** As stored: with the epoch of the lease under which it was started. */
type Kept = Deadline & { epoch?: number };

const PAGE = 200;
/** Deadlines run concurrently up to this number, so that a slow one (an outside that does not answer, an export) delays none of the others. */
const AT_ONCE = 8;
/** While some deadlines are still running, new ones that become due are looked for at this interval, in milliseconds. */
const AGAIN_MS = 1_000;

/**
 * What a deadline is about is not in the log, which has lost its end since: it would be refused at each look for ever. Should it come again, so does its
 * deadline. An account that is not found may be inactive for a while.
 */
const isGone = (error: unknown): boolean =>
  error instanceof DomainError && error.code.endsWith('_NOT_FOUND') && error.code !== 'USER_NOT_FOUND';

/** One timer serves all deadlines. The command id is derived from (thing, due time), so a deadline that is met twice acts once. */
export function createTimer(vault: Vault, actions: Readonly<Record<string, DeadlineAction | undefined>>) {
  let working: Promise<number> | null = null;

  const act = async (deadline: Deadline, now: Date): Promise<void> => {
    const commandId = uuid5('timer', deadline.thing, deadline.due);
    await actions[deadline.kind]?.(deadline, {
      commandId,
      correlationId: commandId,
      causationId: commandId,
      actor: { userId: null, role: 'system' },
      now,
    });
  };

  const meet = async ({ key, value, revision }: VaultRecord<Kept>, now: Date, epoch: number | undefined): Promise<boolean> => {
    const { epoch: begun = 0, ...deadline } = value;
    if (epoch !== undefined) {
      if (begun > epoch) return false;
      if (!(await vault.replace<Kept>('deadlines', key, revision, { ...deadline, epoch }))) return false;
    }
    await act(deadline, now).catch((error: unknown) => {
      if (!isGone(error)) throw error;
    });
    await vault.remove('deadlines', key);
    return true;
  };

  const work: Timer['tick'] = async (now, lease) => {
    const failures: unknown[] = [];
    let done = 0;
    /** By their keys; each is tried once in a run. */
    const met = new Set<string>();
    const running = new Set<Promise<void>>();
    const begin = (record: VaultRecord<Kept>, at: Date): void => {
      met.add(record.key);
      const one = meet(record, at, lease?.epoch)
        .then((mine) => {
          if (mine) done++;
        })
        .catch((error: unknown) => {
          failures.push(error);
        })
        .finally(() => running.delete(one));
      running.add(one);
    };
    const beginDue = async (at: Date): Promise<void> => {
      const limit = at.toISOString();
      let after: string | undefined;
      for (let more = true; more; ) {
        const page = await vault.list<Kept>('deadlines', '', { limit: PAGE, ...(after !== undefined && { after }) });
        const due = page.filter(({ value }) => value.due <= limit);
        more = due.length === PAGE;
        after = page.at(-1)?.key;
        for (const record of due) {
          if (met.has(record.key)) continue;
          while (running.size >= AT_ONCE) await Promise.race(running);
          if (lease?.signal.aborted) return;
          begin(record, at);
        }
      }
    };
    let fault: { error: unknown } | null = null;
    for (let waited = 0; ; waited += AGAIN_MS) {
      // Where the vault does not answer, the running action is still waited for: it must not be started a second time beside itself.
      if (!lease?.signal.aborted && !fault)
        await beginDue(new Date(now.getTime() + waited)).catch((error: unknown) => {
          fault = { error };
        });
      if (running.size === 0) break;
      const ended = new AbortController();
      await Promise.race([Promise.all(running), pause(AGAIN_MS, ended.signal)]);
      ended.abort();
      if (running.size === 0) break;
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} deadlines could not be met`);
    if (fault) throw (fault as { error: unknown }).error;
    return done;
  };

  const schedule = (deadline: Deadline): Promise<void> => vault.put<Deadline>('deadlines', `${deadline.due}|${deadline.thing}`, deadline);

  return {
    schedule,
    /**
     * What is due already is done now and never stored: for callers that are called again when it fails, as reactors are.
     * Errors: those of the action.
     */
    scheduleOrAct: (deadline: Deadline, now: Date): Promise<void> =>
      deadline.due <= now.toISOString() ? act(deadline, now) : schedule(deadline),
    /**
     * Does all that is due at `now`; a deadline is deleted only after its action succeeded. Returns how many were done.
     * A failed one is kept and does not delay the others; failures are thrown together at the end (AggregateError).
     * A call during a run waits for that run: nothing is started twice, and what becomes due meanwhile is started by it. `lease` is the one under which the process acts:
     * once it is lost nothing more is started, and a deadline that a later holder has started is left to it.
     */
    tick(now: Date, lease?: { epoch: number; signal: AbortSignal }): Promise<number> {
      working ??= work(now, lease).finally(() => {
        working = null;
      });
      return working;
    },
  };
}
