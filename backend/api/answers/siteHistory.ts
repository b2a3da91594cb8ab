import { isDeepStrictEqual } from 'node:util';
import type { EventLog } from '../../../events/log.ts';
import type { PaidPlan, PlanPrice, PriceEvent, SectionEvent, SiteEvent, SiteSection } from '../../../events/site.ts';
import {
  defaultSchool,
  emptyPriceBook,
  emptySection,
  foldPriceBook,
  foldSection,
  isPriceEvent,
  type PriceBook,
} from '../../../events/siteContent.ts';
import { calledOf } from '../../projections/facts/factLines.ts';
import { grouped } from '../contract/money.ts';
import type { SiteChange } from '../contract/site.ts';
import { englishToApi, itemToApi, managedSchoolToApi, nameOfMethod, percentOf } from './siteNames.ts';
import { moneyText } from './siteValues.ts';

export interface SiteHistoryEntry extends Omit<SiteChange, 'quien'> {
  userId: number | null;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const shown = (value: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null;
  if (Array.isArray(value)) return value.map(shown).join(', ') || null;
  if (isRecord(value)) return Object.values(value).map(shown).join(' ');
  return typeof value === 'number' ? grouped(value) : String(value);
};
/** Field by field; nested fields with a dot: `horario.abre`. */
const differences = (before: unknown, after: object, within = ''): SiteChange['cambios'] => {
  const was = isRecord(before) ? before : {};
  return Object.entries(after).flatMap(([name, value]) => {
    const campo = `${within}${name}`;
    const old = was[name] ?? null;
    if (isDeepStrictEqual(old, value)) return [];
    if (isRecord(value)) return differences(old, value, `${campo}.`);
    return isRecord(old)
      ? Object.entries(old).map(([inner, lost]) => ({ campo: `${campo}.${inner}`, antes: shown(lost), despues: null }))
      : [{ campo, antes: shown(old), despues: shown(value) }];
  });
};

const priceText = ({ price, validFrom }: PlanPrice): string => `${moneyText(price)} desde ${validFrom}`;
const lastPrice = ({ prices }: PriceBook, plan: PaidPlan): string | null => {
  const last = prices.findLast((one) => one.plan === plan);
  return last ? priceText(last) : null;
};
const taxText = ({ taxRate }: PriceBook): string | null => (taxRate === null ? null : `${percentOf(taxRate)} %`);
const exchangeText = ({ exchange }: PriceBook): string | null => exchange && `${(exchange.value / 10_000).toFixed(4)} MXN, ${exchange.day}`;
const methodsText = ({ methods }: PriceBook): string | null => shown(methods.map((method) => nameOfMethod[method]).join(', '));
/** What an event of the prices changed, in words. */
function priceChange(event: PriceEvent, before: PriceBook, after: PriceBook) {
  const of = (campo: string, text: (book: PriceBook) => string | null) => ({ campo, antes: text(before), despues: text(after) });
  switch (event.type) {
    case 'TaxRateSet':
      return of('iva', taxText);
    case 'ExchangeRateSet':
      return of('cambio', exchangeText);
    case 'TransferInstructionsSet':
      return of('transferencia', ({ transfer }) => shown(transfer));
    case 'PaymentMethodsSet':
      return of('metodosDePago', methodsText);
    case 'PlanPriceSet':
      return { campo: event.data.plan, antes: lastPrice(before, event.data.plan), despues: priceText(event.data) };
    case 'PlanPriceCancelled':
      return { campo: event.data.plan, antes: priceText(event.data), despues: lastPrice(after, event.data.plan) };
  }
}

/**
 * The events of one stream of the site, the oldest first, with what each changed. Read from the log: a section has a few hundred events at most.
 * For one item (`itemId`), also when its place changed.
 */
export async function siteHistory(log: EventLog, stream: SiteSection | 'school' | 'prices', only?: number): Promise<SiteHistoryEntry[]> {
  const entries: SiteHistoryEntry[] = [];
  let section = emptySection();
  let school: object = managedSchoolToApi(defaultSchool);
  let book = emptyPriceBook();
  for await (const { data, meta, type, version, stream: flujo } of log.readStream(`site-${stream}`)) {
    const event = { type, data } as SiteEvent;
    const common = { flujo, version, tipo: type, fecha: meta.occurredAt, userId: meta.actor.userId, motivo: await log.reasonOf(meta) };
    if (event.type === 'SchoolSettingsChanged') {
      const next = managedSchoolToApi(event.data);
      entries.push({ ...common, elemento: null, cambios: differences(school, next) });
      school = next;
    } else if (isPriceEvent(event)) {
      const before = book;
      book = foldPriceBook(book, event, meta);
      const change = priceChange(event, before, book);
      entries.push({ ...common, elemento: null, cambios: [change] });
    } else {
      const before = section;
      section = foldSection(section, event as SectionEvent, meta);
      const name = stream as SiteSection;
      if (event.type === 'SiteItemsReordered') {
        const present = ({ items }: typeof section) => items.filter(({ removed }) => !removed);
        if (only !== undefined) {
          const place = (content: typeof section) => present(content).findIndex((one) => one.itemId === only) + 1;
          const [antes, despues] = [place(before), place(section)];
          const found = section.items.find((one) => one.itemId === only);
          if (found && antes !== despues)
            entries.push({
              ...common,
              elemento: { id: only, nombre: calledOf(found.item) },
              cambios: [{ campo: 'lugar_en_la_lista', antes: String(antes), despues: String(despues) }],
            });
          continue;
        }
        const order = (content: typeof section) =>
          present(content)
            .map(({ item }) => calledOf(item))
            .join(' · ');
        entries.push({ ...common, elemento: null, cambios: [{ campo: 'orden', antes: order(before), despues: order(section) }] });
        continue;
      }
      const { itemId } = event.data;
      if (only !== undefined && itemId !== only) continue;
      const was = before.items.find((one) => one.itemId === itemId);
      const is = section.items.find((one) => one.itemId === itemId);
      entries.push({
        ...common,
        elemento: is ? { id: itemId, nombre: calledOf(is.item) } : null,
        cambios:
          'item' in event.data
            ? differences(was ? itemToApi(name, was.item) : null, itemToApi(name, event.data.item))
            : event.type === 'SiteItemTranslated'
              ? differences(
                  { ingles: was?.english && englishToApi(was.english) },
                  { ingles: is?.english ? englishToApi(is.english) : null },
                )
              : [],
      });
    }
  }
  return entries;
}
