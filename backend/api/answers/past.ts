import { schoolDay } from '../../../events/calendar.ts';
import type { Envelope } from '../../../events/define.ts';
import type { Commands } from '../../commands/kernel/handle.ts';
import { type CourseDoc, courses } from '../../projections/courses.ts';
import { type EnrolmentDoc, enrolments } from '../../projections/enrolments.ts';
import { fold } from '../../projections/kernel/fold.ts';
import type { AnyProjection } from '../../projections/kernel/projection.ts';
import { type StudyTimeDoc, studyTime } from '../../projections/studyTime.ts';

/** One person's learning as the end of a day left it: their own few streams, folded by the code of the read models as far as that day. */
export interface Past {
  courses: Map<string, CourseDoc>;
  enrolments: EnrolmentDoc[];
  study: StudyTimeDoc | null;
}

/** Which streams a person's learning stands in: courses they were ever enrolled in, days on which they studied. */
export interface Streams {
  userId: number;
  courseIds: readonly number[];
  days: readonly string[];
}

/** A person's learning in the log itself. */
export function createPast({ log }: Pick<Commands, 'log'>): {
  at(day: string, streams: Streams): Promise<Past>;
  /** Their facts of these types, newest first. */
  facts(streams: Streams, types: ReadonlySet<string>): Promise<Envelope[]>;
} {
  const eventsOf = async (names: readonly string[], until: string | null = null): Promise<Envelope[]> => {
    const all = await Promise.all(
      names.map(async (name) => {
        const events: Envelope[] = [];
        for await (const event of log.readStream(name)) {
          if (until !== null && schoolDay(event.meta.occurredAt) > until) break;
          events.push(event);
        }
        return events;
      }),
    );
    return all.flat();
  };
  const folded = async <D>(projection: AnyProjection, names: readonly string[], until: string): Promise<D | null> => {
    const heard = (await eventsOf(names, until)).filter(({ type }) => projection.on[type] !== undefined);
    const { writes, poison } = fold(projection, heard, new Map(), false);
    if (poison) throw poison.error;
    return (writes[0]?.doc ?? null) as D | null;
  };
  const ofCourses = ({ userId, courseIds }: Streams) => courseIds.map((courseId) => `enrolment-${userId}_${courseId}`);
  const ofDays = ({ userId, days }: Streams) => days.map((day) => `study-${userId}_${day}`);

  return {
    async at(day, streams) {
      const found = await Promise.all(ofCourses(streams).map((name) => folded<EnrolmentDoc>(enrolments, [name], day)));
      const enrolled = found.filter((doc) => doc?.enrolled === true) as EnrolmentDoc[];
      const outlines = await Promise.all(enrolled.map(({ courseId }) => folded<CourseDoc>(courses, [`course-${courseId}`], day)));
      const until = streams.days.filter((one) => one <= day).sort();
      return {
        courses: new Map(outlines.flatMap((doc) => (doc ? [[String(doc.courseId), doc] as const] : []))),
        enrolments: enrolled.sort((a, b) => b.activeAt.localeCompare(a.activeAt)),
        study: await folded<StudyTimeDoc>(studyTime, ofDays({ ...streams, days: until }), day),
      };
    },
    async facts(streams, types) {
      const names = [...ofCourses(streams), ...(types.has('StudyTimeRecorded') ? ofDays(streams) : [])];
      return (await eventsOf(names)).filter(({ type }) => types.has(type)).sort((a, b) => (a.position < b.position ? 1 : -1));
    },
  };
}
