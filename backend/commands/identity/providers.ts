import { isDeepStrictEqual } from 'node:util';
import type { DataOf, StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { GrowingMap } from '../kernel/growing.ts';

type Event = StreamEvent<'providers'>;
type Registered = DataOf<'IdentityProviderRegistered'>;
type Changed = DataOf<'IdentityProviderChanged'>;

/** The identity provider of a company that was not removed. */
export interface Provider extends Registered {
  paused: boolean;
}
export type ProviderCommand =
  | ({ type: 'register' } & Registered)
  /** The protocol cannot be changed. `secretId` null: the secret stays. */
  | ({ type: 'change' } & Omit<Changed, 'openid'> & { openid: { clientId: string; secretId: string | null } | null })
  | { type: 'pause' | 'resume' | 'remove'; providerId: string };

export const MOST_PROVIDERS = 200;
export const PROVIDERS = 'school';

type State = GrowingMap<string, Provider>;

/** Domains where anybody can get an address: no company can vouch for them. */
const publicDomains = new Set(
  `gmail.com googlemail.com outlook.com outlook.es outlook.com.mx hotmail.com hotmail.es hotmail.com.mx live.com live.com.mx msn.com passport.com
  yahoo.com yahoo.com.mx yahoo.es ymail.com rocketmail.com icloud.com me.com mac.com aol.com proton.me protonmail.com pm.me gmx.com gmx.net gmx.es
  mail.com zoho.com zohomail.com yandex.com yandex.ru mail.ru tutanota.com tuta.com tuta.io fastmail.com hey.com duck.com prodigy.net.mx
  terra.com.mx terra.com terra.es qq.com 163.com 126.com web.de t-online.de free.fr orange.fr laposte.net libero.it uol.com.br bol.com.br
  comcast.net att.net verizon.net sbcglobal.net mailinator.com yopmail.com guerrillamail.com 10minutemail.com temp-mail.org`.split(/\s+/),
);

/** A domain as mail addresses name it: `Empresa.MX.` → `empresa.mx`; null where it is none, or not of the public. */
export function mailDomain(given: string): string | null {
  const typed = given.trim().replace(/^@/, '').replace(/\.$/, '');
  if (!/^[^\s@/:?#\\]+\.[^\s@/:?#\\]+$/.test(typed) || !URL.canParse(`http://${typed}`)) return null;
  const { hostname } = new URL(`http://${typed}`);
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*\.(?!local$|internal$|localhost$)([a-z]{2,}|xn--[a-z0-9-]+)$/.test(hostname) && hostname.length <= 253
    ? hostname
    : null;
}
/** The domain of a mail address; null: it is none. */
export const domainOf = (email: string): string | null =>
  email.includes('@') ? mailDomain(email.slice(email.lastIndexOf('@') + 1)) : null;

/** Errors: COMPANY_DOMAIN_PUBLIC. */
export const refusePublicDomains = (domains: readonly string[]): void => {
  if (domains.some((domain) => publicDomains.has(domain))) refuse('COMPANY_DOMAIN_PUBLIC');
};
const checkDomains = (state: State, providerId: string, domains: readonly string[]): void => {
  refusePublicDomains(domains);
  for (const [id, other] of state)
    if (id !== providerId && other.domains.some((domain) => domains.includes(domain))) refuse('COMPANY_DOMAIN_TAKEN');
};

const sameTerms = (before: Provider, data: Changed): boolean =>
  (['name', 'openid', 'saml', 'createsAccounts', 'codeId'] as const).every((field) => isDeepStrictEqual(before[field], data[field])) &&
  before.domains.length === data.domains.length &&
  before.domains.every((domain) => data.domains.includes(domain));

/**
 * The companies whose people sign in with the provider of the company; stream `providers-school`, so that a domain belongs to one of them.
 * Errors: CONFLICT, TOO_MANY_ITEMS, COMPANY_NOT_FOUND, COMPANY_DOMAIN_PUBLIC, COMPANY_DOMAIN_TAKEN.
 */
export const providers: Decider<State, ProviderCommand, Event> = {
  category: 'providers',
  initial: () => new GrowingMap(),
  decide(command, state) {
    const { providerId } = command;
    const before = state.get(providerId);
    if (command.type === 'register') {
      if (before) return refuse('CONFLICT');
      if (state.size >= MOST_PROVIDERS) return refuse('TOO_MANY_ITEMS');
      const { type: _, ...data } = command;
      checkDomains(state, providerId, data.domains);
      return [{ type: 'IdentityProviderRegistered', data }];
    }
    if (!before) return refuse('COMPANY_NOT_FOUND');
    switch (command.type) {
      case 'change': {
        const { type: _, openid, ...more } = command;
        if ((openid === null) !== (before.openid === null) || (more.saml === null) !== (before.saml === null)) return refuse('CONFLICT');
        const data = { ...more, openid: before.openid && openid && { ...openid, secretId: openid.secretId ?? before.openid.secretId } };
        checkDomains(state, providerId, data.domains);
        return sameTerms(before, data) ? [] : [{ type: 'IdentityProviderChanged', data }];
      }
      case 'pause':
        return before.paused ? [] : [{ type: 'IdentityProviderPaused', data: { providerId } }];
      case 'resume':
        return before.paused ? [{ type: 'IdentityProviderResumed', data: { providerId } }] : [];
      case 'remove':
        return [{ type: 'IdentityProviderRemoved', data: { providerId } }];
    }
  },
  evolve(state, { type, data }) {
    if (type === 'IdentityProviderRegistered') return state.with(data.providerId, { ...data, paused: false });
    const before = state.get(data.providerId);
    if (!before) return state;
    switch (type) {
      case 'IdentityProviderChanged':
        return state.with(data.providerId, { ...before, ...data });
      case 'IdentityProviderPaused':
        return state.with(data.providerId, { ...before, paused: true });
      case 'IdentityProviderResumed':
        return state.with(data.providerId, { ...before, paused: false });
      case 'IdentityProviderRemoved':
        return state.without(data.providerId);
    }
  },
};

/** The provider that vouches for a domain, and is not paused; null: none. */
export const providerOf = (state: State, domain: string | null): Provider | null => {
  for (const [, provider] of state) if (!provider.paused && domain !== null && provider.domains.includes(domain)) return provider;
  return null;
};
