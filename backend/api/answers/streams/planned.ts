import type { EventStore } from '../../../../events/store/port.ts';
import type { MadeExport, Planned } from '../../../commands/operations/exportPlans.ts';
import { exported, exportFormats, type Sent } from './export.ts';

/**
 * What a planned export holds by now, after a place of the log: its end, its size and the hash of its bytes. The bytes themselves are kept nowhere: the log
 * does not change, so the same part of it gives the same ones whenever they are asked for (docs/decisions/0136).
 */
export const plannedExport =
  (store: EventStore, signal: AbortSignal) =>
  async (
    { stream, category, eventType, author, field, value, format }: Planned,
    after: string | null,
  ): Promise<Pick<MadeExport, 'until' | 'rows' | 'bytes' | 'sha256'>> => {
    const until = await store.head();
    const filters = {
      ...{ flujo: stream ?? undefined, categoria: category ?? undefined, tipo: eventType ?? undefined, quien: author ?? undefined },
      ...{ acto: undefined, desde: undefined, hasta: undefined, campo: field ?? undefined, valor: value ?? undefined },
    };
    const range = { after: after === null ? null : store.parsePosition(after), until, format: exportFormats[format]() };
    let all: Sent = { rows: 0, bytes: 0, sha256: '', complete: false };
    const parts = exported(store, filters, range, async (sent) => {
      all = sent;
    });
    for await (const _ of parts) signal.throwIfAborted();
    const { rows, bytes, sha256 } = all;
    return { until, rows, bytes, sha256 };
  };
