import type { Position } from '../../../events/store/port.ts';
import { type PersonParts, streamOf, streamsOfPerson } from '../../../events/streams.ts';
import type { Decided, Decider } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived } from '../kernel/handle.ts';
import { type Restoration, type RestoreServices, restorations, type Step } from './restorations.ts';

export function createRestore(commands: Commands, services: Omit<RestoreServices, 'commands'>) {
  const stateAt = async <S>({ decider }: Restoration<S>, stream: string, at: string): Promise<S> => {
    let state = decider.initial();
    for await (const event of commands.log.readStream(stream)) {
      if (event.meta.occurredAt > at) break;
      state = decider.evolve(state, event as unknown as never);
    }
    return state;
  };
  const stateNow = async <S>({ decider }: Restoration<S>, id: string): Promise<S> =>
    (await commands.load(decider as unknown as Decider<S, never, Decided<never>>, id)).state;

  /**
   * Brings a person's streams that the catalogue calls restored back to their state at a time (ISO UTC), by the same commands that the person's
   * clicks would run. What no command can undo stays. A repeat does nothing. Returns the position of the last write; null where there was none.
   */
  return async (parts: PersonParts, at: string, context: CommandContext): Promise<Position | null> => {
    let last: Position | null = null;
    const run = async ({ run, parts }: Step, stream: string) => {
      try {
        const { position } = await run(derived(context, 'restore', stream, ...parts));
        if (position !== null && (last === null || position > last)) last = position;
      } catch (error) {
        // The course has changed: what it no longer has a place for stays as it is.
        if (!(error instanceof DomainError)) throw error;
      }
    };
    const atTheEnd: [Step, string][] = [];
    for (const one of Object.values(restorations) as Restoration<unknown>[])
      for (const stream of streamsOfPerson(parts, [one.decider.category])) {
        const id = stream.slice(streamOf(one.decider.category).length);
        const courseId = Number(id.split('_')[1] ?? 0);
        const steps = one.steps(
          await stateAt(one, stream, at),
          await stateNow(one, id),
          { userId: parts.userId, courseId },
          { ...services, commands },
        );
        for (const step of steps) {
          if (step.last) atTheEnd.push([step, stream]);
          else await run(step, stream);
        }
      }
    for (const [step, stream] of atTheEnd) await run(step, stream);
    return last;
  };
}

export type Restore = ReturnType<typeof createRestore>;
