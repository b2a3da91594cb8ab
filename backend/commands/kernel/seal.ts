import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';

/** Seals data kept outside the log, with a key per purpose; what is sealed under one name cannot be opened under another. */
export function createSeal(key: Uint8Array, purpose: string) {
  const sealKey = createSecretKey(Buffer.from(hkdfSync('sha256', key, '', purpose, 32)));
  return {
    seal(name: string, value: unknown): string {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce).setAAD(Buffer.from(name));
      const sealed = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
    },
    open<T>(name: string, sealed: string): T {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, 12)).setAAD(Buffer.from(name));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString()) as T;
    },
  };
}
export type Seal = ReturnType<typeof createSeal>;
