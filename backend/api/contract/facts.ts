import { z } from 'zod';
import { undoModes } from './choices.ts';
import { blankable, idNumber, isLine, messageAnswer, numeric, optionalText, tongue } from './common.ts';
import { mailRow } from './mail.ts';
import { type RoleName, roleCodes } from './roles.ts';
import { route } from './route.ts';

/** The whole history, in sentences: for administrators and auditors. */

/** What a fact can be about, as an address names it: `persona:12`, `inscripcion:12_3`, `flujo:course-3`. */
export const factThings = [
  ...(['persona', 'curso', 'modulo', 'clase', 'leccion', 'recurso', 'comentario', 'evento', 'aviso'] as const),
  ...(['contacto', 'campana', 'codigo', 'lote', 'pedido', 'inscripcion', 'resena', 'flujo'] as const),
] as const;
export type FactThingKind = (typeof factThings)[number];
/** The most things in one question. */
export const MOST_THINGS = 6;
const THING = new RegExp(`^(${factThings.join('|')}):[A-Za-z0-9_.:-]{1,240}$`);
/** Several with commas between them. */
const things = optionalText(1_600)
  .transform((text) => text?.split(',') ?? [])
  .refine((list) => list.length <= MOST_THINGS && list.every((one) => THING.test(one)));

const roles = [...(Object.keys(roleCodes) as RoleName[]), 'visitor', 'system'] as const;

/** What is looked for; each that is given must hold. */
const filters = {
  idioma: tongue,
  /** Words of its sentence, of the names of what it is about, or of its reason; without accents and capitals. */
  buscar: optionalText(100),
  /** Who did it. */
  quien: blankable(idNumber),
  rol: blankable(z.enum(roles)),
  /** About all of these. */
  sobre: things,
  /** A category of streams, and a type of event. */
  area: optionalText(60),
  tipo: optionalText(100),
  /** Days of the school's calendar, both included. */
  desde: blankable(z.iso.date()),
  hasta: blankable(z.iso.date()),
  /** What the school as it was at this moment does not have: what happened later, or was written after it began to be shown. */
  tras: blankable(z.iso.datetime()),
  /** `seguridad`: what whoever looks after the school's data wants to know, refusals, readings and downloads of data of people; `lineas`: as lanes. */
  vista: blankable(z.enum(['seguridad', 'lineas'])),
  /** Also what happens by itself, as minutes studied do. */
  todo: blankable(z.enum(['1'])),
  /** Also what whoever operates the software does to read models, alarms and retries. */
  operacion: blankable(z.enum(['1'])),
};
export const factsAsked = z.object(filters);
export type FactsAsked = z.output<typeof factsAsked>;
/** What of it stands in the address of the page, and is kept with a search. */
export const factFilters = Object.keys(filters).filter((name) => name !== 'idioma');

const who = z.object({ id: z.number(), nombre: z.string() });
export const factThing = z.object({ tipo: z.enum(factThings), id: z.string(), nombre: z.string().nullable() });
export type FactThing = z.output<typeof factThing>;
export const fact = z.object({
  id: z.string(),
  flujo: z.string(),
  numero: z.number(),
  posicion: z.string(),
  fecha: z.string(),
  tipo: z.string(),
  area: z.string(),
  /** null: the school itself, or somebody without an account. */
  quien: who.nullable(),
  rol: z.enum(roles),
  frase: z.string(),
  motivo: z.string().nullable(),
  /** What it is about, beside what the sentence names. */
  sobre: z.array(factThing),
  /** The act that it takes back. */
  deshace: z.string().nullable(),
});
export type Fact = z.output<typeof fact>;

export const factsPage = z.object({
  hechos: z.array(fact),
  /** How many there are in all, and how many of them come before the first of this page. */
  total: z.number(),
  antes: z.number(),
  siguiente: z.string().nullable(),
  /** Where the history ends that this answer knows: what came since is counted from here. */
  ultimo: z.string().nullable(),
  /** Reasons that were not read yet: as long as there are some, words may stand in them that are not counted. */
  porLeer: z.number(),
  /** How many each other choice would find. */
  cuentas: z.object({
    areas: z.array(z.object({ area: z.string(), nombre: z.string(), cantidad: z.number() })),
    /** Of the chosen area. */
    tipos: z.array(z.object({ tipo: z.string(), nombre: z.string(), cantidad: z.number() })),
    /** Those with the most, at most thirty. */
    personas: z.array(who.extend({ cantidad: z.number() })),
    /** How many people there are beside those. */
    masPersonas: z.number(),
    roles: z.array(z.object({ rol: z.enum(roles), cantidad: z.number() })),
    /** By day, or by month where the days are many; the oldest first. Without those that have none. */
    tiempos: z.array(z.object({ desde: z.string(), hasta: z.string(), cantidad: z.number() })),
  }),
  /** What the filters name, as people know it. */
  filtros: z.object({ quien: who.nullable(), sobre: z.array(factThing) }),
});
export type FactsPage = z.output<typeof factsPage>;

const span = z.object({ desde: z.string(), hasta: z.string() });
/** What happened to several things, on one axis of time. */
export const factLanes = z.object({
  /** What is drawn, and all there is of these things; null: there is nothing. */
  ventana: span.nullable(),
  entera: span.nullable(),
  lineas: z.array(
    z.object({
      cosa: factThing,
      /** Of all times, and in the window. */
      total: z.number(),
      cantidad: z.number(),
      /** The ids of its facts in the window, the oldest first; null where they are too many, and are counted instead. */
      hechos: z.array(z.string()).nullable(),
      tramos: z.array(span.extend({ cantidad: z.number() })),
    }),
  ),
  /** Each once, though it may stand in several lanes; the oldest first. */
  hechos: z.array(fact),
  /** Between facts of different lanes that followed from one request; `causa`: the first led to the second. */
  enlaces: z.array(z.object({ de: z.string(), a: z.string(), causa: z.boolean() })),
  /** What belongs to these things and has no lane yet. */
  cercanas: z.array(factThing),
});
export type FactLanes = z.output<typeof factLanes>;

/** A line of the tree of what caused what: a fact, mails, or what was pushed to browsers. */
export const cause = z.object({
  /** How deep it stands; 1: it followed from the request itself. */
  nivel: z.number(),
  fecha: z.string(),
  hecho: fact.nullable(),
  /** How many equal entries this line stands for. */
  veces: z.number(),
  correo: z.object({ asunto: mailRow.shape.asunto, estado: z.enum(['esperando', 'enviado', 'fallido']) }).nullable(),
  push: z.object({ enviados: z.number(), perdidos: z.number() }).nullable(),
});
export type Cause = z.output<typeof cause>;
export const causes = z.object({
  /** From whose request it followed; null: nothing is known of it. */
  pidio: fact.pick({ quien: true, rol: true, fecha: true }).nullable(),
  /** With what it was sent, `web/1.4.0`; null: it did not say, or the school acted by itself. */
  cliente: z.string().nullable(),
  /** In the order in which one reads a tree: each line, then what it led to. */
  nodos: z.array(cause),
  /** How many facts more there are than are shown. */
  mas: z.number(),
  /** The act that it undid, and the act that undid it. */
  deshace: fact.nullable(),
  deshecho: fact.nullable(),
});
export type Causes = z.output<typeof causes>;

/** Of every kind of act, whether it can be undone. */
const undoWays = z.array(z.object({ tipo: z.string(), nombre: z.string(), area: z.string(), modo: z.enum(undoModes) }));
export type UndoWays = z.output<typeof undoWays>;

/** What was refused to each person, and what they read of others. */
export const securitySummary = z.object({
  personas: z.array(
    z.object({
      quien: who,
      negadas: z.number(),
      /** Looked at a person's record, sessions or history. */
      lecturas: z.number(),
      reveladas: z.number(),
      vistas: z.number(),
      descargas: z.number(),
      /** Questions of an assistant (MCP), by a key that they answer for or by their session. */
      asistente: z.number(),
      ultima: z.string(),
      /** Of the last hour in which something was refused: the calls and why. */
      llamadas: z.array(z.object({ llamada: z.string(), ruta: z.string().nullable(), codigo: z.string(), veces: z.number() })),
    }),
  ),
  /** Of how many people more there is something. */
  mas: z.number(),
});
export type SecuritySummary = z.output<typeof securitySummary>;

/** The page that a kept search is for; absent: the history, or the log for somebody who may search only there. */
const searchPage = z.enum(['historia', 'eventos', 'reportes']).optional();
export const keptSearch = z.object({
  id: z.string(),
  nombre: z.string(),
  carpeta: z.string().nullable(),
  /** `area=course&quien=3`: what the page has in its address. */
  direccion: z.string(),
  compartida: z.boolean(),
  /** Who keeps it. */
  de: who,
  fecha: z.string(),
});
export type KeptSearch = z.output<typeof keptSearch>;

const tag = 'Historial';
const policy = 'history.search';
export const factCalls = {
  findFacts: route({
    tag,
    policy,
    id: 'findFacts',
    method: 'GET',
    path: '/api/historial/buscar',
    summary:
      'Everything that ever happened, in sentences, newest first: by who, what, about what, when and words; each other choice with its count',
    query: z.object({ ...filters, limit: numeric(z.number().int().min(1).max(100)).default(50), cursor: z.string().max(60).optional() }),
    live: { still: 'a page of the past; what came since is counted by newFacts' },
    answer: factsPage,
    errors: ['POSITION_INVALID'],
  }),
  newFacts: route({
    tag,
    policy,
    id: 'newFacts',
    method: 'GET',
    path: '/api/historial/nuevos',
    summary: 'How many facts came since, of those that the filters find',
    query: z.object({ ...filters, despues: optionalText(60) }),
    live: { follows: { historia: true }, pace: 2_000 },
    answer: z.object({ nuevos: z.number() }),
    errors: ['POSITION_INVALID'],
  }),
  readFact: route({
    tag,
    policy,
    id: 'readFact',
    method: 'GET',
    path: '/api/historial/hecho',
    summary: 'One fact in its sentence, where its stream and number are known',
    query: z.object({ idioma: tongue, flujo: z.string().min(1).max(240), numero: numeric(z.number().int().min(0).max(10_000_000)) }),
    live: { still: 'a fact never changes' },
    answer: fact,
    errors: ['EVENT_NOT_FOUND'],
  }),
  factLanes: route({
    tag,
    policy,
    id: 'factLanes',
    method: 'GET',
    path: '/api/historial/lineas',
    summary: 'What happened to several things, each in a lane of its own on one axis of time, with what led to what between them',
    query: z.object({
      ...{ idioma: tongue, sobre: things, todo: filters.todo, desde: filters.desde, hasta: filters.hasta },
      /** A window to the second, before the days. */
      de: blankable(z.iso.datetime()),
      a: blankable(z.iso.datetime()),
    }),
    live: { follows: { historia: true }, pace: 10_000 },
    answer: factLanes,
  }),
  causes: route({
    tag,
    policy,
    id: 'causes',
    method: 'GET',
    path: '/api/historial/causas',
    summary: 'What a fact came from, and everything that followed from the same request: facts, mails and pushes, with their times',
    query: z.object({ idioma: tongue, flujo: z.string().min(1).max(240), numero: numeric(z.number().int().min(0).max(10_000_000)) }),
    live: { still: 'as of when it is asked' },
    answer: causes,
    errors: ['EVENT_NOT_FOUND'],
  }),
  securitySummary: route({
    tag,
    policy,
    id: 'securitySummary',
    method: 'GET',
    path: '/api/historial/seguridad',
    summary:
      'By person and for some days: calls that were refused, and data of others that was read, revealed, seen as another or downloaded, and questions of assistants',
    query: z.object({ dias: z.enum(['1', '7', '30', '90']).default('30') }),
    live: { follows: { seguridad: true }, pace: 3_000 },
    answer: securitySummary,
  }),
  undoWays: route({
    tag,
    policy,
    id: 'undoWays',
    method: 'GET',
    path: '/api/historial/deshacibles',
    summary: 'Every kind of act: whether and where it can be undone, or why it cannot',
    query: z.object({ idioma: tongue }),
    live: { still: 'it is the same for as long as this release runs' },
    answer: undoWays,
  }),
  listSearches: route({
    tag,
    policy: 'searches.keep',
    id: 'listSearches',
    method: 'GET',
    path: '/api/historial/busquedas',
    summary:
      'Searches of the history, of the log of events or of reported comments that the caller keeps, and those that are shared, by name',
    query: z.object({ pagina: searchPage }),
    live: { follows: { busquedas: true } },
    answer: z.array(keptSearch),
  }),
  keepSearch: route({
    tag,
    policy: 'searches.keep',
    id: 'keepSearch',
    method: 'POST',
    path: '/api/historial/busquedas',
    summary:
      'Keep a search under a name, in a folder or in none; under one’s own name that there is it takes the place of the one before. Searches of the history and of reports are shared by administrators, those of the log by analysts too',
    body: z.object({
      nombre: z.string().trim().min(1, 'REQUIRED_FIELDS').max(60).refine(isLine, 'INVALID_TEXT'),
      pagina: searchPage,
      carpeta: optionalText(40).refine((value) => value === undefined || isLine(value), 'INVALID_TEXT'),
      direccion: z.string().max(800),
      compartida: z.boolean().default(false),
    }),
    status: 201,
    answer: z.object({ message: z.string(), id: z.string() }),
    errors: ['REQUIRED_FIELDS', 'INVALID_TEXT', 'SEARCH_EMPTY', 'TOO_MANY_ITEMS'],
    fieldErrors: { INVALID_TEXT: 'nombre' },
  }),
  forgetSearch: route({
    tag,
    policy: 'searches.keep',
    id: 'forgetSearch',
    method: 'DELETE',
    path: '/api/historial/busquedas/:busqueda',
    summary: 'Forget a kept search: one’s own, or, as an administrator, one that is shared',
    params: z.object({ busqueda: z.string().max(40) }),
    answer: messageAnswer,
    errors: ['SEARCH_NOT_FOUND'],
  }),
  findThings: route({
    tag,
    policy,
    id: 'findThings',
    method: 'GET',
    path: '/api/historial/cosas',
    summary: 'People, courses and their parts, live events and campaigns by name, to look for facts about them',
    query: z.object({ buscar: z.string().trim().min(1).max(100) }),
    live: { still: 'asked for while somebody types' },
    answer: z.array(factThing.extend({ nombre: z.string(), en: z.string().nullable() })),
  }),
} as const;
