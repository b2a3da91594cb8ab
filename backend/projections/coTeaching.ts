import type { EventOf } from '../../events/registry.ts';
import type { Projection } from './projection.ts';

export interface CoTeachingDoc {
  courseId: number;
  userId: number;
}
type Event = EventOf<'CoInstructorAdded' | 'CoInstructorRemoved'>;
const key = ({ data }: Event) => `${data.courseId}_${data.userId}`;

/** Who teaches which course beside its instructor: a course by whom it is asked for. */
export const coTeaching: Projection<CoTeachingDoc, Event> = {
  name: 'co-teaching',
  version: 1,
  indexes: [['userId', 'courseId']],
  on: {
    CoInstructorAdded: { key, evolve: (_, { data: { courseId, userId } }) => ({ courseId, userId }) },
    CoInstructorRemoved: { key, evolve: () => null },
  },
};
