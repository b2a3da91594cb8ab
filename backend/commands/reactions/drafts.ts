import type { Drafts } from '../catalogue/drafts.ts';
import type { TypedTexts } from '../catalogue/typed.ts';
import { resumed } from '../kernel/handle.ts';
import type { Reaction, Reactor } from '../kernel/reactor.ts';

/** Sets the texts of a publication whose process died before it did, ends its draft, and deletes unsaved text of erased people. */
export function draftReactor(drafts: Pick<Drafts, 'setTexts' | 'settle'>, typed: Pick<TypedTexts, 'forget'>): Reactor {
  const finish: Reaction = async (event, context) => {
    const { courseId, texts } = event.data as { courseId: number; texts: readonly object[] };
    // On behalf of the publisher, by the same command: what is done already is recognised.
    const { commandId, correlationId, actor } = event.meta;
    const published = resumed(context, { commandId, correlationId, causationId: event.id, actor });
    if (texts.length > 0) await drafts.setTexts(courseId, published);
    await drafts.settle(courseId, context);
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
