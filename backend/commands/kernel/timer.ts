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
  /** Does all that is due at `now`; a deadline is removed only after its action went well. Answers how many were done. */
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
      for (;;) {
        const page = await vault.list<Deadline>('deadlines', '', { limit: PAGE, ...(after !== undefined && { after }) });
        for (const { key, value } of page) {
          if (value.due > limit) return done;
          const commandId = uuid5('timer', value.thing, value.due);
          await actions[value.kind]?.(value, { commandId, correlationId: commandId, causationId: commandId, actor: { userId: null, role: 'system' }, now });
          await vault.remove('deadlines', key);
          done++;
        }
        if (page.length < PAGE) return done;
        after = page.at(-1)?.key;
      }
    },
  };
}
