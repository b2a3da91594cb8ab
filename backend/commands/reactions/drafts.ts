import type { Drafts } from '../catalogue/drafts.ts';
import type { CommandContext } from '../kernel/handle.ts';
import type { Reaction, Reactor } from '../kernel/reactor.ts';

/** Sets the texts of a publication whose call died before it did. */
export function draftReactor(drafts: Pick<Drafts, 'setTexts'>): Reactor {
  const finish: Reaction = async (event, context) => {
    const { courseId, texts } = event.data as { courseId: number; texts: readonly object[] };
    // In the name of who published, by the same command: what stands already is recognised.
    const { commandId, correlationId, actor } = event.meta;
    const published: CommandContext = { ...context, commandId, correlationId, causationId: event.id, actor };
    if (texts.length > 0) await drafts.setTexts(courseId, published);
  };
  return { name: 'drafts', on: { CourseChangesPublished: finish, CourseVersionRestored: finish } };
}
