import type { Position } from '../../../events/store/port.ts';
import type { Decided, Decider } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived } from '../kernel/handle.ts';
import { enrolment } from './enrolment.ts';
import type { Learning } from './learning.ts';
import { review } from './review.ts';
import type { Reviews } from './reviews.ts';
import { watching } from './watching.ts';

/**
 * Brings a person's learning back to how it stood at a time (ISO UTC), by the commands that their own clicks would run: enrolments, completed classes,
 * where they were, reviews. What no command takes back stays: modules once open, courses once completed, minutes studied. Repeating it does nothing more.
 */
export type AsItWas = (userId: number, courseIds: readonly number[], at: string, context: CommandContext) => Promise<Position | null>;

export function createAsItWas(commands: Commands, learning: Learning, reviews: Reviews): AsItWas {
  const before = async <S, C, E extends { type: string; data: object }>(decider: Decider<S, C, E>, id: string, at: string): Promise<S> => {
    let state = decider.initial();
    for await (const event of commands.log.readStream(`${decider.category}-${id}`)) {
      if (event.meta.occurredAt > at) break;
      state = decider.evolve(state, event as unknown as Decided<E>);
    }
    return state;
  };

  return async (userId, courseIds, at, context) => {
    let last: Position | null = null;
    for (const courseId of courseIds) {
      const id = `${userId}_${courseId}`;
      const run = async (act: (context: CommandContext) => Promise<{ position: Position | null }>, ...parts: (string | number)[]) => {
        try {
          const { position } = await act(derived(context, 'as it was', courseId, ...parts));
          if (position !== null && (last === null || position > last)) last = position;
        } catch (error) {
          // The course is not what it was: what it has no place for any more stays as it is.
          if (!(error instanceof DomainError)) throw error;
        }
      };
      const [then, { state: now }] = [await before(enrolment, id, at), await commands.load(enrolment, id)];
      const undone = [...now.completed].filter((classId) => !then.completed.has(classId));
      const missing = [...then.completed].filter((classId) => !now.completed.has(classId));
      if (!now.enrolled && (then.enrolled || undone.length + missing.length > 0)) {
        const granted = [...then.entitlements].find(([, { source }]) => source === 'grant')?.[1];
        const options = granted?.code ? { code: granted.code } : {};
        await run((next) => (granted ? learning.assign(userId, courseId, next, options) : learning.enrol(userId, courseId, next)), 'enrol');
      }
      for (const classId of undone) await run((next) => learning.setCompleted(userId, courseId, classId, false, next), 'undone', classId);
      for (const classId of missing) await run((next) => learning.setCompleted(userId, courseId, classId, true, next), 'missing', classId);
      const { lastView } = then;
      if (lastView && JSON.stringify(lastView) !== JSON.stringify(now.lastView))
        await run((next) => learning.view(userId, courseId, lastView, next), 'view');

      const [watched, { state: stopped }] = [await before(watching, id, at), await commands.load(watching, id)];
      for (const [video, second] of stopped)
        if (second !== (watched.get(video) ?? 0))
          await run((next) => learning.watch(userId, courseId, { video, second: watched.get(video) ?? 0 }, next), 'watch', video);

      const [said, { state: says }] = [await before(review, id, at), await commands.load(review, id)];
      const { text, stars } = said;
      if (said.posted && text !== null && (!says.posted || text !== says.text || stars !== says.stars))
        await run((next) => reviews.write(userId, courseId, { stars, text }, next), 'review');
      if (!said.posted && says.posted) await run((next) => reviews.withdraw(userId, courseId, next), 'review');

      if (!then.enrolled && (await commands.load(enrolment, id)).state.enrolled)
        await run((next) => learning.unenrol(userId, courseId, next), 'unenrol');
    }
    return last;
  };
}
