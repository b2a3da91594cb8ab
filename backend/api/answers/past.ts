import { schoolDay } from '../../../events/calendar.ts';
import type { Envelope } from '../../../events/define.ts';
import { type PersonParts, streamOf, streamsOfPerson } from '../../../events/streams.ts';
import type { Commands } from '../../commands/kernel/handle.ts';
import { type CourseDoc, courses } from '../../projections/courses.ts';
import { type EnrolmentDoc, enrolments } from '../../projections/enrolments.ts';
import { type GroupDoc, type GroupSeatDoc, groupSeats, groups } from '../../projections/groups.ts';
import { fold } from '../../projections/kernel/fold.ts';
import type { AnyProjection } from '../../projections/kernel/projection.ts';
import { type StudyTimeDoc, studyTime } from '../../projections/studyTime.ts';

/** A person's learning as of the end of a day: their own few streams, folded by the code of the read models up to that day. */
export interface Past {
  courses: Map<string, CourseDoc>;
  enrolments: EnrolmentDoc[];
  study: StudyTimeDoc | null;
  /** The group in which the person has a seat, by course. */
  groups: Map<number, GroupDoc>;
}

/** A person's learning, read from the log itself. */
export function createPast({ log }: Pick<Commands, 'log'>) {
  const eventsOf = async (names: readonly string[], until: string | null = null): Promise<Envelope[]> => {
    const all = await Promise.all(
      names.map(async (name) => {
        const events: Envelope[] = [];
        for await (const event of log.readStream(name, 0, undefined, 'where lost')) {
          if (until !== null && schoolDay(event.meta.occurredAt) > until) break;
          events.push(event);
        }
        return events;
      }),
    );
    return all.flat();
  };
  const docsOf = (projection: AnyProjection, all: readonly Envelope[]): ReadonlyMap<string, unknown> => {
    const events = all.filter(({ type }) => projection.on[type] !== undefined);
    const { writes, poison } = fold(projection, events, new Map(), false);
    if (poison) throw poison.error;
    return new Map(writes.map(({ key, doc }) => [key, doc]));
  };
  const folded = async <D>(projection: AnyProjection, names: readonly string[], until: string): Promise<D | null> => {
    const [doc = null] = docsOf(projection, await eventsOf(names, until)).values();
    return doc as D | null;
  };
  const groupOf = async (userId: number, courseId: number, until: string): Promise<GroupDoc | undefined> => {
    const events = await eventsOf([streamOf('groups', courseId)], until);
    const seat = docsOf(groupSeats, events).get(`${userId}_${courseId}`) as GroupSeatDoc | undefined;
    return seat?.state === 'taken' ? (docsOf(groups, events).get(`${courseId}_${seat.groupId}`) as GroupDoc | undefined) : undefined;
  };
  return {
    async at(day: string, parts: PersonParts): Promise<Past> {
      const found = await Promise.all(streamsOfPerson(parts, ['enrolment']).map((name) => folded<EnrolmentDoc>(enrolments, [name], day)));
      const enrolled = found.filter((doc) => doc?.enrolled === true) as EnrolmentDoc[];
      const outlines = await Promise.all(enrolled.map(({ courseId }) => folded<CourseDoc>(courses, [streamOf('course', courseId)], day)));
      const own = await Promise.all(enrolled.map(({ courseId }) => groupOf(parts.userId, courseId, day)));
      const date = parts.date.filter((one) => one <= day).sort();
      return {
        courses: new Map(outlines.flatMap((doc) => (doc ? [[String(doc.courseId), doc] as const] : []))),
        enrolments: enrolled.sort((a, b) => b.activeAt.localeCompare(a.activeAt)),
        study: await folded<StudyTimeDoc>(studyTime, streamsOfPerson({ ...parts, date }, ['study']), day),
        groups: new Map(own.flatMap((doc) => (doc ? [[doc.courseId, doc] as const] : []))),
      };
    },
    /** The person's events of these types, the newest first. */
    async facts(parts: PersonParts, types: ReadonlySet<string>): Promise<Envelope[]> {
      const names = streamsOfPerson(parts, types.has('StudyTimeRecorded') ? ['enrolment', 'study'] : ['enrolment']);
      return (await eventsOf(names)).filter(({ type }) => types.has(type)).sort((a, b) => (a.position < b.position ? 1 : -1));
    },
  };
}
