import type { LeadDoc } from '../../projections/leads.ts';
import { leads } from '../../projections/leads.ts';
import type { ReadSession } from '../../projections/reading/reads.ts';
import type { LeadRecord } from '../contract/leads.ts';
import { promisedBy, promiseState } from './promise.ts';
import { readSite } from './site.ts';

/** The policy that says by when a request for consulting is answered. */
const CONSULTING_POLICY = 'respuestaConsultoria';

/** The promised time of an answer to a lead, in the school's business hours, and its state. */
export const promises = async (reads: ReadSession) => {
  const promised = promisedBy(await readSite(reads), CONSULTING_POLICY);
  return ({ kind, capturedAt, answeredAt }: LeadDoc, now: Date): LeadRecord['promesa'] => {
    if (kind !== 'consulting') return null;
    const deadline = promised(Date.parse(capturedAt));
    if (deadline === null) return null;
    const estado = promiseState(deadline, answeredAt === null ? null : Date.parse(answeredAt), now.getTime());
    return { vence: new Date(deadline.due).toISOString(), riesgo: new Date(deadline.risk).toISOString(), estado };
  };
};

/** Unanswered requests whose promised answer is at risk, or late. */
export async function promisesAtStake(reads: ReadSession, now: Date): Promise<{ enRiesgo: number; vencidas: number }> {
  const promiseOf = await promises(reads);
  const waiting = await reads.find(leads, { where: { status: 'new', kind: 'consulting' }, sort: ['-capturedAt'] });
  const states = waiting.docs.map(({ doc }) => promiseOf(doc, now)?.estado);
  return {
    enRiesgo: states.filter((estado) => estado === 'en-riesgo').length,
    vencidas: states.filter((estado) => estado === 'vencida').length,
  };
}
