import { type CryptoKey, calculateJwkThumbprint, exportJWK, exportPKCS8, generateKeyPair, importPKCS8 } from 'jose';
import type { Vault } from './port.ts';

/** A public key as it is published (RFC 7517), with the thumbprint of RFC 7638 as its id. */
export interface ToolKey {
  kty: 'RSA';
  n: string;
  e: string;
  kid: string;
  use: 'sig';
  alg: 'RS256';
}
interface StoredKey {
  published: ToolKey;
  /** The private key (PKCS #8, PEM), sealed. */
  sealed: string;
  /** ISO UTC. */
  madeAt: string;
  /** Since when another one signs (ISO UTC); null: it signs now. */
  replacedAt: string | null;
  /** The command that made it; absent: the first use did. */
  command?: string;
}
interface Stored {
  keys: StoredKey[];
}
interface Seal {
  seal(name: string, value: unknown): string;
  open<T>(name: string, sealed: string): T;
}

const NAME = 'lti';
const ALGORITHM = 'RS256';
/** For how long a key that was replaced is still published: platforms keep what they read, and what it signed is on its way. */
const OVERLAP_MS = 30 * 24 * 3_600_000;
const MOST_KEYS = 5;

/**
 * The school's own keys as a tool of learning platforms, RSA of 2048 bits: LTI knows no other kind. Made when the first is needed, kept in the vault, the private
 * part sealed under PERSONAL_DATA_KEY. The newest one signs; one that was replaced is published for a while longer.
 */
export function createToolKeys(vault: Vault, { seal, open }: Seal) {
  const make = async (now: Date): Promise<StoredKey> => {
    const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { modulusLength: 2_048, extractable: true });
    const { n = '', e = '' } = await exportJWK(publicKey);
    const kid = await calculateJwkThumbprint({ kty: 'RSA', n, e });
    const published = { kty: 'RSA', n, e, kid, use: 'sig', alg: ALGORITHM } as const;
    return { published, sealed: seal(kid, await exportPKCS8(privateKey)), madeAt: now.toISOString(), replacedAt: null };
  };
  const stored = async (now: Date) => {
    for (;;) {
      const found = await vault.get<Stored>('signing-keys', NAME);
      if (found) return found;
      await vault.insert<Stored>('signing-keys', NAME, { keys: [await make(now)] });
    }
  };
  const isPublished = ({ replacedAt }: StoredKey, now: Date) => replacedAt === null || now.getTime() - Date.parse(replacedAt) < OVERLAP_MS;
  const endOf = (replacedAt: string) => new Date(Date.parse(replacedAt) + OVERLAP_MS).toISOString();

  return {
    /** The one that signs now last. */
    async published(now: Date): Promise<ToolKey[]> {
      return (await stored(now)).value.keys.filter((key) => isPublished(key, now)).map(({ published }) => published);
    },
    /** The key that signs now. */
    async signer(now: Date): Promise<{ key: CryptoKey; kid: string; alg: typeof ALGORITHM }> {
      const { published, sealed } = (await stored(now)).value.keys.at(-1) as StoredKey;
      return { key: await importPKCS8(open<string>(published.kid, sealed), ALGORITHM), kid: published.kid, alg: ALGORITHM };
    },
    /** Since when the present key signs, and until when earlier ones are published; null: there is no key yet, or no earlier one. */
    async terms(now: Date): Promise<{ since: string | null; earlierUntil: string | null }> {
      const keys = (await vault.get<Stored>('signing-keys', NAME))?.value.keys ?? [];
      const earlier = keys.findLast((key) => key.replacedAt !== null && isPublished(key, now));
      return { since: keys.at(-1)?.madeAt ?? null, earlierUntil: earlier?.replacedAt ? endOf(earlier.replacedAt) : null };
    },
    /** Makes another key, which signs from now on. A repeat of the same command returns the key that it made. */
    async rotate(command: string, now: Date): Promise<string> {
      for (;;) {
        const { revision, value } = await stored(now);
        const before = value.keys.find((key) => key.command === command);
        if (before) return before.published.kid;
        const made = { ...(await make(now)), command };
        const kept = value.keys
          .map((key) => ({ ...key, replacedAt: key.replacedAt ?? now.toISOString() }))
          .filter((key) => isPublished(key, now))
          .slice(1 - MOST_KEYS);
        if (await vault.replace<Stored>('signing-keys', NAME, revision, { keys: [...kept, made] })) return made.published.kid;
      }
    },
  };
}
export type ToolKeys = ReturnType<typeof createToolKeys>;
