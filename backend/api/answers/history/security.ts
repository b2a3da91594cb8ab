import { addDays, schoolDay } from '../../../../events/calendar.ts';
import { type AccessDay, type AccessDoc, accessLog } from '../../../projections/accessLog.ts';
import type { ReadSession } from '../../../projections/reading/reads.ts';
import { contracts } from '../../contract/all.ts';
import type { SecuritySummary } from '../../contract/facts.ts';
import { namesOf } from './names.ts';

/** The most people who are considered (those active last), and the most who are listed. */
const LOOKED = 1_000;
const LISTED = 100;

const pathOf = (call: string): string | null => {
  const found = (contracts as Readonly<Record<string, { method: string; path: string } | undefined>>)[call];
  return found ? `${found.method} ${found.path}` : null;
};
const sumOf = ({ days }: AccessDoc, first: string): AccessDay => {
  const sum: AccessDay = { refused: 0, read: 0, revealed: 0, viewed: 0, exported: 0, asked: 0 };
  for (const [day, counts] of Object.entries(days))
    if (day >= first) for (const name of Object.keys(sum) as (keyof AccessDay)[]) sum[name] += counts[name];
  return sum;
};

/** Refusals and readings of other people's data in the last days, by person; whoever was refused most comes first. */
export async function securityOf(days: number, now: Date, reads: ReadSession): Promise<SecuritySummary> {
  const first = addDays(schoolDay(now.toISOString()), 1 - days);
  const { docs } = await reads.find(accessLog, { sort: ['-last'], limit: LOOKED });
  const found = docs
    .map(({ doc }) => ({ doc, sum: sumOf(doc, first) }))
    .filter(({ sum }) => Object.values(sum).some((count) => count > 0))
    .sort((one, other) => other.sum.refused - one.sum.refused || (other.doc.last < one.doc.last ? -1 : 1));
  const listed = found.slice(0, LISTED);
  const nameOf = await namesOf(
    listed.map(({ doc }) => doc.userId),
    reads,
  );
  return {
    personas: listed.map(({ doc: { userId, last, calls }, sum }) => ({
      ...{ quien: { id: userId, nombre: nameOf(userId) }, negadas: sum.refused, lecturas: sum.read },
      ...{ reveladas: sum.revealed, vistas: sum.viewed, descargas: sum.exported, asistente: sum.asked, ultima: last },
      llamadas:
        sum.refused > 0 ? calls.map(({ call, code, count }) => ({ llamada: call, ruta: pathOf(call), codigo: code, veces: count })) : [],
    })),
    mas: found.length - listed.length,
  };
}
