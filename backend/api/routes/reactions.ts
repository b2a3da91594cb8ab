import { type DeadLetter, lettersOf } from '../../commands/kernel/reactor.ts';
import { outcomeOf } from '../../commands/operations/chain.ts';
import { reactionOperations } from '../../commands/operations/reactions.ts';
import { SWEEP_KEY, type Sweep } from '../../commands/reactions/files.ts';
import { TRACES_KEY, type TracesLeft } from '../../commands/reactions/traces.ts';
import type { Call, Implement } from '../calls/implement.ts';
import { NO_REASON } from '../contract/common.ts';
import { type ReactionStatus, reactions } from '../contract/reactions.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

/** The most of one call: the rest waits for the next. */
const MOST_AT_ONCE = 500;
const motives = { another: 'otra-escuela', many: 'demasiados', swept: 'faltan' } as const;

/** What operators see of reactions that were given up. Nothing is done here: a retry is an event, which the reactor handles. */
export function reactionRoutes(implement: Implement, deps: Deps): void {
  const letters = deadLetters(deps);
  statusRoutes(implement, deps, letters);
  retryRoutes(implement, deps, letters);
}

const deadLetters = ({ vault }: Deps) => {
  /** Of one reactor, or of all. */
  const given = async (reactor?: string) => {
    const prefix = reactor === undefined ? '' : lettersOf(reactor);
    const found = await vault.list<DeadLetter>('dead-letters', prefix, { limit: MOST_AT_ONCE + 1 });
    return { letters: found.slice(0, MOST_AT_ONCE), mas: found.length > MOST_AT_ONCE };
  };
  const letterOf = async (id: string): Promise<DeadLetter> => {
    const letter = await vault.get<DeadLetter>('dead-letters', id);
    if (!letter) throw new ApiError('REACTION_NOT_FOUND');
    return letter.value;
  };
  /** What the same reactor gave up, up to this one. */
  const upTo = async (letter: DeadLetter): Promise<DeadLetter[]> => {
    const { letters } = await given(letter.reactor);
    return [...letters.map(({ value }) => value).filter(({ position }) => position < letter.position), letter];
  };
  return { given, letterOf, upTo };
};

type DeadLetters = ReturnType<typeof deadLetters>;

function statusRoutes(implement: Implement, { chain, damaged, vault }: Deps, { given, letterOf, upTo }: DeadLetters): void {
  implement(reactions.reactionStatus, {
    async handle(): Promise<ReactionStatus> {
      const { letters, mas } = await given();
      const sweep = (await vault.get<Sweep>('status', SWEEP_KEY))?.value;
      const traces = (await vault.get<TracesLeft>('status', TRACES_KEY))?.value;
      const { last } = await chain.state();
      return {
        filas: letters.map(({ key, value }) => ({
          id: key,
          reaccion: value.reactor,
          evento: value.eventType,
          posicion: value.position,
          error: value.error,
          intentos: value.attempts,
          fecha: value.at,
        })),
        mas,
        rastros: traces ? { desde: traces.since, intentos: traces.tries, error: traces.error } : null,
        archivos:
          sweep && (sweep.outcome !== 'swept' || sweep.missing)
            ? {
                motivo: motives[sweep.outcome],
                total: sweep.files,
                afectados: (sweep.outcome === 'swept' ? sweep.missing : sweep.strays) ?? 0,
              }
            : null,
        bases: damaged().map(({ file, since, error, missing = null, keys = null }) => ({
          ...{ archivo: file, desde: since, error, faltan: missing, llaves: keys },
        })),
        registro: last && outcomeOf(last) !== 'sound' ? { desde: last.at } : null,
      };
    },
  });
  implement(reactions.reactionDetail, {
    async handle({ params }) {
      const letter = await letterOf(params.reactionId);
      const { reactor, eventType, error, stack = null, stream, version } = letter;
      return {
        manejador: `${reactor} · ${eventType}`,
        error,
        pila: stack,
        evento: stream === undefined || version === undefined ? null : { flujo: stream, numero: version },
        hasta: (await upTo(letter)).length,
      };
    },
  });
}

/** Operators try them again, or leave them. */
function retryRoutes(implement: Implement, { commands }: Deps, { given, letterOf, upTo }: DeadLetters): void {
  const ask = async (type: 'retry' | 'skip', letters: readonly DeadLetter[], motivo: string | undefined | null, call: Call) => {
    const command = {
      type,
      letters: letters.map(({ reactor, position, eventId, eventType }) => ({ reactor, position, eventId, eventType })),
    } as const;
    if (letters.length > 0)
      call.wrote((await commands.handle(reactionOperations, 'reactions', command, call.context(motivo ?? NO_REASON))).position);
  };
  /** How many retries this very call asked for before its answer was lost; null: it did not. */
  const retried = async (call: Call): Promise<number | null> => {
    const context = call.context();
    if (!(await commands.isDone(reactionOperations, 'reactions', context))) return null;
    let found = 0;
    for await (const { metadata } of commands.log.store.readStream('operations-reactions'))
      if (metadata.commandId === context.commandId) found++;
    return found;
  };

  implement(reactions.retryReaction, {
    async handle({ params, body }, call) {
      const done = await retried(call);
      if (done !== null) return { message: 'Se intentará otra vez', reintentados: done };
      const letter = await letterOf(params.reactionId);
      const letters = body.hasta ? await upTo(letter) : [letter];
      await ask('retry', letters, body.motivo, call);
      return { message: 'Se intentará otra vez', reintentados: letters.length };
    },
  });
  implement(reactions.skipReaction, {
    async handle({ params, body }, call) {
      if (!(await commands.isDone(reactionOperations, 'reactions', call.context())))
        await ask('skip', [await letterOf(params.reactionId)], body.motivo, call);
      return { message: 'Descartado, con registro' };
    },
  });
  implement(reactions.retryAllReactions, {
    async handle({ body }, call) {
      const { letters, mas } = await given();
      const done = await retried(call);
      if (done !== null) return { message: 'Se intentarán otra vez', reintentados: done, mas };
      await ask(
        'retry',
        letters.map(({ value }) => value),
        body.motivo,
        call,
      );
      return { message: 'Se intentarán otra vez', reintentados: letters.length, mas };
    },
  });
}
