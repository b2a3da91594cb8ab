import { z } from 'zod';
import { defineEvent } from './define.ts';
import { growing } from './growing.ts';
import { type Sentence, said } from './sentences.ts';
import { id } from './types.ts';

/** People and organisations who asked for information. Their data are sealed with a key per lead; older releases may have used an account's key. */

export const leadKind = growing(['course', 'scholarship', 'corporate', 'consulting'], 'course');
export type LeadKind = z.output<typeof leadKind>;
export const leadStatus = growing(['new', 'contacted', 'converted', 'discarded'], 'contacted');
export type LeadStatus = z.output<typeof leadStatus>;

const moment = z.iso.datetime({ local: true, offset: true });
/** The time that a browser sent; null where it is anything else: somebody's name could stand in it. */
export const sentAt = (sent: string | null): string | null => (moment.safeParse(sent).success ? sent : null);

const lead = { leadId: z.string().max(40) };
/** Whose key seals the personal fields: the lead's own id; events of older releases may name a user. */
const person = z.string().max(40);
const define = <const T extends string, S extends z.ZodObject>(type: T, schema: S, summary: string, sentence: Sentence) =>
  defineEvent(type, { category: 'lead', schema, summary, sentence });

export const LeadCaptured = defineEvent('LeadCaptured', {
  category: 'lead',
  version: 3,
  schema: z.object({
    ...lead,
    person,
    kind: leadKind,
    /** What the request is about, as the form named it: the title of a course, or a section of the site. Anybody may send anything: it is sealed. */
    subject: z.string().max(200).nullable(),
    courseId: id.nullable(),
    name: z.string().max(200).nullable(),
    email: z.string().max(254).nullable(),
    phone: z.string().max(40).nullable(),
    company: z.string().max(200).nullable(),
    message: z.string().max(2_000).nullable(),
    /** Version of the privacy notice that was accepted, as the form named it; null where the caller did not send one. */
    consentVersion: z.string().max(40).nullable(),
    campaign: z.string().max(80).nullable(),
    /** HMAC of the normalised address, which finds all leads of one address without decrypting any; empty in events of older releases. */
    address: z.string().max(64),
    /** The browser's time, ISO; null where it sent none, or something else. */
    submittedAt: z.string().max(40).nullable(),
  }),
  personal: { of: 'person', fields: ['subject', 'name', 'email', 'phone', 'company', 'message', 'consentVersion'] },
  summary: 'Alguien dejó sus datos para que la escuela le escriba.',
  sentence: said('dejó sus datos para que le escriban', 'left their data to be written to'),
});
export const LeadStatusChanged = define(
  'LeadStatusChanged',
  z.object({ ...lead, from: leadStatus, to: leadStatus }),
  'Cambió el seguimiento de un contacto.',
  said('cambió el seguimiento de {from} a {to}', 'changed the status from {from} to {to}'),
);
export const LeadNoteAdded = defineEvent('LeadNoteAdded', {
  category: 'lead',
  schema: z.object({ ...lead, person, note: z.string().max(2_000).nullable() }),
  personal: { of: 'person', fields: ['note'] },
  summary: 'Alguien del equipo anotó algo sobre un contacto.',
  sentence: said('anotó algo sobre el contacto', 'noted something about the contact'),
});
export const LeadDelivered = define(
  'LeadDelivered',
  z.object({ ...lead, deliveryId: z.string().max(60), attempt: z.number().int().min(1) }),
  'Un contacto llegó a la hoja de cálculo de fuera.',
  said('entregó el contacto a la hoja de cálculo', 'delivered the contact to the spreadsheet'),
);
export const LeadDeliveryFailed = define(
  'LeadDeliveryFailed',
  z.object({ ...lead, deliveryId: z.string().max(60), attempt: z.number().int().min(1), error: z.string().max(300), last: z.boolean() }),
  'Un contacto no pudo entregarse a la hoja de cálculo de fuera.',
  said('no pudo entregar el contacto a la hoja de cálculo', 'could not deliver the contact to the spreadsheet'),
);
export const LeadDeliveryRequested = define(
  'LeadDeliveryRequested',
  z.object(lead),
  'Alguien pidió entregar otra vez un contacto a la hoja de cálculo de fuera.',
  said('pidió entregar otra vez el contacto', 'asked to deliver the contact again'),
);
export const LeadErased = define(
  'LeadErased',
  z.object({ ...lead, person }),
  'Se borraron los datos personales de un contacto.',
  said('borró los datos del contacto', 'erased the data of the contact'),
);

export const leadEvents = [
  LeadCaptured,
  LeadStatusChanged,
  LeadNoteAdded,
  LeadDelivered,
  LeadDeliveryFailed,
  LeadDeliveryRequested,
  LeadErased,
] as const;
