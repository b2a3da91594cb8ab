import { z } from 'zod';
import { defineEvent } from './define.ts';
import { growing } from './growing.ts';
import { said } from './sentences.ts';
import { id } from './types.ts';

/**
 * Searches of the whole history, of the log of events and of reported comments that somebody keeps for themselves, or for all who look through it. What is
 * sought may be somebody's name, so that words and names are sealed. Streams `searches-<userId>`.
 */

const searchId = z.string().max(40);
export const SearchKept = defineEvent('SearchKept', {
  category: 'searches',
  // Since the second, of which page it is, and in which folder.
  version: 2,
  schema: z.object({
    userId: id,
    searchId,
    page: growing(['history', 'events', 'reports'], 'history'),
    /** null: in none. */
    folder: z.string().min(1).max(40).nullable(),
    name: z.string().min(1).max(60).nullable(),
    /** What is sought, as the address of the page has it: `area=course&quien=3`. */
    address: z.string().min(1).max(800).nullable(),
    shared: z.boolean(),
  }),
  personal: { of: 'userId', fields: ['name', 'address', 'folder'] },
  summary: 'Alguien guardó una búsqueda de la historia, del registro de eventos o de los reportes, para sí o para quienes los revisan.',
  sentence: said('guardó una búsqueda de la historia', 'kept a search of the history'),
});
export const SearchForgotten = defineEvent('SearchForgotten', {
  category: 'searches',
  schema: z.object({ userId: id, searchId }),
  summary: 'Se quitó una búsqueda guardada.',
  sentence: said('quitó una búsqueda guardada de la historia', 'removed a kept search of the history'),
});

export const searchEvents = [SearchKept, SearchForgotten] as const;
