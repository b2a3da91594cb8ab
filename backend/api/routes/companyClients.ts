import { domainOf, type Provider } from '../../commands/identity/providers.ts';
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
import { BadMetadata, type SamlMetadata, type SamlProvider } from '../../integrations/saml/port.ts';
import { addresses } from '../contract/addresses.ts';
import { returnOf, samlServiceOf } from '../contract/choices.ts';
import type { Deps } from '../deps.ts';

/** Where providers of OpenID Connect send people back to (`returnOf`). */
export const RETURN = `${addresses.company}/regreso`;

interface Known {
  client: OpenIdClient;
  verify: (token: string, nonce: Nonce, now: Date) => Promise<OpenIdPerson>;
}

/** The school as a client of the providers of OpenID Connect. */
function createOpenIdClients(ask: typeof fetch, { providerSecrets }: Pick<Deps, 'providerSecrets'>) {
  /** By provider and client: what was read of a provider is forgotten once it fails, or refuses: it may have moved its endpoints. */
  const known = new Map<string, Known>();
  const nameOf = ({ providerId, openid }: Provider) => `${providerId} ${openid?.clientId}`;
  const knownOf = (provider: Provider): Known => {
    const found = known.get(nameOf(provider));
    if (found) return found;
    const client: OpenIdClient = {
      clientId: provider.openid?.clientId ?? '',
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
    authorize: (provider: Provider, out: WayOut, redirect: string, hint: string): Promise<string> =>
      orForgotten(provider, authorizationOf(knownOf(provider).client, out, redirect, hint)),
    async authenticate(provider: Provider, code: string, { verifier, nonce }: WayOut, redirect: string, now: Date): Promise<OpenIdPerson> {
      const { client, verify } = knownOf(provider);
      const secret = provider.openid && (await providerSecrets.get(provider.openid.secretId));
      if (secret === null) throw new ProviderUnavailable('no secret');
      const token = await orForgotten(provider, exchangeCode(client, secret, code, verifier, redirect));
      return orForgotten(provider, verify(token, nonce, now));
    },
  };
}

/** The id of the request by SAML that a trip makes; its response must name it. */
const requestOf = ({ nonce }: WayOut): string => `_${nonce}`;

/** The school at companies’ providers. Their addresses were typed by somebody: they are asked as webhooks are, in the public web alone. */
export function createCompanyClients(deps: Pick<Deps, 'config' | 'providerSecrets'>) {
  const { webhookPrivateHosts, publicUrl } = deps.config;
  const outside = createOutside({ permitted: new Set(webhookPrivateHosts) });
  const ask = fetchOutside(outside);
  const openid = createOpenIdClients(ask, deps);
  const backOf = ({ issuer }: Provider) => returnOf(publicUrl + RETURN, issuer);
  const samlOf = ({ issuer }: Provider, saml: NonNullable<Provider['saml']>): SamlProvider => ({ issuer, ...saml });
  return {
    /** Whether an issuer's address may be asked at all. */
    accepts: (issuer: string): boolean => outside.accepts(issuer) && new URL(issuer).search === '',
    /** Whether a browser may be sent there to sign in: by https, to whatever the browser reaches. */
    leadsTo(address: string): boolean {
      const url = URL.canParse(address) ? new URL(address) : null;
      if (url === null || `${url.username}${url.password}${url.hash}` !== '') return false;
      return url.protocol === 'https:' || outside.isPermitted(url);
    },
    /** The issuer as its tokens name it. Throws ProviderUnavailable. */
    async issuerAt(address: string): Promise<string> {
      return (await discoverEndpoints(address, ask)()).issuer;
    },
    /** What the metadata of a provider by SAML say; `given` is the document, or its address. Throws BadMetadata. */
    async metadataOf(given: string): Promise<SamlMetadata> {
      const { readMetadata } = await import('../../integrations/saml/metadata.ts');
      if (given.startsWith('<')) return readMetadata(given);
      const answer = outside.accepts(given) ? await ask(given).catch(() => null) : null;
      if (!answer?.ok) throw new BadMetadata('no answer');
      return readMetadata(await answer.text());
    },
    /** Where the browser goes. Throws ProviderUnavailable. */
    async authorize(provider: Provider, out: WayOut, hint: string): Promise<string> {
      const { saml } = provider;
      if (saml === null) return openid.authorize(provider, out, backOf(provider), hint);
      const { requestAddress } = await import('../../integrations/saml/service.ts');
      return requestAddress(samlOf(provider, saml), samlServiceOf(publicUrl, saml.serviceId), out.state, requestOf(out));
    },
    /** The person who came back with an answer, a code or a response by SAML, of a domain of the company. Throws BadToken, ProviderUnavailable. */
    async authenticate(provider: Provider, answer: string, out: WayOut, now: Date): Promise<OpenIdPerson> {
      const { saml } = provider;
      const verified = async (by: NonNullable<typeof saml>) => {
        const { verifyResponse } = await import('../../integrations/saml/response.ts');
        const service = samlServiceOf(publicUrl, by.serviceId);
        return verifyResponse(answer, { provider: samlOf(provider, by), service, request: requestOf(out), now });
      };
      const person = saml === null ? await openid.authenticate(provider, answer, out, backOf(provider), now) : await verified(saml);
      if (!provider.domains.includes(domainOf(person.email) ?? '')) throw new BadToken('domain', 'domain');
      return person;
    },
  };
}

export type CompanyClients = ReturnType<typeof createCompanyClients>;
