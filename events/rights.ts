import { z } from 'zod';
import { defineEvent } from './define.ts';
import { growing } from './growing.ts';
import { said } from './sentences.ts';
import { day, id } from './types.ts';

/** Requests of people about their personal data, and the school's answers: access, rectification, cancellation, opposition. */

const request = { userId: id, requestId: z.string().max(40) };
const words = z.string().max(2_000).nullable();
export const rightKind = growing(['access', 'rectify', 'erase', 'oppose'], 'access');
export type RightKind = z.output<typeof rightKind>;
export const rightOutcome = growing(['granted', 'refused'], 'granted');

export const DataRightExercised = defineEvent('DataRightExercised', {
  category: 'rights',
  /** `dueOn`: the last day for an answer, in the school's calendar. */
  schema: z.object({ ...request, kind: rightKind, text: words, dueOn: day }),
  personal: { of: 'userId', fields: ['text'] },
  summary: 'Alguien ejerció un derecho sobre sus datos: acceso, rectificación, cancelación u oposición.',
  sentence: said('ejerció un derecho sobre sus datos', 'exercised a right over their data'),
});
export const DataRightAnswered = defineEvent('DataRightAnswered', {
  category: 'rights',
  schema: z.object({ ...request, outcome: rightOutcome, text: words }),
  personal: { of: 'userId', fields: ['text'] },
  summary: 'La escuela respondió una solicitud sobre datos personales.',
  sentence: said('respondió una solicitud sobre datos personales', 'answered a request about personal data'),
});

export const rightsEvents = [DataRightExercised, DataRightAnswered] as const;
