import { z } from 'zod';

/** Numeric id in a path or body; numbers and numeric strings are accepted. */
export const idNumber = z.coerce.number().int().min(1).max(2_147_483_647);
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
/** A number, or text with digits and an optional decimal part; null means no price, `''` counts as absent. */
export const priceInput = blankable(z.union([z.number().min(0).max(10_000_000), z.string().min(1).max(20), z.null()]));
export const errorAnswer = z.object({
  message: z.string(),
  code: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
export const pageQuery = z.object({ limit: z.coerce.number().int().min(1).max(100).default(25), cursor: z.string().max(500).optional() });
