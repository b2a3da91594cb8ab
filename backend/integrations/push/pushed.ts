import type { Vault } from '../vault/port.ts';
import type { PushOutcome } from './port.ts';

/** The outcome of the push messages of one event: how many browsers got them, and when. Their owners are recorded nowhere. */
export interface Pushed extends Record<PushOutcome, number> {
  /** ISO UTC. */
  at: string;
}
const KEPT_MS = 400 * 24 * 60 * 60_000;

/** A repeat of the same event counts what it did itself: its devices showed it once. */
export const createPushes = (vault: Pick<Vault, 'put' | 'get'>) => ({
  async note(eventId: string, outcomes: Readonly<Record<PushOutcome, number>>, now: Date): Promise<void> {
    if (outcomes.sent + outcomes.gone === 0) return;
    await vault.put<Pushed>('pushes', eventId, { ...outcomes, at: now.toISOString() }, { expiresAt: now.getTime() + KEPT_MS });
  },
  of: async (eventId: string): Promise<Pushed | null> => (await vault.get<Pushed>('pushes', eventId))?.value ?? null,
});
