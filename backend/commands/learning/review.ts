import type { StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';

/** How much of a course a learner has completed before they may review it, in per cent. */
export const REVIEW_MINIMUM = 20;
export const REVIEW_TEXT = 2_000;

export interface ReviewState {
  posted: boolean;
  /** Kept when the author withdraws the review: posting again does not undo a moderator's decision. */
  hidden: boolean;
  /** Of the last one posted; 0 before the first. */
  stars: number;
  text: string | null;
}

interface Ids {
  userId: number;
  courseId: number;
}
export type ReviewCommand = Ids &
  (
    | { type: 'write'; stars: number; text: string; eligibility: Eligibility }
    | { type: 'withdraw' }
    | { type: 'hide'; reason: string }
    | { type: 'restore' }
  );

/** The learner's progress in the course when they write, from the streams of enrolment and course. */
export interface Eligibility {
  enrolled: boolean;
  teaches: boolean;
  verified: boolean;
  /** Completed classes that the course still has, and all classes that it has. */
  done: number;
  total: number;
}

/** Why this person may not review this course; null: they may. A code of the error catalogue. */
export function reviewObstacle(
  eligibility: Eligibility,
): 'REVIEW_OWN_COURSE' | 'NOT_ENROLLED' | 'REVIEW_TOO_EARLY' | 'EMAIL_NOT_VERIFIED' | null {
  if (eligibility.teaches) return 'REVIEW_OWN_COURSE';
  if (!eligibility.enrolled) return 'NOT_ENROLLED';
  if (eligibility.total === 0 || eligibility.done * 100 < eligibility.total * REVIEW_MINIMUM) return 'REVIEW_TOO_EARLY';
  return eligibility.verified ? null : 'EMAIL_NOT_VERIFIED';
}

/**
 * The canonical text: plain, never markup. Control characters, bidirectional controls and invisible characters are removed,
 * line ends are normalised, and several empty lines become one.
 */
export const cleanText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{C}\s\u200d]/gu, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    // Stacked combining marks would reach into the lines around.
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .trim();

export const review: Decider<ReviewState, ReviewCommand, StreamEvent<'review'>> = {
  category: 'review',
  wordless: 'where lost',
  initial: () => ({ posted: false, hidden: false, stars: 0, text: null }),

  decide(command, state) {
    const ids = { userId: command.userId, courseId: command.courseId };
    const visible = !state.hidden;
    switch (command.type) {
      case 'write': {
        const obstacle = reviewObstacle(command.eligibility);
        // A course may grow after the review was posted.
        if (obstacle && !(obstacle === 'REVIEW_TOO_EARLY' && state.posted)) return refuse(obstacle);
        const { stars } = command;
        const text = cleanText(command.text);
        if (text.length > REVIEW_TEXT) return refuse('REVIEW_TOO_LONG');
        if (!state.posted) return [{ type: 'ReviewPosted', data: { ...ids, stars, text, visible } }];
        return stars === state.stars && text === state.text
          ? []
          : [{ type: 'ReviewEdited', data: { ...ids, stars, text, previousStars: state.stars, visible } }];
      }
      case 'withdraw':
        return state.posted ? [{ type: 'ReviewWithdrawn', data: { ...ids, stars: state.stars, visible } }] : [];
      case 'hide': {
        if (!state.posted) return refuse('REVIEW_NOT_FOUND');
        const reason = cleanText(command.reason);
        if (reason === '') return refuse('REASON_REQUIRED');
        return state.hidden ? [] : [{ type: 'ReviewHidden', data: { ...ids, stars: state.stars, reason } }];
      }
      case 'restore':
        if (!state.posted) return refuse('REVIEW_NOT_FOUND');
        return state.hidden ? [{ type: 'ReviewRestored', data: { ...ids, stars: state.stars } }] : [];
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'ReviewPosted':
      case 'ReviewEdited':
        return { ...state, posted: true, stars: event.data.stars, text: event.data.text };
      case 'ReviewWithdrawn':
        return { ...state, posted: false, text: null };
      case 'ReviewHidden':
        return { ...state, hidden: true };
      case 'ReviewRestored':
        return { ...state, hidden: false };
    }
  },
};
