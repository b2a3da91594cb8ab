import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Message {
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
  text: string;
}
/** Another program that is told what happens: a real server, on this machine. */
export interface Receiver {
  url: string;
  /** `127.0.0.1:port`, for the setting that permits it. */
  host: string;
  messages: Message[];
  /** The statuses of the next answers; 200 after them. `hang`: no answer; a promise: the answer waits for it. */
  answers: (number | Promise<number> | 'hang' | { status: number; headers?: Record<string, string>; body?: string })[];
  always: number | null;
  /** The event types that came, in order. */
  types(): string[];
  close(): Promise<void>;
}

export async function openReceiver(): Promise<Receiver> {
  const messages: Message[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += String(part);
    messages.push({
      path: request.url ?? '',
      headers: request.headers,
      body: text === '' ? {} : (JSON.parse(text) as Message['body']),
      text,
    });
    const answer = await (receiver.answers.shift() ?? receiver.always ?? 200);
    if (answer === 'hang') return;
    const { status, headers = {}, body = 'gracias' } = typeof answer === 'number' ? { status: answer } : answer;
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const receiver: Receiver = {
    ...{ url: `http://${host}/avisos?clave=secreta`, host, messages, answers: [], always: null },
    types: () => messages.map(({ body }) => String(body['type'])),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
