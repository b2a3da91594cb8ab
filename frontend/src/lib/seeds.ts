/**
 * Data that the server put into the page: the page shows it from the first paint on, and does not request it again. By the key of the read,
 * each for its first reader.
 */
export interface Seed {
  data: unknown;
  /** The log position of the answer's X-Position. */
  position: string | null;
}
/** `at`: when it arrived, epoch ms by this machine's clock. */
type Sown = Seed & { at: number };
export type Seeds = Readonly<Record<string, Seed>>;

/** The id of the element with the data in the page's HTML. */
export const SEEDS_ID = 'datos';

const seeds = new Map<string, Sown>();
export const sow = (all: Seeds): void => {
  seeds.clear();
  const at = Date.now();
  for (const [key, seed] of Object.entries(all)) seeds.set(key, { ...seed, at });
};
export const seedOf = (key: string | null): Sown | undefined => (key === null ? undefined : seeds.get(key));
/** A seed is used once: a later visit of the page reads again. */
export const takeSeed = (key: string | null): Sown | undefined => {
  const seed = seedOf(key);
  if (key !== null) seeds.delete(key);
  return seed;
};
