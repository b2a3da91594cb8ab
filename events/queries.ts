import { z } from 'zod';
import { defineEvent, type EventOf } from './define.ts';

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

export const queryEvents = [QuerySaved, QueryRemoved] as const;
export type QueryEvent = EventOf<(typeof queryEvents)[number]>;
