const MOST = 80;

/** The last part of a course's address: its title in plain letters, and its id, which alone is looked up: a renamed course is found under its old address. */
export function courseSlug({ id, nombre }: { id: number; nombre: string }): string {
  const words = nombre
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MOST)
    .replace(/^-+|-+$/g, '');
  return words ? `${words}-${id}` : String(id);
}

/** The id at the end of a slug; null where there is none. */
export function idOfSlug(slug: string): number | null {
  const id = Number(/(?:^|-)([1-9]\d{0,9})$/.exec(slug)?.[1]);
  return Number.isSafeInteger(id) && id <= 2_147_483_647 ? id : null;
}
