import { type FileName, fileAddress, filesIn } from '../../../events/files.ts';
import { courseOfForum } from '../../../events/forums.ts';
import { type Module, openReadings, presentClasses, presentModules, teaches } from '../../../events/outline.ts';
import { course } from '../../commands/catalogue/course.ts';
import type { DiscussionPlace } from '../../commands/discussion/discussions.ts';
import { user } from '../../commands/identity/user.ts';
import { DomainError } from '../../commands/kernel/errors.ts';
import { webinar } from '../../commands/learning/webinar.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import type { Identity } from '../plugins/identity.ts';
import { seesOwnPast } from '../plugins/past.ts';
import type { Owns } from './implement.ts';

/** Who calls; null: a visitor. */
type Reader = (Pick<Identity, 'userId' | 'role'> & Partial<Pick<Identity, 'viewer'>>) | null;

export type CourseReading = ReturnType<typeof createCourseReading>;

/** What of a course somebody may read. */
interface Readable {
  mayRead(courseId: number, reader: Reader): Promise<boolean>;
  openTo(courseId: number, reader: Reader): Promise<(moduleId: number) => boolean>;
}

/**
 * Who may read which course, and how much of it. Decided on the streams themselves, never on a read model. `today`: in the school as it was, what decides of
 * today; whoever sees their own past reads there what they could read then and can read today.
 */
export function createCourseReading(
  { commands, files, learning, owners, clock }: Pick<Deps, 'commands' | 'files' | 'learning' | 'owners' | 'clock'>,
  today?: Readable,
) {
  const alsoToday = (reader: Reader) => (today && reader && seesOwnPast(reader) ? today : null);
  /** Who joined later was nobody then. */
  const wasThere = async ({ userId }: NonNullable<Reader>) => (await commands.load(user, userId)).state.status === 'active';
  /**
   * Whether this reader may know of the course at all: it is published, theirs to edit, or they are enrolled in it (it was unpublished or archived since).
   * A course that does not exist may be read by nobody.
   */
  const mayRead = async (courseId: number, reader: Reader): Promise<boolean> => {
    const also = alsoToday(reader);
    if (also && !(await also.mayRead(courseId, reader))) return false;
    const { state } = await commands.load(course, courseId);
    if (state.status === 'published') return true;
    if (!reader || state.status === 'none' || !(await wasThere(reader))) return false;
    const { access, enrolled } = await learning.access(reader.userId, courseId);
    return access === 'staff' || enrolled !== null;
  };

  /** The modules of a course whose content the reader may see: those that are open to them (C-22), or all where they make the course. */
  const openTo = async (courseId: number, reader: Reader): Promise<(moduleId: number) => boolean> => {
    if (!reader) return () => false;
    const also = (await alsoToday(reader)?.openTo(courseId, reader)) ?? (() => true);
    const { userId, role } = reader;
    if (role === 'administrator' || (role === 'instructor' && teaches((await commands.load(course, courseId)).state, userId))) return also;
    if (!(await wasThere(reader))) return () => false;
    const { access, open } = await learning.reading(userId, courseId, clock());
    return (moduleId) => access !== null && open.has(moduleId) && also(moduleId);
  };

  /** The place in a course of the stream that refers to a file; `moduleId` null: not in one module. */
  const placeOf = async (referrer: string): Promise<{ courseId: number; moduleId: number | null } | null> => {
    const [, category, id] = /^(course|lesson|quiz)-(\d+)$/.exec(referrer) ?? [];
    if (category === 'course') return { courseId: Number(id), moduleId: null };
    const found = category === 'lesson' || category === 'quiz' ? await owners('subtopic', Number(id)) : null;
    return found?.courseId == null ? null : { courseId: found.courseId, moduleId: found.moduleId ?? null };
  };
  const opensIn = async (referrer: string, name: FileName, reader: NonNullable<Reader>): Promise<boolean> => {
    // Unpublished content is for its authors.
    const [, draft] = /^draft-(\d+)$/.exec(referrer) ?? [];
    if (draft !== undefined) return (await learning.access(reader.userId, Number(draft))).access === 'staff';
    const place = await placeOf(referrer);
    if (!place || !(await mayRead(place.courseId, reader))) return false;
    const { access, open, outline, outside } = await learning.reading(reader.userId, place.courseId, clock());
    if (access === null || outside) return false;
    if (access === 'staff') return true;
    const within = ({ content, classes }: Module): boolean =>
      [content, ...classes.flatMap((klass) => [klass.content, ...klass.resources.map(({ url }) => url)])].some((text) =>
        text.includes(fileAddress(name)),
      );
    const modules =
      place.moduleId === null
        ? // What is archived opens no more than it did.
          outline.modules.filter(within).map(({ moduleId }) => moduleId)
        : [place.moduleId];
    // Referred to by the course itself: any reader of the course may see it.
    return modules.length === 0 || modules.some((moduleId) => open.has(moduleId));
  };

  /** Pictures of what a published course shows to everybody; downloads are only for people who have the course. */
  const isInSample = async (referrer: string, name: FileName): Promise<boolean> => {
    const place = name.extension === 'webp' ? await placeOf(referrer) : null;
    if (!place) return false;
    const { state } = await commands.load(course, place.courseId);
    const sample = state.status === 'published' ? openReadings(state) : null;
    if (referrer.startsWith('course-')) return sample?.klass.content.includes(fileAddress(name)) === true;
    return sample?.readings.some(({ subtopicId }) => `lesson-${subtopicId}` === referrer) === true;
  };

  /**
   * Where the discussion of a subtopic stands, for who may read that subtopic: whoever may read its course, has a right to what it holds, and has come as far
   * as its module. What was taken out of its course has no discussion any more. A course's forum (`events/forums.ts`) is for all who have a right to what it
   * holds. Errors: SUBTOPIC_NOT_FOUND, COURSE_NOT_FOUND, PREMIUM_CONTENT, NOT_ENROLLED, MODULE_LOCKED.
   */
  const discussionFor = async (subtopicId: number, reader: Reader): Promise<DiscussionPlace & { staff: boolean }> => {
    const forum = courseOfForum(subtopicId);
    const courseId = forum ?? (await owners('subtopic', subtopicId))?.courseId ?? null;
    if (courseId === null) throw new ApiError('SUBTOPIC_NOT_FOUND');
    if (!(await mayRead(courseId, reader))) throw new ApiError('COURSE_NOT_FOUND');
    if (!reader) throw new ApiError('AUTH_REQUIRED');
    const { access, open, outline, outside } = await learning.reading(reader.userId, courseId, clock());
    if (access === null && outline.tier === 'premium') throw new ApiError('PREMIUM_CONTENT');
    if (access === null || outside) throw new ApiError('NOT_ENROLLED');
    if (forum !== null) return { courseId, moduleId: null, classId: null, subtopicId, staff: access === 'staff' };
    for (const { moduleId, ...module } of presentModules(outline))
      for (const { classId, subtopics } of presentClasses({ moduleId, ...module }))
        if (subtopics.some((one) => one.subtopicId === subtopicId)) {
          if (!open.has(moduleId)) throw new ApiError('MODULE_LOCKED');
          return { courseId, moduleId, classId, subtopicId, staff: access === 'staff' };
        }
    throw new ApiError('SUBTOPIC_NOT_FOUND');
  };

  return {
    mayRead,
    openTo,
    discussionFor,
    /** As `discussionFor`, but false instead of an error. */
    mayDiscuss: (subtopicId: number, reader: Reader): Promise<boolean> =>
      discussionFor(subtopicId, reader).then(
        () => true,
        (error: unknown) => {
          if (error instanceof ApiError || error instanceof DomainError) return false;
          throw error;
        },
      ),
    /** As `mayRead`. Throws COURSE_NOT_FOUND where not: the existence of a draft is not revealed. */
    async demandReadable(courseId: number, reader: Reader): Promise<void> {
      if (!(await mayRead(courseId, reader))) throw new ApiError('COURSE_NOT_FOUND');
    },
    /** Whether a file that is not public is this reader's own, or is used in what they may read of a course; a visitor reads the sample of each. */
    async mayReadFile(name: FileName, reader: Reader): Promise<boolean> {
      const state = await files.load(name);
      if (reader && (reader.role === 'administrator' || state.ownerId === reader.userId)) return true;
      for (const referrer of state.referrers)
        if ((await isInSample(referrer, name)) || (reader && (await opensIn(referrer, name, reader)))) return true;
      return false;
    },
  };
}

export const createOwns =
  ({ commands, learning }: Pick<Deps, 'commands' | 'learning'>, { demandReadable }: CourseReading): Owns =>
  async (is, identity, id) => {
    // A webinar that does not exist and another host's get the same answer.
    if (is === 'hosts') return (await commands.load(webinar, id)).state.details?.hostId === identity.userId;
    if (is === 'teaches' || is === 'leads') {
      const { state } = await commands.load(course, id);
      if (state.status === 'none') throw new ApiError('COURSE_NOT_FOUND');
      return is === 'leads' ? state.instructorId === identity.userId : teaches(state, identity.userId);
    }
    await demandReadable(id, identity);
    const { access, outline } = await learning.access(identity.userId, id);
    // Content is only for readers with access, wherever else the file is used (B10).
    if (access === null) throw new ApiError(outline.tier === 'premium' ? 'PREMIUM_CONTENT' : 'NOT_ENROLLED');
    return true;
  };

/** In the school as it was, whoever sees their own past must have held the thing then and hold it today. */
export const heldThenAndNow =
  (then: Owns, now: Owns): Owns =>
  async (is, identity, id) =>
    (await then(is, identity, id)) && (!seesOwnPast(identity) || (await now(is, identity, id)));

/** Of courses that somebody taught then, those that they teach today as well, where they see their own past; else all of them. */
export const createStillTaught =
  ({ ofToday }: Pick<Deps, 'ofToday'>) =>
  async <C extends { courseId: number }>(found: readonly C[], identity: Identity | null): Promise<readonly C[]> => {
    if (!ofToday || !identity || !seesOwnPast(identity)) return found;
    const still = await Promise.all(
      found.map(async ({ courseId }) => teaches((await ofToday.load(course, courseId)).state, identity.userId)),
    );
    return found.filter((_, index) => still[index]);
  };

/** The stored file behind an address that this person got by uploading it; another person's file is answered like a missing one. Throws FILE_NOT_FOUND. */
export async function ownFile(
  { config, files }: Pick<Deps, 'config' | 'files'>,
  userId: number,
  bucket: FileName['bucket'],
  address: string,
): Promise<FileName> {
  const path = address.startsWith(`${config.publicUrl}/`) ? address.slice(config.publicUrl.length) : address;
  const [name] = filesIn(path);
  if (!name || path !== fileAddress(name) || name.bucket !== bucket) throw new ApiError('FILE_NOT_FOUND');
  const { status, ownerId } = await files.load(name);
  if (status !== 'stored' || ownerId !== userId) throw new ApiError('FILE_NOT_FOUND');
  return name;
}

/** The file behind the address of a picture that this person uploaded. Throws PICTURE_NOT_OWN, FILE_NOT_FOUND. */
export async function ownPicture({ config, files }: Pick<Deps, 'config' | 'files'>, userId: number, address: string): Promise<FileName> {
  const path = address.startsWith(`${config.publicUrl}/`) ? address.slice(config.publicUrl.length) : address;
  const [name] = filesIn(path);
  if (!name || path !== fileAddress(name) || name.bucket !== 'img_perfiluser') throw new ApiError('PICTURE_NOT_OWN');
  const { status, ownerId } = await files.load(name);
  if (status !== 'none' && ownerId !== userId) throw new ApiError('PICTURE_NOT_OWN');
  if (status !== 'stored') throw new ApiError('FILE_NOT_FOUND');
  return name;
}
