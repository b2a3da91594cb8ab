import { z } from 'zod';
import { defineEvent } from './define.ts';
import { growing } from './growing.ts';
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
});
export const QueryRemoved = defineEvent('QueryRemoved', {
  category: 'queries',
  schema: z.object({ queryId }),
  summary: 'Se quitó una consulta de SQL guardada.',
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
});
export const QueryUnpinned = defineEvent('QueryUnpinned', {
  category: 'queries',
  schema: z.object({ queryId }),
  summary: 'Se quitó la tarjeta viva de una consulta.',
});
/** All cards, in the order in which they stand from then on. */
export const QueryCardsOrdered = defineEvent('QueryCardsOrdered', {
  category: 'queries',
  schema: z.object({ queryIds: z.array(queryId).max(50) }),
  summary: 'Cambió el orden de las tarjetas vivas.',
});

export const queryEvents = [QuerySaved, QueryRemoved, QueryPinned, QueryUnpinned, QueryCardsOrdered] as const;
