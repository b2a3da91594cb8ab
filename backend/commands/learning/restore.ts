import { readdirSync } from 'node:fs';
import type { Position } from '../../../events/store/port.ts';
import { type PersonParts, streamOf, streams, streamsOfPerson } from '../../../events/streams.ts';
import type { Decided, Decider } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived } from '../kernel/handle.ts';
import type { Restoration, RestoreServices, Step } from './restoration.ts';

const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.ts') && !file.startsWith('restor'));
const modules = await Promise.all(files.map((file) => import(new URL(file, import.meta.url).href) as Promise<{ restoration?: unknown }>));
const order = Object.keys(streams);

/** What the files of this folder export as `restoration`, in the order of the catalogue of streams: one for each that it calls restored. */
export const restorations: readonly Restoration<unknown>[] = modules
  .flatMap(({ restoration }) => (restoration ? [restoration as Restoration<unknown>] : []))
  .sort((a, b) => order.indexOf(a.decider.category) - order.indexOf(b.decider.category));

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
   * Brings what the catalogue calls restored of a person's streams back to how it stood at a time (ISO UTC), by the commands that their own clicks would
   * run. What no command takes back stays. Repeating it does nothing more. Answers where it was written last; null when nothing was.
   */
  return async (parts: PersonParts, at: string, context: CommandContext): Promise<Position | null> => {
    let last: Position | null = null;
    const run = async ({ run, parts }: Step, stream: string) => {
      try {
        const { position } = await run(derived(context, 'restore', stream, ...parts));
        if (position !== null && (last === null || position > last)) last = position;
      } catch (error) {
        // The course is not what it was: what it has no place for any more stays as it is.
        if (!(error instanceof DomainError)) throw error;
      }
    };
    const atTheEnd: [Step, string][] = [];
    for (const one of restorations)
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
