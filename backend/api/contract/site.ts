import { z } from 'zod';
import { isAddress } from './addresses.ts';
import { channelCategories, claimPlaces, paymentMethods, siteColours } from './choices.ts';
import { amountInput, currency, isLine, messageAnswer, numeric, optionalText, pageQuery, requiredReason, tongue } from './common.ts';
import { route } from './route.ts';

/** The public site as managed content (C-70): what visitors read, and what administrators do to it. */

export const siteSections = ['prensa', 'testimonios', 'empleadores', 'canales', 'cifras', 'preguntas', 'politicas'] as const;
export const siteSectionName = z.enum(siteSections);
export type SiteSectionName = z.output<typeof siteSectionName>;

const required = (max: number) => z.string().trim().min(1, 'REQUIRED_FIELDS').max(max);
const optional = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .nullish()
    .transform((value) => (value === undefined || value === null || value === '' ? null : value));
const address = required(2_000).refine(isAddress, 'INVALID_ADDRESS');
const optionalAddress = optional(2_000).refine((value) => value === null || isAddress(value), 'INVALID_ADDRESS');
const wholeNumber = z
  .union([z.number().int().min(0).max(1_000_000_000), z.literal(''), z.null()])
  .optional()
  .transform((value) => (typeof value === 'number' ? value : null));
const optionalDay = z
  .union([z.iso.date(), z.literal(''), z.null()])
  .optional()
  .transform((value) => (value ? value : null));

export type ChannelCategory = (typeof channelCategories)[number];

/** A name is one line. */
const name = required(200).refine(isLine, 'INVALID_TEXT');
const optionalName = optional(200).refine((value) => value === null || isLine(value), 'INVALID_TEXT');

/** The fields of an item, by section. */
export const siteItemSchemas = {
  prensa: z.object({
    fuente: name,
    logo: optionalAddress,
    titulo: name,
    extracto: required(4_000),
    imagen: optionalAddress,
    enlace: optionalAddress,
    color: z.enum(siteColours).default('agave'),
  }),
  testimonios: z.object({ nombre: name, papel: optionalName, imagen: optionalAddress, texto: required(4_000) }),
  empleadores: z.object({ nombre: name, logo: optionalAddress, enlace: optionalAddress }),
  canales: z.object({
    nombre: name,
    descripcion: required(4_000),
    categoria: z.enum(channelCategories),
    enlace: optionalAddress,
    miembros: wholeNumber,
    miembros_al: optionalDay,
    miembros_fuente: optional(200),
  }),
  cifras: z.object({
    lugar: z.enum(claimPlaces),
    cifra: name,
    rotulo: name,
    fuente: name,
    responsable: name,
    fecha: z.iso.date(),
  }),
  preguntas: z.object({ pregunta: name, respuesta: required(4_000) }),
  politicas: z.object({
    clave: required(40).regex(/^[A-Za-z][\w-]*$/, 'INVALID_CODE'),
    titulo: name,
    texto: required(4_000),
    cantidad: wholeNumber,
    unidad: z
      .union([z.enum(['dias', 'horas', 'horas-habiles']), z.literal(''), z.null()])
      .optional()
      .transform((value) => (value ? value : null)),
  }),
} as const satisfies Record<SiteSectionName, z.ZodObject>;
export type SiteItemOfName = { [S in SiteSectionName]: z.output<(typeof siteItemSchemas)[S]> };

const withId = <S extends z.ZodRawShape>(schema: z.ZodObject<S>) => schema.extend({ id: z.number() });
const text = z.string();
const textOrNull = z.string().nullable();

export const schoolRecord = z.object({
  nombre: text,
  logo: textOrNull,
  color: textOrNull,
  correo: text,
  telefono: textOrNull,
  direccion: textOrNull,
  /** The zone of the school's calendar, which decides when days begin, when prices and codes apply, and the opening hours. */
  zona: text,
  horario: z.object({ dias: z.array(z.number()), abre: text, cierra: text }),
  mensajeria: textOrNull,
  redes: z.array(z.object({ nombre: text, enlace: text })),
  mision: z.object({ texto: text, autor: text }),
  video: z.object({ enlace: text, titulo: text, subtitulos: z.boolean() }).nullable(),
});
export type SchoolRecord = z.output<typeof schoolRecord>;
/** With the invitation to the main community server, which only administrators and members get. */
export const managedSchool = schoolRecord.extend({ servidor: textOrNull });
export type ManagedSchool = z.output<typeof managedSchool>;
/** With what pages may link to: the sections that have visible items, and the codes of the visible policies. */
export const schoolInfo = schoolRecord.extend({
  secciones: z.array(siteSectionName),
  politicas: z.array(text),
});
export type SchoolInfo = z.output<typeof schoolInfo>;

const price = z.object({
  plan: z.enum(['premium']),
  /** Decimal, in `moneda`. */
  monto: z.number(),
  moneda: currency,
  periodo: z.enum(['mes']),
  desde: z.string(),
});
export type PlanPriceRecord = z.output<typeof price>;

const press = z.object({
  fuente: text,
  logo: textOrNull,
  titulo: text,
  extracto: text,
  imagen: textOrNull,
  enlace: textOrNull,
  color: text,
});
const testimonial = z.object({ nombre: text, papel: textOrNull, imagen: textOrNull, texto: text });
const employer = z.object({ nombre: text, logo: textOrNull, enlace: textOrNull });
/** The members only as a count with day and source, or not at all. The invitation is for signed-in people (see community.ts). */
export const channelRecord = z.object({
  nombre: text,
  descripcion: text,
  categoria: z.enum(channelCategories),
  miembros: z.number().nullable(),
  miembros_al: textOrNull,
  miembros_fuente: textOrNull,
});
const claim = z.object({
  lugar: z.enum(claimPlaces),
  cifra: text,
  rotulo: text,
  fuente: text,
  responsable: text,
  fecha: text,
});
/** `respuesta` with the values of policies and prices filled in. */
const question = z.object({ pregunta: text, respuesta: text, idioma: z.enum(['es', 'en']) });
const policy = z.object({
  clave: text,
  titulo: text,
  texto: text,
  cantidad: z.number().nullable(),
  unidad: textOrNull,
  /** «30 días»; null where the policy has no amount. */
  valor: textOrNull,
  version: z.number(),
  /** In which language title and text are said. */
  idioma: z.enum(['es', 'en']),
});

export const campaignRecord = z.object({ id: text, nombre: text, otorgadas: z.number(), tope: z.number(), abierta: z.boolean() });
export type CampaignRecord = z.output<typeof campaignRecord>;

/** Pesos for a dollar, and the day on which it cost so. */
const exchange = z.object({ pesos: z.number(), dia: z.string() });
export type ExchangeRecord = z.output<typeof exchange>;

/** Everything that the public pages show; only visible items. */
export const siteRecord = z.object({
  escuela: schoolRecord,
  prensa: z.array(withId(press)),
  testimonios: z.array(withId(testimonial)),
  empleadores: z.array(withId(employer)),
  canales: z.array(withId(channelRecord)),
  cifras: z.array(withId(claim)),
  preguntas: z.array(withId(question)),
  politicas: z.array(withId(policy)),
  /** The present price of a plan; absent: it is not for sale. */
  precios: z.array(price),
  metodosDePago: z.array(z.enum(paymentMethods)),
  /** The tax that every price includes, in percent; null: the school has not said. */
  iva: z.number().nullable(),
  /** With which prices in dollars are shown in pesos too; null: they are not. */
  cambio: exchange.nullable(),
  /** The open scholarship campaign, if there is one. */
  becas: campaignRecord.nullable(),
  /** The last change to any of it, ISO; null before the first. */
  actualizado: textOrNull,
});
export type SiteRecord = z.output<typeof siteRecord>;

/** An item for an administrator. `contenido` has the fields of `siteItemSchemas` for its section. */
const managedItem = z.object({
  id: z.number(),
  visible: z.boolean(),
  quitado: z.boolean(),
  version: z.number(),
  creado: z.string(),
  cambiado: z.string(),
  /** What it says in English; `vigente`: its present words. null: only in Spanish. */
  ingles: z.object({ titulo: text, texto: text, vigente: z.boolean() }).nullable(),
  contenido: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});
export type ManagedItem = z.output<typeof managedItem>;
export const managedSite = z.object({
  secciones: z.object(
    Object.fromEntries(siteSections.map((name) => [name, z.array(managedItem)])) as Record<SiteSectionName, z.ZodArray<typeof managedItem>>,
  ),
  escuela: managedSchool,
  /** Every price ever set, the last first; `vigente` is today's. */
  precios: z.array(price.extend({ fijado: z.string(), vigente: z.boolean() })),
  metodosDePago: z.array(z.enum(paymentMethods)),
  /** How to pay by bank transfer. */
  transferencia: z.string(),
  /** The tax that every price includes, in percent; null: nobody has said. */
  iva: z.number().nullable(),
  cambio: exchange.nullable(),
  /** Names that answers may use in braces, with their present values. */
  variables: z.array(z.object({ nombre: z.string(), valor: z.string() })),
});
export type ManagedSite = z.output<typeof managedSite>;

/** One change, with who made it and why. */
const siteChange = z.object({
  /** The stream of its event; `version` is the number of it there. */
  flujo: z.string(),
  version: z.number(),
  tipo: z.string(),
  fecha: z.string(),
  quien: z.string().nullable(),
  motivo: z.string().nullable(),
  /** null: it is about the whole section. */
  elemento: z.object({ id: z.number(), nombre: z.string() }).nullable(),
  cambios: z.array(z.object({ campo: z.string(), antes: z.string().nullable(), despues: z.string().nullable() })),
});
export type SiteChange = z.output<typeof siteChange>;

const tag = 'Sitio';
const edit = { tag, policy: 'site.edit' as const };
const inSection = z.object({ seccion: siteSectionName });
const ofItem = inSection.extend({ itemId: numeric(z.number().int().min(1).max(1_000_000)) });
const why = optionalText(500);
/** Values in braces are allowed in the answer of a question and in the text of a policy. */
const itemFieldErrors = {
  CODE_TAKEN: 'contenido.clave',
  UNKNOWN_VARIABLE: ['contenido.respuesta', 'contenido.texto', 'ingles.texto'],
} as const;
const itemErrors = ['SITE_ITEM_NOT_FOUND', 'SITE_ITEM_REMOVED', 'POLICY_IN_USE', 'VERSION_CONFLICT'] as const;
/** Checked against `siteItemSchemas` once the section is known. */
const content = z.record(z.string(), z.unknown()).default({});
/** What the item says in English (`preguntas` and `politicas`); null: nothing. Left out: what there is stays, shown as long as it translates the present words. */
const english = z
  .object({ titulo: name, texto: required(4_000) })
  .nullable()
  .optional();

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'INVALID_HOURS');

/** The fields of the school's data that can be changed; absent ones stay as they are. */
export const schoolBody = z
  .object({
    nombre: name,
    logo: optionalAddress,
    color: z
      .union([z.string().regex(/^#[0-9a-f]{6}$/i, 'INVALID_COLOR'), z.literal(''), z.null()])
      .transform((value) => (value ? value : null)),
    correo: required(200).regex(/^[^\s@]+@[^\s@]+$/, 'INVALID_EMAIL'),
    telefono: optional(40),
    direccion: optional(200),
    horario: z
      .object({
        dias: z.array(z.number().int().min(1).max(7)).min(1, 'REQUIRED_FIELDS').max(7),
        abre: time,
        cierra: time,
      })
      .refine(({ abre, cierra }) => abre < cierra, { error: 'INVALID_HOURS', path: ['cierra'] }),
    mensajeria: optionalAddress,
    servidor: optionalAddress,
    redes: z.array(z.object({ nombre: name, enlace: address })).max(10),
    mision: z.object({ texto: required(4_000), autor: name }),
    video: z.object({ enlace: address, titulo: name, subtitulos: z.boolean() }).nullable(),
  })
  .partial();

const historyPage = z.object({ cambios: z.array(siteChange), siguiente: z.string().nullable() });
const history = {
  ...{ tag, policy: 'site.edit' as const, query: pageQuery, answer: historyPage },
  // The public counter of scholarships is on the site's topic, and in no managed section.
  live: { follows: { sitio: { but: ['becas-{campaignId}'] } } } as const,
};

export const site = {
  site: route({
    id: 'site',
    method: 'GET',
    path: '/api/sitio',
    tag,
    policy: 'open',
    summary: 'Everything the public pages show; in English what the school has translated',
    query: z.object({ idioma: tongue }),
    live: { follows: { sitio: true } },
    answer: siteRecord,
  }),
  schoolInfo: route({
    id: 'schoolInfo',
    method: 'GET',
    path: '/api/sitio/escuela',
    tag,
    policy: 'open',
    summary: 'Name, contact, hours and links of the school, and which sections and policies its pages have',
    live: { follows: { sitio: true } },
    answer: schoolInfo,
  }),
  managedSite: route({
    id: 'managedSite',
    method: 'GET',
    path: '/api/sitio/administrar',
    ...edit,
    summary: 'Everything, hidden and removed items too',
    live: { follows: { sitio: { but: ['becas-{campaignId}'] } } },
    answer: managedSite,
  }),
  changeSchool: route({
    id: 'changeSchool',
    method: 'PUT',
    path: '/api/sitio/escuela',
    ...edit,
    summary: 'Change the school’s own data',
    body: schoolBody.extend({ motivo: why }),
    answer: messageAnswer,
    errors: ['INVALID_ADDRESS', 'INVALID_COLOR', 'INVALID_EMAIL', 'INVALID_HOURS', 'LOW_CONTRAST', 'CAPTIONS_REQUIRED', 'REQUIRED_FIELDS'],
    fieldErrors: { CAPTIONS_REQUIRED: 'motivo' },
  }),
  schoolHistory: route({
    id: 'schoolHistory',
    method: 'GET',
    path: '/api/sitio/escuela/historial',
    ...history,
    summary: 'What changed in the school’s data',
  }),
  setPlanPrice: route({
    id: 'setPlanPrice',
    method: 'POST',
    path: '/api/sitio/precios',
    ...edit,
    summary: 'Set what a plan costs, from a day on',
    body: z.object({
      plan: z.enum(['premium']).default('premium'),
      monto: amountInput,
      moneda: currency,
      desde: z.iso.date(),
      motivo: why,
    }),
    answer: messageAnswer,
    errors: ['INVALID_PRICE', 'PRICE_IN_PAST', 'PRICE_NOT_POSITIVE', 'PRICE_TOO_LOW'],
    fieldErrors: { INVALID_PRICE: 'monto', PRICE_IN_PAST: 'desde', PRICE_NOT_POSITIVE: 'monto', PRICE_TOO_LOW: 'monto' },
  }),
  cancelPlanPrice: route({
    id: 'cancelPlanPrice',
    method: 'DELETE',
    path: '/api/sitio/precios/:plan/:desde',
    ...edit,
    params: z.object({ plan: z.enum(['premium']), desde: z.iso.date() }),
    query: z.object({ motivo: why }),
    summary: 'Take back a planned price before its first day',
    answer: messageAnswer,
    errors: ['PRICE_NOT_FOUND', 'PRICE_STARTED'],
  }),
  setPaymentMethods: route({
    id: 'setPaymentMethods',
    method: 'PUT',
    path: '/api/sitio/metodos-de-pago',
    ...edit,
    summary: 'Which ways of paying are offered, how to transfer, the tax that prices include, and the exchange rate',
    body: z.object({
      metodos: z.array(z.enum(paymentMethods)).max(paymentMethods.length).optional(),
      /** How to pay by bank transfer; empty: nobody can. */
      transferencia: z.string().trim().max(1_000).optional(),
      /** The tax that every price includes, in percent; 0: none. What was bought keeps its own. */
      iva: z.number().min(0).max(100).optional(),
      /** Pesos for a dollar (at most four decimals) on a day up to today (YYYY-MM-DD); null: prices in dollars are shown in dollars alone. */
      cambio: z
        .object({ pesos: z.number().min(1).max(1_000), dia: z.iso.date() })
        .nullable()
        .optional(),
      motivo: why,
    }),
    answer: messageAnswer,
    errors: ['RATE_IN_FUTURE'],
    fieldErrors: { RATE_IN_FUTURE: 'cambio.dia' },
  }),
  priceHistory: route({
    id: 'priceHistory',
    method: 'GET',
    path: '/api/sitio/precios/historial',
    ...history,
    summary: 'What changed in prices and payment methods',
  }),
  addSiteItem: route({
    id: 'addSiteItem',
    method: 'POST',
    path: '/api/sitio/secciones/:seccion',
    ...edit,
    params: inSection,
    summary: 'Add an item at the end of a section',
    body: z.object({ contenido: content, ingles: english, visible: z.boolean().default(true), motivo: why }),
    answer: messageAnswer.extend({ id: z.number() }),
    status: 201,
    errors: ['CODE_TAKEN', 'TOO_MANY_ITEMS', 'UNKNOWN_VARIABLE', 'INVALID_ADDRESS', 'INVALID_CODE', 'REQUIRED_FIELDS'],
    fieldErrors: itemFieldErrors,
  }),
  editSiteItem: route({
    id: 'editSiteItem',
    method: 'PUT',
    path: '/api/sitio/secciones/:seccion/:itemId',
    ...edit,
    versionOf: 'item',
    params: ofItem,
    summary: 'Change an item',
    body: z.object({ contenido: content, ingles: english, motivo: why }),
    answer: messageAnswer,
    errors: [...itemErrors, 'CODE_TAKEN', 'UNKNOWN_VARIABLE', 'INVALID_ADDRESS', 'INVALID_CODE', 'REQUIRED_FIELDS'],
    fieldErrors: itemFieldErrors,
  }),
  orderSiteItems: route({
    id: 'orderSiteItems',
    method: 'PUT',
    path: '/api/sitio/secciones/:seccion/orden',
    ...edit,
    params: inSection,
    summary: 'Put a section in order: every item that is not removed, once',
    body: z.object({ orden: z.array(z.number().int().min(1)).max(500), motivo: why }),
    answer: messageAnswer,
    errors: ['ORDER_MISMATCH'],
  }),
  showSiteItem: route({
    id: 'showSiteItem',
    method: 'POST',
    path: '/api/sitio/secciones/:seccion/:itemId/mostrar',
    ...edit,
    versionOf: 'item',
    params: ofItem,
    summary: 'Show a hidden item',
    body: z.object({ motivo: why }),
    answer: messageAnswer,
    errors: itemErrors,
  }),
  hideSiteItem: route({
    id: 'hideSiteItem',
    method: 'POST',
    path: '/api/sitio/secciones/:seccion/:itemId/ocultar',
    ...edit,
    versionOf: 'item',
    params: ofItem,
    summary: 'Hide an item from the public pages',
    body: z.object({ motivo: why }),
    answer: messageAnswer,
    errors: itemErrors,
  }),
  removeSiteItem: route({
    id: 'removeSiteItem',
    method: 'DELETE',
    path: '/api/sitio/secciones/:seccion/:itemId',
    ...edit,
    versionOf: 'item',
    params: ofItem,
    query: z.object({ motivo: why }),
    summary: 'Remove an item; it can be restored',
    answer: messageAnswer,
    errors: itemErrors,
  }),
  restoreSiteItem: route({
    id: 'restoreSiteItem',
    method: 'POST',
    path: '/api/sitio/secciones/:seccion/:itemId/restaurar',
    ...edit,
    versionOf: 'item',
    params: ofItem,
    summary: 'Bring a removed item back, hidden',
    body: z.object({ motivo: requiredReason }),
    answer: messageAnswer,
    errors: ['SITE_ITEM_NOT_FOUND', 'UNKNOWN_VARIABLE', 'VERSION_CONFLICT', 'REASON_REQUIRED'],
  }),
  siteHistory: route({
    id: 'siteHistory',
    method: 'GET',
    path: '/api/sitio/secciones/:seccion/historial',
    ...history,
    params: inSection,
    query: pageQuery.extend({ elemento: numeric(z.number().int().min(1).max(1_000_000)).optional() }),
    summary: 'Who changed what in a section (or one item of it), newest first',
  }),
} as const;
