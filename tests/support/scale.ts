/** `npm run test:long` runs every test at its full measure; `npm test` takes samples where the whole takes minutes. */
export const LONG = process.env['TEST_LONG'] === 'true';

/** At night all items; otherwise `few` of them, different ones for each `turn`, so that enough turns cover all. */
export const sample = <T>(all: readonly T[], few: number, turn: number): readonly T[] =>
  LONG || all.length <= few ? all : Array.from({ length: few }, (_, i) => all[(turn * few + i) % all.length] as T);
