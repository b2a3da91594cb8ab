import { z } from 'zod';
import { defineEvent } from './define.ts';
import { growing } from './growing.ts';
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
  clientId: z.string().min(1).max(300),
  /** Under which id the vault has the client's secret. */
  secretId: z.string().max(40),
  /** Those of the mail addresses that it may vouch for, in lower case. */
  domains: z.array(z.string().max(253)).max(20),
  /** Whether somebody without an account gets one by signing in. */
  createsAccounts: z.boolean(),
  /** The scholarship code of which whoever enters gets a grant; null: none. */
  codeId: z.string().max(60).nullable(),
};
export const IdentityProviderRegistered = defineEvent('IdentityProviderRegistered', {
  category: 'providers',
  /** `issuer`: as its ID tokens name it. */
  schema: z.object({ ...terms, issuer: z.string().max(500) }),
  summary: 'Un administrador registró el proveedor de identidad de una empresa: su gente entra con él.',
});
export const IdentityProviderChanged = defineEvent('IdentityProviderChanged', {
  category: 'providers',
  schema: z.object(terms),
  summary: 'Un administrador cambió el nombre, los dominios, el cliente o la beca del acceso de una empresa.',
});
export const IdentityProviderPaused = defineEvent('IdentityProviderPaused', {
  category: 'providers',
  schema: z.object({ providerId }),
  summary: 'Un administrador detuvo el acceso con una empresa: nadie entra por él hasta que se reanude.',
});
export const IdentityProviderResumed = defineEvent('IdentityProviderResumed', {
  category: 'providers',
  schema: z.object({ providerId }),
  summary: 'Un administrador reanudó el acceso con una empresa.',
});
export const IdentityProviderRemoved = defineEvent('IdentityProviderRemoved', {
  category: 'providers',
  schema: z.object({ providerId }),
  summary: 'Un administrador quitó el acceso con una empresa.',
});

/** Of an identity at another system: a keyed digest of its issuer and subject, which names its stream. */
const identity = z.string().max(40);
/** Written in the person's stream: this identity opens the account, as long as its own stream says the same. */
export const OutsideIdentityLinked = defineEvent('OutsideIdentityLinked', {
  category: 'user',
  /** `by`: whether the person linked it, signed in to the account; or the provider, for which the account was made. */
  schema: z.object({ userId: id, providerId, identity, by: growing(['person', 'provider'], 'provider') }),
  summary: 'La cuenta quedó enlazada con la empresa de su dueño: con ella se entra.',
});
export const OutsideIdentityUnlinked = defineEvent('OutsideIdentityUnlinked', {
  category: 'user',
  schema: z.object({ userId: id, providerId }),
  summary: 'La cuenta dejó de estar enlazada con una empresa.',
});
/** Written in the identity's own stream: whose account it opens. */
export const OutsideIdentityAssigned = defineEvent('OutsideIdentityAssigned', {
  category: 'identity',
  schema: z.object({ userId: id, providerId }),
  summary: 'Una identidad de una empresa quedó asignada a una cuenta.',
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
