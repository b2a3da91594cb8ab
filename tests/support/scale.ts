/** `npm run test:long` runs every test at its full measure; `npm test` takes samples where the whole takes minutes. */
export const LONG = process.env['TEST_LONG'] === 'true';

/** All of it at night; else `few` of it, others for each `turn`, so that all are taken once there are turns enough. */
export const sample = <T>(all: readonly T[], few: number, turn: number): readonly T[] =>
  LONG || all.length <= few ? all : Array.from({ length: few }, (_, i) => all[(turn * few + i) % all.length] as T);
