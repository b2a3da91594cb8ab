import type { StreamEvent } from '../../events/registry.ts';
import type { Projection } from './projection.ts';

export interface WatchingDoc {
  userId: number;
  courseId: number;
  /** By video the second; a video watched to its end is not listed. */
  videos: Record<string, number>;
}

/** Where each learner stopped in the videos of a course. It has no followers: a player asks once, when it opens. */
export const watching: Projection<WatchingDoc, StreamEvent<'watching'>> = {
  name: 'watching',
  version: 1,
  on: {
    VideoPositionSaved: {
      key: ({ data }) => `${data.userId}_${data.courseId}`,
      evolve(doc, { data }) {
        const { [data.video]: _, ...others } = doc?.videos ?? {};
        return {
          userId: data.userId,
          courseId: data.courseId,
          videos: data.second > 0 ? { ...others, [data.video]: data.second } : others,
        };
      },
    },
  },
};
