import { type EventLog, readableStream } from '../../../events/log.ts';
import type { StreamEvent } from '../../../events/registry.ts';
import type { ProjectionAct } from '../contract/records/operations.ts';

export interface RecordedAct extends Omit<ProjectionAct, 'quien'> {
  userId: number | null;
}

/**
 * The requests about a projection and their outcomes, the oldest first, from its own stream `operations-<projection>`. The outcome of a rebuild is shown
 * with its beginning; who switched to it, or cancelled it, and why, is an act of its own. Read from the log: such a stream has a few hundred events at most.
 */
export async function projectionHistory(log: EventLog, projection: string): Promise<RecordedAct[]> {
  const acts: RecordedAct[] = [];
  for await (const { data, meta, type, version } of readableStream(log, `operations-${projection}`)) {
    const event = { type, data } as StreamEvent<'operations'>;
    const begin = async (tipo: RecordedAct['tipo'], more: Partial<RecordedAct> = {}) => {
      acts.push({
        version,
        tipo,
        fecha: meta.occurredAt,
        userId: meta.actor.userId,
        motivo: await log.reasonOf(meta),
        generacion: null,
        resultado: null,
        fin: null,
        eventos: null,
        milisegundos: null,
        cambios: null,
        error: null,
        saltado: null,
        ...more,
      });
    };
    /** After a restore, a generation's number may be used again: an outcome belongs to the last run with that number. */
    const run = (generation: number) => acts.findLast((act) => act.tipo === 'reconstruccion' && act.generacion === generation);
    const ends = (generation: number, more: Partial<RecordedAct>) => {
      const act = run(generation);
      if (act) Object.assign(act, { fin: meta.occurredAt, ...more });
    };
    switch (event.type) {
      case 'ReplayStarted':
        await begin('reconstruccion', { generacion: event.data.generation, resultado: 'en-curso' });
        break;
      case 'ReplayFinished': {
        const { generation, events, milliseconds, added, changed, removed } = event.data;
        ends(generation, { resultado: 'lista', eventos: events, milisegundos: milliseconds, cambios: added + changed + removed });
        break;
      }
      case 'ReplayFailed':
        ends(event.data.generation, { resultado: 'fallida', error: event.data.error });
        break;
      case 'ReplayCancelled':
        ends(event.data.generation, { resultado: 'cancelada' });
        await begin('cancelacion', { generacion: event.data.generation });
        break;
      case 'GenerationSwitched':
        ends(event.data.generation, { resultado: 'servida' });
        await begin('cambio', { generacion: event.data.generation });
        break;
      case 'GenerationReturned':
        await begin('regreso', { generacion: event.data.generation });
        break;
      case 'ProjectionPaused':
        await begin('pausa');
        break;
      case 'ProjectionResumed':
        await begin('reanudacion');
        break;
      case 'PoisonEventSkipped':
        await begin('salto', { saltado: { posicion: event.data.position, tipo: event.data.eventType } });
        break;
    }
  }
  return acts;
}
