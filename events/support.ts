import { z } from 'zod';
import { defineEvent } from './define.ts';
import { growing } from './growing.ts';
import { said } from './sentences.ts';
import { id, plan } from './types.ts';

/** Requests for help, and what was said about each until it was closed. All words are sealed with the key of the person who asked. */

const request = { userId: id, requestId: z.string().max(40) };
const words = z.string().max(4_000).nullable();
/** The number of a message in its request; the first one is 1. */
const message = z.number().int().min(1);
/** The clock of the answer that is owed, as the school promised it at that moment: when it is at risk and when it is late; null: nothing was promised. */
const clock = { plan, riskAt: z.iso.datetime().nullable(), dueAt: z.iso.datetime().nullable() };
export const supportTopic = growing(['course', 'technical', 'account', 'payment', 'other'], 'other');
export type SupportTopic = z.output<typeof supportTopic>;
const side = growing(['person', 'school'], 'school');

export const SupportRequested = defineEvent('SupportRequested', {
  category: 'support',
  schema: z.object({
    ...request,
    topic: supportTopic,
    courseId: id.nullable(),
    subject: z.string().max(200).nullable(),
    text: words,
    ...clock,
  }),
  personal: { of: 'userId', fields: ['subject', 'text'] },
  summary: 'Alguien pidió ayuda a la escuela; dice hasta cuándo prometió responder según el plan.',
  sentence: said('pidió ayuda a la escuela', 'asked the school for help'),
});
/** An answer that was owed already keeps its clock. */
export const SupportFollowedUp = defineEvent('SupportFollowedUp', {
  category: 'support',
  schema: z.object({ ...request, message, text: words, ...clock }),
  personal: { of: 'userId', fields: ['text'] },
  summary: 'Quien pidió ayuda escribió algo más; la solicitud vuelve a esperar respuesta.',
  sentence: said('escribió algo más en una solicitud de ayuda', 'wrote more in a request for help'),
});
export const SupportAnswered = defineEvent('SupportAnswered', {
  category: 'support',
  schema: z.object({ ...request, message, text: words }),
  personal: { of: 'userId', fields: ['text'] },
  summary: 'La escuela respondió una solicitud de ayuda.',
  sentence: said('respondió una solicitud de ayuda', 'answered a request for help'),
});
export const SupportAssigned = defineEvent('SupportAssigned', {
  category: 'support',
  schema: z.object({ ...request, assigneeId: id.nullable() }),
  summary: 'Alguien del equipo quedó a cargo de una solicitud de ayuda, o dejó de estarlo.',
  sentence: said('cambió quién está a cargo de una solicitud de ayuda', 'changed who takes care of a request for help'),
});
export const SupportClosed = defineEvent('SupportClosed', {
  category: 'support',
  schema: z.object({
    ...request,
    by: side,
    /** Closed by the act that answered it. */
    withAnswer: z.boolean(),
  }),
  summary: 'Se cerró una solicitud de ayuda.',
  sentence: said('cerró una solicitud de ayuda', 'closed a request for help'),
});
export const SupportReopened = defineEvent('SupportReopened', {
  category: 'support',
  schema: z.object({ ...request, ...clock }),
  summary: 'La escuela reabrió una solicitud de ayuda que estaba cerrada.',
  sentence: said('reabrió una solicitud de ayuda', 'reopened a request for help'),
});
export const SupportWithdrawn = defineEvent('SupportWithdrawn', {
  category: 'support',
  /** `messages`: how many messages it had. */
  schema: z.object({ ...request, messages: message }),
  summary: 'Se retiró una solicitud de ayuda: ya no aparece en ninguna lista.',
  sentence: said('retiró una solicitud de ayuda', 'withdrew a request for help'),
});

export const supportEvents = [
  ...[SupportRequested, SupportFollowedUp, SupportAnswered, SupportAssigned],
  ...[SupportClosed, SupportReopened, SupportWithdrawn],
] as const;
