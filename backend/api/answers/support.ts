import type { Plan } from '../../../events/types.ts';
import type { SupportClock } from '../../commands/support/support.ts';
import type { ReadSession } from '../../projections/reading/reads.ts';
import { type SupportDoc, supportRequests } from '../../projections/support.ts';
import { type PromiseState, promisedBy, promiseState } from './promise.ts';
import { readSite } from './site.ts';

/** The policies that say by when a request for help is answered, by plan. A school without such a policy promises nothing to that plan. */
const POLICIES: Readonly<Record<Plan, string>> = { basic: 'respuestaBasico', premium: 'respuestaPremium' };

/** By when a person of this plan who writes now is promised an answer. The request keeps it: a later change of the policy does not change it. */
export async function supportClock(plan: Plan, now: Date, reads: ReadSession): Promise<SupportClock> {
  const deadline = promisedBy(await readSite(reads), POLICIES[plan])(now.getTime());
  const at = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString());
  return { plan, riskAt: at(deadline?.risk), dueAt: at(deadline?.due) };
}

/** The promise of a request while an answer is owed. */
export function supportPromise(
  { status, riskAt, dueAt }: SupportDoc,
  now: Date,
): { vence: string; riesgo: string; estado: PromiseState } | null {
  if (status !== 'waiting' || dueAt === null || riskAt === null) return null;
  const estado = promiseState({ due: Date.parse(dueAt), risk: Date.parse(riskAt) }, null, now.getTime());
  return { vence: dueAt, riesgo: riskAt, estado };
}

/** Requests that wait, counted by the state of their promise. At most so many are examined, those due first. */
const MOST_AT_STAKE = 2_000;
export async function supportAtStake(reads: ReadSession, now: Date): Promise<{ enRiesgo: number; vencidas: number }> {
  const waiting = await reads.find(supportRequests, { where: { status: 'waiting' }, sort: ['order'], limit: MOST_AT_STAKE });
  const states = waiting.docs.map(({ doc }) => supportPromise(doc, now)?.estado);
  return {
    enRiesgo: states.filter((estado) => estado === 'en-riesgo').length,
    vencidas: states.filter((estado) => estado === 'vencida').length,
  };
}
