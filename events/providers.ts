import { z } from 'zod';
import { defineEvent } from './define.ts';
import { growing } from './growing.ts';
import { said } from './sentences.ts';
import { id } from './types.ts';

/**
 * Companies whose people sign in with the identity provider of the company, and the links between its identities and accounts. What the school proves itself
 * with at a provider is never an event: the vault has it sealed.
 */

const providerId = z.string().max(40);
const terms = {
  providerId,
  /** Of the company. */
  name: z.string().min(1).max(80),
  /** By OpenID Connect; null: by SAML. */
  openid: z
    .object({
      clientId: z.string().min(1).max(300),
      /** Under which id the vault has the client's secret. */
      secretId: z.string().max(40),
    })
    .nullable(),
  /** By SAML 2.0; null: by OpenID Connect. */
  saml: z
    .object({
      /** By which the school's own addresses of this company are known. */
      serviceId: z.string().max(40),
      /** Where a browser is sent to sign in. */
      signIn: z.string().max(2_000),
      /** Of the keys that it signs with, in base64: two and more while it changes them. */
      certificates: z.array(z.string().max(8_000)).max(5),
      /** Which attribute says who somebody is, for good; null: the persistent NameID does. */
      subjectFrom: z.string().max(300).nullable(),
      /** Which attribute has the mail address; null: one of the usual names, or the NameID. */
      addressFrom: z.string().max(300).nullable(),
    })
    .nullable(),
  /** Those of the mail addresses that it may vouch for, in lower case. */
  domains: z.array(z.string().max(253)).max(20),
  /** Whether somebody without an account gets one by signing in. */
  createsAccounts: z.boolean(),
  /** The scholarship code of which whoever enters gets a grant; null: none. */
  codeId: z.string().max(60).nullable(),
};
export const IdentityProviderRegistered = defineEvent('IdentityProviderRegistered', {
  category: 'providers',
  version: 2,
  /** `issuer`: as its ID tokens or assertions name it. */
  schema: z.object({ ...terms, issuer: z.string().max(500) }),
  summary: 'Un administrador registró el proveedor de identidad de una empresa: su gente entra con él.',
  sentence: said('registró el acceso con la empresa «{name}»', 'registered sign-in with the company “{name}”'),
});
export const IdentityProviderChanged = defineEvent('IdentityProviderChanged', {
  category: 'providers',
  version: 2,
  schema: z.object(terms),
  summary: 'Un administrador cambió el nombre, los dominios, el cliente, los certificados o la beca del acceso de una empresa.',
  sentence: said('cambió el acceso con la empresa «{name}»', 'changed sign-in with the company “{name}”'),
});
export const IdentityProviderPaused = defineEvent('IdentityProviderPaused', {
  category: 'providers',
  schema: z.object({ providerId }),
  summary: 'Un administrador detuvo el acceso con una empresa: nadie entra por él hasta que se reanude.',
  sentence: said('detuvo el acceso con una empresa', 'paused sign-in with a company'),
});
export const IdentityProviderResumed = defineEvent('IdentityProviderResumed', {
  category: 'providers',
  schema: z.object({ providerId }),
  summary: 'Un administrador reanudó el acceso con una empresa.',
  sentence: said('reanudó el acceso con una empresa', 'resumed sign-in with a company'),
});
export const IdentityProviderRemoved = defineEvent('IdentityProviderRemoved', {
  category: 'providers',
  schema: z.object({ providerId }),
  summary: 'Un administrador quitó el acceso con una empresa.',
  sentence: said('quitó el acceso con una empresa', 'removed sign-in with a company'),
});

/** Of an identity at another system: a keyed digest of its issuer and subject, which names its stream. */
const identity = z.string().max(40);
/** Written in the person's stream: this identity opens the account, as long as its own stream says the same. */
export const OutsideIdentityLinked = defineEvent('OutsideIdentityLinked', {
  category: 'user',
  /** `by`: whether the person linked it, signed in to the account; or the provider, for which the account was made. */
  schema: z.object({ userId: id, providerId, identity, by: growing(['person', 'provider'], 'provider') }),
  summary: 'La cuenta quedó enlazada con la empresa de su dueño: con ella se entra.',
  sentence: said('enlazó la cuenta con su empresa o plataforma', 'linked the account with their company or platform'),
});
export const OutsideIdentityUnlinked = defineEvent('OutsideIdentityUnlinked', {
  category: 'user',
  schema: z.object({ userId: id, providerId }),
  summary: 'La cuenta dejó de estar enlazada con una empresa.',
  sentence: said('dejó de enlazar la cuenta con una empresa', 'unlinked the account from a company'),
});
/** Written in the identity's own stream: whose account it opens. */
export const OutsideIdentityAssigned = defineEvent('OutsideIdentityAssigned', {
  category: 'identity',
  schema: z.object({ userId: id, providerId }),
  summary: 'Una identidad de una empresa quedó asignada a una cuenta.',
  sentence: said('asignó una identidad de una empresa a la cuenta', 'assigned an identity of a company to the account'),
});

export const providerEvents = [
  IdentityProviderRegistered,
  IdentityProviderChanged,
  IdentityProviderPaused,
  IdentityProviderResumed,
  IdentityProviderRemoved,
  OutsideIdentityLinked,
  OutsideIdentityUnlinked,
  OutsideIdentityAssigned,
] as const;
