import { accounts } from './accounts.ts';
import { brokenLinks } from './brokenLinks.ts';
import { channelUse } from './channelUse.ts';
import { courseDays } from './courseDays.ts';
import { courseLearners } from './courseLearners.ts';
import { courseStats } from './courseStats.ts';
import { courses } from './courses.ts';
import { enrolments } from './enrolments.ts';
import { eventTypes } from './eventTypes.ts';
import { files } from './files.ts';
import type { AnyProjection } from './kernel/projection.ts';
import { leads } from './leads.ts';
import { lessons } from './lessons.ts';
import { resourceUse } from './resourceUse.ts';
import { reviewStats, reviews } from './reviews.ts';
import { campaigns, scholarshipCodes, scholarshipGrants } from './scholarships.ts';
import { school } from './school.ts';
import { sessions } from './sessions.ts';
import { siteContent } from './siteContent.ts';
import { studyTime } from './studyTime.ts';
import { users } from './users.ts';
import { watching } from './watching.ts';

/** Every read model. */
export const projections: readonly AnyProjection[] = [
  users,
  accounts,
  sessions,
  courses,
  lessons,
  courseStats,
  courseDays,
  courseLearners,
  enrolments,
  studyTime,
  watching,
  resourceUse,
  brokenLinks,
  school,
  siteContent,
  channelUse,
  leads,
  campaigns,
  scholarshipCodes,
  scholarshipGrants,
  reviews,
  reviewStats,
  files,
  eventTypes,
];
