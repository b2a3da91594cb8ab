import { z } from 'zod';
import { defineEvent } from './define.ts';
import { growing } from './growing.ts';

/** Questions of SQL that analysts keep for all of them. They are asked of masked events, so that they have no reason to name anybody. */

const queryId = z.string().max(40);
export const QuerySaved = defineEvent('QuerySaved', {
  category: 'queries',
  schema: z.object({ queryId, name: z.string().min(1).max(80), sql: z.string().min(1).max(4_000) }),
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
