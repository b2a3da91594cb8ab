import type {
  EnglishWords,
  PaidPlan,
  PaymentMethod,
  PlanPrice,
  PriceEvent,
  SchoolSettings,
  SectionEvent,
  SiteEvent,
  SiteItemOf,
  SiteSection,
} from './site.ts';
import { variablesIn } from './siteTexts.ts';
import type { ExchangeRate } from './types.ts';

/** The content of the public site, folded from its events; deciders and read models share it. */

export interface SiteItem<S extends SiteSection = SiteSection> {
  itemId: number;
  visible: boolean;
  removed: boolean;
  /** The count of its events, for If-Match and as the version of a policy that a purchase records. */
  version: number;
  item: SiteItemOf[S];
  /** With the words that it translates. It is no version of the item: what binds is in Spanish. */
  english?: EnglishWords & { of: EnglishWords };
  addedAt: string;
  changedAt: string;
  /** The id of the command that added it. */
  addedBy: string;
}
export interface SectionContent<S extends SiteSection = SiteSection> {
  /** In the order of the page; removed items last. */
  items: readonly SiteItem<S>[];
  lastId: number;
}
export interface PriceBook {
  /** In the order in which they were set. */
  prices: readonly (PlanPrice & { setAt: string })[];
  methods: readonly PaymentMethod[];
  /** How to pay by bank transfer; empty: nobody can. */
  transfer: string;
  /** The tax that prices include, in hundredths of a percent; null: the school has not said. */
  taxRate: number | null;
  /** null: prices in dollars are not shown in pesos. */
  exchange: ExchangeRate | null;
}

export const emptySection = (): SectionContent => ({ items: [], lastId: 0 });
export const emptyPriceBook = (): PriceBook => ({ prices: [], methods: [], transfer: '', taxRate: null, exchange: null });
/** The defaults until the school sets its own. */
export const defaultSchool: SchoolSettings = {
  name: 'Aulaviva',
  logoUrl: null,
  color: null,
  email: 'hola@aulaviva.example',
  phone: null,
  address: 'Tijuana, Baja California',
  hours: { days: [1, 2, 3, 4, 5], opens: '10:00', closes: '18:00' },
  messagingUrl: null,
  communityUrl: null,
  socials: [],
  mission: {
    text: 'Nuestra misión es ayudar a las personas a convertirse en los próximos líderes de la inteligencia artificial.',
    author: 'Dirección general',
  },
  video: null,
};

/** The words of an item that may be said in English; null: it has none. */
export const wordsOf = (item: object): EnglishWords | null =>
  'question' in item && 'answer' in item
    ? { title: String(item.question), text: String(item.answer) }
    : 'code' in item && 'title' in item && 'text' in item
      ? { title: String(item.title), text: String(item.text) }
      : null;
/**
 * The English of an item, unless it could contradict the Spanish: where the words of that have changed since, or where it does not name all values in braces
 * that the Spanish names, and would stay as it is when one of them changes.
 */
export function englishOf({ item, english }: Pick<SiteItem, 'item' | 'english'>): EnglishWords | null {
  const words = wordsOf(item);
  if (!english || !words || english.of.title !== words.title || english.of.text !== words.text) return null;
  const named = variablesIn(english.text);
  return variablesIn(words.text).every((name) => named.includes(name)) ? english : null;
}

interface Meta {
  occurredAt: string;
  commandId: string;
}
const sections = {
  PressAdded: 'press',
  PressEdited: 'press',
  TestimonialAdded: 'testimonials',
  TestimonialEdited: 'testimonials',
  EmployerAdded: 'employers',
  EmployerEdited: 'employers',
  ChannelAdded: 'channels',
  ChannelEdited: 'channels',
  ClaimAdded: 'claims',
  ClaimEdited: 'claims',
  FaqAdded: 'faq',
  FaqEdited: 'faq',
  PolicyAdded: 'policies',
  PolicyEdited: 'policies',
} as const satisfies Partial<Record<SiteEvent['type'], SiteSection>>;
export const isPriceEvent = (event: SiteEvent): event is PriceEvent =>
  event.type === 'PlanPriceSet' ||
  event.type === 'PlanPriceCancelled' ||
  event.type === 'PaymentMethodsSet' ||
  event.type === 'TransferInstructionsSet' ||
  event.type === 'TaxRateSet' ||
  event.type === 'ExchangeRateSet';

const addedTypes = {
  press: 'PressAdded',
  testimonials: 'TestimonialAdded',
  employers: 'EmployerAdded',
  channels: 'ChannelAdded',
  claims: 'ClaimAdded',
  faq: 'FaqAdded',
  policies: 'PolicyAdded',
} as const;
const editedTypes = {
  press: 'PressEdited',
  testimonials: 'TestimonialEdited',
  employers: 'EmployerEdited',
  channels: 'ChannelEdited',
  claims: 'ClaimEdited',
  faq: 'FaqEdited',
  policies: 'PolicyEdited',
} as const;
/** The event types that add and edit an item of a section. */
export const typesOf = (section: SiteSection) => ({ added: addedTypes[section], edited: editedTypes[section] });

/** The section that an event is about. */
export const sectionOf = (event: SectionEvent): SiteSection =>
  'section' in event.data ? event.data.section : sections[event.type as keyof typeof sections];

const hasItem = (event: SectionEvent): event is Extract<SectionEvent, { data: { item: object } }> => 'item' in event.data;
const last = (items: readonly SiteItem[]): SiteItem[] => [
  ...items.filter(({ removed }) => !removed),
  ...items.filter(({ removed }) => removed),
];

/** The section after one more event. Pure. */
export function foldSection(before: SectionContent, event: SectionEvent, meta: Meta): SectionContent {
  const at = meta.occurredAt;
  if (hasItem(event)) {
    const { itemId, item } = event.data;
    if ('visible' in event.data) {
      const fresh: SiteItem = {
        itemId,
        visible: event.data.visible,
        removed: false,
        version: 1,
        item,
        addedAt: at,
        changedAt: at,
        addedBy: meta.commandId,
      };
      return { items: last([...before.items, fresh]), lastId: Math.max(before.lastId, itemId) };
    }
    return {
      ...before,
      items: before.items.map((one) => (one.itemId === itemId ? { ...one, item, version: one.version + 1, changedAt: at } : one)),
    };
  }
  if (event.type === 'SiteItemsReordered') {
    const { order } = event.data;
    const place = (one: SiteItem) => (order.includes(one.itemId) ? order.indexOf(one.itemId) : order.length);
    return { ...before, items: last([...before.items].sort((a, b) => place(a) - place(b))) };
  }
  if (event.type === 'SiteItemTranslated') {
    const { itemId, english } = event.data;
    return {
      ...before,
      items: before.items.map((one) => {
        if (one.itemId !== itemId) return one;
        const { english: _, ...bare } = one;
        const of = wordsOf(one.item);
        return english && of ? { ...bare, english: { ...english, of } } : bare;
      }),
    };
  }
  const change: Partial<SiteItem> =
    event.type === 'SiteItemHidden'
      ? { visible: false }
      : event.type === 'SiteItemShown'
        ? { visible: true }
        : event.type === 'SiteItemRemoved'
          ? { removed: true, visible: false }
          : { removed: false };
  const { itemId } = (event as Extract<SectionEvent, { data: { itemId: number } }>).data;
  return {
    ...before,
    items: last(before.items.map((one) => (one.itemId === itemId ? { ...one, ...change, version: one.version + 1, changedAt: at } : one))),
  };
}

export function foldPriceBook(before: PriceBook, event: PriceEvent, meta: Meta): PriceBook {
  switch (event.type) {
    case 'PlanPriceSet':
      return { ...before, prices: [...before.prices, { ...event.data, setAt: meta.occurredAt }] };
    case 'PlanPriceCancelled': {
      const { plan, validFrom } = event.data;
      // Only the one set last is cancelled: the one that it replaced applies again.
      const gone = before.prices.findLastIndex((price) => price.plan === plan && price.validFrom === validFrom);
      return { ...before, prices: before.prices.filter((_, index) => index !== gone) };
    }
    case 'PaymentMethodsSet':
      return { ...before, methods: event.data.methods };
    case 'TransferInstructionsSet':
      return { ...before, transfer: event.data.text };
    case 'TaxRateSet':
      return { ...before, taxRate: event.data.rate };
    case 'ExchangeRateSet':
      return { ...before, exchange: event.data.rate };
  }
}

/** The price of a plan on a day (YYYY-MM-DD of the school's calendar); null where none applies yet. */
export function priceOn(book: PriceBook, plan: PaidPlan, day: string): PlanPrice | null {
  let found: PlanPrice | null = null;
  for (const price of book.prices)
    if (price.plan === plan && price.validFrom <= day && (found === null || price.validFrom >= found.validFrom)) found = price;
  return found;
}
