import type { Vault } from '../../integrations/vault/port.ts';
import { refuse } from '../kernel/errors.ts';
import { createSeal } from '../kernel/seal.ts';

/** Unsaved text in forms of a course, by the name of the form as its page keeps it. */
export type Typed = Readonly<Record<string, string>>;

/** The most forms, and the most characters in all, of one person in one course. */
const MOST_FORMS = 100;
const MOST = 1024 * 1024;
const KEPT_MS = 30 * 24 * 3_600_000;
const TRIES = 8;

/**
 * Unsaved text of authors is kept in the vault, sealed, one record per person and course, until it is saved or discarded, or for 30 days: it is
 * neither an event nor a draft, which other authors would see. Nobody can read another person's. `isErased`: also while they are being erased.
 */
export function createTyped(vault: Vault, key: Uint8Array, isErased: (userId: number) => Promise<boolean>) {
  const { seal, open } = createSeal(key, 'what authors are typing');
  const nameOf = (userId: number, courseId: number): string => `typed:${userId}:${courseId}`;
  const load = async (name: string) => {
    const found = await vault.get<{ sealed: string }>('drafts', name);
    return { typed: found ? open<Typed>(name, found.value.sealed) : {}, revision: found?.revision ?? null };
  };
  return {
    async read(userId: number, courseId: number): Promise<Typed> {
      return (await load(nameOf(userId, courseId))).typed;
    },
    /** Stores these texts, and deletes those that are null; others stay. Errors: DRAFT_FULL, CONFLICT. */
    async keep(userId: number, courseId: number, changes: Readonly<Record<string, string | null>>, now: Date): Promise<void> {
      const name = nameOf(userId, courseId);
      for (let tries = 0; tries < TRIES; tries++) {
        const { typed, revision } = await load(name);
        const next = Object.fromEntries(Object.entries({ ...typed, ...changes }).filter(([, text]) => text !== null));
        if (Object.keys(next).length > MOST_FORMS || JSON.stringify(next).length > MOST) refuse('DRAFT_FULL');
        if (Object.keys(next).length === 0) {
          if (revision !== null) await vault.remove('drafts', name);
          return;
        }
        const value = { sealed: seal(name, next) };
        const until = { expiresAt: now.getTime() + KEPT_MS };
        // Two windows of one person do not overwrite each other's texts.
        const kept =
          revision === null
            ? await vault.insert('drafts', name, value, until)
            : await vault.replace('drafts', name, revision, value, until);
        if (!kept) continue;
        // An erasure may have deleted the earlier texts at this moment.
        if (await isErased(userId)) await vault.remove('drafts', name);
        return;
      }
      refuse('CONFLICT');
    },
    /** Deletes all unsaved text of a person, who is being erased. */
    async forget(userId: number): Promise<void> {
      for (const { key: name } of await vault.list('drafts', `typed:${userId}:`)) await vault.remove('drafts', name);
    },
  };
}
export type TypedTexts = ReturnType<typeof createTyped>;
