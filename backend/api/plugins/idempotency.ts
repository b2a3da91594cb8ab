import { createCipheriv, createDecipheriv, createSecretKey, hash, type KeyObject, randomBytes } from 'node:crypto';
import type { AnswerRecord, Answers } from '../../integrations/vault/answers.ts';
import { ApiError } from '../error.ts';

/**
 * Answers kept by `Idempotency-Key`, 24 h per person and route. A kept answer is sealed with a key derived from the client's own key, which is not stored:
 * only somebody who sends that key again can read what is in the vault.
 */
export interface KeptAnswer {
  status: number;
  body: string;
  position: string | null;
  /** The session cookie that went with it; token null: it was cleared. `expires` in epoch milliseconds. */
  cookie: { token: string | null; expires: number | null } | null;
  /** The known-device cookie; absent from answers of an older release. */
  device?: string | null;
}

const DAY = 24 * 3_600_000;
/** A request that runs longer than this has died with its process; its command ids are deterministic, so it may run again. */
const ABANDONED = 30_000;
const POLL = 15;
const NONCE_BYTES = 12;
/** Random bytes are drawn for many nonces at once: asking for twelve takes as long as asking for thousands. */
const NONCES = 256;

export type Idempotency = ReturnType<typeof createIdempotency>;

export function createIdempotency(answers: Answers, secret: string, now: () => number) {
  let drawn = randomBytes(0);
  const nonceOf = (): Buffer => {
    if (drawn.length === 0) drawn = randomBytes(NONCES * NONCE_BYTES);
    const nonce = drawn.subarray(0, NONCE_BYTES);
    drawn = drawn.subarray(NONCE_BYTES);
    return nonce;
  };
  const seal = (key: KeyObject, { body, ...rest }: KeptAnswer): string => {
    const nonce = nonceOf();
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    const sealed = Buffer.concat([cipher.update(`${JSON.stringify(rest)}\n${body}`), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
  };
  /** null: it was sealed by another key, or is not what was sealed. */
  const open = (key: KeyObject, sealed: string): KeptAnswer | null => {
    try {
      return decrypt(key, sealed);
    } catch {
      return null;
    }
  };
  const decrypt = (key: KeyObject, sealed: string): KeptAnswer => {
    const bytes = Buffer.from(sealed, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    const text = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString();
    const end = text.indexOf('\n');
    return { ...(JSON.parse(text.slice(0, end)) as Omit<KeptAnswer, 'body'>), body: text.slice(end + 1) };
  };
  /** Keyed SHA-3: the key comes before the text, as in KMAC. One call, where a Node HMAC is an object for the garbage collector. */
  const keyed = (text: string): string => `${secret}\u0000${text}`;
  /** The requests running in this process. */
  const instance = randomBytes(6).toString('base64url');
  let runs = 0;
  const seems = ({ owner, startedAt }: AnswerRecord): 'alive' | 'dead' => {
    if (answers.exclusive && !owner.startsWith(`${instance}.`)) return 'dead';
    // In both directions: after the clock was set back, a dead request must not count as running for hours.
    return Math.abs(now() - startedAt) > ABANDONED ? 'dead' : 'alive';
  };

  return {
    /** Runs `work` once for this key; a repeat gets the same answer, another body IDEMPOTENCY_CONFLICT, a concurrent one waits. */
    async once(scope: string, key: string, body: unknown, work: () => Promise<KeptAnswer>): Promise<KeptAnswer> {
      // Two derived keys: one names the record, the other seals it; neither reveals the other, nor the client's key.
      const derived = hash('sha3-512', keyed(`answer ${scope}\u0000${key}`), 'buffer');
      const name = derived.toString('base64url', 32, 48);
      // As a KeyObject: Node takes five times as long with a key given as bytes.
      const sealKey = createSecretKey(derived.subarray(0, 32));
      // Keyed with the client's key too: a body may hold a password, whose bare hash could be guessed.
      const said = `body ${scope}\u0000${key}\u0000${JSON.stringify(body) ?? ''}`;
      const bodyHash = hash('sha3-256', keyed(said), 'base64url').slice(0, 22);
      const claim = async (): Promise<AnswerRecord | KeptAnswer> => {
        let over: AnswerRecord | undefined;
        for (;;) {
          runs++;
          const run: AnswerRecord = { owner: `${instance}.${runs.toString(36)}`, bodyHash, startedAt: now(), sealed: null };
          const existing = await answers.claim(name, run, now() + DAY, over);
          if (!existing) return run;
          const kept = existing.sealed === null ? null : open(sealKey, existing.sealed);
          // Damage, or somebody else's record: the log knows whether the command was done.
          const unreadable = existing.sealed !== null && kept === null;
          if (existing.bodyHash !== bodyHash && !unreadable) throw new ApiError('IDEMPOTENCY_CONFLICT');
          if (kept) return kept;
          over = unreadable || seems(existing) === 'dead' ? existing : undefined;
          if (over === undefined) await new Promise((done) => setTimeout(done, POLL));
        }
      };
      const run = await claim();
      if ('status' in run) return run;
      let answer: KeptAnswer;
      try {
        answer = await work();
      } catch (error) {
        // A refusal is not kept: the same request may succeed later.
        // Where that fails too, the record soon counts as abandoned; the first error is the one to report.
        await answers.settle(name, run, null, now()).catch(() => {});
        throw error;
      }
      await answers.settle(name, run, seal(sealKey, answer), now() + DAY);
      return answer;
    },
  };
}
