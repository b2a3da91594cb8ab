import { connect } from 'node:net';

/**
 * Visitors of one page, from a process of their own: each asks again as soon as it is answered. What is answered is counted and thrown away: a client that
 * makes text of every compressed page is slower than the server, and measures itself.
 */
export interface VisitPlan {
  url: string;
  path: string;
  visitors: number;
  /** Of each; the first `warmUp` are not counted. */
  visits: number;
  warmUp: number;
}
export interface Visited {
  /** Milliseconds. */
  latencies: number[];
  perSecond: number;
  bytes: number;
  errors: number;
}

const END = Buffer.from('\r\n\r\n');

process.once('message', async (message) => {
  const { url, path, visitors, visits, warmUp } = message as VisitPlan;
  const { hostname, port, host } = new URL(url);
  const question = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: br\r\n\r\n`;
  const latencies: number[] = [];
  let [bytes, errors, counted] = [0, 0, 0];
  let began = 0;
  await Promise.all(
    Array.from({ length: visitors }, () => {
      const socket = connect(Number(port), hostname).setNoDelay();
      return new Promise<void>((done, failed) => {
        let asked = 0;
        let at = 0;
        let head: Buffer = Buffer.alloc(0);
        /** Of the body, still to come; null: the head is not whole yet. */
        let left: number | null = null;
        const ask = () => {
          if (asked === visits) {
            socket.end();
            return done();
          }
          if (asked === warmUp) began ||= performance.now();
          asked++;
          at = performance.now();
          head = Buffer.alloc(0);
          left = null;
          socket.write(question);
        };
        socket.once('connect', ask).once('error', failed);
        socket.once('close', () => failed(new Error(`the server hung up after ${asked} of ${visits} visits`)));
        socket.on('data', (chunk: Buffer) => {
          let body = chunk.length;
          if (left === null) {
            head = Buffer.concat([head, chunk]);
            const end = head.indexOf(END);
            if (end < 0) return;
            body = head.length - end - END.length;
            const text = head.toString('latin1', 0, end);
            const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
            if (length === undefined) return failed(new Error(`an answer without its length: ${text}`));
            if (!text.startsWith('HTTP/1.1 200')) errors++;
            left = Number(length);
            bytes = left;
          }
          left -= body;
          if (left > 0) return;
          if (asked > warmUp) {
            latencies.push(performance.now() - at);
            counted++;
          }
          ask();
        });
      });
    }),
  );
  process.send?.({ latencies, perSecond: (counted / (performance.now() - began)) * 1_000, bytes, errors } satisfies Visited);
});
