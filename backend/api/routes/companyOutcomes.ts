import type { Vault } from '../../integrations/vault/port.ts';
import type { CompanyFault } from '../contract/choices.ts';

interface Refused {
  fault: CompanyFault;
  /** ISO UTC. */
  at: string;
}

/** How signing in with each company ended last, for whoever sets it up: one record of each kind a company. Nothing of whom it was about. */
export function createCompanyOutcomes(vault: Pick<Vault, 'get' | 'put' | 'remove'>) {
  const entered = (providerId: string) => `entered:${providerId}`;
  const refused = (providerId: string) => `refused:${providerId}`;
  return {
    entered: (providerId: string, now: Date) => vault.put('providers', entered(providerId), { at: now.toISOString() }),
    refused: (providerId: string, fault: CompanyFault, now: Date) =>
      vault.put<Refused>('providers', refused(providerId), { fault, at: now.toISOString() }),
    async of(providerId: string): Promise<{ entered: string | null; refused: Refused | null }> {
      const last = await vault.get<{ at: string }>('providers', entered(providerId));
      return { entered: last?.value.at ?? null, refused: (await vault.get<Refused>('providers', refused(providerId)))?.value ?? null };
    },
    async forget(providerId: string): Promise<void> {
      for (const key of [entered(providerId), refused(providerId)]) await vault.remove('providers', key);
    },
  };
}
