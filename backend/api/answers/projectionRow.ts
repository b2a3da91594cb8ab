import { differingShare } from '../../commands/operations/projection.ts';
import type { DiffSample } from '../../projections/kernel/readStore.ts';
import { lagSeconds, type ProjectionStatus } from '../../projections/kernel/status.ts';
import type { ProjectionRow } from '../contract/records/operations.ts';

/** A projection's status as the route answers it and the topic `proyecciones` pushes it. The push leaves out samples, which hold personal data. `now` in epoch ms. */
export const projectionRowOf = (row: ProjectionStatus, samples: readonly DiffSample[], now: number): ProjectionRow => ({
  id: row.name,
  nombre: row.name,
  version: row.version,
  generacion: row.generation,
  estado: row.state,
  posicion: row.position,
  cabeza: row.head,
  retraso: row.lag.events,
  segundosDeRetraso: lagSeconds(row, now),
  eventosPorSegundo: row.eventsPerSecond,
  documentos: row.documents ?? 0,
  error: row.lastError,
  veneno: row.poison && { position: row.poison.position, type: row.poison.type, eventId: row.poison.eventId, message: row.poison.message },
  reconstruccion: row.replay && {
    generacion: row.replay.generation,
    estado: row.replay.state,
    hechos: row.replay.progress?.done ?? 0,
    avance: row.replay.progress?.share ?? null,
    porSegundo: row.replay.progress?.ratePerSecond ?? 0,
    segundosRestantes: row.replay.progress?.secondsLeft ?? null,
    diferencia: row.replay.diff && {
      agregados: row.replay.diff.added,
      cambiados: row.replay.diff.changed,
      eliminados: row.replay.diff.removed,
      iguales: row.replay.diff.unchanged,
      proporcion: differingShare(row.replay.diff),
      muestras: samples.map((sample) => ({ clave: sample.key, antes: sample.before, despues: sample.after })),
    },
    error: row.replay.error,
  },
  pausadaHasta: row.pausedUntil,
  anteriores: row.previous.map(({ generation, left }) => ({ generacion: generation, hasta: left })),
});
