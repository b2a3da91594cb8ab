import { z } from 'zod';
import { amountOf } from './amount.ts';

/** A number, or text of its digits: `true`, `[5]`, `0x10` and blanks are none, whatever JavaScript makes of them. Documented and typed as the number. */
export const numeric = (number: z.ZodNumber): z.ZodType<number, number> =>
  z
    .union([z.number(), z.string().max(40)])
    .transform((value, ctx) => {
      if (typeof value === 'number') return value;
      if (/^\s*-?\d+(\.\d+)?\s*$/.test(value)) return Number(value);
      ctx.issues.push({ code: 'invalid_type', expected: 'number', input: value });
      return z.NEVER;
    })
    .pipe(number)
    .meta({ documentedAs: number }) as z.ZodType<unknown> as z.ZodType<number, number>;
/** Numeric id in a path or body. */
export const idNumber = numeric(z.number().int().min(1).max(2_147_483_647));
export const idParam = z.object({ id: idNumber });
export const messageAnswer = z.object({ message: z.string() });
/** The answer of a call that only has to say that it was done. */
export const SAVED = { message: 'Cambios guardados correctamente' };
/** What stands on record where somebody gave no reason. */
export const NO_REASON = 'sin motivo';
export const position = z.string();
/** Without the spaces around it; blank counts as absent. */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .nullish()
    .transform((value) => (value === '' || value === null ? undefined : value));
/** A password that may be absent: its spaces are part of it. */
export const optionalSecret = (max: number) =>
  z
    .string()
    .max(max)
    .nullish()
    .transform((value) => (value === '' || value === null ? undefined : value));
/** An optional field that may also come as `''`, which counts as absent. */
export const blankable = <S extends z.ZodType>(schema: S) =>
  z
    .union([schema, z.literal('')])
    .optional()
    .transform((value): z.output<S> | undefined => (value === '' ? undefined : (value as z.output<S> | undefined)));
/** Text that can be taken away: null clears it, blank counts as absent; without the spaces around it. */
export const clearableText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .nullish()
    .transform((value) => (value === '' ? undefined : value));
/** The same for what is written in Markdown, where spaces at the beginning mean something. */
export const clearableContent = (max: number) =>
  z
    .string()
    .max(max)
    .nullish()
    .transform((value) => (value?.trim() === '' ? undefined : value));
const MOST = 10_000_000;
const amountNumber = z.number().min(0, 'INVALID_PRICE').max(MOST, 'INVALID_PRICE');
const readAmount = (text: string, ctx: z.RefinementCtx): number => {
  const amount = amountOf(text);
  if (amount !== null && amount <= MOST) return amount;
  ctx.addIssue({ code: 'custom', message: 'INVALID_PRICE' });
  return z.NEVER;
};
/** Money with decimals: a number, or text that can only mean one (`amount.ts`). */
export const amountInput = z
  .union([amountNumber, z.string().max(40)])
  .transform((value, ctx) => (typeof value === 'number' ? value : readAmount(value, ctx)));
/** The same where there may be none: null is no price (C-04), 0 is free, blank counts as absent. What is no amount is refused, never taken for "no price". */
export const priceInput = z
  .union([amountNumber, z.string().max(40), z.null()])
  .optional()
  .transform((value, ctx) => (typeof value !== 'string' ? value : value.trim() === '' ? undefined : readAmount(value, ctx)));
export const errorAnswer = z.object({
  message: z.string(),
  code: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string(), actual: z.unknown().optional() })).optional(),
});
export const pageQuery = z.object({ limit: numeric(z.number().int().min(1).max(100)).default(25), cursor: z.string().max(500).optional() });

/** Only the web's own addresses: never `javascript:`. A path of the school itself is one too. */
export const isAddress = (value: string): boolean =>
  /^\/(?![/\\])[^\s<>"]*$/.test(value) || (/^https?:\/\//i.test(value) && URL.canParse(value) && !/[\s<>"]/.test(value));
/** Where a link leads; null takes it away, blank counts as absent. */
export const clearableAddress = clearableText(2_000).refine((value) => value == null || isAddress(value), 'INVALID_ADDRESS');
/** The same where a link belongs; it may still be blank. */
export const givenAddress = z
  .string()
  .trim()
  .max(2_000)
  .refine((value) => value === '' || isAddress(value), 'INVALID_ADDRESS');

/** Nothing that moves a cursor, ends a text or turns the order in which it is read: what has a name has it on one line. */
export const isLine = (value: string): boolean => !/[\p{Cc}\p{Bidi_Control}]/u.test(value);
/** Characters with a width that are drawn as nothing (a cell of Braille without dots, a note without a head, signs left blank), and those that every typeface draws as it likes. */
const BLANK = /[\u2800\u{1d159}\u{13441}\u{13442}\u{16fe4}\p{Co}]/u;
/** Nothing that is not seen: no character of no width or drawn as nothing, none that only says how others are drawn, no half of a pair. */
export const isSeen = (value: string): boolean =>
  isLine(value) && !/[\p{Default_Ignorable_Code_Point}\p{Cs}]/u.test(value) && !BLANK.test(value);
/** What stands there is not only spaces, and marks over letters that are not there. Whether nothing may stand there is for others to say. */
export const showsSomething = (value: string): boolean => value === '' || /[^\p{Z}\p{M}\p{C}]/u.test(value);
/** A name, without the spaces around it; whether it may be blank is for the command to say. */
export const line = (max: number) => z.string().trim().max(max).refine(isLine, 'INVALID_TEXT');
export const optionalLine = (max: number) => optionalText(max).refine((value) => value === undefined || isLine(value), 'INVALID_TEXT');
export const clearableLine = (max: number) => clearableText(max).refine((value) => value == null || isLine(value), 'INVALID_TEXT');

/** What is not seen but belongs to the writing: a joiner between letters of scripts that need it or between emoji, and the colour of an emoji. */
const JOINED_LETTER =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]/u
    .source;
const JOINERS = new RegExp(
  `(?<=${JOINED_LETTER})[\\u200c\\u200d](?=${JOINED_LETTER})|(?<=\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]?)\\u200d(?=\\p{Extended_Pictographic})|(?<=\\p{Extended_Pictographic})\\ufe0f`,
  'gu',
);
/** A person may be called by what any script needs to be written, and by emoji; by nothing hidden. */
export const isName = (value: string | null | undefined): boolean =>
  value == null || (isSeen(value.replace(JOINERS, '')) && showsSomething(value));
const composed = <T extends string | null | undefined>(value: T): T => (value == null ? value : (value.normalize('NFC') as T));
/** A name of a person, accents composed; blank counts as absent. */
export const optionalName = (max: number) => optionalText(max).refine(isName, 'INVALID_TEXT').transform(composed);
/** The same where null takes it away. */
export const clearableName = (max: number) => clearableText(max).refine(isName, 'INVALID_TEXT').transform(composed);

/** What a link calls its campaign, as `verano-2026`; of anything else nothing is kept: an address may carry any text, and a name in it would stand for ever. */
export const campaignName = (text: string | undefined): string | null =>
  text !== undefined && /^[a-z0-9][a-z0-9._-]{0,39}$/i.test(text) ? text : null;
