import { schoolZone } from '../../../events/calendar.ts';
import type { LeadKind, LeadStatus } from '../../../events/leads.ts';
import type { EnglishWords, PaymentMethod, PlanPrice, SchoolSettings, SiteItemOf, SiteSection } from '../../../events/site.ts';
import type { ExchangeRate } from '../../../events/types.ts';
import type { paymentMethods } from '../contract/choices.ts';
import type { LeadKindName, LeadStatusName } from '../contract/leads.ts';
import type { ExchangeRecord, ManagedSchool, PlanPriceRecord, SchoolRecord, SiteSectionName } from '../contract/site.ts';

/** The names of the site's fields in events and in the API: one table, read in both directions. */

export const sectionNames: Readonly<Record<SiteSectionName, SiteSection>> = {
  prensa: 'press',
  testimonios: 'testimonials',
  empleadores: 'employers',
  canales: 'channels',
  cifras: 'claims',
  preguntas: 'faq',
  politicas: 'policies',
};

type Fields = { [S in SiteSection]: Readonly<Record<keyof SiteItemOf[S] & string, string>> };
/** From the field of the event to the field of the API. */
export const itemFields: Fields = {
  press: {
    source: 'fuente',
    logoUrl: 'logo',
    title: 'titulo',
    excerpt: 'extracto',
    imageUrl: 'imagen',
    url: 'enlace',
    color: 'color',
  },
  testimonials: { name: 'nombre', role: 'papel', imageUrl: 'imagen', text: 'texto' },
  employers: { name: 'nombre', logoUrl: 'logo', url: 'enlace' },
  channels: {
    name: 'nombre',
    description: 'descripcion',
    category: 'categoria',
    url: 'enlace',
    members: 'miembros',
    membersAt: 'miembros_al',
    membersSource: 'miembros_fuente',
  },
  claims: { place: 'lugar', value: 'cifra', label: 'rotulo', source: 'fuente', owner: 'responsable', date: 'fecha' },
  faq: { question: 'pregunta', answer: 'respuesta' },
  policies: { code: 'clave', title: 'titulo', text: 'texto', amount: 'cantidad', unit: 'unidad' },
};

/** Choices by section.field: from the event's value to the API's. */
const choices: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'channels.category': { general: 'general', jobs: 'trabajos', tools: 'herramientas', projects: 'proyectos' },
  'claims.place': { employers: 'empleadores', corporate: 'empresas', consulting: 'consultoria' },
  'policies.unit': { days: 'dias', hours: 'horas', 'business-hours': 'horas-habiles' },
};

type Value = string | number | null;
/** An item as the API answers it. */
export function itemToApi(section: SiteSection, item: object): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(itemFields[section] as Record<string, string>).map(([field, name]) => {
      const value = (item as Record<string, Value>)[field] ?? null;
      return [name, choices[`${section}.${field}`]?.[String(value)] ?? value];
    }),
  );
}
/** An item as it is stored; `given` has passed the section's schema. */
export function itemFromApi<S extends SiteSection>(section: S, given: object): SiteItemOf[S] {
  const entries = Object.entries(itemFields[section] as Record<string, string>).map(([field, name]) => {
    const value = (given as Record<string, Value>)[name] ?? null;
    const known = Object.entries(choices[`${section}.${field}`] ?? {}).find(([, said]) => said === value);
    return [field, known ? known[0] : value];
  });
  // The fields of the section's schema.
  return Object.fromEntries(entries) as SiteItemOf[S];
}

export const englishToApi = ({ title, text }: EnglishWords): { titulo: string; texto: string } => ({ titulo: title, texto: text });

export const schoolToApi = (settings: SchoolSettings): SchoolRecord => ({
  nombre: settings.name,
  logo: settings.logoUrl,
  color: settings.color,
  correo: settings.email,
  telefono: settings.phone,
  direccion: settings.address,
  zona: schoolZone(),
  horario: {
    dias: [...settings.hours.days],
    abre: settings.hours.opens,
    cierra: settings.hours.closes,
  },
  mensajeria: settings.messagingUrl,
  redes: settings.socials.map(({ name, url }) => ({ nombre: name, enlace: url })),
  mision: { texto: settings.mission.text, autor: settings.mission.author },
  video: settings.video && { enlace: settings.video.url, titulo: settings.video.title, subtitulos: settings.video.captions },
});

export const managedSchoolToApi = (settings: SchoolSettings): ManagedSchool => ({
  ...schoolToApi(settings),
  servidor: settings.communityUrl,
});

type Changes<T> = { [K in keyof T]?: T[K] | undefined };
export function schoolFromApi(given: Changes<Omit<ManagedSchool, 'zona'>>): Partial<SchoolSettings> {
  const { nombre, logo, color, correo, telefono, direccion, horario, mensajeria, servidor, redes, mision, video } = given;
  return {
    ...(nombre !== undefined && { name: nombre }),
    ...(logo !== undefined && { logoUrl: logo }),
    ...(color !== undefined && { color }),
    ...(correo !== undefined && { email: correo }),
    ...(telefono !== undefined && { phone: telefono }),
    ...(direccion !== undefined && { address: direccion }),
    ...(horario && {
      hours: { days: [...new Set(horario.dias)].sort(), opens: horario.abre, closes: horario.cierra },
    }),
    ...(mensajeria !== undefined && { messagingUrl: mensajeria }),
    ...(servidor !== undefined && { communityUrl: servidor }),
    ...(redes && { socials: redes.map(({ nombre: name, enlace }) => ({ name, url: enlace })) }),
    ...(mision && { mission: { text: mision.texto, author: mision.autor } }),
    ...(video !== undefined && { video: video && { url: video.enlace, title: video.titulo, captions: video.subtitulos } }),
  };
}

export const priceToApi = ({ plan, price, validFrom }: PlanPrice): PlanPriceRecord => ({
  plan,
  monto: price.amount / 100,
  moneda: price.currency,
  periodo: 'mes',
  desde: validFrom,
});

type MethodName = (typeof paymentMethods)[number];
export const methodNames: Readonly<Record<MethodName, PaymentMethod>> = { tarjeta: 'card', transferencia: 'transfer', paypal: 'paypal' };
const reversed = <A extends string, B extends string>(table: Readonly<Record<A, B>>): Record<B, A> =>
  Object.fromEntries(Object.entries(table).map(([a, b]) => [b, a])) as Record<B, A>;
export const nameOfMethod = reversed(methodNames);
/** Of a rate in hundredths of a percent. */
export const percentOf = (rate: number | null): number | null => (rate === null ? null : rate / 100);

export const exchangeToApi = (rate: ExchangeRate | null): ExchangeRecord | null => rate && { pesos: rate.value / 10_000, dia: rate.day };

export const kindNames: Readonly<Record<LeadKindName, LeadKind>> = {
  curso: 'course',
  beca: 'scholarship',
  empresa: 'corporate',
  consultoria: 'consulting',
};
export const nameOfKind = reversed(kindNames);
export const statusNames: Readonly<Record<LeadStatusName, LeadStatus>> = {
  nuevo: 'new',
  contactado: 'contacted',
  convertido: 'converted',
  descartado: 'discarded',
};
export const nameOfStatus = reversed(statusNames);
