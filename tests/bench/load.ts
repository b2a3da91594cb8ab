import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/**
 * A load from a process of its own, so that the client does not share the server's event loop. The plan comes, and the result goes, as a message. Each
 * connection sends its requests as bytes that were made before, and awaits each answer: it shares the processors with the server, so it does nothing else.
 */
export interface LoadPlan {
  url: string;
  connections: number;
  seconds: number;
  /** Each with an Idempotency-Key of its own, as a browser sends it. */
  keys?: boolean;
  /** One list per connection, in turn; each connection goes round its own. */
  requests: { method: 'GET' | 'POST' | 'PATCH'; path: string; headers: Record<string, string>; body?: string }[][];
}
export interface LoadResult {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  errors: number;
  /** The share of one processor that the client used: near 1, it is the client that is measured. */
  busy: number;
}

const KEY = 'idempotency-key: ';

/** The bytes of a request, and where the key is written into them; -1: it has none. */
function encode(
  { host }: URL,
  { method, path, headers, body }: LoadPlan['requests'][0][0],
  keys: boolean,
): { bytes: Buffer; keyAt: number } {
  const head = [`${method} ${path} HTTP/1.1`, `host: ${host}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  if (body !== undefined) head.push(`content-length: ${Buffer.byteLength(body)}`);
  if (keys) head.push(KEY + randomUUID());
  const bytes = Buffer.from(`${head.join('\r\n')}\r\n\r\n${body ?? ''}`);
  return { bytes, keyAt: keys ? bytes.indexOf(KEY) + KEY.length : -1 };
}

/** How long the answer is of which these are the first bytes; null: its head is not whole. */
function lengthOf(received: Buffer): number | null {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const length = /\r\ncontent-length: (\d+)/i.exec(received.toString('latin1', 0, end))?.[1];
  if (length === undefined) throw new Error('an answer that does not say how long it is');
  return end + 4 + Number(length);
}

function run(plan: LoadPlan, done: (result: LoadResult) => void): void {
  const url = new URL(plan.url);
  const took: number[] = [];
  let errors = 0;
  const open = new Set<Socket>();
  let over = false;
  const began = performance.now();
  const cpu = process.cpuUsage();
  const begin = (requests: ReturnType<typeof encode>[]) => {
    const socket = connect(Number(url.port), url.hostname).setNoDelay();
    open.add(socket);
    let [next, sentAt] = [0, 0];
    let received: Buffer | null = null;
    const send = () => {
      const request = requests[next++ % requests.length];
      if (!request) return;
      if (request.keyAt >= 0) request.bytes.write(randomUUID(), request.keyAt);
      sentAt = performance.now();
      socket.write(request.bytes);
    };
    socket.on('connect', send);
    socket.on('data', (chunk) => {
      if (over) return;
      received = received ? Buffer.concat([received, chunk]) : chunk;
      const length = lengthOf(received);
      if (length === null || received.length < length) return;
      took.push(performance.now() - sentAt);
      // HTTP/1.1 2xx
      if (received[9] !== 0x32) errors++;
      received = null;
      send();
    });
    socket.on('error', () => errors++);
    socket.on('close', () => {
      open.delete(socket);
      if (!over) begin(requests);
    });
  };
  for (let at = 0; at < plan.connections; at++)
    begin((plan.requests[at % plan.requests.length] ?? []).map((request) => encode(url, request, plan.keys ?? false)));
  setTimeout(() => {
    over = true;
    const milliseconds = performance.now() - began;
    const { user, system } = process.cpuUsage(cpu);
    for (const socket of open) socket.destroy();
    took.sort((one, other) => one - other);
    const quantile = (share: number) => Math.round((took[Math.floor(took.length * share)] ?? Number.NaN) * 10) / 10;
    done({
      ...{ perSecond: (took.length * 1_000) / milliseconds, p50: quantile(0.5), p99: quantile(0.99), errors },
      busy: (user + system) / 1_000 / milliseconds,
    });
  }, plan.seconds * 1_000);
}

process.once('message', (message) => run(message as LoadPlan, (result) => process.send?.(result)));
