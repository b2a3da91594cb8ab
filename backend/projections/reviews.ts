import type { EventOf, StreamEvent } from '../../events/registry.ts';
import type { Projection, Recorded } from './projection.ts';

export interface ReviewDoc {
  userId: number;
  courseId: number;
  /** 1 to 5. */
  stars: number;
  /** Plain text; null once the author was erased. */
  text: string | null;
  /** `withdrawn`: there was a review; nothing of its content is kept here. */
  status: 'visible' | 'hidden' | 'withdrawn';
  /** A moderator hid it; stays true while it is withdrawn. */
  hidden: boolean;
  hiddenAt: string | null;
  hiddenReason: string | null;
  hiddenBy: number | null;
  postedAt: string;
  /** null where it was never edited. */
  editedAt: string | null;
  changedAt: string;
  /** The author edited it after it was hidden: a moderator should look whether it can be shown again. */
  awaits: boolean;
}

const key = (event: Recorded<StreamEvent<'review'>>) => `${event.data.userId}_${event.data.courseId}`;
const change = <T extends StreamEvent<'review'>['type']>(fields: (doc: ReviewDoc, event: Recorded<EventOf<T>>) => Partial<ReviewDoc>) => ({
  key,
  evolve: (doc: ReviewDoc | null, event: Recorded<EventOf<T>>): ReviewDoc | null =>
    doc ? { ...doc, ...fields(doc, event), changedAt: event.meta.occurredAt } : null,
});

/** Learners' reviews of courses, including hidden ones. */
export const reviews: Projection<ReviewDoc, StreamEvent<'review'>> = {
  name: 'reviews',
  version: 2,
  indexes: [
    ['courseId', 'status', '-postedAt'],
    ['status', '-changedAt'],
    ['status', 'awaits', '-changedAt'],
  ],
  on: {
    ReviewPosted: {
      key,
      evolve: (doc, { data, meta }) => ({
        userId: data.userId,
        courseId: data.courseId,
        stars: data.stars,
        text: data.text,
        status: data.visible ? 'visible' : 'hidden',
        hidden: !data.visible,
        hiddenAt: doc?.hiddenAt ?? null,
        hiddenReason: doc?.hiddenReason ?? null,
        hiddenBy: doc?.hiddenBy ?? null,
        postedAt: meta.occurredAt,
        editedAt: null,
        changedAt: meta.occurredAt,
        // Written again while hidden: no moderator has looked at these words.
        awaits: !data.visible,
      }),
    },
    ReviewEdited: change<'ReviewEdited'>((doc, { data, meta }) => ({
      ...{ stars: data.stars, text: data.text, editedAt: meta.occurredAt },
      awaits: doc.hidden,
    })),
    ReviewWithdrawn: change<'ReviewWithdrawn'>(() => ({ status: 'withdrawn', text: null, awaits: false })),
    ReviewHidden: change<'ReviewHidden'>((_, { data, meta }) => ({
      status: 'hidden',
      hidden: true,
      hiddenAt: meta.occurredAt,
      hiddenReason: data.reason,
      hiddenBy: meta.actor.userId,
      awaits: false,
    })),
    ReviewRestored: change<'ReviewRestored'>(() => ({
      status: 'visible',
      hidden: false,
      hiddenAt: null,
      hiddenReason: null,
      hiddenBy: null,
      awaits: false,
    })),
  },
  persons: (doc) => (doc.text === null && doc.hiddenReason === null ? [] : [String(doc.userId)]),
  redact: (doc) => ({ ...doc, text: null, hiddenReason: null }),
  topics: (_, doc) => [
    { topic: `curso:${doc.courseId}`, id: 'resenas' },
    { topic: 'resenas', id: `${doc.courseId}-${doc.userId}` },
  ],
};

export interface ReviewStatsDoc {
  courseId: number;
  /** Counts of visible reviews by stars; the first is for one star. */
  stars: readonly [number, number, number, number, number];
}

const tally = <T extends StreamEvent<'review'>['type']>(
  shift: (event: Recorded<EventOf<T>>) => readonly (readonly [stars: number, by: number])[],
) => ({
  key: (event: Recorded<EventOf<T>>) => String(event.data.courseId),
  evolve(doc: ReviewStatsDoc | null, event: Recorded<EventOf<T>>): ReviewStatsDoc {
    const before = doc ?? { courseId: event.data.courseId, stars: [0, 0, 0, 0, 0] };
    const stars = [...before.stars] as [number, number, number, number, number];
    for (const [given, by] of shift(event)) stars[given - 1] = (stars[given - 1] ?? 0) + by;
    return { ...before, stars };
  },
});

/** The distribution of the visible reviews of each course, from which the average follows. */
export const reviewStats: Projection<ReviewStatsDoc, StreamEvent<'review'>> = {
  name: 'review-stats',
  version: 1,
  on: {
    ReviewPosted: tally<'ReviewPosted'>(({ data }) => (data.visible ? [[data.stars, 1]] : [])),
    ReviewEdited: tally<'ReviewEdited'>(({ data }) =>
      data.visible
        ? [
            [data.previousStars, -1],
            [data.stars, 1],
          ]
        : [],
    ),
    ReviewWithdrawn: tally<'ReviewWithdrawn'>(({ data }) => (data.visible ? [[data.stars, -1]] : [])),
    ReviewHidden: tally<'ReviewHidden'>(({ data }) => [[data.stars, -1]]),
    ReviewRestored: tally<'ReviewRestored'>(({ data }) => [[data.stars, 1]]),
  },
  topics: (id) => [
    { topic: 'cursos', id },
    { topic: `curso:${id}`, id: 'valoracion' },
  ],
};

/** The average to two decimals, and the count; null where there are none (C-34). */
export function ratingOf(stats: ReviewStatsDoc | null | undefined): { average: number | null; count: number } {
  const stars = stats?.stars ?? [];
  const count = stars.reduce((sum, one) => sum + one, 0);
  const total = stars.reduce((sum, one, index) => sum + one * (index + 1), 0);
  return { average: count === 0 ? null : Math.round((total * 100) / count) / 100, count };
}
