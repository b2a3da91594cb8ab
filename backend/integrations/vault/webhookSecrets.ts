import { randomBytes } from 'node:crypto';
import type { WebhookSecrets } from '../webhooks/port.ts';
import type { Vault } from './port.ts';

/** Seals what is kept beside the log (`commands/kernel/seal.ts`). */
interface Seal {
  seal(name: string, value: unknown): string;
  open<T>(name: string, sealed: string): T;
}
const SECRET_BYTES = 32;

/** Addresses of webhooks and what they are signed with: both are needed again, so they are sealed and not hashed. */
export function createWebhookSecrets(vault: Vault, { seal, open }: Seal): WebhookSecrets {
  const read = async <T>(name: string): Promise<T | null> => {
    const kept = await vault.get<string>('webhooks', name);
    return kept && open<T>(name, kept.value);
  };
  const write = (name: string, value: unknown) => vault.put('webhooks', name, seal(name, value));
  return {
    setAddress: (addressId, address) => write(`address:${addressId}`, address),
    address: (addressId) => read(`address:${addressId}`),
    async makeSecret(secretId) {
      const [name, secret] = [`secret:${secretId}`, `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`];
      return (await vault.insert('webhooks', name, seal(name, secret))) ? secret : ((await read<string>(name)) ?? secret);
    },
    secret: (secretId) => read(`secret:${secretId}`),
    async endSecret(secretId, until) {
      const name = `secret:${secretId}`;
      const kept = await vault.get<string>('webhooks', name);
      if (kept) await vault.replace('webhooks', name, kept.revision, kept.value, { expiresAt: Date.parse(until) });
    },
    async forget({ addresses = [], secrets = [] }) {
      for (const id of addresses) await vault.remove('webhooks', `address:${id}`);
      for (const id of secrets) await vault.remove('webhooks', `secret:${id}`);
    },
  };
}
