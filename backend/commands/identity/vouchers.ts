import type { DataOf } from '../../../events/registry.ts';
import type { Commands } from '../kernel/handle.ts';
import { PLATFORMS, type Platform, platforms } from '../operations/platforms.ts';
import { PROVIDERS, type Provider, providers } from './providers.ts';

/** What vouches for people: the provider of a company, or a learning platform. */
export type Voucher = Provider | Platform;
/** What a change says of one; of other acts, its id alone. */
export type VoucherTerms = DataOf<'IdentityProviderChanged'> | DataOf<'PlatformChanged'>;
export const voucherId = (voucher: Pick<Provider, 'providerId'> | Pick<Platform, 'platformId'>): string =>
  'providerId' in voucher ? voucher.providerId : voucher.platformId;

/** Those that are registered, by their ids. */
export async function loadVouchers(commands: Pick<Commands, 'load'>): Promise<(id: string) => Voucher | undefined> {
  const { state: companies } = await commands.load(providers, PROVIDERS);
  const { state: launching } = await commands.load(platforms, PLATFORMS);
  return (id) => companies.get(id) ?? launching.get(id);
}

const lost = (before: readonly string[] = [], after: readonly string[] = []): boolean => before.some((one) => !after.includes(one));

/**
 * Whether the terms `after` take away something by which somebody may have come in: a mail domain, a key, a deployment, the client that tokens are for, or what
 * says who somebody is. What is added, a name, a secret and where a browser is sent are none of it.
 */
export function withdraws(before: Voucher, after: Voucher | VoucherTerms): boolean {
  if (lost(before.domains, after.domains)) return true;
  if ('providerId' in before)
    return (
      'providerId' in after &&
      (before.openid?.clientId !== after.openid?.clientId ||
        lost(before.saml?.certificates, after.saml?.certificates) ||
        before.saml?.subjectFrom !== after.saml?.subjectFrom ||
        before.saml?.addressFrom !== after.saml?.addressFrom)
    );
  return 'platformId' in after && (lost(before.deployments, after.deployments) || before.keys !== after.keys);
}
