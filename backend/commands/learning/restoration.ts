import type { Position } from '../../../events/store/port.ts';
import type { Decider } from '../kernel/decider.ts';
import type { CommandContext, Commands } from '../kernel/handle.ts';
import type { Learning } from './learning.ts';
import type { Reviews } from './reviews.ts';

/** What restoring may use: the services by which a person's own clicks change these streams. */
export interface RestoreServices {
  commands: Commands;
  learning: Learning;
  reviews: Reviews;
}

/** One command of a restoration. `parts` tell it from the others of its stream, so that a repeat of it is recognised. */
export interface Step {
  parts: readonly (string | number)[];
  /** Only when everything else is restored: what other streams need while they are. */
  last?: true;
  run(context: CommandContext): Promise<{ position: Position | null }>;
}

/** How one kind of stream is brought back from how it is to how it was. `courseId` is 0 for a stream that is not about a course. */
export interface Restoration<S> {
  decider: Pick<Decider<S, never, never>, 'category' | 'initial'> & { evolve(state: S, event: never): S };
  steps(then: S, now: S, ids: { userId: number; courseId: number }, services: RestoreServices): Step[];
}
