import { closeSync, fchmodSync, openSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { entryFile } from '../../../events/entry.ts';
import { type OnDamage, StoreDamaged } from '../../../events/store/faults.ts';
import { StoreUnavailable } from '../../../events/store/port.ts';
import type { AnswerRecord, Answers } from './answers.ts';
import type { Asked, FromAnswersWriter, ToAnswersWriter } from './answersWriter.ts';
import type { Now } from './port.ts';

/** How often expired rows are deleted while there are no requests, in milliseconds. */
const SWEEP_MS = 1_000;

interface Pending {
  resolve(existing: AnswerRecord | null): void;
  reject(error: Error): void;
}

class SqliteAnswers implements Answers {
  readonly exclusive = true;
  readonly #path: string;
  readonly #now: Now;
  readonly #onDamage: OnDamage;
  readonly #sweeping: NodeJS.Timeout;
  #worker: Worker | null = null;
  /** The waiting requests and their callers, in the same order. */
  #asked: Asked[] = [];
  #waiting: Pending[] = [];
  /** The callers of the message that the writer works on; null: it is idle. */
  #written: Pending[] | null = null;
  #drained: (() => void) | null = null;

  constructor(path: string, now: Now, onDamage: OnDamage) {
    this.#path = path;
    this.#now = now;
    this.#onDamage = onDamage;
    this.#sweeping = setInterval(() => {
      if (this.#worker && this.#asked.length === 0) this.#ask(['sweep']).catch(() => undefined);
    }, SWEEP_MS).unref();
    // Readable only by the owner, including the files that SQLite puts beside it, and also for a file that was copied here by other means.
    const file = openSync(path, 'a', 0o600);
    fchmodSync(file, 0o600);
    closeSync(file);
  }

  claim(name: string, run: AnswerRecord, expiresAt: number, over?: string): Promise<AnswerRecord | null> {
    return this.#ask(['claim', name, run.owner, run.bodyHash, run.startedAt, expiresAt, over ?? null]);
  }

  async settle(name: string, run: AnswerRecord, sealed: string | null, expiresAt: number): Promise<void> {
    await this.#ask(['settle', name, run.owner, sealed, expiresAt]);
  }

  async forgetAll(): Promise<void> {
    await this.#ask(['forgetAll']);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeping);
    if (this.#written || this.#asked.length > 0)
      await new Promise<void>((resolve) => {
        this.#drained = resolve;
      });
    const worker = this.#worker;
    if (!worker) return;
    await new Promise<void>((resolve) => {
      worker.once('exit', () => resolve());
      worker.postMessage('');
    });
  }

  /** Requests of one turn of the loop travel together, and so do those that arrive while the writer is busy. */
  #ask(ask: Asked): Promise<AnswerRecord | null> {
    return new Promise((resolve, reject) => {
      if (this.#asked.length === 0 && !this.#written) setImmediate(() => this.#send());
      this.#asked.push(ask);
      this.#waiting.push({ resolve, reject });
    });
  }

  #send(): void {
    if (this.#written) return;
    if (this.#asked.length === 0) {
      this.#drained?.();
      return;
    }
    const message: ToAnswersWriter = { now: this.#now(), asked: this.#asked };
    this.#written = this.#waiting;
    this.#asked = [];
    this.#waiting = [];
    this.#worker ??= this.#start();
    this.#worker.postMessage(JSON.stringify(message));
  }

  #done(settle: (pending: Pending, at: number) => void): void {
    const written = this.#written ?? [];
    this.#written = null;
    for (const [at, pending] of written.entries()) settle(pending, at);
    // Answered callers may have more requests in this turn.
    setImmediate(() => this.#send());
  }

  /** Started with the first request that has a key, and again after it died. */
  #start(): Worker {
    const worker = new Worker(entryFile(new URL('./answersWriter.ts', import.meta.url)), {
      name: 'answers-writer',
      workerData: this.#path,
    });
    let failure: unknown = null;
    worker.on('message', (sent: string) => {
      const message = JSON.parse(sent) as FromAnswersWriter;
      if ('damaged' in message) return this.#onDamage(new StoreDamaged('kept answers', message.damaged));
      if ('failed' in message) {
        const error = new StoreUnavailable(`kept answers cannot be written: ${message.failed}`);
        return this.#done(({ reject }) => reject(error));
      }
      const existing = message.existing && new Map(message.existing);
      this.#done(({ resolve }, at) => resolve(existing?.get(at) ?? null));
    });
    worker.on('error', (error) => {
      failure = error;
    });
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = null;
      const error = new StoreUnavailable('the writer of kept answers has ended', failure);
      this.#done(({ reject }) => reject(error));
    });
    return worker;
  }
}

/** `answers.db`, for a single process. `now` is for expiry. Where it is damaged it is set aside and started anew: `onDamage` is called, and no caller waits. */
export const openSqliteAnswers = (path: string, now: Now = Date.now, onDamage: OnDamage = () => {}): Answers =>
  new SqliteAnswers(path, now, onDamage);
