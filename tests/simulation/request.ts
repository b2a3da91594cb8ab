import { DomainError } from '../../backend/commands/kernel/errors.ts';
import type { CommandContext } from '../../backend/commands/kernel/handle.ts';
import { PersonErased } from '../../events/privacy.ts';
import { StoreUnavailable } from '../../events/store/port.ts';
import type { Api } from './node.ts';
import type { School } from './school.ts';
import type { Process } from './world.ts';

/** What became of a call: answered, refused by a rule, or nobody knows (the client has no answer, or a 503). */
export type Outcome<T> = { kind: 'done'; value: T } | { kind: 'refused'; code: string } | { kind: 'unknown' };

const PATIENCE_MS = 6_000;

/** Errors that mean: ask again later. Any other is a fault of the code. */
const passing = (error: unknown): boolean =>
  error instanceof StoreUnavailable || (error instanceof DomainError && error.code === 'CONFLICT') || (error as Error).name === 'NotBuilt';

/** One call of a client to any node that is up, over a network that delays and loses. Never throws. */
export function call<T>(school: School, client: Process, what: string, work: (api: Api) => Promise<T>): Promise<Outcome<T>> {
  const { world, trace } = school;
  const { random } = world;
  return new Promise((resolve) => {
    let settled = false;
    const settle = (outcome: Outcome<T>) => {
      if (settled) return;
      settled = true;
      trace.add(`${world.now.toFixed(2)} ${client.name} ${what}: ${outcome.kind}${outcome.kind === 'refused' ? ` ${outcome.code}` : ''}`);
      resolve(outcome);
    };
    const node = school.anyNode();
    world.after(PATIENCE_MS, client, () => settle({ kind: 'unknown' }));
    if (!node?.api) {
      world.after(100 + random.below(400), client, () => settle({ kind: 'unknown' }));
      return;
    }
    const { api, process } = node;
    const lost = school.faults().failAfter > 0 && random.chance(0.02);
    const back = (outcome: Outcome<T>) => {
      const { restores } = school;
      // What a school says that a backup takes the place of meanwhile is of another one.
      if (!lost) world.after(0.5 + random.next() * 4, client, () => settle(restores === school.restores ? outcome : { kind: 'unknown' }));
    };
    world.after(0.5 + random.next() * 4, process, () => {
      work(api).then(
        (value) => back({ kind: 'done', value }),
        (error: unknown) => {
          if (passing(error)) return back({ kind: 'unknown' });
          if (error instanceof DomainError) return back({ kind: 'refused', code: error.code });
          if (error instanceof PersonErased) return back({ kind: 'refused', code: 'USER_ERASED' });
          world.uncaught.push({ process: process.name, error });
          back({ kind: 'unknown' });
        },
      );
    });
  });
}

/** A command, sent again under the same id until it is answered, as a browser's retry with its Idempotency-Key is. */
export async function command<T>(
  school: School,
  client: Process,
  what: string,
  actor: CommandContext['actor'],
  work: (api: Api, context: CommandContext) => Promise<T>,
  attempts = 4,
): Promise<Outcome<T> & { commandId: string }> {
  const commandId = school.world.as(client, () => crypto.randomUUID());
  for (let attempt = 1; ; attempt++) {
    const outcome = await call(school, client, what, (api) =>
      work(api, { commandId, correlationId: commandId, causationId: commandId, actor, now: new Date() }),
    );
    if (outcome.kind !== 'unknown' || attempt === attempts) return { ...outcome, commandId };
    await school.world.sleep(100 + school.world.random.below(1_500), client);
  }
}
