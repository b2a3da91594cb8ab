import { z } from 'zod';
import { defineEvent } from './define.ts';
import { type Sentence, said } from './sentences.ts';
import { day, id } from './types.ts';

/**
 * A campaign allots grants to codes, up to its cap; each code gives one grant per person, up to its allotment.
 * The text of a code is derived from a secret and its number, and is in no event.
 */
const campaign = { campaignId: z.string().max(60) };
const code = { ...campaign, codeId: z.string().max(80) };
/** Who it is for; null once erased. It is personal: the applicant may be a single person, and any name may have been typed. */
const organisation = z.string().max(200).nullable();
/** Whose key seals it: that of the contact who asked for the code, else one of the code's own. */
const person = z.string().max(80);
const grants = z.number().int().min(1);
const of = <const T extends string, S extends z.ZodObject, const C extends 'campaign' | 'scholarship'>(
  category: C,
  type: T,
  schema: S,
  summary: string,
  sentence: Sentence,
) => defineEvent(type, { category, schema, summary, sentence });

export const ScholarshipCampaignOpened = of(
  'campaign',
  'ScholarshipCampaignOpened',
  z.object({ ...campaign, name: z.string().max(200), cap: grants }),
  'Se abrió una campaña de becas, con su tope.',
  said('abrió la campaña «{name}» con {cap} becas', 'opened the campaign “{name}” with {cap} scholarships'),
);
export const ScholarshipCampaignClosed = of(
  'campaign',
  'ScholarshipCampaignClosed',
  z.object(campaign),
  'Se cerró una campaña de becas: no se reparten más códigos.',
  said('cerró la campaña', 'closed the campaign'),
);
export const ScholarshipCodeAllotted = defineEvent('ScholarshipCodeAllotted', {
  category: 'campaign',
  version: 2,
  schema: z.object({
    ...code,
    person,
    organisation,
    grants,
    courseId: id.nullable(),
    expiresOn: day.nullable(),
    leadId: z.string().max(40).nullable(),
  }),
  personal: { of: 'person', fields: ['organisation'] },
  summary: 'Una organización recibió un código con cierto número de becas.',
  sentence: said('dio un código de {grants} becas', 'gave a code of {grants} scholarships'),
});
export const ScholarshipGrantsReturned = of(
  'campaign',
  'ScholarshipGrantsReturned',
  z.object({ ...code, grants }),
  'Las becas que un código cerrado no usó volvieron a la campaña.',
  said('regresó {grants} becas a la campaña', 'returned {grants} scholarships to the campaign'),
);
export const ScholarshipCodeOpened = defineEvent('ScholarshipCodeOpened', {
  category: 'scholarship',
  version: 2,
  schema: z.object({ ...code, grants, courseId: id.nullable(), expiresOn: day.nullable() }),
  summary: 'Un código de becas quedó listo para usarse.',
  sentence: said('dejó listo un código de {grants} becas', 'made a code of {grants} scholarships ready'),
});
export const ScholarshipGranted = of(
  'scholarship',
  'ScholarshipGranted',
  z.object({ ...code, userId: id, courseId: id }),
  'Alguien usó un código y obtuvo una beca para un curso.',
  said('obtuvo una beca para «{courseId}»', 'got a scholarship for “{courseId}”'),
);
export const ScholarshipCodeClosed = of(
  'scholarship',
  'ScholarshipCodeClosed',
  z.object({ ...code, unused: z.number().int().min(0) }),
  'Un código de becas se cerró.',
  said('cerró un código; {unused} becas sin usar', 'closed a code; {unused} scholarships unused'),
);

export const scholarshipEvents = [
  ScholarshipCampaignOpened,
  ScholarshipCampaignClosed,
  ScholarshipCodeAllotted,
  ScholarshipGrantsReturned,
  ScholarshipCodeOpened,
  ScholarshipGranted,
  ScholarshipCodeClosed,
] as const;
