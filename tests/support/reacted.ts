import { HANDLED_KEY, type HandledTypes } from '../../backend/commands/kernel/reactor.ts';
import type { Position } from '../../events/store/port.ts';
import type { School } from './school.ts';
import { until } from './until.ts';

/** Resolves once the reactors of a school have handled everything in its log, and everything that followed from it. */
export async function reacted({ running }: Pick<School, 'running'>): Promise<void> {
  const { vault, commands } = running.deps;
  await until(
    async () => {
      const handled = (await vault.get<HandledTypes>('status', HANDLED_KEY))?.value;
      if (!handled) return false;
      for (const { reactor, types } of handled) {
        const kept = (await vault.get<{ position: Position | null }>('checkpoints', reactor))?.value.position ?? '';
        for await (const { position } of commands.log.readAll(null, { types, backwards: true, limit: 1 }))
          if (kept < position) return false;
      }
      return true;
    },
    'the reactors to be at rest',
    120_000,
  );
}
