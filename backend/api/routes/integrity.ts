import type { Root, Verified } from '../../commands/operations/chain.ts';
import type { Implement } from '../calls/implement.ts';
import { integrityCalls as contract, type Integrity } from '../contract/integrity.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

const shown = ({ at, events, broken, kept, lost }: Verified): NonNullable<Integrity['ultima']> => ({
  fecha: at,
  hechos: events,
  roto: broken
    ? {
        clase: broken.kind === 'changed' ? 'cambiado' : 'faltante',
        sanos: broken.sound,
        evento: broken.event && {
          ...{ flujo: broken.event.stream, numero: broken.event.version, tipo: broken.event.type, posicion: broken.event.position },
        },
      }
    : lost
      ? { clase: 'faltante', sanos: lost.events, evento: null }
      : null,
  huella: kept ? { fecha: kept.at, hechos: kept.events, igual: kept.same } : null,
});

/** Of comparisons that are under way or wait for their turn: each goes through the whole log. */
const MOST_AT_ONCE = 3;

/** Whether the log is what it was. */
export function integrityRoutes(implement: Implement, { chain, logger }: Pick<Deps, 'chain' | 'logger'>): void {
  let running: { events: number; of: number } | null = null;
  implement(contract.integrity, {
    async handle() {
      const { events, position, hash, last } = await chain.state();
      const enCurso = running && { hechos: running.events, de: running.of };
      return { hechos: events, posicion: position, huella: hash, ultima: last && shown(last), enCurso };
    },
  });
  const begin = async (root?: Root) => {
    const progress = { events: 0, of: (await chain.state()).events };
    running = progress;
    await chain.extend();
    const onProgress = (events: number) => {
      progress.events = events;
    };
    await chain.verify(onProgress, undefined, { root, asked: true });
  };
  let turn = Promise.resolve();
  let waiting = 0;
  implement(contract.verifyLog, {
    async handle({ body: { huella } }) {
      const signed = huella && { text: huella.declaracion, signature: huella.firma, keyId: huella.llave.kid };
      const root = signed && (await chain.readRoot(signed));
      if (root === null) throw new ApiError('ROOT_NOT_OURS');
      // A comparison with a signed hash waits for the verification that is under way.
      if (running && !root) return { message: 'Se está verificando' };
      if (waiting >= MOST_AT_ONCE) throw new ApiError('TOO_MANY_REQUESTS', { headers: { 'retry-after': '60' } });
      waiting++;
      running ??= { events: 0, of: 0 };
      turn = turn
        .then(() => begin(root))
        .catch((err: unknown) => logger.warn({ err }, 'the log could not be verified'))
        .finally(() => {
          waiting--;
          running = null;
        });
      return { message: 'Se está verificando' };
    },
  });
  implement(contract.logRoot, {
    async handle(_, call) {
      const { text, signature, key } = await chain.root();
      if (!key) throw new ApiError('NOT_READY');
      call.header('content-disposition', `attachment; filename="huella-${call.now.toISOString().slice(0, 10)}.json"`);
      return { declaracion: text, firma: signature, llave: key };
    },
  });
}
