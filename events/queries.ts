import { z } from 'zod';
import { defineEvent } from './define.ts';
import { growing } from './growing.ts';
import { said } from './sentences.ts';
import { id } from './types.ts';

/** Questions of SQL that analysts keep for all of them. */

const queryId = z.string().max(40);
export const QuerySaved = defineEvent('QuerySaved', {
  category: 'queries',
  // Since the second, name and question are sealed.
  version: 2,
  schema: z.object({
    queryId,
    /** Whose words they are; null: those of an older release, which no account had written. */
    by: id.nullable(),
    name: z.string().min(1).max(80).nullable(),
    sql: z.string().min(1).max(4_000).nullable(),
  }),
  personal: { of: 'by', fields: ['name', 'sql'] },
  summary: 'Se guardó una consulta de SQL con un nombre, o se cambió la que había con él.',
  sentence: said('guardó la consulta «{name}»', 'saved the query “{name}”'),
});
export const QueryRemoved = defineEvent('QueryRemoved', {
  category: 'queries',
  schema: z.object({ queryId }),
  summary: 'Se quitó una consulta de SQL guardada.',
  sentence: said('quitó una consulta', 'removed a query'),
});
export const QueryPinned = defineEvent('QueryPinned', {
  category: 'queries',
  schema: z.object({
    queryId,
    view: growing(['table', 'bars', 'line'], 'table'),
    /** Among the cards: the least comes first. */
    place: z.number().int().min(0),
  }),
  summary: 'Se fijó una consulta guardada como tarjeta viva, o cambió cómo se ve su tarjeta.',
  sentence: said('fijó una consulta como tarjeta viva', 'pinned a query as a live card'),
});
export const QueryUnpinned = defineEvent('QueryUnpinned', {
  category: 'queries',
  schema: z.object({ queryId }),
  summary: 'Se quitó la tarjeta viva de una consulta.',
  sentence: said('quitó una tarjeta viva', 'removed a live card'),
});
/** All cards, in the order in which they stand from then on. */
export const QueryCardsOrdered = defineEvent('QueryCardsOrdered', {
  category: 'queries',
  schema: z.object({ queryIds: z.array(queryId).max(50) }),
  summary: 'Cambió el orden de las tarjetas vivas.',
  sentence: said('cambió el orden de las tarjetas vivas', 'changed the order of the live cards'),
});

export const queryEvents = [QuerySaved, QueryRemoved, QueryPinned, QueryUnpinned, QueryCardsOrdered] as const;
