import { MessageChannel, type MessagePort, receiveMessageOnPort, type Transferable, Worker } from 'node:worker_threads';
import { entryFile } from '../entry.ts';
import type { OnDamage } from './faults.ts';
import { type Appended, type Expected, StoreDamaged, StoreUnavailable, StoreUnwritable, VersionConflict } from './port.ts';
import { toPosition } from './sqliteReader.ts';
import type { Answer, AppendRequest, Durability, FromWriter, ToWriter, Unsettled, WriterData } from './sqliteWriter.ts';
import { Arrivals } from './subscription.ts';

/** The thread that writes the embedded log, as seen from the other threads: its start, and the port to it. */

/** The size of one message, in events: the writer starts on the first while this thread prepares the next (1.5 times as fast as a single message). */
const MESSAGE_APPENDS = 20;

/**
 * When the appends of a connection are on the disk: before each is answered, or at the latest when the connection has closed. The second is for whoever
 * can make all of them again after a power cut; what others append is on the disk when it is answered, and so is everything before it.
 */
export type OnDisk = 'answered' | 'closed';

interface Pending<T> {
  resolve(value: T): void;
  reject(error: Error): void;
}
interface PendingAppend extends Pending<Appended> {
  stream: string;
  expected: Expected;
  followed: boolean;
}

/** This thread's end of the port to the writer. Appends of one turn travel together. */
export class WriterPort {
  readonly arrivals = new Arrivals();
  readonly #onGrowth: () => void;
  readonly #onDamage: OnDamage;
  readonly #onDisk: OnDisk;
  readonly #appends = new Map<number, PendingAppend>();
  readonly #questions = new Map<number, Pending<Durability>>();
  #port: MessagePort | null = null;
  #outgoing: AppendRequest[] = [];
  #ref = 0;
  #gone: string | null = null;
  #finished = false;
  #settled: (() => void)[] = [];
  /** Whether the last append could not be written. */
  troubled = false;

  /** `onGrowth` is called whenever the log may have grown, before any append is answered. */
  constructor(port: MessagePort, onGrowth: () => void, onDamage: OnDamage, onDisk: OnDisk) {
    this.#onGrowth = onGrowth;
    this.#onDamage = onDamage;
    this.#onDisk = onDisk;
    this.adopt(port);
  }

  /** Uses this port from now on. */
  adopt(port: MessagePort): void {
    // The death of the previous writer may not have been noticed yet.
    if (this.#port !== null) this.fail('the writer of the log has ended');
    this.#port = port;
    if (!this.#finished) this.#gone = null;
    port.on('message', (message: FromWriter) => {
      this.#onGrowth();
      this.#receive(message);
    });
    port.on('close', () => {
      if (this.#port === port) this.fail('the writer of the log has ended');
    });
    port.unref();
    if (this.#onDisk === 'closed') this.#post({ kind: 'later' });
    // The previous writer may have committed something that it could no longer report.
    this.#onGrowth();
    this.arrivals.notify();
  }

  /** Throws StoreUnavailable while there is no writer. */
  check(): void {
    if (this.#gone !== null) throw new StoreUnavailable(this.#gone);
  }

  append(stream: string, expected: Expected, fields: string[], followed: boolean): Promise<Appended> {
    return new Promise((resolve, reject) => {
      if (this.#gone !== null) return reject(new StoreUnavailable(this.#gone));
      const ref = this.#wait();
      this.#appends.set(ref, { stream, expected, followed, resolve, reject });
      // Sent at the end of this turn, because the turn often brings more appends.
      if (this.#outgoing.length === 0) setImmediate(() => this.#flush());
      this.#outgoing.push([ref, stream, expected, fields, followed]);
      if (this.#outgoing.length === MESSAGE_APPENDS) this.#flush();
    });
  }

  durability(write: boolean): Promise<Durability> {
    return new Promise((resolve, reject) => {
      if (this.#gone !== null) return reject(new StoreUnavailable(this.#gone));
      const ref = this.#wait();
      this.#questions.set(ref, { resolve, reject });
      this.#post({ kind: 'durability', ref, write });
    });
  }

  /** Gives the writer one more port. */
  connect(port: MessagePort): void {
    this.check();
    this.#post({ kind: 'connect', port }, [port]);
  }

  /** Refuses new appends; resolves once all earlier ones have been answered and are on the disk. Errors, where they were not yet: StoreUnavailable, StoreDamaged. */
  async finish(): Promise<void> {
    this.#flush();
    if (this.#onDisk === 'closed') await this.durability(true);
    this.#finished = true;
    this.#gone ??= 'the log has been closed';
    if (this.#waiting() > 0) await new Promise<void>((resolve) => this.#settled.push(resolve));
  }

  end(kind: 'leave' | 'close'): void {
    this.#post({ kind });
  }

  /** The writer has died: pending appends fail, and so do new ones until it is replaced. */
  fail(message: string): void {
    this.#gone ??= message;
    this.#port = null;
    const error = new StoreUnavailable(message);
    for (const pending of [...this.#appends.values(), ...this.#questions.values()]) pending.reject(error);
    this.#appends.clear();
    this.#questions.clear();
    this.#outgoing = [];
    this.#rest();
  }

  #wait(): number {
    if (this.#waiting() === 0) this.#port?.ref();
    this.#ref++;
    return this.#ref;
  }

  #waiting(): number {
    return this.#appends.size + this.#questions.size;
  }

  /** An idle port does not keep the process alive. */
  #rest(): void {
    if (this.#waiting() > 0) return;
    this.#port?.unref();
    for (const resolve of this.#settled.splice(0)) resolve();
  }

  #flush(): void {
    if (this.#outgoing.length === 0) return;
    const requests = this.#outgoing;
    this.#outgoing = [];
    this.#post({ kind: 'append', requests });
  }

  #post(message: ToWriter, transfer: Transferable[] = []): void {
    this.#port?.postMessage(message, transfer);
  }

  #receive(message: FromWriter): void {
    switch (message.kind) {
      case 'answers':
        this.#answers(message.answers);
        return;
      case 'committed':
        this.arrivals.notify();
        return;
      case 'durability':
        this.#questions.get(message.ref)?.resolve(message.durability);
        this.#questions.delete(message.ref);
        this.#rest();
        return;
      case 'ready':
      case 'failed':
    }
  }

  #answers(answers: readonly Answer[]): void {
    const followed = answers.every(({ ref }) => this.#appends.get(ref)?.followed);
    for (const answer of answers) this.#answer(answer);
    this.#rest();
    if (!followed) this.arrivals.notify();
  }

  #answer(answer: Answer): void {
    const { ref } = answer;
    const append = this.#appends.get(ref);
    this.#appends.delete(ref);
    const fault = faultOf(answer);
    if (fault instanceof StoreDamaged) this.#onDamage(fault);
    if (!append) {
      if (fault) this.#questions.get(ref)?.reject(fault);
      this.#questions.delete(ref);
      return;
    }
    this.troubled = fault !== null;
    if (fault) append.reject(fault);
    else if (answer.kind === 'appended') append.resolve({ version: answer.version, position: toPosition(answer.position) });
    else if (answer.kind === 'conflict') append.reject(new VersionConflict(append.stream, append.expected, answer.actual));
  }
}

/** Why the writer cannot write, as it reported it; null for a normal answer. */
function faultOf(answer: Answer): Error | null {
  if (answer.kind !== 'failed') return null;
  const { fault, message } = answer;
  switch (fault) {
    case 'unwritable':
      return new StoreUnwritable(message);
    case 'outage':
      return new StoreUnavailable(message);
    case 'data':
      return new StoreDamaged('log', message);
    case 'code':
      return new Error(message);
  }
}

/** Resolves with the writer thread once it reports that it can write. */
export async function startWriter(path: string, unsettled: Unsettled): Promise<{ worker: Worker; port: MessagePort }> {
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(entryFile(new URL('./sqliteWriter.ts', import.meta.url)), {
    name: 'log-writer',
    workerData: { path, port: port2, unsettled } satisfies WriterData,
    transferList: [port2],
  });
  await new Promise<void>((resolve, reject) => {
    worker.once('error', (error) => reject(new StoreUnavailable('the writer of the log cannot start', error)));
    const settle = (message: FromWriter): void => (message.kind === 'failed' ? reject(faultOf({ ...message, ref: 0 })) : resolve());
    port1.once('message', settle);
    worker.once('exit', () => {
      // Its last message may still be on its way.
      const last = receiveMessageOnPort(port1);
      if (last) settle(last.message as FromWriter);
      reject(new StoreUnavailable('the writer of the log has ended'));
    });
  });
  return { worker, port: port1 };
}
