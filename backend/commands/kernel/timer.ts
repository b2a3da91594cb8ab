import { uuid5 } from '../../../events/ids.ts';
import type { Vault } from '../../integrations/vault/port.ts';
import type { CommandContext } from './handle.ts';

/** Something that is to happen at a time: kept in the vault until it did. `thing` names it; asking again for the same thing and time is the same deadline. */
export interface Deadline {
  thing: string;
  /** ISO UTC. */
  due: string;
  kind: string;
  data: Readonly<Record<string, string | number | null>>;
}

export interface Timer {
  schedule(deadline: Deadline): Promise<void>;
  /**
   * Does all that is due at `now`; a deadline is removed only after its action went well. Answers how many were done.
   * One that fails stays and does not hold up the others; what failed is thrown at the end (AggregateError).
   */
  tick(now: Date): Promise<number>;
}

export type DeadlineAction = (deadline: Deadline, context: CommandContext) => Promise<void>;

const PAGE = 200;

/** One timer serves all deadlines. The command id is made of (thing, due time), so a deadline met twice acts once. */
export function createTimer(vault: Vault, actions: Readonly<Record<string, DeadlineAction | undefined>>): Timer {
  return {
    schedule: (deadline) => vault.put<Deadline>('deadlines', `${deadline.due}|${deadline.thing}`, deadline),
    async tick(now) {
      const limit = now.toISOString();
      let done = 0;
      let after: string | undefined;
      const failures: unknown[] = [];
      const answer = () => {
        if (failures.length > 0) throw new AggregateError(failures, `${failures.length} deadlines could not be met`);
        return done;
      };
      for (;;) {
        const page = await vault.list<Deadline>('deadlines', '', { limit: PAGE, ...(after !== undefined && { after }) });
        for (const { key, value } of page) {
          if (value.due > limit) return answer();
          const commandId = uuid5('timer', value.thing, value.due);
          try {
            await actions[value.kind]?.(value, {
              commandId,
              correlationId: commandId,
              causationId: commandId,
              actor: { userId: null, role: 'system' },
              now,
            });
            await vault.remove('deadlines', key);
            done++;
          } catch (error) {
            failures.push(error);
          }
        }
        if (page.length < PAGE) return answer();
        after = page.at(-1)?.key;
      }
    },
  };
}
