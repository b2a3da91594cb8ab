import { useEffect } from 'react';
import type { SiteRecord } from '../../../backend/api/contract/site.ts';
import { money } from './figures.ts';
import { followTopics } from './follow-topics.ts';
import { call } from './http.ts';
import { type Resource, useResource } from './use-resource.ts';

/** The managed content of the site (policies, price book), followed live. */
export const useSite = (wanted = true): Resource<SiteRecord> => {
  const site = useResource(wanted ? 'sitio' : null, (signal, minPosition) => call<SiteRecord>('/api/sitio', { signal, minPosition }));
  const { refresh, readAt } = site;
  useEffect(() => (wanted ? followTopics(['sitio'], refresh, readAt) : undefined), [wanted, refresh, readAt]);
  return site;
};

type Policies = Pick<SiteRecord, 'politicas'> | undefined;
/** The policies with these codes, in this order; those that the school does not have are left out. */
export const policiesOf = (site: Policies, ...codes: string[]) =>
  codes.flatMap((code) => site?.politicas.find((policy) => policy.clave === code) ?? []);
/** '$50.00 USD'; null while the plan is not for sale. */
export const planPrice = (site: Pick<SiteRecord, 'precios'> | undefined): string | null => {
  const premium = site?.precios.find(({ plan }) => plan === 'premium');
  return premium ? money(premium.monto, premium.moneda) : null;
};
/** What the free plan costs, in the currency of the paid one: 'USD 0.00'. */
export const freePrice = (site: Pick<SiteRecord, 'precios'>): string => money(0, site.precios[0]?.moneda ?? 'USD');
/** A day of the calendar as the interface's language writes it, '15 de octubre de 2026'. */
export const dayText = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day.slice(0, 10)}T00:00:00Z`));
