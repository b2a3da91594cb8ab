import type { LeadRecord } from '../../../backend/api/contract/leads.ts';
import type { Tone } from '../ui/status-tag.tsx';

type Promised = NonNullable<LeadRecord['promesa']>;
export type PromiseState = Promised['estado'] | 'tarde';

/** The present state of a promise: it changes with time, without a push. `open`: an answer is still owed; a late answer is distinguished from a missing one. */
export function promiseState({ estado, vence, riesgo }: Promised, open: boolean, now: number): PromiseState {
  if (estado === 'cumplida') return estado;
  if (!open) return 'tarde';
  if (now > Date.parse(vence)) return 'vencida';
  return now >= Date.parse(riesgo) ? 'en-riesgo' : 'a-tiempo';
}
export const promiseTone: Readonly<Record<PromiseState, Tone>> = {
  cumplida: 'ok',
  tarde: 'neutral',
  'a-tiempo': 'info',
  'en-riesgo': 'now',
  vencida: 'urgent',
};
