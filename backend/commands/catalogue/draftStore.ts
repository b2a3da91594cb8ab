import { fileKey, filesIn, personalBuckets, readFileKey } from '../../../events/files.ts';
import type { CourseOutline } from '../../../events/outline.ts';
import type { Vault } from '../../integrations/vault/port.ts';
import type { Files } from '../files/files.ts';
import { DomainError, refuse } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived } from '../kernel/handle.ts';
import type { Seal } from '../kernel/seal.ts';
import { course } from './course.ts';
import { applied, type Conflict, conflictsOf, countOf, type Draft, emptyDraft, TEXT, type Texts } from './draft.ts';
import { lesson } from './lesson.ts';

/** How long an open editor is notified of saves. */
const MARK_MS = 3_600_000;
const MOST_DONE = 50;

interface Kept extends Draft {
  /** Keys of the files that the draft refers to. */
  files: string[];
  /** Keys of files that it referred to before its last save: a process that died right after saving released none of them. */
  dropped?: string[];
  /** The ids of the last commands that saved it, so that a repeat is recognised. */
  done?: string[];
}
/** A course with its draft, at one moment. */
export interface Drafted {
  published: CourseOutline;
  draft: Draft;
  target: CourseOutline;
  /** Published texts of the lessons that the draft changes. */
  texts: Texts;
  changes: number;
  conflicts: Conflict[];
}

/** The records of drafts in the vault: sealed, one per course, each save a compare-and-set, so that two authors do not overwrite each other. */
export function createDraftStore(commands: Commands, files: Files, vault: Vault, { seal, open }: Seal) {
  const load = async (courseId: number): Promise<{ kept: Kept; revision: number | null }> => {
    const name = String(courseId);
    const found = await vault.get<{ sealed: string }>('drafts', name);
    return found
      ? { kept: open<Kept>(name, found.value.sealed), revision: found.revision }
      : { kept: { ...emptyDraft(), files: [] }, revision: null };
  };
  const textsOf = async (ids: Iterable<number>): Promise<Map<number, string>> =>
    new Map(await Promise.all([...new Set(ids)].map(async (id) => [id, (await commands.load(lesson, id)).state.text] as const)));

  const namedIn = (draft: Draft): string[] =>
    filesIn(JSON.stringify(draft.parts))
      .filter(({ bucket }) => !personalBuckets.has(bucket))
      .map(fileKey)
      .sort();

  /** Saves the result of `work`; never overwrites what another author saved meanwhile. */
  const save = async (courseId: number, context: CommandContext, work: (kept: Kept) => Promise<Draft>): Promise<Draft> => {
    const name = String(courseId);
    for (;;) {
      const { kept, revision } = await load(courseId);
      const draft = await work(kept);
      if (draft === kept) return kept;
      const named = namedIn(draft);
      const referrer = `draft-${courseId}`;
      // Before the draft is saved: a file without references is deleted.
      for (const one of named) {
        const file = kept.files.includes(one) ? null : readFileKey(one);
        if (file) await files.reference(file, referrer, derived(context, 'draft', draft.version)).catch(ignoreMissing);
      }
      const unnamed = (keys: readonly string[]) => keys.filter((one) => !named.includes(one));
      const dropped = unnamed(kept.files);
      const done = [context.commandId, ...(kept.done ?? [])].slice(0, MOST_DONE);
      const value = { sealed: seal(name, { ...draft, files: named, dropped, done } satisfies Kept) };
      const saved = revision === null ? await vault.insert('drafts', name, value) : await vault.replace('drafts', name, revision, value);
      if (!saved) continue;
      for (const one of [...dropped, ...unnamed(kept.dropped ?? [])]) {
        const file = readFileKey(one);
        if (file) await files.release(file, referrer, derived(context, 'draft', draft.version));
      }
      await vault.put('editing', `${courseId}:draft`, { version: draft.version }, { expiresAt: context.now.getTime() + MARK_MS });
      return draft;
    }
  };
  const ignoreMissing = (error: unknown): void => {
    if (!(error instanceof DomainError && error.code === 'FILE_NOT_FOUND')) throw error;
  };

  const drafted = async (courseId: number, kept?: Draft): Promise<Drafted> => {
    const draft = kept ?? (await load(courseId)).kept;
    const { state: published } = await commands.load(course, courseId);
    if (published.status === 'none') return refuse('COURSE_NOT_FOUND');
    const texts = await textsOf(touchedTexts(draft));
    return {
      ...{ published, draft, texts, target: applied(published, draft), changes: countOf(published, draft) },
      conflicts: conflictsOf(published, draft, texts),
    };
  };

  return { load, save, drafted, textsOf };
}
export type DraftStore = ReturnType<typeof createDraftStore>;

/** The lessons whose texts a draft changes. */
export const touchedTexts = (draft: Draft): number[] =>
  Object.values(draft.parts).flatMap(({ kind, id, fields }) => (kind === 'subtopic' && fields[TEXT] ? [id] : []));
