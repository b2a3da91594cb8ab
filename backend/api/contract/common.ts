import { z } from 'zod';
import { isAddress } from './addresses.ts';
import { amountOf } from './amount.ts';
import { currencies } from './choices.ts';

/** A number, or a string of its digits; `true`, `[5]`, `0x10` and blanks are refused, whatever JavaScript makes of them. Documented and typed as a number. */
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
/** A numeric id in a path or body. */
export const idNumber = numeric(z.number().int().min(1).max(2_147_483_647));
export const idParam = z.object({ id: idNumber });
export const messageAnswer = z.object({ message: z.string() });
/** The answer of a call that has nothing to return. */
export const SAVED = { message: 'Cambios guardados correctamente' };
/** The reason recorded where none was given. */
export const NO_REASON = 'sin motivo';
/** In which language the answer speaks. */
export const tongue = z.enum(['es', 'en']).default('es');
export const position = z.string();
/** Trimmed; blank counts as absent. */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .nullish()
    .transform((value) => (value === '' || value === null ? undefined : value));
/** An optional password: its spaces are part of it. */
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
/** A day on which a school may have existed; others are refused. */
export const schoolDay = z.iso.date().refine((value) => value >= '2000-01-01' && value <= '2100-12-31');
/** Text that can be cleared: null clears it, blank counts as absent; trimmed. */
export const clearableText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .nullish()
    .transform((value) => (value === '' ? undefined : value));
/** The same for Markdown, where leading spaces have a meaning. */
export const clearableContent = (max: number) =>
  z
    .string()
    .max(max)
    .nullish()
    .transform((value) => (value?.trim() === '' ? undefined : value));
const MOST = 10_000_000;
export const currency = z.enum(currencies);
/** Whole cents: what has more decimals is refused rather than rounded. */
export const amountNumber = z
  .number()
  .min(0, 'INVALID_PRICE')
  .max(MOST, 'INVALID_PRICE')
  .refine((amount) => Number(amount.toFixed(2)) === amount, 'INVALID_PRICE');
const readAmount = (text: string, ctx: z.RefinementCtx): number => {
  const amount = amountOf(text);
  if (amount !== null && amount <= MOST) return amount;
  ctx.addIssue({ code: 'custom', message: 'INVALID_PRICE' });
  return z.NEVER;
};
/** Money with decimals: a number, or an unambiguous string (`amount.ts`). */
export const amountInput = z
  .union([amountNumber, z.string().max(40)])
  .transform((value, ctx) => (typeof value === 'number' ? value : readAmount(value, ctx)));
/** The same where it is optional: null is no price (C-04), 0 is free, blank counts as absent. A string that is not an amount is refused, not read as "no price". */
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

/** The address of a link; null clears it, blank counts as absent. */
export const clearableAddress = clearableText(2_000).refine((value) => value == null || isAddress(value), 'INVALID_ADDRESS');
/** The same where a link is expected; it may still be blank. */
export const givenAddress = z
  .string()
  .trim()
  .max(2_000)
  .refine((value) => value === '' || isAddress(value), 'INVALID_ADDRESS');

/** No character that moves the cursor, ends a text or changes the reading direction: a name is one line. */
export const isLine = (value: string): boolean => !/[\p{Cc}\p{Bidi_Control}]/u.test(value);
/** Characters that have a width but are drawn blank (an empty Braille cell, a note without a head), and private-use ones, which each typeface draws differently. */
const BLANK = /[\u2800\u{1d159}\u{13441}\u{13442}\u{16fe4}\p{Co}]/u;
/** No invisible characters: of no width, drawn blank, that only change how others are drawn, and no lone surrogate. */
export const isSeen = (value: string): boolean =>
  isLine(value) && !/[\p{Default_Ignorable_Code_Point}\p{Cs}]/u.test(value) && !BLANK.test(value);
/** Not only spaces and combining marks. Whether it may be empty is checked elsewhere. */
export const showsSomething = (value: string): boolean => value === '' || /[^\p{Z}\p{M}\p{C}]/u.test(value);
/** A name, trimmed; whether it may be blank is for the command to decide. */
export const line = (max: number) => z.string().trim().max(max).refine(isLine, 'INVALID_TEXT');
/** Why, where an act must say so. */
export const requiredReason = z.string().trim().min(1, 'REASON_REQUIRED').max(500);
export const optionalLine = (max: number) => optionalText(max).refine((value) => value === undefined || isLine(value), 'INVALID_TEXT');
export const clearableLine = (max: number) => clearableText(max).refine((value) => value == null || isLine(value), 'INVALID_TEXT');

/** Invisible characters that writing needs: joiners between letters of scripts that need them or between emoji, and the colour of an emoji. */
const JOINED_LETTER =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]/u
    .source;
const JOINERS = new RegExp(
  `(?<=${JOINED_LETTER})[\\u200c\\u200d](?=${JOINED_LETTER})|(?<=\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]?)\\u200d(?=\\p{Extended_Pictographic})|(?<=\\p{Extended_Pictographic})\\ufe0f`,
  'gu',
);
/** A person's name may have any character that a script needs, and emoji; nothing hidden. */
export const isName = (value: string | null | undefined): boolean =>
  value == null || (isSeen(value.replace(JOINERS, '')) && showsSomething(value));
const composed = <T extends string | null | undefined>(value: T): T => (value == null ? value : (value.normalize('NFC') as T));
/** A person's name, accents composed; blank counts as absent. */
export const optionalName = (max: number) => optionalText(max).refine(isName, 'INVALID_TEXT').transform(composed);
/** The same where null clears it. */
export const clearableName = (max: number) => clearableText(max).refine(isName, 'INVALID_TEXT').transform(composed);

/** The campaign of a link, such as `verano-2026`; anything else is dropped: an address may contain any text, and a person's name in it would be stored for ever. */
export const campaignName = (text: string | undefined): string | null =>
  text !== undefined && /^[a-z0-9][a-z0-9._-]{0,39}$/i.test(text) ? text : null;
/** The version of the terms that were accepted, such as `2026-11` or `1.2`; anything else is dropped, as of campaigns. */
export const termsName = (text: string | undefined): string | null =>
  text !== undefined && /^v?\d{1,4}([.-]\d{1,2}){0,2}$/i.test(text) ? text : null;
