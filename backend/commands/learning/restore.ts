import type { Position } from '../../../events/store/port.ts';
import { type PersonParts, type RestoredStream, streamOf, streamsOfPerson } from '../../../events/streams.ts';
import type { Decided, Decider } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived } from '../kernel/handle.ts';
import { type EnrolmentState, enrolment } from './enrolment.ts';
import type { Learning } from './learning.ts';
import { type ReviewState, review } from './review.ts';
import type { Reviews } from './reviews.ts';
import { type WatchState, watching } from './watching.ts';

/** What restoring may use: the services by which a person's own clicks change these streams. */
export interface RestoreServices {
  learning: Learning;
  reviews: Reviews;
}

/** One command of a restoration. `parts` tell it from the others of its stream, so that a repeat of it is recognised. */
interface Step {
  parts: readonly (string | number)[];
  /** Only when everything else is restored: what other streams need while they are. */
  last?: true;
  run(context: CommandContext): Promise<{ position: Position | null }>;
}

/** How one kind of stream is brought back from how it is to how it was. `courseId` is 0 for a stream that is not about a course. */
interface Restoration<S> {
  decider: Pick<Decider<S, never, never>, 'category' | 'initial'> & { evolve(state: S, event: never): S };
  steps(then: S, now: S, ids: { userId: number; courseId: number }, services: RestoreServices): Step[];
}
const restoration = <S>(one: Restoration<S>): Restoration<unknown> => one as Restoration<unknown>;

/** What no command takes back stays: modules once open, courses once completed. */
const restoreEnrolment: Restoration<EnrolmentState> = {
  decider: enrolment,
  steps(then, now, { userId, courseId }, { learning }) {
    const steps: Step[] = [];
    const undone = now.completed.keys().filter((classId) => !then.completed.has(classId));
    const missing = then.completed.keys().filter((classId) => !now.completed.has(classId));
    if (!now.enrolled && (then.enrolled || undone.length + missing.length > 0)) {
      const granted = [...then.entitlements].find(([, { source }]) => source === 'grant')?.[1];
      const options = granted?.code ? { code: granted.code } : {};
      steps.push({
        parts: ['enrol'],
        run: (next) => (granted ? learning.assign(userId, courseId, next, options) : learning.enrol(userId, courseId, next)),
      });
    }
    for (const classId of undone)
      steps.push({ parts: ['undone', classId], run: (next) => learning.setCompleted(userId, courseId, classId, false, next) });
    for (const classId of missing)
      steps.push({ parts: ['missing', classId], run: (next) => learning.setCompleted(userId, courseId, classId, true, next) });
    const { lastView } = then;
    if (lastView && JSON.stringify(lastView) !== JSON.stringify(now.lastView))
      steps.push({ parts: ['view'], run: (next) => learning.view(userId, courseId, lastView, next) });
    // A step before may have enrolled; unenrolling who is not enrolled does nothing.
    if (!then.enrolled && (now.enrolled || steps.length > 0))
      steps.push({ parts: ['unenrol'], last: true, run: (next) => learning.unenrol(userId, courseId, next) });
    return steps;
  },
};

const restoreWatching: Restoration<WatchState> = {
  decider: watching,
  steps: (then, now, { userId, courseId }, { learning }) =>
    [...now].flatMap(([video, stopped]) => {
      const second = then.get(video) ?? 0;
      return second === stopped
        ? []
        : [{ parts: ['watch', video], run: (next: CommandContext) => learning.watch(userId, courseId, { video, second }, next) }];
    }),
};

const restoreReview: Restoration<ReviewState> = {
  decider: review,
  steps(then, now, { userId, courseId }, { reviews }) {
    const { text, stars } = then;
    if (then.posted && text !== null && (!now.posted || text !== now.text || stars !== now.stars))
      return [{ parts: ['review'], run: (next) => reviews.write(userId, courseId, { stars, text }, next) }];
    return !then.posted && now.posted ? [{ parts: ['review'], run: (next) => reviews.withdraw(userId, courseId, next) }] : [];
  },
};

/** One for each category that the catalogue of streams calls restored, in the order in which they are. */
const restorations: Readonly<Record<RestoredStream, Restoration<unknown>>> = {
  enrolment: restoration(restoreEnrolment),
  watching: restoration(restoreWatching),
  review: restoration(restoreReview),
};

/**
 * Brings what the catalogue calls restored of a person's streams back to how it stood at a time (ISO UTC), by the commands that their own clicks would
 * run. What no command takes back stays. Repeating it does nothing more. Answers where it was written last; null when nothing was.
 */
export type Restore = (parts: PersonParts, at: string, context: CommandContext) => Promise<Position | null>;

export function createRestore(commands: Commands, services: RestoreServices): Restore {
  const stateAt = async <S>({ decider }: Restoration<S>, stream: string, at: string): Promise<S> => {
    let state = decider.initial();
    for await (const event of commands.log.readStream(stream)) {
      if (event.meta.occurredAt > at) break;
      state = decider.evolve(state, event as unknown as never);
    }
    return state;
  };
  const stateNow = async <S>({ decider }: Restoration<S>, id: string): Promise<S> =>
    (await commands.load(decider as unknown as Decider<S, never, Decided<never>>, id)).state;

  return async (parts, at, context) => {
    let last: Position | null = null;
    const run = async ({ run, parts }: Step, stream: string) => {
      try {
        const { position } = await run(derived(context, 'restore', stream, ...parts));
        if (position !== null && (last === null || position > last)) last = position;
      } catch (error) {
        // The course is not what it was: what it has no place for any more stays as it is.
        if (!(error instanceof DomainError)) throw error;
      }
    };
    const atTheEnd: [Step, string][] = [];
    for (const [category, one] of Object.entries(restorations) as [RestoredStream, Restoration<unknown>][])
      for (const stream of streamsOfPerson(parts, [category])) {
        const id = stream.slice(streamOf(category).length);
        const courseId = Number(id.split('_')[1] ?? 0);
        const steps = one.steps(await stateAt(one, stream, at), await stateNow(one, id), { userId: parts.userId, courseId }, services);
        for (const step of steps) {
          if (step.last) atTheEnd.push([step, stream]);
          else await run(step, stream);
        }
      }
    for (const [step, stream] of atTheEnd) await run(step, stream);
    return last;
  };
}
