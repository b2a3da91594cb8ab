import { z } from 'zod';

const written = z.string().min(1).max(60);

/**
 * Choices that a later release may extend without a new version of the event (docs/decisions/0031-values-that-come-later.md). This release writes only
 * `values`; an unknown value, written by a newer release, is read as `otherwise`: the choice that grants the least.
 */
export const growing = <const V extends readonly [string, ...string[]]>(values: V, otherwise: V[number]) => {
  const known = z.enum(values);
  return z.codec(written, known, { decode: (value) => known.safeParse(value).data ?? otherwise, encode: (value) => value as string });
};

/** A list of such choices; unknown ones are left out. */
export const growingList = <const V extends readonly [string, ...string[]]>(values: V) => {
  const known = z.enum(values);
  return z.codec(z.array(written), z.array(known), {
    decode: (all) => all.filter((value): value is V[number] => known.safeParse(value).success),
    encode: (all) => all,
  });
};
