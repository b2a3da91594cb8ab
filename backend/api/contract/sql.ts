import { z } from 'zod';
import { cardViews, MOST_CARDS, type SqlTable, sqlTables } from './choices.ts';
import { messageAnswer } from './common.ts';
import { route } from './route.ts';
import { isCampaignTitle } from './scholarships.ts';

/** Questions of SQL about the log: read-only, masked for everybody. */

export const MOST_OF_SQL = 4_000;
const sql = z.string().trim().min(1, 'REQUIRED_FIELDS').max(MOST_OF_SQL);
const cell = z.union([z.string(), z.number(), z.null()]);

export const sqlAnswer = z.object({
  /** How many events the question was asked of, or have been prepared so far. */
  eventos: z.number(),
  /** The table that is being prepared, and how many events it still lacks; null: none is. */
  tabla: z.object({ nombre: z.enum(Object.keys(sqlTables) as SqlTable[]), faltan: z.number() }).nullable(),
  /** null: something is still being prepared; ask again. */
  respuesta: z
    .object({
      columnas: z.array(z.string()),
      filas: z.array(z.array(cell)),
      /** There are more rows than these. */
      cortado: z.boolean(),
      milisegundos: z.number(),
    })
    .nullable(),
});
export type SqlAnswer = z.output<typeof sqlAnswer>;

const vista = z.enum(cardViews);
export const savedQuery = z.object({
  ...{ id: z.string(), nombre: z.string(), sql: z.string(), fecha: z.string() },
  /** Whether the caller may change or remove it: who wrote it, and administrators. */
  suya: z.boolean(),
  /** null: it is no live card. */
  tarjeta: z.object({ vista }).nullable(),
});
export type SavedQuery = z.output<typeof savedQuery>;

export const liveCard = z.object({
  ...{ id: z.string(), nombre: z.string(), sql: z.string(), vista },
  /** The last answer; null: there is none yet. */
  ...sqlAnswer.omit({ tabla: true }).shape,
  /** The time of that answer. */
  hecha: z.string().nullable(),
  /** The error code of the last try, where it brought no answer. */
  fallo: z.string().nullable(),
});
export type LiveCard = z.output<typeof liveCard>;

const tag = 'Analítica';
export const sqlCalls = {
  askSql: route({
    tag,
    policy: 'analytics.read',
    id: 'askSql',
    method: 'GET',
    path: '/api/eventos/consulta',
    now: true,
    summary: `A question of SQL (DuckDB’s, SELECT only) about the table eventos, which holds all events masked, and the read models that follow from those (${Object.keys(sqlTables).join(', ')}): at most a thousand rows, ten seconds, and memory within bounds`,
    query: z.object({ sql }),
    live: { still: 'as of when it is asked' },
    answer: sqlAnswer,
    errors: [
      'QUERY_INVALID',
      'QUERY_READ_ONLY',
      'QUERY_TOO_LONG',
      'QUERY_TOO_LARGE',
      'QUERY_BUSY',
      'QUERY_MACHINE_BUSY',
      'QUERY_COPY_FAILED',
    ],
  }),
  listQueries: route({
    tag,
    policy: 'analytics.read',
    now: true,
    id: 'listQueries',
    method: 'GET',
    path: '/api/eventos/consultas',
    summary: 'The questions of SQL that the school keeps, by name',
    live: { follows: { consultas: true } },
    answer: z.array(savedQuery),
  }),
  saveQuery: route({
    tag,
    policy: 'analytics.queries',
    now: true,
    id: 'saveQuery',
    method: 'POST',
    path: '/api/eventos/consultas',
    summary:
      'Keep a question under a name, for everybody who may ask; under one’s own that there is it takes the place of the one before, for administrators under any',
    body: z.object({ nombre: z.string().trim().min(1, 'REQUIRED_FIELDS').max(60).refine(isCampaignTitle, 'SEGMENT_NAME'), sql }),
    status: 201,
    answer: z.object({ message: z.string(), id: z.string() }),
    errors: ['REQUIRED_FIELDS', 'SEGMENT_NAME', 'TOO_MANY_ITEMS', 'QUERY_OF_ANOTHER'],
    fieldErrors: { SEGMENT_NAME: 'nombre', QUERY_OF_ANOTHER: 'nombre' },
  }),
  removeQuery: route({
    tag,
    policy: 'analytics.queries',
    id: 'removeQuery',
    method: 'DELETE',
    path: '/api/eventos/consultas/:consulta',
    summary: 'Forget a kept question: one’s own, or any as an administrator',
    params: z.object({ consulta: z.string().max(40) }),
    answer: messageAnswer,
    errors: ['QUERY_NOT_FOUND', 'QUERY_OF_ANOTHER'],
  }),
  liveCards: route({
    tag,
    policy: 'analytics.read',
    now: true,
    id: 'liveCards',
    method: 'GET',
    path: '/api/eventos/tarjetas',
    summary:
      'The kept questions that are pinned as live cards, in order, with their last answers: each is asked again while somebody looks and the log has moved, once in fifteen seconds at most',
    live: { still: 'read again every few seconds while somebody looks; the school limits how often it asks' },
    answer: z.array(liveCard),
  }),
  pinQuery: route({
    tag,
    policy: 'analytics.queries',
    now: true,
    id: 'pinQuery',
    method: 'PUT',
    path: '/api/eventos/consultas/:consulta/tarjeta',
    summary: `Pin a kept question as a live card, or change how its card shows the answer; at most ${MOST_CARDS} in the school`,
    params: z.object({ consulta: z.string().max(40) }),
    body: z.object({ vista }),
    answer: messageAnswer,
    errors: ['QUERY_NOT_FOUND', 'TOO_MANY_CARDS'],
  }),
  unpinQuery: route({
    tag,
    policy: 'analytics.queries',
    now: true,
    id: 'unpinQuery',
    method: 'DELETE',
    path: '/api/eventos/consultas/:consulta/tarjeta',
    summary: 'Take the live card of a kept question away; the question stays',
    params: z.object({ consulta: z.string().max(40) }),
    answer: messageAnswer,
    errors: ['QUERY_NOT_FOUND'],
  }),
  orderCards: route({
    tag,
    policy: 'analytics.queries',
    now: true,
    id: 'orderCards',
    method: 'PUT',
    path: '/api/eventos/tarjetas',
    summary: 'Put the live cards in this order; those that are not named follow as they stand',
    body: z.object({ orden: z.array(z.string().max(40)).max(50) }),
    answer: messageAnswer,
  }),
} as const;
