import { z } from 'zod';
import { type DefinedEvent, defineEvent } from './define.ts';
import { growing, growingList } from './growing.ts';
import { named, type Sentence, said } from './sentences.ts';
import { day, exchangeRate, money, taxRate } from './types.ts';

/** The content of the public pages, kept as events so that every change has an author, a time and a reason. Streams `site-<section>`. */

export const siteSection = z.enum(['press', 'testimonials', 'employers', 'channels', 'claims', 'faq', 'policies']);
export type SiteSection = z.output<typeof siteSection>;

const short = z.string().max(200);
const text = z.string().max(4_000);
const link = z.string().max(2_000).nullable();
/** The id of an item within its section, from 1. */
const itemId = z.number().int().min(1);

export const pressItem = z.object({
  source: short,
  logoUrl: link,
  title: short,
  excerpt: text,
  imageUrl: link,
  url: link,
  color: growing(['agave', 'bugambilia', 'cempasuchil', 'azul'], 'agave'),
});
export const testimonialItem = z.object({ name: short, role: short.nullable(), imageUrl: link, text });
export const employerItem = z.object({ name: short, logoUrl: link, url: link });
export const channelItem = z.object({
  name: short,
  description: text,
  category: growing(['general', 'jobs', 'tools', 'projects'], 'general'),
  url: link,
  /** The count on the day `membersAt`. The channels belong to other services, which do not report changes, so it is shown with its day and source or not at all. */
  members: z.number().int().min(0).nullable(),
  membersAt: day.nullable(),
  /** Where the count was read or who counted. */
  membersSource: short.nullable(),
});
/** A marketing figure is shown only with its source, who answers for it and its date. */
export const claimItem = z.object({
  place: growing(['employers', 'corporate', 'consulting'], 'corporate'),
  value: short,
  label: short,
  source: short,
  owner: short,
  date: day,
});
/** The answer may name values of policies and prices in braces: `{reembolso}`. */
export const faqItem = z.object({ question: short, answer: text });
export const policyItem = z.object({
  /** The name by which other texts refer to it in braces: `reembolso`. */
  code: z.string().max(40),
  title: short,
  text,
  amount: z.number().int().min(0).nullable(),
  unit: z.enum(['days', 'hours', 'business-hours']).nullable(),
});

export const siteItems = {
  press: pressItem,
  testimonials: testimonialItem,
  employers: employerItem,
  channels: channelItem,
  claims: claimItem,
  faq: faqItem,
  policies: policyItem,
} as const satisfies Record<SiteSection, z.ZodObject>;
/** Sections whose items have a question or title and a text that the school may say in English too. Names, quotations and sourced figures stay as given. */
export const translatedSection = z.enum(['faq', 'policies']);
export type TranslatedSection = z.output<typeof translatedSection>;
export const englishWords = z.object({ title: short, text });
export type EnglishWords = z.output<typeof englishWords>;
export type SiteItemOf = { [S in SiteSection]: z.output<(typeof siteItems)[S]> };

const define = <const T extends string, S extends z.ZodObject>(type: T, schema: S, summary: string, sentence: Sentence, version = 1) =>
  defineEvent(type, { category: 'site', schema, summary, sentence, version });
const added = <S extends z.ZodObject>(item: S) => z.object({ itemId, visible: z.boolean(), item });
const edited = <S extends z.ZodObject>(item: S) => z.object({ itemId, item });

export const PressAdded = define(
  'PressAdded',
  added(pressItem),
  'Se añadió una nota a Presencia en Medios.',
  named('agregó la nota', 'added the press item'),
);
export const PressEdited = define(
  'PressEdited',
  edited(pressItem),
  'Cambió una nota de Presencia en Medios.',
  named('cambió la nota', 'changed the press item'),
);
export const TestimonialAdded = define(
  'TestimonialAdded',
  added(testimonialItem),
  'Se añadió un testimonio.',
  named('agregó el testimonio de', 'added the testimonial of'),
);
export const TestimonialEdited = define(
  'TestimonialEdited',
  edited(testimonialItem),
  'Cambió un testimonio.',
  named('cambió el testimonio de', 'changed the testimonial of'),
);
export const EmployerAdded = define(
  'EmployerAdded',
  added(employerItem),
  'Se añadió un empleador a la franja de logotipos.',
  named('agregó el empleador', 'added the employer'),
);
export const EmployerEdited = define(
  'EmployerEdited',
  edited(employerItem),
  'Cambió un empleador de la franja de logotipos.',
  named('cambió el empleador', 'changed the employer'),
);
export const ChannelAdded = define(
  'ChannelAdded',
  added(channelItem),
  'Se añadió un canal de la comunidad.',
  named('agregó el canal', 'added the channel'),
  2,
);
export const ChannelEdited = define(
  'ChannelEdited',
  edited(channelItem),
  'Cambió un canal de la comunidad.',
  named('cambió el canal', 'changed the channel'),
  2,
);
export const ClaimAdded = define(
  'ClaimAdded',
  added(claimItem),
  'Se añadió una cifra de mercadotecnia, con su fuente y su fecha.',
  named('agregó la cifra', 'added the figure'),
);
export const ClaimEdited = define(
  'ClaimEdited',
  edited(claimItem),
  'Cambió una cifra de mercadotecnia.',
  named('cambió la cifra', 'changed the figure'),
);
export const FaqAdded = define(
  'FaqAdded',
  added(faqItem),
  'Se añadió una pregunta frecuente.',
  named('agregó la pregunta', 'added the question'),
);
export const FaqEdited = define(
  'FaqEdited',
  edited(faqItem),
  'Cambió una pregunta frecuente.',
  named('cambió la pregunta', 'changed the question'),
);
export const PolicyAdded = define(
  'PolicyAdded',
  added(policyItem),
  'Se añadió una política de la escuela.',
  named('agregó la política', 'added the policy'),
);
export const PolicyEdited = define(
  'PolicyEdited',
  edited(policyItem),
  'Cambió una política de la escuela.',
  named('cambió la política', 'changed the policy'),
);

const placed = { section: siteSection, itemId };
export const SiteItemsReordered = define(
  'SiteItemsReordered',
  z.object({ section: siteSection, order: z.array(itemId) }),
  'Cambió el orden de una sección del sitio.',
  said('cambió el orden de la sección', 'changed the order of the section'),
);
export const SiteItemHidden = define(
  'SiteItemHidden',
  z.object(placed),
  'Un elemento del sitio dejó de mostrarse.',
  named('ocultó', 'hid'),
);
export const SiteItemShown = define(
  'SiteItemShown',
  z.object(placed),
  'Un elemento del sitio volvió a mostrarse.',
  named('volvió a mostrar', 'showed again'),
);
export const SiteItemRemoved = define(
  'SiteItemRemoved',
  z.object(placed),
  'Un elemento del sitio se quitó; se puede restaurar.',
  named('quitó', 'removed'),
);
export const SiteItemRestored = define(
  'SiteItemRestored',
  z.object(placed),
  'Un elemento del sitio que se había quitado volvió, oculto.',
  named('restauró', 'restored'),
);
/** The English of the words that the item has then. Changed words have none until they are translated again. */
export const SiteItemTranslated = define(
  'SiteItemTranslated',
  z.object({ section: translatedSection, itemId, english: englishWords.nullable() }),
  'Cambió el texto en inglés de una pregunta o de una política, o se quitó.',
  named('cambió el texto en inglés de', 'changed the English text of'),
);

export const schoolSettings = z.object({
  name: short,
  logoUrl: link,
  /** Main colour as #rrggbb; null: the product's own. */
  color: z.string().max(40).nullable(),
  email: short,
  phone: short.nullable(),
  address: short.nullable(),
  hours: z.object({
    /** ISO weekdays: 1 is Monday. */
    days: z.array(z.number().int().min(1)),
    /** HH:MM in the school's time zone. */
    opens: z.string().max(20),
    closes: z.string().max(20),
  }),
  messagingUrl: link,
  /** Invitation to the main chat server of the community. */
  communityUrl: link,
  socials: z.array(z.object({ name: short, url: z.string().max(2_000) })),
  mission: z.object({ text, author: short }),
  video: z.object({ url: z.string().max(2_000), title: short, captions: z.boolean() }).nullable(),
});
export type SchoolSettings = z.output<typeof schoolSettings>;
export const SchoolSettingsChanged = define(
  'SchoolSettingsChanged',
  schoolSettings,
  'Cambiaron los datos de la escuela: nombre, contacto, horario o enlaces.',
  said('cambió los datos de la escuela', 'changed the data of the school'),
  3,
);

export const paidPlan = z.enum(['premium']);
export type PaidPlan = z.output<typeof paidPlan>;
export const planPrice = z.object({
  plan: paidPlan,
  price: money,
  period: z.enum(['month']),
  /** The first day on which it applies, in the school's calendar. */
  validFrom: day,
});
export type PlanPrice = z.output<typeof planPrice>;
/** The price book (C-01). The price on a day is the one with the latest `validFrom` up to that day; of several with the same day, the one set last. */
export const PlanPriceSet = define(
  'PlanPriceSet',
  planPrice,
  'Se fijó el precio de un plan, desde un día.',
  said('fijó el precio del plan Premium', 'set the price of the Premium plan'),
);
/** Cancels the latest price planned for a future day (nothing was sold at it yet); the price that it replaced for that day applies again. */
export const PlanPriceCancelled = define(
  'PlanPriceCancelled',
  planPrice,
  'Se canceló un precio programado de un plan antes de que empezara a valer.',
  said('canceló un precio programado del plan Premium', 'cancelled a planned price of the Premium plan'),
);
const paymentMethods = growingList(['card', 'transfer', 'paypal']);
export type PaymentMethod = z.output<typeof paymentMethods>[number];
export const PaymentMethodsSet = define(
  'PaymentMethodsSet',
  z.object({ methods: paymentMethods }),
  'Cambiaron los métodos de pago que la escuela acepta.',
  said('cambió los métodos de pago', 'changed the payment methods'),
);

/** What somebody who pays by bank transfer needs: bank, account, name. Empty: nobody can. */
export const TransferInstructionsSet = define(
  'TransferInstructionsSet',
  z.object({ text: z.string().max(1_000) }),
  'Cambiaron las instrucciones para pagar por transferencia bancaria.',
  said('cambió las instrucciones para transferir', 'changed how to pay by bank transfer'),
);

/** The value added tax (IVA) that every price includes, in hundredths of a percent: 1600 is 16 %. 0: prices include none. */
export const TaxRateSet = define(
  'TaxRateSet',
  z.object({ rate: taxRate }),
  'Cambió el IVA que los precios incluyen. Lo que ya se compró conserva el suyo.',
  said('cambió el IVA que los precios incluyen', 'changed the tax that prices include'),
);

/** With which prices in dollars are shown in pesos too, as a guide; null: they are not. What is charged is never converted. */
export const ExchangeRateSet = define(
  'ExchangeRateSet',
  z.object({ rate: exchangeRate.nullable() }),
  'Cambió el tipo de cambio con el que los precios en dólares se muestran también en pesos, o se quitó.',
  said('cambió el tipo de cambio de los precios en dólares', 'changed the exchange rate of prices in dollars'),
);

const sectionEvents = [
  PressAdded,
  PressEdited,
  TestimonialAdded,
  TestimonialEdited,
  EmployerAdded,
  EmployerEdited,
  ChannelAdded,
  ChannelEdited,
  ClaimAdded,
  ClaimEdited,
  FaqAdded,
  FaqEdited,
  PolicyAdded,
  PolicyEdited,
  SiteItemsReordered,
  SiteItemHidden,
  SiteItemShown,
  SiteItemRemoved,
  SiteItemRestored,
  SiteItemTranslated,
] as const;
const schoolEvents = [SchoolSettingsChanged] as const;
const priceEvents = [PlanPriceSet, PlanPriceCancelled, PaymentMethodsSet, TransferInstructionsSet, TaxRateSet, ExchangeRateSet] as const;
export const siteEvents = [...sectionEvents, ...schoolEvents, ...priceEvents] as const;
/** The events of `site-<section>`, of `site-school` and of `site-prices`. */
export type SectionEvent = DefinedEvent<(typeof sectionEvents)[number]>;
export type SchoolEvent = DefinedEvent<(typeof schoolEvents)[number]>;
export type PriceEvent = DefinedEvent<(typeof priceEvents)[number]>;
export type SiteEvent = SectionEvent | SchoolEvent | PriceEvent;
