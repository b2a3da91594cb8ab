import type { CoInstructorAdded, CoInstructorRemoved } from '../../events/catalogue.ts';
import type { EventOf } from '../../events/define.ts';
import type { Projection } from './projection.ts';

export interface CoTeachingDoc {
  courseId: number;
  userId: number;
}
type Event = EventOf<typeof CoInstructorAdded> | EventOf<typeof CoInstructorRemoved>;
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
