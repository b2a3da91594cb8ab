import { LeadRefused, type LeadSink } from './port.ts';

const TIMEOUT_MS = 10_000;
/** These may go well another time; every other 4xx will be said again. */
const PASSING = new Set([408, 409, 425, 429]);

/** Posts a lead as JSON to LEADS_WEBHOOK_URL. The delivery's id stands in the body and in `Idempotency-Key`. */
export const leadWebhook = (url: string, request: typeof fetch = fetch): LeadSink => ({
  async deliver({ deliveryId, ...lead }) {
    const response = await request(url, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json', accept: 'application/json', 'idempotency-key': deliveryId },
      body: JSON.stringify({ id: deliveryId, ...lead }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // The answer is of no use, but an unread body keeps the connection.
    await response.body?.cancel();
    if (response.ok) return;
    const said = `the webhook answered ${response.status}`;
    throw response.status < 500 && !PASSING.has(response.status) ? new LeadRefused(said) : new Error(said);
  },
});
