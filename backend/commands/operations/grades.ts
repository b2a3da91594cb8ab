import { hash } from 'node:crypto';
import { currentClassIds, presentClass } from '../../../events/outline.ts';
import type { GradeFault, GradeLine, GradeSender } from '../../integrations/lti/port.ts';
import type { Vault, VaultRecord } from '../../integrations/vault/port.ts';
import { course } from '../catalogue/course.ts';
import { user } from '../identity/user.ts';
import type { Commands } from '../kernel/handle.ts';
import type { Seal } from '../kernel/seal.ts';
import type { Deadline, DeadlineAction, Timer } from '../kernel/timer.ts';
import { enrolment } from '../learning/enrolment.ts';
import { PLATFORMS, platforms } from './platforms.ts';

/**
 * Progress of learners as scores of the learning platform from which they came. Where each goes is kept in the vault; what is sent is how things stand then,
 * so that a score that waited is never an old one, and what was sent already is not sent again.
 */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Pauses after each failed attempt; after the last one, the score waits for the next progress or for an administrator. */
const BACKOFF = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR] as const;
/** The most columns of one platform for one learner in one course. */
const MOST_COLUMNS = 20;
const PAGE = 200;
export const SEND_GRADE = 'sendGrade';
/** A changed outline is looked at after this time, with what changed meanwhile. */
const SETTLED = MINUTE;
/** The scores of a course are looked at in groups of this size, with a pause between: other deadlines, and the platform, have room beside them. */
const AT_A_TIME = 50;
const BREATH = 10 * SECOND;
export const REVIEW_GRADES = 'reviewGrades';

/** Sealed: by it one is found at the platform. */
interface Target extends GradeLine {
  subject: string;
}
interface Kept {
  sealed: string;
  /** null: the whole course. */
  classId: number | null;
  /** The attempt that counts (ISO UTC); null: none is planned. */
  due: string | null;
  tries: number;
  /** The time of the last score that was tried (ISO UTC): the next one is later. */
  stamp: string | null;
  sent: { given: number; maximum: number; at: string } | null;
}
/** Of a course whose outline changed: how far its scores have been looked at again. There is one at a time of each course. */
interface Review {
  /** The part that comes next (ISO UTC); null: none is under way. */
  due: string | null;
  /** The place after which it goes on, empty before the first; null: it has not begun. */
  after: string | null;
  /** The outline changed once more since it began: it begins again when it has come to its end. */
  again: boolean;
}
/** Why a score waits or did not arrive. */
export interface GradeTrouble {
  at: string;
  tries: number;
  fault: GradeFault | 'paused' | 'no-tokens';
  status: number | null;
  /** When it is tried again by itself (ISO UTC); null: it is not. */
  again: string | null;
}

const linkKey = (place: string) => `link:${place}`;
const troubleKey = (place: string) => `trouble:${place}`;
/** Finds the places of a course. */
const courseKey = (courseId: number, place = '') => `course:${courseId}:${place}`;
const reviewKey = (courseId: number) => `review:${courseId}`;
const sentKey = (platformId: string) => `sent:${platformId}`;
/** Of `<platformId>:<userId>_<courseId>:<column>`. */
export const placeParts = (place: string): { platformId: string; userId: number; courseId: number } => {
  const [platformId = '', learner = ''] = place.split(':');
  const [userId, courseId] = learner.split('_').map(Number);
  return { platformId, userId: userId ?? 0, courseId: courseId ?? 0 };
};
/** The school's name for what is graded, as platforms keep it. */
export const gradedAs = (courseId: number, classId: number | null): string =>
  classId === null ? `course-${courseId}` : `course-${courseId}-class-${classId}`;

export function createGrades(commands: Commands, vault: Vault, { seal, open }: Seal, schedule: Timer['schedule']) {
  const find = (place: string) => vault.get<Kept>('grades', linkKey(place));
  const known = async () => (await commands.load(platforms, PLATFORMS)).state;

  /** Plans an attempt, unless one waits that will send how things stand then. `anew`: somebody has mended something. */
  const plan = async (place: string, now: Date, anew = false): Promise<void> => {
    for (;;) {
      const found = await find(place);
      if (!found) return;
      const { due } = found.value;
      if (!anew && due !== null && due > now.toISOString()) return;
      const at = now.toISOString();
      await schedule({ thing: `grade ${place}`, due: at, kind: SEND_GRADE, data: { place } });
      const next = { ...found.value, due: at, ...(anew && { tries: 0 }) };
      if (await vault.replace<Kept>('grades', found.key, found.revision, next)) return;
    }
  };
  const forget = async (prefix: string): Promise<void> => {
    for (const keyOf of [linkKey, troubleKey])
      for (let more = true; more; ) {
        const page = await vault.list('grades', keyOf(prefix), { limit: PAGE });
        for (const { key } of page) {
          const place = key.slice(keyOf('').length);
          await vault.remove('grades', courseKey(placeParts(place).courseId, place));
          await vault.remove('grades', key);
        }
        more = page.length === PAGE;
      }
  };
  const planReview = (courseId: number, due: string) =>
    schedule({ thing: `grades of course ${courseId}`, due, kind: REVIEW_GRADES, data: { courseId } });
  /** One part of a review, and what comes after it. */
  const review = async (courseId: number, due: string, now: Date): Promise<void> => {
    const begun = await vault.get<Review>('grades', reviewKey(courseId));
    if (begun?.value.due !== due) return;
    const from = begun.value.after ?? '';
    // Said before anything is looked at: what changes from now on makes another round.
    if (begun.value.after === null && !(await vault.replace<Review>('grades', begun.key, begun.revision, { ...begun.value, after: from })))
      throw new Error('the outline changed meanwhile; its scores are looked at again');
    const page = await vault.list('grades', courseKey(courseId), { limit: AT_A_TIME, after: courseKey(courseId, from) });
    const places = page.map(({ key }) => key.slice(courseKey(courseId).length));
    for (const place of places) await plan(place, now);
    const last = places.length === AT_A_TIME ? places.at(-1) : undefined;
    const next = new Date(now.getTime() + BREATH).toISOString();
    for (;;) {
      const found = await vault.get<Review>('grades', reviewKey(courseId));
      if (found?.value.due !== due) return;
      const goesOn = last !== undefined || found.value.again;
      if (goesOn) await planReview(courseId, next);
      const then: Review = last === undefined ? { due: null, after: null, again: false } : { ...found.value, after: last };
      if (await vault.replace<Review>('grades', found.key, found.revision, { ...then, due: goesOn ? next : null })) return;
    }
  };
  const scoreOf = async (userId: number, courseId: number, classId: number | null) => {
    const { state: outline } = await commands.load(course, courseId);
    const { completed } = (await commands.load(enrolment, `${userId}_${courseId}`)).state;
    const classes = currentClassIds(outline).filter((id) => classId === null || id === classId);
    const label = presentClass(outline, classId)?.klass.title ?? outline.title;
    return { given: classes.filter((id) => completed.has(id)).length, maximum: classes.length, label };
  };

  const send = async (sender: GradeSender, place: string, found: VaultRecord<Kept>, now: Date, stop: AbortSignal): Promise<void> => {
    const { platformId, userId, courseId } = placeParts(place);
    const platform = (await known()).get(platformId);
    const { state: person } = await commands.load(user, userId);
    if (!platform || !person.outside.has(platformId)) return forget(place);
    const { value } = found;
    const wait = async (fault: GradeTrouble['fault'], status: number | null = null, again: string | null = null) => {
      const trouble: GradeTrouble = { at: now.toISOString(), tries: value.tries, fault, status, again };
      await vault.put<GradeTrouble>('grades', troubleKey(place), trouble);
    };
    const write = async (next: Partial<Kept>, revision: number) =>
      vault.replace<Kept>('grades', found.key, revision, { ...value, ...next });
    const { given, maximum, label } = await scoreOf(userId, courseId, value.classId);
    const isSame = value.sent ? value.sent.given === given && value.sent.maximum === maximum : given === 0;
    if (maximum === 0 || isSame || person.status !== 'active') {
      await vault.remove('grades', troubleKey(place));
      await write({ due: null, tries: 0 }, found.revision);
      return;
    }
    if (platform.paused || platform.tokens === null) {
      await wait(platform.paused ? 'paused' : 'no-tokens');
      await write({ due: null, tries: 0 }, found.revision);
      return;
    }
    // Written before it is sent: also what comes after a crash is later.
    const last = Date.parse(value.stamp ?? '');
    const stamp = new Date(Math.max(now.getTime(), Number.isNaN(last) ? 0 : last + 1)).toISOString();
    if (!(await write({ stamp }, found.revision))) throw new Error('the score changed meanwhile; it is looked at again');
    const target = open<Target>(linkKey(place), value.sealed);
    const score = { subject: target.subject, given, maximum, at: stamp };
    const what = { graded: gradedAs(courseId, value.classId), label };
    const outcome = await sender.send({ clientId: platform.clientId, tokens: platform.tokens }, what, target, score, now, stop);
    if (outcome.fault !== null && stop.aborted) throw new Error('the process stops; the score is sent by the next one');
    const current = await find(place);
    // Forgotten meanwhile: nothing of it comes back.
    if (!current) return forget(place);
    const sealed = outcome.lineItem === target.lineItem ? value.sealed : seal(linkKey(place), { ...target, lineItem: outcome.lineItem });
    if (outcome.fault === null) {
      await vault.remove('grades', troubleKey(place));
      await vault.put('grades', sentKey(platformId), { at: now.toISOString() });
      await vault.replace<Kept>('grades', current.key, current.revision, {
        ...{ ...current.value, sealed, sent: { given, maximum, at: stamp }, tries: 0 },
        due: current.value.due === value.due ? null : current.value.due,
      });
      return;
    }
    const tries = value.tries + 1;
    const pause = tries > BACKOFF.length ? null : Math.max(BACKOFF[tries - 1] ?? 0, outcome.retryAfterMs ?? 0);
    const again = pause === null ? null : new Date(now.getTime() + pause).toISOString();
    await vault.put<GradeTrouble>('grades', troubleKey(place), {
      at: now.toISOString(),
      tries,
      fault: outcome.fault,
      status: outcome.status,
      again,
    });
    if (again !== null) await schedule({ thing: `grade ${place}`, due: again, kind: SEND_GRADE, data: { place } });
    await vault.replace<Kept>('grades', current.key, current.revision, {
      ...current.value,
      sealed,
      tries: again === null ? 0 : tries,
      due: again,
    });
  };

  return {
    /** Of a launch by a learner whose account is linked: where the score of this course, or class, goes. */
    async remember(
      of: { platformId: string; userId: number; courseId: number; classId: number | null; subject: string },
      line: GradeLine,
      now: Date,
    ): Promise<void> {
      const { platformId, userId, courseId, classId, subject } = of;
      // A platform may name any number: only a course that is there has scores.
      if ((await commands.load(course, courseId)).state.status === 'none') return;
      const own = `${platformId}:${userId}_${courseId}:`;
      const column = hash('sha256', JSON.stringify([line.lineItem ?? line.resourceLink, classId])).slice(0, 16);
      const place = own + column;
      const before = await find(place);
      if (!before) {
        const others = await vault.list('grades', linkKey(own), { limit: MOST_COLUMNS });
        if (others.length === MOST_COLUMNS) await forget(others[0]?.key.slice(linkKey('').length) ?? place);
      }
      const target = before ? open<Target>(linkKey(place), before.value.sealed) : null;
      const lineItem = line.lineItem ?? target?.lineItem ?? null;
      const sealed = seal(linkKey(place), { ...line, lineItem, subject } satisfies Target);
      await vault.put('grades', courseKey(courseId, place), {});
      if (before) await vault.replace<Kept>('grades', before.key, before.revision, { ...before.value, sealed });
      else await vault.insert<Kept>('grades', linkKey(place), { sealed, classId, due: null, tries: 0, stamp: null, sent: null });
      await plan(place, now);
    },
    /** A learner's progress changed. */
    async changed(userId: number, courseId: number, now: Date): Promise<void> {
      const { outside } = (await commands.load(user, userId)).state;
      for (const [providerId] of outside)
        for (const { key } of await vault.list('grades', linkKey(`${providerId}:${userId}_${courseId}:`), { limit: MOST_COLUMNS * 2 }))
          await plan(key.slice(linkKey('').length), now);
    },
    /** There are other classes in a course, and so other scores: all of them are looked at again, a few at a time. */
    async outlineChanged(courseId: number, now: Date): Promise<void> {
      for (;;) {
        const found = await vault.get<Review>('grades', reviewKey(courseId));
        const { due = null, after = null, again = false } = found?.value ?? {};
        // What has not begun will see how things stand then.
        if (due !== null && (after === null || again)) return;
        if ((await vault.list('grades', courseKey(courseId), { limit: 1 })).length === 0) return;
        const first = new Date(now.getTime() + SETTLED).toISOString();
        if (due === null) await planReview(courseId, first);
        const next: Review = due === null ? { due: first, after: null, again: false } : { due, after, again: true };
        const done = found
          ? await vault.replace<Review>('grades', found.key, found.revision, next)
          : await vault.insert<Review>('grades', reviewKey(courseId), next);
        if (done) return;
      }
    },
    /** Tries what waits for a platform once more. */
    async again(platformId: string, now: Date): Promise<void> {
      let after: string | undefined;
      for (let more = true; more; ) {
        const page = await vault.list('grades', troubleKey(`${platformId}:`), { limit: PAGE, ...(after !== undefined && { after }) });
        for (const { key } of page) await plan(key.slice(troubleKey('').length), now, true);
        after = page.at(-1)?.key;
        more = page.length === PAGE;
      }
    },
    /** By an administrator. Returns whether there is such a score. */
    async sendAgain(place: string, now: Date): Promise<boolean> {
      if (!(await find(place))) return false;
      await plan(place, now, true);
      return true;
    },
    forgetPlatform: async (platformId: string): Promise<void> => {
      await forget(`${platformId}:`);
      await vault.remove('grades', sentKey(platformId));
    },
    forgetLearner: (platformId: string, userId: number): Promise<void> => forget(`${platformId}:${userId}_`),
    async forgetPerson(userId: number): Promise<void> {
      for (const [platformId] of await known()) await forget(`${platformId}:${userId}_`);
    },
    /** What did not arrive, or waits, and when a score last arrived. */
    async state(platformId: string, limit: number) {
      const page = await vault.list<GradeTrouble>('grades', troubleKey(`${platformId}:`), { limit });
      return {
        last: (await vault.get<{ at: string }>('grades', sentKey(platformId)))?.value.at ?? null,
        troubles: page.map(({ key, value }) => ({ place: key.slice(troubleKey('').length), ...value })),
        count: await vault.count('grades', troubleKey(`${platformId}:`)),
      };
    },
    classOf: async (place: string): Promise<number | null> => (await find(place))?.value.classId ?? null,
    /** Looks at some scores of a course again, and plans the next ones. */
    reviewing: (async ({ data, due }, { now }) => review(Number(data.courseId), due, now)) as DeadlineAction,
    /** Sends what is due. `sender` null: this school sends nothing. */
    action:
      (sender: GradeSender | null, stop: AbortSignal): DeadlineAction =>
      async ({ data, due }: Deadline, { now }) => {
        const place = String(data.place);
        const found = sender && (await find(place));
        // Another attempt was planned in place of this one.
        if (sender && found && found.value.due === due) await send(sender, place, found, now, stop);
      },
  };
}
export type Grades = ReturnType<typeof createGrades>;
