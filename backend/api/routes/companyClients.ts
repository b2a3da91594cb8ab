import type { Provider } from '../../commands/identity/providers.ts';
import { domainOf } from '../../commands/identity/providers.ts';
import { BadToken, type OpenIdClient, type OpenIdPerson, ProviderUnavailable } from '../../integrations/openid/port.ts';
import {
  authorizationOf,
  createTokenVerifier,
  discoverEndpoints,
  exchangeCode,
  type Nonce,
  type WayOut,
} from '../../integrations/openid/provider.ts';
import { fetchOutside } from '../../integrations/outside/fetching.ts';
import { createOutside } from '../../integrations/outside/request.ts';
import type { Deps } from '../deps.ts';

interface Known {
  client: OpenIdClient;
  verify: (token: string, nonce: Nonce, now: Date) => Promise<OpenIdPerson>;
}

/** The school as a client of companies’ providers. Their addresses were typed by somebody: they are asked as webhooks are, in the public web alone. */
export function createCompanyClients({ config, providerSecrets }: Pick<Deps, 'config' | 'providerSecrets'>) {
  const outside = createOutside({ permitted: new Set(config.webhookPrivateHosts) });
  const ask = fetchOutside(outside);
  /** By provider and client: what was read of a provider is forgotten once it fails, or refuses: it may have moved its endpoints. */
  const known = new Map<string, Known>();
  const nameOf = ({ providerId, clientId }: Provider) => `${providerId} ${clientId}`;
  const knownOf = (provider: Provider): Known => {
    const found = known.get(nameOf(provider));
    if (found) return found;
    const client: OpenIdClient = {
      clientId: provider.clientId,
      endpoints: discoverEndpoints(provider.issuer, ask),
      ask,
      trustsOwnAddresses: true,
    };
    const made = { client, verify: createTokenVerifier(client) };
    known.set(nameOf(provider), made);
    return made;
  };
  const orForgotten = async <T>(provider: Provider, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof ProviderUnavailable || error instanceof BadToken) known.delete(nameOf(provider));
      throw error;
    }
  };
  return {
    /** Whether an issuer's address may be asked at all. */
    accepts(issuer: string): boolean {
      const url = URL.canParse(issuer) ? new URL(issuer) : null;
      if (url === null || `${url.username}${url.password}${url.hash}${url.search}` !== '') return false;
      return outside.isPermitted(url) || (url.protocol === 'https:' && url.port === '' && outside.mayBeOutside(url));
    },
    /** The issuer as its tokens name it. Throws ProviderUnavailable. */
    async issuerAt(address: string): Promise<string> {
      return (await discoverEndpoints(address, ask)()).issuer;
    },
    /** Where the browser goes. Throws ProviderUnavailable. */
    leave: (provider: Provider, out: WayOut, redirect: string, hint: string): Promise<string> =>
      orForgotten(provider, authorizationOf(knownOf(provider).client, out, redirect, hint)),
    /** The person who came back with a code, of a domain of the company. Throws BadToken, ProviderUnavailable. */
    async arrive(provider: Provider, code: string, { verifier, nonce }: WayOut, redirect: string, now: Date): Promise<OpenIdPerson> {
      const { client, verify } = knownOf(provider);
      const secret = await providerSecrets.get(provider.secretId);
      if (secret === null) throw new ProviderUnavailable('no secret');
      const token = await orForgotten(provider, exchangeCode(client, secret, code, verifier, redirect));
      const person = await orForgotten(provider, verify(token, nonce, now));
      if (!provider.domains.includes(domainOf(person.email) ?? '')) throw new BadToken('domain');
      return person;
    },
  };
}

export type CompanyClients = ReturnType<typeof createCompanyClients>;
