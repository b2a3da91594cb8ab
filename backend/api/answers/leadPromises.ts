import type { ReadSession } from '../../projections/kernel/reads.ts';
import type { LeadDoc } from '../../projections/leads.ts';
import { leads } from '../../projections/leads.ts';
import type { LeadRecord } from '../contract/leads.ts';
import { deadlineOf, promiseState } from './promise.ts';
import { readSite } from './site.ts';

/** The policy that says by when a request for consulting is answered. */
const CONSULTING_POLICY = 'respuestaConsultoria';

/** The promised time of an answer to a lead, in the school's business hours, and its state. */
export const promises = async (reads: ReadSession) => {
  const { school, section } = await readSite(reads);
  // A hidden policy is not public, so it promises nothing.
  const found = section('policies').items.find(
    ({ item, removed, visible }) => visible && !removed && 'code' in item && item.code === CONSULTING_POLICY,
  )?.item;
  const promised = found && 'code' in found ? found : { amount: null, unit: null };
  return ({ kind, capturedAt, answeredAt }: LeadDoc, now: Date): LeadRecord['promesa'] => {
    if (kind !== 'consulting') return null;
    const deadline = deadlineOf(Date.parse(capturedAt), promised.amount, promised.unit, school.hours);
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
