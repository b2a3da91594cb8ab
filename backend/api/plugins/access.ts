import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { ReadKind } from '../../../events/access.ts';
import { schoolDay } from '../../../events/calendar.ts';
import type { Actor, Origin } from '../../../events/define.ts';
import type { StreamEvent } from '../../../events/registry.ts';
import type { Commands } from '../../commands/kernel/handle.ts';
import { access, noveltyOf } from '../../commands/operations/access.ts';

/** Records who was refused what, and who read other people's data. */

/** Refusals that no learner meets by normal use (unlike a plan, or a locked module): somebody asked for what is not theirs. */
const REFUSED: ReadonlySet<string> = new Set([
  ...['FORBIDDEN', 'SCOPE_MISSING', 'NOT_FOR_KEYS', 'VIEW_ONLY', 'AUDIENCE_NOT_OWN', 'WRONG_PASSWORD'],
]);
const HOUR_MS = 60 * 60_000;
/** The most different calls that one sum names. */
const CALLS = 20;
/** The most people whose sums are open at once; beyond, the oldest sum is written and ends. */
const OPEN = 5_000;
const LOOK_MS = 5 * 60_000;

interface Caller {
  userId: number;
  role: Actor['role'];
}
interface Sum {
  kind: 'refused' | 'read';
  caller: Caller;
  /** Epoch milliseconds. */
  since: number;
  count: number;
  /** As far as an event says it. */
  recorded: number;
  calls: Map<string, number>;
  origin: Origin | undefined;
}

export type Access = ReturnType<typeof createAccess>;

/**
 * Refusals are summed by person and hour: an event at the first, the tenth, the hundredth and so on, and one for the rest when the hour is over. So
 * nobody makes the log grow by being refused: at most seven events an hour, whatever they try. A process that is killed loses what came after the last
 * of these.
 */
export function createAccess({ commands, clock, logger }: { commands: Commands; clock: () => Date; logger: Pick<Logger, 'warn'> }) {
  const sums = new Map<string, Sum>();

  const keep = async (sum: Sum): Promise<void> => {
    const { kind, caller, since, count, calls, origin } = sum;
    if (count === sum.recorded) return;
    sum.recorded = count;
    const data = { userId: caller.userId, since: new Date(since).toISOString(), count };
    const most = [...calls].sort(([, one], [, other]) => other - one);
    const named = most.map(([name, times]) => ({ call: name.split(' ')[0] ?? '', code: name.split(' ')[1] ?? '', count: times }));
    const event: StreamEvent<'access'> =
      kind === 'refused' ? { type: 'AccessRefused', data: { ...data, calls: named } } : { type: 'PersonalDataCounted', data };
    const commandId = randomUUID();
    const context = { commandId, correlationId: commandId, causationId: commandId, actor: caller, now: clock(), ...(origin && { origin }) };
    await commands.handle(access, caller.userId, { type: 'note', event }, context).catch((error: unknown) => {
      // Is part of the next sum.
      sum.recorded = 0;
      logger.warn({ err: error, userId: caller.userId }, 'what was refused could not be recorded');
    });
  };
  const end = async (name: string, sum: Sum): Promise<void> => {
    sums.delete(name);
    await keep(sum);
  };
  const count = (kind: Sum['kind'], caller: Caller, what: string, origin: Origin | undefined): void => {
    const now = clock().getTime();
    const name = `${kind} ${caller.userId}`;
    const before = sums.get(name);
    if (before && now - before.since >= HOUR_MS) void end(name, before);
    const sum = sums.get(name) ?? { kind, caller, since: now, count: 0, recorded: 0, calls: new Map(), origin };
    if (!sums.has(name) && sums.size >= OPEN) {
      const [oldest] = sums;
      if (oldest) void end(...oldest);
    }
    sums.set(name, sum);
    sum.count++;
    if (sum.calls.has(what) || sum.calls.size < CALLS) sum.calls.set(what, (sum.calls.get(what) ?? 0) + 1);
    if (Number.isInteger(Math.log10(sum.count))) void keep(sum);
  };
  const timer = setInterval(() => {
    const now = clock().getTime();
    for (const [name, sum] of sums) if (now - sum.since >= HOUR_MS) void end(name, sum);
  }, LOOK_MS);
  timer.unref();

  return {
    /** Counts a refusal, where it is one. */
    refused(caller: Caller, call: string, code: string, origin: Origin | undefined): void {
      if (REFUSED.has(code)) count('refused', caller, `${call} ${code}`, origin);
    },
    /** Resolves once it is on record that this person reads data of that one: nothing is answered before. */
    async reads(caller: Caller, personId: number, what: ReadKind, origin: Origin | undefined): Promise<void> {
      const now = clock();
      const { userId } = caller;
      const command = { type: 'read', userId, personId, what, day: schoolDay(now.toISOString()) } as const;
      const { state } = await commands.load(access, userId);
      const novelty = noveltyOf(state, command);
      if (novelty === 'beyond') count('read', caller, what, origin);
      if (novelty !== 'new') return;
      const commandId = randomUUID();
      const context = { commandId, correlationId: commandId, causationId: commandId, actor: caller, now, ...(origin && { origin }) };
      await commands.handle(access, userId, command, context);
    },
    /** Writes the counts that no event has yet. */
    async close(): Promise<void> {
      clearInterval(timer);
      await Promise.all(Array.from(sums, ([name, sum]) => end(name, sum)));
    },
  };
}
