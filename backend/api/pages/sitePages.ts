import { dayInWords } from '../../../events/calendar.ts';
import { grouped, money } from '../contract/money.ts';
import type { SiteRecord } from '../contract/site.ts';
import { escapeHtml } from './html.ts';

/** The messages that these pages share with the application; the build takes them from its catalogue. */
interface Part {
  heading: string;
  lead: string;
}
interface Service extends Part {
  parts: readonly { title: string; text: string }[];
}
export interface SiteTexts {
  press: Part & { by: string };
  employers: Part;
  testimonials: Part;
  community: Part;
  grants: Part & { meter_one: string; meter_other: string };
  corporate: Service;
  consulting: Service;
  claims: { by: string };
  faq: Part;
  mission: { label: string };
  pricing: {
    title: string;
    lead: string;
    free: string;
    freePeriod: string;
    premium: string;
    period: string;
    noPrice: string;
    singleRange: string;
    since: string;
  };
  costs: {
    title: string;
    lead: string;
    basicText: string;
    premiumText: string;
    single: string;
    singleText: string;
    range: string;
    list: string;
  };
  policies: { title: string; lead: string };
}

export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (hole, name: string) => String(values[name] ?? hole));
const p = (text: string): string => `<p>${escapeHtml(text)}</p>`;
const section = (id: string, heading: string, lead: string, content: string): string =>
  content ? `<section id="${id}"><h2>${escapeHtml(heading)}</h2>${lead ? p(lead) : ''}${content}</section>` : '';
const list = (items: readonly string[]): string => (items.length > 0 ? `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>` : '');

const counted = (texts: SiteTexts['grants'], granted: number, cap: number): string =>
  fill(cap === 1 ? texts.meter_one : texts.meter_other, { granted: grouped(granted), cap: grouped(cap) });

const claimsOf = (site: SiteRecord, place: SiteRecord['cifras'][number]['lugar'], texts: SiteTexts): string =>
  list(
    site.cifras
      .filter(({ lugar }) => lugar === place)
      .map(
        ({ cifra, rotulo, fuente, responsable, fecha }) =>
          `<strong>${escapeHtml(cifra)}</strong> ${escapeHtml(rotulo)}. <small>${escapeHtml(`${fuente}. ${fill(texts.claims.by, { owner: responsable, date: dayInWords(fecha) })}`)}</small>`,
      ),
  );
const serviceOf = (id: string, { heading, lead, parts }: Service, rest: string): string =>
  section(id, heading, lead, parts.map(({ title, text }) => `<h3>${escapeHtml(title)}</h3>${p(text)}`).join('') + rest);

/** The content of the landing page, section by section, with the anchors that it has in the application. */
export function landingSections(site: SiteRecord, texts: SiteTexts): string {
  const promise = site.politicas.find(({ clave }) => clave === 'respuestaConsultoria');
  return [
    section(
      'prensa',
      texts.press.heading,
      texts.press.lead,
      site.prensa
        .map(
          ({ titulo, fuente, extracto }) =>
            `<article><h3>${escapeHtml(titulo)}</h3>${p(fill(texts.press.by, { source: fuente }))}${p(extracto)}</article>`,
        )
        .join(''),
    ),
    section(
      'empleadores',
      texts.employers.heading,
      texts.employers.lead,
      claimsOf(site, 'empleadores', texts) + list(site.empleadores.map(({ nombre }) => escapeHtml(nombre))),
    ),
    section(
      'testimonios',
      texts.testimonials.heading,
      '',
      site.testimonios
        .map(
          ({ nombre, papel, texto }) =>
            `<blockquote>${p(texto)}<footer>${escapeHtml([nombre, papel].filter(Boolean).join(', '))}</footer></blockquote>`,
        )
        .join(''),
    ),
    section(
      'comunidad',
      texts.community.heading,
      texts.community.lead,
      list(site.canales.map(({ nombre, descripcion }) => `<strong>${escapeHtml(nombre)}</strong>: ${escapeHtml(descripcion)}`)),
    ),
    section(
      'becas-corporativas',
      texts.grants.heading,
      texts.grants.lead,
      site.becas ? p(counted(texts.grants, site.becas.otorgadas, site.becas.tope)) : ' ',
    ),
    serviceOf('empresas', texts.corporate, claimsOf(site, 'empresas', texts)),
    serviceOf('consultoria', texts.consulting, claimsOf(site, 'consultoria', texts) + (promise ? p(promise.texto) : '')),
    section(
      'preguntas',
      texts.faq.heading,
      '',
      site.preguntas.map(({ pregunta, respuesta }) => `<h3>${escapeHtml(pregunta)}</h3>${p(respuesta)}`).join(''),
    ),
    section('mision', texts.mission.label, '', p(site.escuela.mision.texto) + p(site.escuela.mision.autor)),
  ].join('');
}

/** Questions and answers for search engines; null where there are none. */
export const structuredFaq = ({ preguntas }: SiteRecord, id: string): object | null =>
  preguntas.length === 0
    ? null
    : {
        '@type': 'FAQPage',
        '@id': id,
        inLanguage: 'es-MX',
        mainEntity: preguntas.map(({ pregunta, respuesta }) => ({
          '@type': 'Question',
          name: pregunta,
          acceptedAnswer: { '@type': 'Answer', text: respuesta },
        })),
      };

/** A course that is sold separately. */
export interface Sold {
  title: string;
  path: string;
  amount: number;
  currency: string;
}
/** «MXN 499.00 a MXN 1,999.00», each currency apart; null where nothing is for sale. */
export function rangeOf(sold: readonly Sold[], texts: SiteTexts): string | null {
  const ranges = [...new Set(sold.map(({ currency }) => currency))].map((currency) => {
    const amounts = sold.filter((one) => one.currency === currency).map(({ amount }) => amount);
    const [low, high] = [Math.min(...amounts), Math.max(...amounts)];
    return low === high ? money(low, currency) : fill(texts.costs.range, { low: money(low, currency), high: money(high, currency) });
  });
  return ranges.length > 0 ? new Intl.ListFormat('es-MX', { type: 'disjunction' }).format(ranges) : null;
}
const monthly = (site: SiteRecord, { pricing }: SiteTexts): string => {
  const found = site.precios.find(({ plan }) => plan === 'premium');
  return found
    ? `${money(found.monto, found.moneda)} ${pricing.period}. ${fill(pricing.since, { date: dayInWords(found.desde) })}`
    : pricing.noPrice;
};
const promised = (site: SiteRecord, codes: readonly string[]): string[] =>
  site.politicas
    .filter(({ clave }) => codes.includes(clave))
    .map(({ titulo, texto }) => `<strong>${escapeHtml(titulo)}.</strong> ${escapeHtml(texto)}`);

export function pricingBody(site: SiteRecord, sold: readonly Sold[], texts: SiteTexts): string {
  const { pricing } = texts;
  const range = rangeOf(sold, texts);
  return `<h1>${escapeHtml(pricing.title)}</h1>${p(pricing.lead)}<h2>${escapeHtml(pricing.free)}</h2>${p(`${money(0, site.precios[0]?.moneda ?? 'USD')} ${pricing.freePeriod}`)}<h2>${escapeHtml(pricing.premium)}</h2>${p(monthly(site, texts))}${list(promised(site, ['respuestaPremium', 'reembolso']))}${range ? p(fill(pricing.singleRange, { range })) : ''}`;
}
export function costsBody(site: SiteRecord, sold: readonly Sold[], texts: SiteTexts): string {
  const { costs, pricing } = texts;
  const range = rangeOf(sold, texts);
  const courses = list(
    sold.map(
      ({ title, path, amount, currency }) =>
        `<a href="${escapeHtml(path)}">${escapeHtml(title)}</a>: ${escapeHtml(money(amount, currency))}`,
    ),
  );
  return `<h1>${escapeHtml(costs.title)}</h1>${p(costs.lead)}<h2>${escapeHtml(pricing.free)}</h2>${p(costs.basicText)}<h2>${escapeHtml(pricing.premium)}</h2>${p(monthly(site, texts))}${p(costs.premiumText)}<h2>${escapeHtml(costs.single)}</h2>${range ? p(range) : ''}${p(costs.singleText)}${courses ? `<h2>${escapeHtml(costs.list)}</h2>${courses}` : ''}${list(promised(site, ['reembolso']))}`;
}
export const policiesBody = (site: SiteRecord, { policies }: SiteTexts): string =>
  `<h1>${escapeHtml(policies.title)}</h1>${p(policies.lead)}${site.politicas
    .map(({ clave, titulo, texto }) => section(clave, titulo, '', p(texto)))
    .join('')}`;
