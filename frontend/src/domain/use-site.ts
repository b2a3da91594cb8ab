import { useTranslation } from 'react-i18next';
import type { SiteRecord } from '../../../backend/api/contract/site.ts';
import { money } from '../lib/figures.ts';
import { useLive } from '../lib/use-live.ts';
import type { Resource } from '../lib/use-resource.ts';

/** The managed content of the site (policies, price book) in the language of the page, followed live. */
export function useSite(wanted = true): Resource<SiteRecord> {
  const { language } = useTranslation().i18n;
  const english = language === 'en';
  return useLive(reads.site, english ? 'en' : undefined, wanted ? (english ? 'sitio en' : 'sitio') : null);
}

type Policies = Pick<SiteRecord, 'politicas'> | undefined;
/** The policies with these codes, in this order; codes that the school does not have are left out. */
export const policiesOf = (site: Policies, ...codes: string[]) =>
  codes.flatMap((code) => site?.politicas.find((policy) => policy.clave === code) ?? []);
/** What Premium costs a month; undefined where it is not for sale. */
export const premiumNow = (site: Pick<SiteRecord, 'precios'> | undefined) => site?.precios.find(({ plan }) => plan === 'premium');
/** '$50.00 USD'; null where the plan is not for sale. */
export const planPrice = (site: Pick<SiteRecord, 'precios'> | undefined): string | null => {
  const premium = premiumNow(site);
  return premium ? money(premium.monto, premium.moneda) : null;
};
