import type { Vault } from './port.ts';

/** Seals what is kept beside the log (`commands/kernel/seal.ts`). */
interface Seal {
  seal(name: string, value: unknown): string;
  open<T>(name: string, sealed: string): T;
}

/** What the school proves itself with at the identity providers of companies. */
export function createProviderSecrets(vault: Vault, { seal, open }: Seal) {
  return {
    set: (secretId: string, secret: string) => vault.put('providers', secretId, seal(secretId, secret)),
    async get(secretId: string): Promise<string | null> {
      const kept = await vault.get<string>('providers', secretId);
      return kept && open<string>(secretId, kept.value);
    },
    forget: (secretId: string) => vault.remove('providers', secretId),
  };
}
