import { Socket as UdpSocket } from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { isIP, Socket } from 'node:net';
import { hostname } from 'node:os';
import worker from 'node:worker_threads';

/** A process that must reach nobody tried to connect to a machine. */
export class HeldBack extends Error {
  readonly code = 'HELD_BACK';

  constructor() {
    super('this is a test copy: nothing leaves it');
    this.name = 'HeldBack';
  }
}

export interface Held {
  /** A process may connect to itself. */
  permit(port: number): void;
}

const HERE: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);
let held: Held | null = null;

/**
 * From here on no connection leaves this process, from any of its threads: mail, text messages, push, webhooks, payments, sign-in elsewhere, stores, and
 * whatever a later release thinks of. Held back where every one of them begins, so that none of them can be forgotten. It cannot be undone.
 */
export function holdBack(): Held {
  if (held) return held;
  const ports = new Set<number>();
  const { connect } = Socket.prototype;
  // Node passes its own parsed arguments as one array.
  Socket.prototype.connect = function (this: Socket, ...given: unknown[]): Socket {
    const [first, second] = Array.isArray(given[0]) ? (given[0] as unknown[]) : given;
    const { port, host = 'localhost' } = (typeof first === 'object' && first !== null ? first : { port: first, host: second }) as {
      port?: unknown;
      host?: string;
    };
    if (ports.has(Number(port)) && HERE.has(typeof host === 'string' ? host : 'localhost'))
      return (connect as (...all: unknown[]) => Socket).apply(this, given);
    process.nextTick(() => this.destroy(new HeldBack()));
    return this;
  } as typeof connect;
  const refuse = (): never => {
    throw new HeldBack();
  };
  UdpSocket.prototype.send = refuse;
  UdpSocket.prototype.connect = refuse;
  const { lookup } = dns.promises;
  // Names are not resolved either, except those of this machine.
  dns.promises.lookup = (async (name: string, ...more: []) => (HERE.has(name) ? lookup(name, ...more) : refuse())) as typeof lookup;
  const inThread = new URL('./heldThread.ts', import.meta.url).href;
  // Nor by any other function of Node that resolves names.
  for (const place of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype] as unknown as Record<string, unknown>[])
    for (const name of Object.getOwnPropertyNames(place)) if (/^(resolve|reverse|lookupService)/.test(name)) place[name] = refuse;
  const named = dns.lookup as (name: string, ...more: unknown[]) => void;
  // A server that begins to listen asks for its own address in this way.
  dns.lookup = ((name: string, ...more: unknown[]) => {
    if (!name || HERE.has(name) || isIP(name) !== 0 || name === hostname()) return named(name, ...more);
    const answer = more.at(-1) as (error: Error) => void;
    process.nextTick(() => answer(new HeldBack()));
  }) as typeof dns.lookup;
  const { Worker } = worker;
  worker.Worker = class extends Worker {
    constructor(file: string | URL, options: worker.WorkerOptions = {}) {
      super(file, { ...options, execArgv: [...(options.execArgv ?? []), '--import', inThread] });
    }
  };
  syncBuiltinESMExports();
  held = { permit: (port) => void ports.add(port) };
  return held;
}
