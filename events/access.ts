import { z } from 'zod';
import { defineEvent } from './define.ts';
import { growing } from './growing.ts';
import { said } from './sentences.ts';
import { id } from './types.ts';

/** What one person was refused, and what they read of others: for whoever looks after the school's data. Streams `access-<userId>`. */

/** Sums of one process from a moment on: each event says how many there were so far, so that many refusals are few events. */
const sum = { since: z.iso.datetime(), count: z.number().int().min(1) };

export const AccessRefused = defineEvent('AccessRefused', {
  category: 'access',
  schema: z.object({
    userId: id,
    ...sum,
    /** By call of the API (its operationId) and code of the refusal, those with the most first. */
    calls: z.array(z.object({ call: z.string().max(60), code: z.string().max(40), count: z.number().int().min(1) })).max(20),
  }),
  summary: 'A una persona con cuenta se le negaron llamadas: cuántas desde un momento, y cuáles.',
  sentence: said('pidió lo que no le corresponde; veces: {count}', 'asked for what is not theirs; times: {count}'),
});

/** What of a person: their record, their open sessions, their history. */
export const readKinds = ['file', 'sessions', 'history'] as const;
export type ReadKind = (typeof readKinds)[number];
export const PersonalDataRead = defineEvent('PersonalDataRead', {
  category: 'access',
  schema: z.object({ userId: id, personId: id, what: growing(readKinds, 'file') }),
  summary: 'Alguien del equipo consultó datos de otra persona; se anota una vez al día por persona.',
  sentence: said('consultó {what} de otra persona', 'looked at {what} of another person'),
});
/** Beyond those that are named one by one. */
export const PersonalDataCounted = defineEvent('PersonalDataCounted', {
  category: 'access',
  schema: z.object({ userId: id, ...sum }),
  summary: 'Alguien del equipo consultó datos de muchas personas más en un día: cuántas veces desde un momento.',
  sentence: said('consultó datos de muchas personas más; veces: {count}', 'looked at data of many more people; times: {count}'),
});

/** Recorded before the value is answered. */
export const PersonalValueRevealed = defineEvent('PersonalValueRevealed', {
  category: 'access',
  schema: z.object({
    userId: id,
    /** Whose value it is; null: of a contact, or of nobody with an account. */
    personId: id.nullable(),
    stream: z.string().max(240),
    number: z.number().int().min(0),
    eventType: z.string().max(100),
    field: z.string().max(60),
  }),
  summary: 'Alguien del equipo descubrió un dato personal cifrado de un hecho, con su motivo.',
  sentence: said('descubrió un dato personal cifrado: {field}', 'revealed an encrypted personal value: {field}'),
});

/** Recorded before its answer goes out. What was asked is left out: words of an assistant may name people. */
export const AssistantAsked = defineEvent('AssistantAsked', {
  category: 'access',
  schema: z.object({
    /** Who answers for the key, or whose session it was. */
    userId: id,
    /** null: it came without a key, by somebody's session. */
    keyId: z.string().max(40).nullable(),
    tool: z.string().max(60),
    outcome: growing(['answered', 'refused', 'failed'], 'failed'),
    /** How much it was given: events or rows, and characters. */
    rows: z.number().int().min(0),
    characters: z.number().int().min(0),
    milliseconds: z.number().int().min(0),
  }),
  summary: 'El asistente de alguien del equipo leyó datos de la escuela, enmascarados: con qué herramienta y cuánto.',
  sentence: said('preguntó por un asistente: {tool} (filas leídas: {rows})', 'asked by an assistant: {tool} (rows read: {rows})'),
});

export const accessEvents = [AccessRefused, PersonalDataRead, PersonalDataCounted, PersonalValueRevealed, AssistantAsked] as const;
