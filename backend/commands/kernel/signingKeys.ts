import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, sign, verify } from 'node:crypto';
import type { Vault } from '../../integrations/vault/port.ts';
import { createSeal } from './seal.ts';

/** A public key as it is published (RFC 8037, with the thumbprint of RFC 7638 as its id). */
export interface PublicKey {
  kty: 'OKP';
  crv: 'Ed25519';
  x: string;
  kid: string;
  use: 'sig';
  alg: 'EdDSA';
}
interface StoredKey {
  kid: string;
  x: string;
  /** The private key (PKCS #8, PEM), sealed. */
  sealed: string;
  /** The command that made it; absent: the first use did. */
  command?: string;
}
interface Stored {
  keys: StoredKey[];
}

const NAME = 'certificates';

/**
 * The school's own keys for what it signs, Ed25519: made when the first is needed, kept in the vault, the private part sealed under PERSONAL_DATA_KEY.
 * The newest one signs; earlier ones go on saying that what they signed is the school's.
 */
export function createSigningKeys(vault: Vault, master: Uint8Array) {
  const { seal, open } = createSeal(master, 'signing keys');
  const publicOf = ({ kid, x }: StoredKey): PublicKey => ({ kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: 'EdDSA' });
  const make = (): StoredKey => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const x = String(publicKey.export({ format: 'jwk' }).x);
    const kid = hash('sha256', JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }), 'base64url');
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
    return { kid, x, sealed: seal(kid, pem) };
  };
  const all = async (): Promise<readonly StoredKey[]> => {
    for (;;) {
      const found = await vault.get<Stored>('signing-keys', NAME);
      if (found) return found.value.keys;
      await vault.insert<Stored>('signing-keys', NAME, { keys: [make()] });
    }
  };
  const privateOf = ({ kid, sealed }: StoredKey) => createPrivateKey(open<string>(kid, sealed));
  const newest = async (): Promise<StoredKey> => (await all()).at(-1) as StoredKey;

  return {
    /** Every key that ever signed, the one that signs now last. */
    async published(): Promise<PublicKey[]> {
      return (await all()).map(publicOf);
    },
    async sign(text: string): Promise<{ keyId: string; signature: string }> {
      const key = await newest();
      return { keyId: key.kid, signature: sign(null, Buffer.from(text), privateOf(key)).toString('base64url') };
    },
    /** The key that signs now, for formats that sign by themselves. */
    async signer() {
      const key = await newest();
      return { key: privateOf(key), published: publicOf(key) };
    },
    /** Whether one of the school's keys signed exactly this text. */
    async verify(text: string, { keyId, signature }: { keyId: string; signature: string }): Promise<boolean> {
      const found = (await all()).find(({ kid }) => kid === keyId);
      if (!found) return false;
      const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: found.x }, format: 'jwk' });
      return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
    },
    /** Makes another key, which signs from now on. A repeat of the same command returns the key that it made. */
    async rotate(command: string): Promise<string> {
      for (;;) {
        await all();
        const found = await vault.get<Stored>('signing-keys', NAME);
        if (!found) continue;
        const before = found.value.keys.find((key) => key.command === command);
        if (before) return before.kid;
        const made = { ...make(), command };
        if (await vault.replace<Stored>('signing-keys', NAME, found.revision, { keys: [...found.value.keys, made] })) return made.kid;
      }
    },
  };
}
export type SigningKeys = ReturnType<typeof createSigningKeys>;
