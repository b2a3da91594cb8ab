import type { DataOf } from '../../../events/registry.ts';
import type { Reactor } from '../kernel/reactor.ts';
import type { Timer } from '../kernel/timer.ts';

/** The longest life of a session; then its end is recorded. */
export const SESSION_MS = 30 * 24 * 3_600_000;
/** For a session that began with the demo button. */
export const DEMO_SESSION_MS = 30 * 60_000;

/** Every session that starts gets a deadline at which it ends, if nothing ended it before. */
export const sessionReactor = (timer: Timer): Reactor => ({
  name: 'sessions',
  on: {
    async SessionStarted(event, { now }) {
      const { userId, sessionId, method } = event.data as DataOf<'SessionStarted'>;
      const due = new Date(Date.parse(event.meta.occurredAt) + (method === 'demo' ? DEMO_SESSION_MS : SESSION_MS)).toISOString();
      await timer.scheduleOrAct({ thing: `session ${sessionId}`, due, kind: 'endSession', data: { userId, sessionId } }, now);
    },
  },
});
