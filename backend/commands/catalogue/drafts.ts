import type { Vault } from '../../integrations/vault/port.ts';
import type { Files } from '../files/files.ts';
import type { CommandContext, Commands } from '../kernel/handle.ts';
import { createSeal } from '../kernel/seal.ts';
import type { Authoring } from './authoring.ts';
import { discarded, type Place } from './discarded.ts';
import { baseOf, partKey, TEXT } from './draft.ts';
import { createDraftPublishing } from './draftPublishing.ts';
import { createDraftStore, type Drafted } from './draftStore.ts';
import { createDraftWrites } from './draftWrites.ts';

/**
 * Drafts of courses: changes that learners do not see. They are kept in the vault, sealed, one record per course, and each save is a compare-and-set
 * of it, so that two authors do not overwrite each other. Publishing turns a draft into events of the course, in one append.
 */
export function createDrafts(commands: Commands, authoring: Authoring, files: Files, vault: Vault, key: Uint8Array) {
  const sealed = createSeal(key, 'drafts of courses');
  const store = createDraftStore(commands, files, vault, sealed);
  const { load, save, drafted, textsOf } = store;
  return {
    writes: createDraftWrites(commands, store),
    ...createDraftPublishing(commands, authoring, vault, sealed, store),
    /** The course with its unpublished changes, and the list of them. Errors: COURSE_NOT_FOUND. */
    read: (courseId: number): Promise<Drafted> => drafted(courseId),
    /** The texts of these lessons, with their unpublished changes. */
    async texts(courseId: number, subtopicIds: readonly number[]): Promise<Map<number, string>> {
      const { kept } = await load(courseId);
      const own = (id: number) => kept.parts[partKey('subtopic', id)]?.fields[TEXT]?.value;
      const rest = await textsOf(subtopicIds.filter((id) => typeof own(id) !== 'string'));
      return new Map(subtopicIds.map((id) => [id, typeof own(id) === 'string' ? (own(id) as string) : (rest.get(id) ?? '')]));
    },
    publishedTexts: textsOf,
    /** Discards unpublished changes: all of them, those of one part with its children, or one field. */
    async discard(courseId: number, what: Place | null, context: CommandContext): Promise<void> {
      await save(courseId, context, async (kept) => discarded(kept, what));
    },
    /** Resolves a conflict: the draft's value is to replace what was published meanwhile. */
    async prefer(courseId: number, { kind, id, field }: Required<Place>, context: CommandContext): Promise<void> {
      await save(courseId, context, async (kept) => {
        const key = partKey(kind, id);
        const part = kept.parts[key];
        const touched = part?.fields[field];
        if (!part || !touched || !('base' in touched)) return kept;
        const { published, texts } = await drafted(courseId, kept);
        const base = field === TEXT ? (texts.get(id) ?? '') : baseOf(published, key, field);
        const fields = { ...part.fields, [field]: { value: touched.value, base } };
        return { version: kept.version + 1, parts: { ...kept.parts, [key]: { ...part, fields } } };
      });
    },
  };
}
export type Drafts = ReturnType<typeof createDrafts>;
