import type { DrillNote, PartSize } from '../../integrations/backups/port.ts';
import type { drillCauseNames, storeParts } from '../contract/choices.ts';
import { storeHealthCalls as contract, type StoreHealth } from '../contract/storeHealth.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import type { Implement } from '../implement.ts';

const LAST = 20;
const partNames: Readonly<Record<PartSize['part'], (typeof storeParts)[number]>> = {
  ...{ log: 'historia', vault: 'boveda', readModels: 'vistas', answers: 'respuestas' },
  ...{ questions: 'preguntas', past: 'pasado', files: 'archivos' },
};
const causeNames: Readonly<Record<NonNullable<DrillNote['cause']>, (typeof drillCauseNames)[number]>> = {
  ...{ 'no-space': 'sin-espacio', damaged: 'danado', 'restore-failed': 'no-se-restaura' },
  ...{ 'wrong-key': 'otra-llave', 'log-differs': 'historia-distinta' },
};

/** Whether the school could be put back: what it takes, its backups, and drills. */
export function storeHealthRoutes(implement: Implement, { backups, commands }: Pick<Deps, 'backups' | 'commands'>): void {
  implement(contract.storeHealth, {
    async handle(): Promise<StoreHealth> {
      const { parts, free, total } = await backups.sizes();
      const running = backups.running();
      return {
        propio: parts.some(({ part }) => part === 'log'),
        partes: parts.map(({ part, bytes, count }) => ({ id: partNames[part], bytes, archivos: count })),
        ...{ libre: free, disco: total, posicion: await commands.log.store.head() },
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
}
