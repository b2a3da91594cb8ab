import type { Drafts } from '../catalogue/drafts.ts';
import type { TypedTexts } from '../catalogue/typed.ts';
import type { CommandContext } from '../kernel/handle.ts';
import type { Reaction, Reactor } from '../kernel/reactor.ts';

/** Sets the texts of a publication whose call died before it did, and forgets what somebody was typing who is erased. */
export function draftReactor(drafts: Pick<Drafts, 'setTexts'>, typed: Pick<TypedTexts, 'forget'>): Reactor {
  const finish: Reaction = async (event, context) => {
    const { courseId, texts } = event.data as { courseId: number; texts: readonly object[] };
    // In the name of who published, by the same command: what stands already is recognised.
    const { commandId, correlationId, actor } = event.meta;
    const published: CommandContext = { ...context, commandId, correlationId, causationId: event.id, actor };
    if (texts.length > 0) await drafts.setTexts(courseId, published);
  };
  return {
    name: 'drafts',
    on: {
      CourseChangesPublished: finish,
      CourseVersionRestored: finish,
      UserErased: (event) => typed.forget((event.data as { userId: number }).userId),
    },
  };
}
