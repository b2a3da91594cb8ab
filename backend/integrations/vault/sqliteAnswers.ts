import { Worker } from 'node:worker_threads';
import { entryFile } from '../../../events/entry.ts';
import { type OnDamage, StoreDamaged } from '../../../events/store/faults.ts';
import { StoreUnavailable } from '../../../events/store/port.ts';
import { type AnswerRecord, type Answers, isStill } from './answers.ts';
import type { AllNames, Found, FromAnswersWriter, Keep, ToAnswersWriter } from './answersWriter.ts';
import { Names } from './names.ts';
import { ownersOnly } from './ownersOnly.ts';
import type { Now } from './port.ts';

/** How long an answer waits for others, to be written with them, in milliseconds. */
const GATHER_MS = 10;
/** How often expired rows are deleted while there are no requests, in milliseconds. */
const SWEEP_MS = 1_000;

/** A run in this process, or its answer until that is written. `expires` and `began` in epoch milliseconds, `began` by the machine's clock as another thread reads it. */
interface Unwritten {
  run: AnswerRecord;
  expires: number;
  began: number;
}
type Reply = Exclude<FromAnswersWriter, { damaged: string } | { failed: string }>;
interface Pending {
  resolve(kept: AnswerRecord | null): void;
  reject(error: Error): void;
}

class SqliteAnswers implements Answers {
  readonly exclusive = true;
  readonly #path: string;
  readonly #now: Now;
  readonly #onDamage: OnDamage;
  readonly #sweeping: NodeJS.Timeout;
  readonly #unwritten = new Map<string, Unwritten>();
  #worker: Worker | null = null;
  /** How the replies to the messages that were sent are handled, in order. */
  #sent: ((reply: Reply | Error) => void)[] = [];
  /** The names of all answers in the file, in two parts: the older part is dropped once all its answers have expired. null: not loaded yet. */
  #older: Names | null = null;
  #newer = new Names();
  #loading: Promise<void> | null = null;
  /** Names to be looked up at the end of this turn of the event loop, and their callers. */
  #names: string[] = [];
  #asking: Pending[] = [];
  /** Answers that are not written yet. */
  #keep: Keep[] = [];
  #gathering: NodeJS.Timeout | null = null;
  /** The last write of answers failed. */
  #failed = false;
  /** That write, tried again: whoever comes meanwhile waits for it too. */
  #retrying: Promise<void> | null = null;

  constructor(path: string, now: Now, onDamage: OnDamage) {
    this.#path = path;
    this.#now = now;
    this.#onDamage = onDamage;
    this.#sweeping = setInterval(() => {
      if (this.#worker && this.#sent.length === 0) this.#write().catch(() => undefined);
    }, SWEEP_MS).unref();
    ownersOnly(path);
  }

  async claim(name: string, run: AnswerRecord, expiresAt: number, over?: AnswerRecord): Promise<AnswerRecord | null> {
    // No work is begun whose answer could not be kept.
    await this.writable();
    const before = this.#unwritten.get(name);
    const present = before && before.expires > this.#now() ? before : null;
    if (present && !isStill(present.run, over)) return present.run;
    const mine: Unwritten = { run, expires: expiresAt, began: Date.now() };
    this.#unwritten.set(name, mine);
    if (present) return null;
    try {
      if (!this.#older) await this.#load();
      const kept = this.#older?.mayHave(name) || this.#newer.mayHave(name) ? await this.#find(name) : null;
      if (kept && isStill(kept, over)) {
        // Somebody else wrote that: nothing in this file can be relied on.
        await new Promise<void>((resolve) => this.#send({ now: this.#now(), unreadable: true }, () => resolve()));
        return null;
      }
      if (kept) this.#forget(name, mine);
      return kept;
    } catch (error) {
      this.#forget(name, mine);
      throw error;
    }
  }

  async settle(name: string, run: AnswerRecord, sealed: string | null, expiresAt: number): Promise<void> {
    const mine = this.#unwritten.get(name);
    if (mine?.run.owner !== run.owner) return;
    if (sealed === null) return this.#forget(name, mine);
    mine.run = { ...mine.run, sealed };
    mine.expires = expiresAt;
    if ((this.#older?.until ?? 0) <= this.#now()) {
      this.#older = this.#newer;
      this.#newer = new Names();
    }
    this.#newer.add(name, expiresAt);
    this.#keep.push({ name, body: run.bodyHash, sealed, expires: expiresAt, began: mine.began });
    this.#gathering ??= setTimeout(() => this.#write().catch(() => undefined), GATHER_MS);
  }

  async forgetAll(): Promise<void> {
    this.#unwritten.clear();
    await this.#write(true);
  }

  async writable(): Promise<void> {
    if (this.#failed) await this.#retry();
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeping);
    if (this.#keep.length > 0) await this.#write().catch(() => undefined);
    const worker = this.#worker;
    if (!worker) return;
    await new Promise<void>((resolve) => {
      worker.once('exit', () => resolve());
      worker.postMessage('');
    });
  }

  #forget(name: string, mine: Unwritten): void {
    if (this.#unwritten.get(name) === mine) this.#unwritten.delete(name);
  }

  #load(): Promise<void> {
    this.#loading ??= new Promise<void>((resolve, reject) =>
      this.#send({ now: this.#now(), names: true }, (reply) => {
        if (reply instanceof Error) return reject(reply);
        const { names, until } = reply as AllNames;
        this.#older = new Names(Buffer.from(names, 'base64'), until);
        resolve();
      }),
    ).finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  /** Requests of one turn of the loop travel together. */
  #find(name: string): Promise<AnswerRecord | null> {
    return new Promise((resolve, reject) => {
      if (this.#names.length === 0) setImmediate(() => this.#look());
      this.#names.push(name);
      this.#asking.push({ resolve, reject });
    });
  }

  #look(): void {
    const [find, asking] = [this.#names, this.#asking];
    this.#names = [];
    this.#asking = [];
    this.#send({ now: this.#now(), find }, (reply) => {
      const kept = new Map(reply instanceof Error ? [] : (reply as Found).found);
      for (const [at, { reject, resolve }] of asking.entries()) {
        const row = kept.get(at);
        if (reply instanceof Error) reject(reply);
        else resolve(row ? { owner: '', bodyHash: row.body, startedAt: 0, sealed: row.sealed } : null);
      }
    });
  }

  #retry(): Promise<void> {
    this.#retrying ??= this.#write().finally(() => {
      this.#retrying = null;
    });
    return this.#retrying;
  }

  /** Writes what is to be kept. What could not be written is tried again with the next write. */
  #write(forgetAll = false): Promise<void> {
    if (this.#gathering) clearTimeout(this.#gathering);
    this.#gathering = null;
    const keep = this.#keep;
    this.#keep = [];
    return new Promise((resolve, reject) =>
      this.#send({ now: this.#now(), keep, forgetAll }, (reply) => {
        this.#failed = reply instanceof Error;
        if (reply instanceof Error) {
          this.#keep = [...keep, ...this.#keep];
          return reject(reply);
        }
        for (const { name, sealed } of keep) {
          const written = this.#unwritten.get(name);
          if (written?.run.sealed === sealed) this.#unwritten.delete(name);
        }
        resolve();
      }),
    );
  }

  #send(message: ToAnswersWriter, then: (reply: Reply | Error) => void): void {
    this.#sent.push(then);
    this.#worker ??= this.#start();
    this.#worker.postMessage(JSON.stringify(message));
  }

  /** Started with the first request that has a key, and again after it died. */
  #start(): Worker {
    const worker = new Worker(entryFile(new URL('./answersWriter.ts', import.meta.url)), {
      name: 'answers-writer',
      workerData: this.#path,
    });
    let failure: unknown = null;
    worker.on('message', (text: string) => {
      const message = JSON.parse(text) as FromAnswersWriter;
      if ('damaged' in message) return this.#onDamage(new StoreDamaged('kept answers', message.damaged));
      this.#sent.shift()?.('failed' in message ? new StoreUnavailable(`kept answers cannot be used: ${message.failed}`) : message);
    });
    worker.on('error', (error) => {
      failure = error;
    });
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = null;
      const error = new StoreUnavailable('the writer of kept answers has ended', failure);
      for (const then of this.#sent.splice(0)) then(error);
    });
    return worker;
  }
}

/** `answers.db`, for a single process. `now` is for expiry. Where it is damaged it is set aside and started anew: `onDamage` is called, and no caller waits. */
export const openSqliteAnswers = (path: string, now: Now = Date.now, onDamage: OnDamage = () => {}): Answers =>
  new SqliteAnswers(path, now, onDamage);
