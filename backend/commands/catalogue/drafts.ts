import { fileKey, filesIn, personalBuckets, readFileKey } from '../../../events/files.ts';
import { type CourseEvent, type CourseOutline, foldOutline, presentClasses, presentModules } from '../../../events/outline.ts';
import type { Position } from '../../../events/store/port.ts';
import { streamOf } from '../../../events/streams.ts';
import type { Vault } from '../../integrations/vault/port.ts';
import type { Files } from '../files/files.ts';
import { DomainError, refuse } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived, type HandleOptions } from '../kernel/handle.ts';
import { noParents, takeNumber, takeNumbers } from '../kernel/numbers.ts';
import { createSeal } from '../kernel/seal.ts';
import type { Authoring, Done } from './authoring.ts';
import { type ApplyDraft, type CourseCommand, course } from './course.ts';
import {
  applied,
  baseOf,
  type Conflict,
  changedTexts,
  conflictsOf,
  countOf,
  type Draft,
  type DraftPart,
  draftOf,
  emptyDraft,
  eventsBetween,
  MODULE,
  partKey,
  rebased,
  TEXT,
  type Texts,
} from './draft.ts';
import { lesson } from './lesson.ts';

/** The size limit of a draft, in characters of JSON; and without the texts of lessons: what one publication appends at once (`MAX_APPEND_BYTES`). */
const MOST = 2 * 1024 * 1024;
const MOST_OUTLINE = 300_000;
const MOST_PARTS = 1_000;
/** How long the texts of a publication are kept for the reactor, should the publishing process die. */
const TEXTS_MS = 30 * 24 * 3_600_000;
/** How long an open editor is notified of saves. */
const MARK_MS = 3_600_000;
const MOST_DONE = 50;

interface Kept extends Draft {
  /** Keys of the files that it refers to. */
  files: string[];
  /** Those that it referred to before it was last saved: a process that died after saving it released none of them. */
  dropped?: string[];
  /** The last commands that it was saved by: a repeat is told that it was done. */
  done?: string[];
}
interface PublishedText {
  moduleId: number;
  classId: number;
  subtopicId: number;
  text: string;
}
/** The writes of authors; those of `createAuthoring` go to the log, these to the draft. */
export type CourseWrites = Pick<
  Authoring,
  'change' | 'setLessonText' | 'addModule' | 'setObjectives' | 'addClass' | 'addSubtopic' | 'addResource'
>;

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

/**
 * Drafts of courses: changes that learners do not see. They are kept in the vault, sealed, one record per course, and each save is a compare-and-set
 * of it, so that two authors do not overwrite each other. Publishing turns a draft into events of the course, in one append.
 */
export function createDrafts(commands: Commands, authoring: Authoring, files: Files, vault: Vault, key: Uint8Array) {
  const { log } = commands;
  const { seal, open } = createSeal(key, 'drafts of courses');

  const load = async (courseId: number): Promise<{ kept: Kept; revision: number | null }> => {
    const name = String(courseId);
    const found = await vault.get<{ sealed: string }>('drafts', name);
    return found
      ? { kept: open<Kept>(name, found.value.sealed), revision: found.revision }
      : { kept: { ...emptyDraft(), files: [] }, revision: null };
  };
  const textsOf = async (ids: Iterable<number>): Promise<Map<number, string>> =>
    new Map(await Promise.all([...new Set(ids)].map(async (id) => [id, (await commands.load(lesson, id)).state.text] as const)));
  const touchedTexts = (draft: Draft): number[] =>
    Object.values(draft.parts).flatMap(({ kind, id, fields }) => (kind === 'subtopic' && fields[TEXT] ? [id] : []));

  const namedIn = (draft: Draft): string[] =>
    filesIn(JSON.stringify(draft.parts))
      .filter(({ bucket }) => !personalBuckets.has(bucket))
      .map(fileKey)
      .sort();
  const bounded = (draft: Draft): void => {
    const parts = Object.values(draft.parts);
    const bare = parts.map(({ fields: { [TEXT]: _, ...fields }, ...part }) => ({ ...part, fields }));
    if (parts.length > MOST_PARTS || JSON.stringify(bare).length > MOST_OUTLINE || JSON.stringify(draft).length > MOST)
      refuse('DRAFT_FULL');
  };

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

  /** Decides on the course with its unpublished changes, and saves the result. */
  const edit = async (
    courseId: number,
    context: CommandContext,
    options: HandleOptions<CourseOutline> | undefined,
    decide: (target: CourseOutline) => readonly CourseEvent[],
    given: Texts = new Map(),
  ): Promise<Done> => {
    let state: CourseOutline | undefined;
    await save(courseId, context, async (kept) => {
      const { published, target } = await drafted(courseId, kept);
      if (kept.done?.includes(context.commandId)) {
        state = target;
        return kept;
      }
      options?.check?.(target, kept.version);
      if (target.status === 'archived') refuse('COURSE_ARCHIVED');
      const events = decide(target);
      if (events.length === 0 && given.size === 0) {
        state = target;
        return kept;
      }
      state = events.reduce((outline, event) => foldOutline(outline, event as Parameters<typeof foldOutline>[1]), target);
      const publishedTexts = await textsOf(given.keys());
      const draft = draftOf(published, state, kept, {
        ...{ by: context.actor.userId, at: context.now.toISOString(), texts: given, publishedTexts },
      });
      bounded(draft);
      return draft;
    });
    return { position: null, state: state ?? refuse('COURSE_NOT_FOUND') };
  };
  const has = (target: CourseOutline, find: (classId: number, parts: readonly number[]) => boolean): boolean =>
    presentModules(target).some((module) =>
      presentClasses(module).some((klass) =>
        find(klass.classId, [...klass.subtopics.map((one) => one.subtopicId), ...klass.resources.map((one) => -one.resourceId)]),
      ),
    );

  const writes: CourseWrites = {
    change: (courseId, command, context, options) => edit(courseId, context, options, (target) => course.decide(command, target)),
    async setLessonText({ courseId, subtopicId }, text, context) {
      const within = (target: CourseOutline) => has(target, (_, parts) => parts.includes(subtopicId)) || refuse('SUBTOPIC_NOT_FOUND');
      await edit(courseId, context, { check: within }, () => [], new Map([[subtopicId, text]]));
      return null;
    },
    async addModule(courseId, module, context, options) {
      const moduleId = await takeNumber(log, 'module', { ...noParents, courseId }, derived(context, 'number'));
      const add = (target: CourseOutline) =>
        target.modules.some((one) => one.moduleId === moduleId) ? [] : course.decide({ type: 'addModule', moduleId, ...module }, target);
      return { moduleId, ...(await edit(courseId, context, options, add)) };
    },
    async setObjectives(courseId, moduleId, texts, context, options) {
      const ids = await takeNumbers(log, 'objective', { ...noParents, courseId, moduleId }, texts.length, derived(context, 'numbers'));
      const objectives = texts.map((text, index) => ({ objectiveId: ids[index] as number, text }));
      return edit(courseId, context, options, (target) => course.decide({ type: 'setObjectives', moduleId, objectives }, target));
    },
    async addClass(courseId, moduleId, { subtopics, resources, ...klass }, context, options) {
      const parents = { courseId, moduleId, classId: null };
      const classId = await takeNumber(log, 'class', parents, derived(context, 'number'));
      const ids = { courseId, moduleId, classId };
      const subtopicIds = await takeNumbers(log, 'subtopic', ids, subtopics.length, derived(context, 'subtopics'));
      const resourceIds = await takeNumbers(log, 'resource', ids, resources.length, derived(context, 'resources'));
      const command: CourseCommand = {
        ...{ type: 'addClass', moduleId, classId, ...klass },
        subtopics: subtopics.map(({ text: _, ...one }, index) => ({ ...one, subtopicId: subtopicIds[index] as number })),
        resources: resources.map((one, index) => ({ ...one, resourceId: resourceIds[index] as number })),
      };
      const texts = new Map(subtopics.flatMap(({ text }, index) => (text ? [[subtopicIds[index] as number, text] as const] : [])));
      const add = (target: CourseOutline) => (has(target, (id) => id === classId) ? [] : course.decide(command, target));
      return { classId, subtopicIds, ...(await edit(courseId, context, options, add, texts)) };
    },
    async addSubtopic(courseId, moduleId, classId, { text, subtopicId: back, ...subtopic }, context, options) {
      const subtopicId = back ?? (await takeNumber(log, 'subtopic', { courseId, moduleId, classId }, derived(context, 'number')));
      const command: CourseCommand = { type: 'addSubtopic', classId, subtopicId, ...subtopic };
      const add = (target: CourseOutline) => (has(target, (_, parts) => parts.includes(subtopicId)) ? [] : course.decide(command, target));
      return { subtopicId, ...(await edit(courseId, context, options, add, new Map(text ? [[subtopicId, text]] : []))) };
    },
    async addResource(courseId, moduleId, classId, { resourceId: back, ...resource }, context, options) {
      const resourceId = back ?? (await takeNumber(log, 'resource', { courseId, moduleId, classId }, derived(context, 'number')));
      const command: CourseCommand = { type: 'addResource', classId, resourceId, ...resource };
      const add = (target: CourseOutline) => (has(target, (_, parts) => parts.includes(-resourceId)) ? [] : course.decide(command, target));
      return { resourceId, ...(await edit(courseId, context, options, add)) };
    },
  };

  const textsKey = (commandId: string): string => `texts:${commandId}`;
  /** Sets the texts of what this command published, and deletes the kept copies. A repeat does what is left. */
  const setTexts = async (courseId: number, context: CommandContext): Promise<Position | null> => {
    const name = textsKey(context.commandId);
    const found = await vault.get<{ sealed: string }>('drafts', name);
    if (!found) return null;
    let position: Position | null = null;
    for (const { text, ...ids } of open<PublishedText[]>(name, found.value.sealed)) {
      const at = await authoring.setLessonText({ courseId, ...ids }, text, context);
      if (at !== null && (position === null || at > position)) position = at;
    }
    await vault.remove('drafts', name);
    return position;
  };

  /**
   * Appends what a draft says, all of it or nothing. The texts of lessons are in streams of their own: they are kept in the vault until the append
   * is stored, and are set afterwards by this call or, should it die, by the reactor.
   */
  const apply = async (
    courseId: number,
    command: Omit<ApplyDraft, 'type' | 'texts'>,
    texts: readonly PublishedText[],
    context: CommandContext,
  ): Promise<Done & { appended: number; repeated: boolean }> => {
    const name = textsKey(context.commandId);
    if (texts.length > 0) await vault.put('drafts', name, { sealed: seal(name, texts) }, { expiresAt: context.now.getTime() + TEXTS_MS });
    try {
      const done = await commands.handle(course, courseId, { type: 'applyDraft', ...command, texts }, context);
      const set = texts.length > 0 ? await setTexts(courseId, context) : null;
      return {
        state: done.state,
        appended: done.appended,
        repeated: done.repeated,
        position: set !== null && (done.position === null || set > done.position) ? set : done.position,
      };
    } catch (error) {
      // Only a refusal means that nothing was appended; after any other error it may have been.
      if (error instanceof DomainError && texts.length > 0) await vault.remove('drafts', name);
      throw error;
    }
  };

  /** Ends a draft that says nothing but what is published. */
  const settle = (courseId: number, context: CommandContext): Promise<Draft> =>
    save(courseId, context, async (kept) => {
      if (Object.keys(kept.parts).length === 0) return kept;
      const { published, target, texts, conflicts } = await drafted(courseId, kept);
      const isOver =
        conflicts.length === 0 && eventsBetween(published, target).length === 0 && changedTexts(target, kept, texts).length === 0;
      return isOver ? { version: kept.version + 1, parts: {} } : kept;
    });
  /** A publication that was cut off goes on to its end, and answers as it would have. */
  const finishPublication = async (courseId: number, context: CommandContext): Promise<Done & { changes: number }> => {
    const texts = await setTexts(courseId, context);
    await settle(courseId, derived(context, 'clean'));
    const { state, position } = await commands.load(course, courseId);
    let changes = 0;
    for await (const { meta, data } of log.readStream(streamOf('course', courseId)))
      if (meta.commandId === context.commandId) changes = (data as { changes?: number }).changes ?? changes;
    return { state, position: texts !== null && (position === null || texts > position) ? texts : position, changes };
  };

  return {
    writes,
    apply,
    setTexts,
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
    /** Publishes the draft of this `version`. `withoutCaptions`: as for `ApplyDraft`. Errors: DRAFT_CHANGED, DRAFT_CONFLICT, DRAFT_EMPTY and those of the course. */
    async publish(
      courseId: number,
      version: number,
      context: CommandContext,
      withoutCaptions = false,
    ): Promise<Done & { changes: number }> {
      if (await commands.isDone(course, courseId, context)) return finishPublication(courseId, context);
      const { kept } = await load(courseId);
      const { published, target, texts, conflicts, changes } = await drafted(courseId, kept);
      if (kept.version !== version) return refuse('DRAFT_CHANGED');
      if (conflicts.length > 0) return refuse('DRAFT_CONFLICT');
      const done = await apply(
        courseId,
        { draft: { version: kept.version, parts: kept.parts }, withoutCaptions },
        changedTexts(target, kept, texts),
        context,
      );
      if (done.appended === 0 && changes === 0) return refuse('DRAFT_EMPTY');
      // What was saved meanwhile is kept, as a difference from what is published now.
      await save(courseId, derived(context, 'clean'), async (now) => {
        const { state } = await commands.load(course, courseId);
        const texts = await textsOf(touchedTexts(now));
        return rebased(state, now, kept, texts);
      });
      return { position: done.position, state: done.state, changes: published === done.state ? 0 : changes };
    },
    /**
     * Ends a draft that says nothing but what is published: whoever published it died before they could. Left alone, its changes would come back as
     * unpublished ones as soon as an earlier version is restored.
     */
    settle: async (courseId: number, context: CommandContext): Promise<void> => void (await settle(courseId, context)),
    /** Discards unpublished changes: all of them, those of one part with its children, or one field. */
    async discard(
      courseId: number,
      what: { kind: DraftPart['kind']; id: number; field?: string } | null,
      context: CommandContext,
    ): Promise<void> {
      await save(courseId, context, async (kept) => {
        if (!what) return Object.keys(kept.parts).length === 0 ? kept : { version: kept.version + 1, parts: {} };
        const key = partKey(what.kind, what.id);
        const part = kept.parts[key];
        if (!part) return kept;
        const { field } = what;
        const parts = { ...kept.parts };
        if (field !== undefined) {
          const { [field]: gone, ...fields } = part.fields;
          const { order, ...bare } = part;
          const left: DraftPart = field === 'order' ? bare : { ...part, fields };
          if (field === 'order' ? !order : !gone) return kept;
          // It stands where it is published again, with what is in it.
          if (field === MODULE && typeof gone?.base === 'number') {
            left.moduleId = gone.base;
            for (const [inner, one] of Object.entries(parts)) if (one.classId === what.id) parts[inner] = { ...one, moduleId: gone.base };
          }
          if (part.added || Object.keys(left.fields).length > 0 || left.order || left.removed !== undefined) parts[key] = left;
          else delete parts[key];
        } else {
          delete parts[key];
          // A part that was never published has no children left either.
          if (part.added)
            for (const [inner, one] of Object.entries(kept.parts)) {
              const home = kept.parts[partKey('class', one.classId ?? 0)]?.fields[MODULE]?.base;
              if (what.kind === 'class' ? one.classId !== what.id : what.kind !== 'module' || one.moduleId !== what.id) continue;
              // A published class that should have been moved there stays where it is, with what was written of it.
              const stays = typeof home === 'number' ? staying(one, home) : null;
              if (stays) parts[inner] = stays;
              else delete parts[inner];
            }
        }
        return { version: kept.version + 1, parts };
      });
    },
    /** Resolves a conflict: the draft's value is to replace what was published meanwhile. */
    async prefer(
      courseId: number,
      { kind, id, field }: { kind: DraftPart['kind']; id: number; field: string },
      context: CommandContext,
    ): Promise<void> {
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
/** What is left of a part once its class is not moved to another module any more; null: nothing. */
function staying(part: DraftPart, moduleId: number): DraftPart | null {
  const { [MODULE]: _, ...fields } = part.fields;
  const left = part.kind === 'class' ? { ...part, moduleId, fields } : { ...part, moduleId };
  return left.added || left.order || left.removed !== undefined || Object.keys(left.fields).length > 0 ? left : null;
}
export type Drafts = ReturnType<typeof createDrafts>;
