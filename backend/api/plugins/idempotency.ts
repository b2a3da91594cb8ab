import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { StoreUnavailable } from '../../../events/store/port.ts';
import type { Vault } from '../../integrations/vault/port.ts';
import { ApiError } from './errors.ts';

/**
 * Answers kept by `Idempotency-Key`, 24 h per person and route. A kept answer is sealed with a key made from the client's own key, which is not kept:
 * what stands in the vault can be read by nobody who does not send that key again.
 */
export interface KeptAnswer {
  status: number;
  body: string;
  position: string | null;
  /** The session cookie that went with it; token null: it was cleared. `expires` in epoch milliseconds. */
  cookie: { token: string | null; expires: number | null } | null;
}

interface Stored {
  /** Whose run it is: who took over from a run that seemed dead is not disturbed by it. */
  owner: string;
  bodyHash: string;
  state: 'running' | 'done';
  startedAt: number;
  sealed: string | null;
}

const DAY = 24 * 3_600_000;
/** A request that runs longer than this has died with its process; its command ids are deterministic, so it may run again. */
const ABANDONED = 30_000;
const POLL = 15;

export interface Idempotency {
  /** Runs `work` once for this key; a repeat gets the same answer, another body IDEMPOTENCY_CONFLICT, one that comes meanwhile waits. */
  once(scope: string, key: string, body: unknown, work: () => Promise<KeptAnswer>): Promise<KeptAnswer>;
}

export function createIdempotency(vault: Vault, secret: string, now: () => number): Idempotency {
  const seal = (key: Buffer, answer: KeptAnswer): string => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    const body = Buffer.concat([cipher.update(JSON.stringify(answer)), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
  };
  const open = (key: Buffer, sealed: string): KeptAnswer => {
    const bytes = Buffer.from(sealed, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString()) as KeptAnswer;
  };

  /** Ends a run, unless the record has passed to another run meanwhile. `value` null: nothing is kept. */
  const settle = async (name: string, owner: string, value: Stored | null): Promise<void> => {
    const found = await vault.get<Stored>('answers', name);
    if (found?.value.owner !== owner) return;
    await vault.replace<Stored>('answers', name, found.revision, value ?? found.value, { expiresAt: value ? now() + DAY : 0 });
  };

  return {
    async once(scope, key, body, work) {
      const name = createHmac('sha256', secret).update(`${scope}\u0000${key}`).digest('base64url');
      const sealKey = Buffer.from(hkdfSync('sha256', secret, key, `answer ${scope}`, 32));
      // Keyed like the answer: a body may hold a password, and its bare hash would invite guessing.
      const bodyHash = createHmac('sha256', sealKey)
        .update(JSON.stringify(body) ?? '')
        .digest('base64url');
      for (;;) {
        const fresh: Stored = { owner: crypto.randomUUID(), bodyHash, state: 'running', startedAt: now(), sealed: null };
        const inserted = await vault.insert<Stored>('answers', name, fresh, { expiresAt: now() + DAY }).catch((error: unknown) => {
          throw new StoreUnavailable('the vault cannot be written', error);
        });
        const found = inserted ? null : await vault.get<Stored>('answers', name);
        if (found) {
          if (found.value.bodyHash !== bodyHash) throw new ApiError('IDEMPOTENCY_CONFLICT');
          if (found.value.sealed !== null) return open(sealKey, found.value.sealed);
          // Either way: a clock that was set back must not make a dead run live for hours.
          const abandoned = Math.abs(now() - found.value.startedAt) > ABANDONED;
          if (!abandoned || !(await vault.replace<Stored>('answers', name, found.revision, fresh, { expiresAt: now() + DAY }))) {
            await new Promise((done) => setTimeout(done, POLL));
            continue;
          }
        }
        let answer: KeptAnswer;
        try {
          answer = await work();
        } catch (error) {
          // A refusal is not kept: the same request may go through later.
          // Where that fails too, the record counts as abandoned before long; what the caller has to know is what failed first.
          await settle(name, fresh.owner, null).catch(() => {});
          throw error;
        }
        const done: Stored = { ...fresh, state: 'done', sealed: seal(sealKey, answer) };
        // Nobody takes over from a run so young; the record is surely our own.
        if (Math.abs(now() - fresh.startedAt) < ABANDONED / 2) await vault.put<Stored>('answers', name, done, { expiresAt: now() + DAY });
        else await settle(name, fresh.owner, done);
        return answer;
      }
    },
  };
}
