import type { Verified } from '../../commands/operations/chain.ts';
import type { Implement } from '../calls/implement.ts';
import { integrityCalls as contract, type Integrity } from '../contract/integrity.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

const shown = ({ at, events, broken }: Verified): NonNullable<Integrity['ultima']> => ({
  fecha: at,
  hechos: events,
  roto: broken && {
    clase: broken.kind === 'changed' ? 'cambiado' : 'faltante',
    sanos: broken.sound,
    evento: broken.event && {
      ...{ flujo: broken.event.stream, numero: broken.event.version, tipo: broken.event.type, posicion: broken.event.position },
    },
  },
});

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
  implement(contract.verifyLog, {
    async handle() {
      if (!running) {
        const progress = { events: 0, of: (await chain.state()).events };
        running = progress;
        void chain
          .extend()
          .then(() =>
            chain.verify((events) => {
              progress.events = events;
            }),
          )
          .catch((err: unknown) => logger.warn({ err }, 'the log could not be verified'))
          .finally(() => {
            running = null;
          });
      }
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
