import { courseStats } from './courseStats.ts';
import { courses } from './courses.ts';
import { enrolments } from './enrolments.ts';
import { eventTypes } from './eventTypes.ts';
import type { AnyProjection } from './kernel/projection.ts';
import { lessons } from './lessons.ts';
import { school } from './school.ts';
import { studyTime } from './studyTime.ts';
import { users } from './users.ts';

/** Every read model. */
export const projections: readonly AnyProjection[] = [users, courses, lessons, courseStats, enrolments, studyTime, school, eventTypes];
