/**
 * What the server has read for the page that it sends: the page shows it from the first paint on, and does not ask for it again. By the key of the read,
 * each for the first who asks.
 */
export interface Seed {
  data: unknown;
  /** Of the log, as the answer's X-Position says it. */
  position: string | null;
}
/** `at`: when it came, epoch ms of this machine's clock. */
type Sown = Seed & { at: number };
export type Seeds = Readonly<Record<string, Seed>>;

/** What the page is drawn from stands in its HTML under this id. */
export const SEEDS_ID = 'datos';

const seeds = new Map<string, Sown>();
export const sow = (all: Seeds): void => {
  seeds.clear();
  const at = Date.now();
  for (const [key, seed] of Object.entries(all)) seeds.set(key, { ...seed, at });
};
export const seedOf = (key: string | null): Sown | undefined => (key === null ? undefined : seeds.get(key));
/** A seed serves once: who comes to the page again reads again. */
export const takeSeed = (key: string | null): Sown | undefined => {
  const seed = seedOf(key);
  if (key !== null) seeds.delete(key);
  return seed;
};
