import { z } from 'zod';
import { amountOf } from './amount.ts';

/** A number, or text of its digits: `true`, `[5]`, `0x10` and blanks are none, whatever JavaScript makes of them. Documented as the number. */
export const numeric = (number: z.ZodNumber) =>
  z
    .union([z.number(), z.string().max(40)])
    .transform((value, ctx) => {
      if (typeof value === 'number') return value;
      if (/^\s*-?\d+(\.\d+)?\s*$/.test(value)) return Number(value);
      ctx.issues.push({ code: 'invalid_type', expected: 'number', input: value });
      return z.NEVER;
    })
    .pipe(number)
    .meta({ documentedAs: number });
/** Numeric id in a path or body. */
export const idNumber = numeric(z.number().int().min(1).max(2_147_483_647));
export const idParam = z.object({ id: idNumber });
export const messageAnswer = z.object({ message: z.string() });
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
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
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

/** Nothing that moves a cursor or ends a text: what has a name has it on one line. */
export const isLine = (value: string): boolean => !/\p{Cc}/u.test(value);
/** A name, without the spaces around it; whether it may be blank is for the command to say. */
export const line = (max: number) => z.string().trim().max(max).refine(isLine, 'INVALID_TEXT');
export const optionalLine = (max: number) => optionalText(max).refine((value) => value === undefined || isLine(value), 'INVALID_TEXT');
export const clearableLine = (max: number) => clearableText(max).refine((value) => value == null || isLine(value), 'INVALID_TEXT');

/** What a link calls its campaign, as `verano-2026`; of anything else nothing is kept: an address may carry any text, and a name in it would stand for ever. */
export const campaignName = (text: string | undefined): string | null =>
  text !== undefined && /^[a-z0-9][a-z0-9._-]{0,39}$/i.test(text) ? text : null;
