import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createStandIn, inMemory, type StandIn } from '../../backend/integrations/payments/standIn.ts';

export const WEBHOOK_SECRET = 'whsec_pruebas';
export interface PaymentServer {
  url: string;
  standIn: StandIn;
  /** Its messages in order; none is sent by itself. */
  said: { body: string; signature: string }[];
  /** The session's id from a page's address. */
  sessionIn(url: string): string;
  stop(): Promise<void>;
}

/** The stand-in for Stripe as a server, for `STRIPE_API_BASE`. */
export async function paymentServer(now: () => Date = () => new Date()): Promise<PaymentServer> {
  const said: PaymentServer['said'] = [];
  const standIn = createStandIn({
    store: inMemory(),
    webhookSecret: WEBHOOK_SECRET,
    pageOf: (session) => `https://pago.example/${session}`,
    now,
    deliver: async (body, signature) => void said.push({ body, signature }),
  });
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const headers = Object.entries(request.headers).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value] as [string, string]] : [],
      );
      const body = Buffer.concat(chunks);
      const answer = await standIn.request(`http://localhost${request.url}`, {
        ...{ method: request.method ?? 'GET', headers },
        ...(body.length > 0 && { body: body.toString() }),
      });
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(await answer.text());
    })();
  });
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    standIn,
    said,
    sessionIn: (url) => url.split('/').at(-1) ?? '',
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
