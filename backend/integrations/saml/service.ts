import type { SamlProvider, SamlService } from './port.ts';
import { PERSISTENT, serviceAt } from './response.ts';

/** Where a browser goes to sign in. `state` comes back as it is; the response names `request`. */
export async function requestAddress(provider: SamlProvider, service: SamlService, state: string, request: string): Promise<string> {
  const saml = await serviceAt(provider, service, { request });
  return saml.getAuthorizeUrlAsync(state, undefined, {});
}

/** The document with which the school is registered at a provider. */
export async function serviceMetadata({ entity, consumer }: SamlService): Promise<string> {
  const { generateServiceProviderMetadata } = await import('@node-saml/node-saml');
  return generateServiceProviderMetadata({
    ...{ issuer: entity, callbackUrl: consumer, wantAssertionsSigned: true, identifierFormat: PERSISTENT },
    generateUniqueId: () => `_${entity.slice(-36)}`,
  });
}
