import type { Position } from '../../../events/store/port.ts';
import { streamOf } from '../../../events/streams.ts';
import type { Vault } from '../../integrations/vault/port.ts';
import { DomainError, refuse } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived } from '../kernel/handle.ts';
import type { Seal } from '../kernel/seal.ts';
import type { Authoring, Done } from './authoring.ts';
import { course } from './course.ts';
import type { ApplyDraft } from './courseCommand.ts';
import { changedTexts, type Draft, eventsBetween, rebased } from './draft.ts';
import { type DraftStore, touchedTexts } from './draftStore.ts';

/** How long the texts of a publication are kept for the reactor, should the publishing process die. */
const TEXTS_MS = 30 * 24 * 3_600_000;

interface PublishedText {
  moduleId: number;
  classId: number;
  subtopicId: number;
  text: string;
}

/** Turns drafts into events of their courses. */
export function createDraftPublishing(
  commands: Commands,
  authoring: Authoring,
  vault: Vault,
  { seal, open }: Seal,
  { load, save, drafted, textsOf }: DraftStore,
) {
  const { log } = commands;
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

  /** Ends a draft that contains nothing but what is published. */
  const settle = (courseId: number, context: CommandContext): Promise<Draft> =>
    save(courseId, context, async (kept) => {
      if (Object.keys(kept.parts).length === 0) return kept;
      const { published, target, texts, conflicts } = await drafted(courseId, kept);
      const isOver =
        conflicts.length === 0 && eventsBetween(published, target).length === 0 && changedTexts(target, kept, texts).length === 0;
      return isOver ? { version: kept.version + 1, parts: {} } : kept;
    });
  /** An interrupted publication is completed, and answered as it would have been. */
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
    apply,
    setTexts,
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
     * Ends a draft that contains nothing but what is published: its publishing process died before doing so. Otherwise its changes would come back as
     * unpublished ones as soon as an earlier version is restored.
     */
    settle: async (courseId: number, context: CommandContext): Promise<void> => void (await settle(courseId, context)),
  };
}
