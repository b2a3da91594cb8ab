import { schoolDay } from '../../../events/calendar.ts';
import type { Tongue } from '../../../events/sentences.ts';
import type { SchoolSettings, SiteSection } from '../../../events/site.ts';
import {
  defaultSchool,
  emptyPriceBook,
  emptySection,
  englishOf,
  type PriceBook,
  priceOn,
  type SectionContent,
  type SiteItem,
  wordsOf,
} from '../../../events/siteContent.ts';
import { fillText, quantity } from '../../../events/siteTexts.ts';
import type { ReadSession } from '../../projections/reading/reads.ts';
import { campaigns } from '../../projections/scholarships.ts';
import { siteContent } from '../../projections/siteContent.ts';
import type { CommunityChannel } from '../contract/community.ts';
import type { CampaignRecord, SiteItemOfName, SiteRecord, SiteSectionName } from '../contract/site.ts';
import { exchangeToApi, itemToApi, nameOfMethod, percentOf, priceToApi, schoolToApi, sectionNames } from './siteNames.ts';
import { valuesOf } from './siteValues.ts';

/** The school's present data: the one source of its name, logo, colour and contact. */
export const readSchool = async (reads: Pick<ReadSession, 'get'>): Promise<SchoolSettings> =>
  (await reads.get(siteContent, 'school'))?.school ?? defaultSchool;

/** The whole site at one position. */
export async function readSite(reads: Pick<ReadSession, 'getMany'>) {
  const docs = await reads.getMany(siteContent, [...Object.values(sectionNames), 'school', 'prices']);
  const section = (name: SiteSection): SectionContent => docs.get(name)?.section ?? emptySection();
  const changed = [...docs.values()].map(({ changedAt }) => changedAt).sort();
  return {
    section,
    school: docs.get('school')?.school ?? defaultSchool,
    prices: docs.get('prices')?.prices ?? emptyPriceBook(),
    changedAt: changed.at(-1) ?? null,
  };
}
type SiteParts = Awaited<ReturnType<typeof readSite>>;

export const shown = ({ items }: SectionContent): readonly SiteItem[] => items.filter(({ removed, visible }) => visible && !removed);
const pricesToday = (book: PriceBook, now: string) => {
  const premium = priceOn(book, 'premium', schoolDay(now));
  return premium ? [priceToApi(premium)] : [];
};

/** The visible channels; a count without day or source is left out. */
export const channelsOf = (parts: Pick<SiteParts, 'section'>): CommunityChannel[] =>
  shown(parts.section('channels')).map(({ itemId, item }) => {
    const channel = itemToApi('channels', item) as SiteItemOfName['canales'];
    const sourced = channel.miembros !== null && channel.miembros_al !== null && channel.miembros_fuente !== null;
    return { id: itemId, ...channel, ...(!sourced && { miembros: null, miembros_al: null, miembros_fuente: null }) };
  });

/** The site as visitors see it. In English: questions and policies whose present words the school has translated; the others stay in Spanish. */
export function siteRecordOf(parts: SiteParts, becas: CampaignRecord | null, now: string, tongue: Tongue = 'es'): SiteRecord {
  const known = { policies: parts.section('policies'), prices: parts.prices, school: parts.school };
  const values = { es: valuesOf(known, now), ...(tongue === 'en' && { en: valuesOf(known, now, 'en') }) };
  const said = (one: SiteItem) => {
    const english = tongue === 'en' ? englishOf(one) : null;
    const idioma = english ? ('en' as const) : ('es' as const);
    const { title, text } = english ?? wordsOf(one.item) ?? { title: '', text: '' };
    return { idioma, titulo: title, texto: fillText(text, values[idioma] ?? values.es) };
  };
  const itemsOf = <S extends SiteSectionName>(name: S) => {
    const section = sectionNames[name];
    // The fields of the section's schema: the decider allowed no others.
    return shown(parts.section(section)).map(({ itemId, item }) => ({ id: itemId, ...(itemToApi(section, item) as SiteItemOfName[S]) }));
  };
  return {
    escuela: schoolToApi(parts.school),
    prensa: itemsOf('prensa'),
    testimonios: itemsOf('testimonios'),
    empleadores: itemsOf('empleadores'),
    canales: channelsOf(parts).map(({ enlace: _, ...channel }) => channel),
    cifras: itemsOf('cifras'),
    preguntas: shown(parts.section('faq')).map((one) => {
      const { idioma, titulo, texto } = said(one);
      return { id: one.itemId, pregunta: titulo, respuesta: texto, idioma };
    }),
    politicas: shown(parts.section('policies')).flatMap((one) => {
      const { itemId, item, version } = one;
      if (!('code' in item)) return [];
      const words = said(one);
      return [
        {
          id: itemId,
          ...(itemToApi('policies', item) as SiteItemOfName['politicas']),
          ...words,
          valor: quantity(item.amount, item.unit, words.idioma),
          version,
        },
      ];
    }),
    precios: pricesToday(parts.prices, now),
    metodosDePago: parts.prices.methods.map((method) => nameOfMethod[method]),
    iva: percentOf(parts.prices.taxRate),
    cambio: exchangeToApi(parts.prices.exchange),
    becas,
    actualizado: parts.changedAt,
  };
}

export async function openCampaign(reads: Pick<ReadSession, 'find'>): Promise<CampaignRecord | null> {
  const [found] = (await reads.find(campaigns, { where: { open: true }, sort: ['-openedAt'], limit: 1 })).docs;
  return found
    ? { id: found.doc.campaignId, nombre: found.doc.name, otorgadas: found.doc.granted, tope: found.doc.cap, abierta: found.doc.open }
    : null;
}
