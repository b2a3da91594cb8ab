import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
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

  return {
    async once(scope, key, body, work) {
      const name = createHmac('sha256', secret).update(`${scope}\u0000${key}`).digest('base64url');
      const sealKey = Buffer.from(hkdfSync('sha256', secret, key, `answer ${scope}`, 32));
      // Keyed like the answer: a body may hold a password, and its bare hash would invite guessing.
      const bodyHash = createHmac('sha256', sealKey)
        .update(JSON.stringify(body) ?? '')
        .digest('base64url');
      for (;;) {
        const fresh: Stored = { bodyHash, state: 'running', startedAt: now(), sealed: null };
        const found = (await vault.insert<Stored>('answers', name, fresh, { expiresAt: now() + DAY }))
          ? null
          : await vault.get<Stored>('answers', name);
        if (found) {
          if (found.value.bodyHash !== bodyHash) throw new ApiError('IDEMPOTENCY_CONFLICT');
          if (found.value.sealed !== null) return open(sealKey, found.value.sealed);
          const abandoned = now() - found.value.startedAt > ABANDONED;
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
          await vault.remove('answers', name);
          throw error;
        }
        await vault.put<Stored>('answers', name, { ...fresh, state: 'done', sealed: seal(sealKey, answer) }, { expiresAt: now() + DAY });
        return answer;
      }
    },
  };
}
