import { LeadRefused, type LeadSink } from './port.ts';

const TIMEOUT_MS = 10_000;
/** Worth a retry; every other 4xx would be repeated. */
const PASSING = new Set([408, 409, 425, 429]);

/** Posts a lead as JSON to LEADS_WEBHOOK_URL. The delivery's id is in the body and in `Idempotency-Key`. */
export const leadWebhook = (url: string, request: typeof fetch = fetch): LeadSink => ({
  async deliver({ deliveryId, ...lead }) {
    const response = await request(url, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json', accept: 'application/json', 'idempotency-key': deliveryId },
      body: JSON.stringify({ id: deliveryId, ...lead }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // The answer is not needed, but an unread body would keep the connection open.
    await response.body?.cancel();
    if (response.ok) return;
    const said = `the webhook answered ${response.status}`;
    throw response.status < 500 && !PASSING.has(response.status) ? new LeadRefused(said) : new Error(said);
  },
});
