import { recordedOperations } from '../../commands/operations/recorded.ts';
import type { DrillNote, PartSize } from '../../integrations/backups/port.ts';
import { distance } from '../../projections/kernel/position.ts';
import type { Implement } from '../calls/implement.ts';
import type { drillCauseNames, stateThreads, storeParts } from '../contract/choices.ts';
import { storeHealthCalls as contract, type StoreHealth } from '../contract/storeHealth.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { momentOf } from '../plugins/past.ts';

const LAST = 20;
const partNames: Readonly<Record<PartSize['part'], (typeof storeParts)[number]>> = {
  ...{ log: 'historia', vault: 'boveda', readModels: 'vistas', answers: 'respuestas' },
  ...{ questions: 'preguntas', past: 'pasado', files: 'archivos' },
};
const causeNames: Readonly<Record<NonNullable<DrillNote['cause']>, (typeof drillCauseNames)[number]>> = {
  ...{ 'no-space': 'sin-espacio', damaged: 'danado', 'restore-failed': 'no-se-restaura' },
  ...{ 'wrong-key': 'otra-llave', 'log-differs': 'historia-distinta' },
};
const threadNames: Readonly<Record<'api' | 'background', (typeof stateThreads)[number]>> = { api: 'llamadas', background: 'reacciones' };

/** Whether the school could be restored: its size on the disk, its backups, and drills. */
export function storeHealthRoutes(
  implement: Implement,
  { backups, commands, copies, pasts, states }: Pick<Deps, 'backups' | 'commands' | 'copies' | 'pasts' | 'states'>,
): void {
  implement(contract.storeHealth, {
    async handle(): Promise<StoreHealth> {
      const { parts, free, total } = await backups.sizes();
      const running = backups.running();
      return {
        propio: parts.some(({ part }) => part === 'log'),
        partes: parts.map(({ part, bytes, count }) => ({ id: partNames[part], bytes, archivos: count })),
        ...{ libre: free, disco: total, posicion: await commands.log.store.head() },
        estados: (await states.read()).map(({ thread, entries, bytes, bound, hits, misses }) => ({
          ...{ hilo: threadNames[thread], cantidad: entries, bytes, limite: bound, aciertos: hits, lecturas: misses },
        })),
        respaldos: backups
          .backups()
          .slice(0, LAST)
          .map(({ taken, folder, head, bytes, files, milliseconds, there }) => ({
            ...{ fecha: taken, carpeta: folder, posicion: head, bytes, archivos: files, milisegundos: milliseconds, esta: there },
          })),
        simulacros: backups
          .drills()
          .slice(0, LAST)
          .map(({ at, taken, head, events, milliseconds, cause, detail }) => ({
            ...{ fecha: at, respaldo: taken, posicion: head, hechos: events, milisegundos: milliseconds },
            ...{ causa: cause && causeNames[cause], detalle: detail },
          })),
        copias: (await copies.list()).map(({ id, folder, made, asOf, events, readOnly, bytes }) => ({
          ...{ id, carpeta: folder, fecha: made, momento: asOf, hechos: events, solo_lectura: readOnly, bytes },
        })),
        ...{ copiando: copies.running(), copia_fallida: copies.failure() },
        simulacro_fallido: backups.failure(),
        enCurso: running && { fase: running.phase === 'restoring' ? 'restaura' : 'compara', hechos: running.events, de: running.of },
      };
    },
  });
  implement(contract.beginDrill, {
    async handle() {
      if (!backups.drill()) throw new ApiError('BACKUP_NOT_FOUND');
      return { message: 'Simulacro iniciado' };
    },
  });
  implement(contract.dropStates, {
    async handle(_, call) {
      const kept = await states.read();
      const sum = (of: 'entries' | 'bytes') => kept.reduce((total, one) => total + one[of], 0);
      const event = { type: 'KeptStatesDropped' as const, data: { entries: sum('entries'), bytes: Math.round(sum('bytes')) } };
      call.wrote((await commands.handle(recordedOperations, 'states', { type: 'record', event }, call.context())).position);
      states.drop();
      return { message: 'Estados soltados' };
    },
  });
  copyRoutes(implement, { commands, copies, pasts });
}

/** Test copies of the school. */
function copyRoutes(implement: Implement, { commands, copies, pasts }: Pick<Deps, 'commands' | 'copies' | 'pasts'>): void {
  implement(contract.askCopy, {
    async handle({ body }, call) {
      const { momento, solo_lectura: readOnly, afuera: elsewhere = false } = body;
      const context = call.context();
      // The id comes from the command: a repeat names the same copy.
      const copyId = context.commandId;
      const begun = await commands.isDone(recordedOperations, 'exports', context);
      if (!elsewhere && !begun && copies.running() !== null) throw new ApiError('COPY_RUNNING');
      const asked = body.posicion === undefined ? null : commands.log.store.parsePosition(body.posicion);
      const head = await commands.log.store.head();
      if (body.posicion !== undefined && (asked === null || head === null || asked > head || distance(asked) === 0))
        throw new ApiError('POSITION_INVALID');
      const moment = momento === undefined ? null : momentOf(momento, call.now);
      const first = await pasts.first();
      if (moment !== null && (first === null || moment < first)) throw new ApiError('PAST_MOMENT_INVALID');
      const position = moment === null ? (asked ?? head) : null;
      const data = { ...{ copyId, position, readOnly, elsewhere }, moment: moment === null ? null : new Date(moment).toISOString() };
      const event = { type: 'TestCopyAsked' as const, data };
      call.wrote((await commands.handle(recordedOperations, 'exports', { type: 'record', event }, context)).position);
      if (!elsewhere && !copies.begin(copyId, data.moment ?? position ?? '', readOnly)) throw new ApiError('COPY_RUNNING');
      return { message: 'Copia iniciada', id: copyId };
    },
  });
  implement(contract.cancelCopy, {
    async handle() {
      await copies.cancel();
      return { message: 'Copia cancelada' };
    },
  });
  implement(contract.removeCopy, {
    async handle({ params }) {
      if (!(await copies.remove(params.copyId))) throw new ApiError('COPY_IN_USE');
      return { message: 'Copia eliminada' };
    },
  });
}
