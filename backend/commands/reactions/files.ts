import { isDeepStrictEqual } from 'node:util';
import { catalogueEvents } from '../../../events/catalogue.ts';
import type { Envelope } from '../../../events/define.ts';
import { bucketName, type FileName, fileKey, filesIn, personalBuckets, readFileKey } from '../../../events/files.ts';
import type { EventLog } from '../../../events/log.ts';
import { quizEvents } from '../../../events/quizzes.ts';
import type { DataOf, StreamEvent } from '../../../events/registry.ts';
import { siteEvents, siteSection as siteSectionName } from '../../../events/site.ts';
import type { FileStore } from '../../integrations/files/port.ts';
import type { Vault } from '../../integrations/vault/port.ts';
import { course } from '../catalogue/course.ts';
import { lesson } from '../catalogue/lesson.ts';
import { quiz } from '../catalogue/quiz.ts';
import { ORPHAN_MS } from '../files/file.ts';
import { ASIDE, type FileFinder, type Files } from '../files/files.ts';
import { filesHeldUntil } from '../files/held.ts';
import { user } from '../identity/user.ts';
import { DomainError } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived } from '../kernel/handle.ts';
import type { Reactor } from '../kernel/reactor.ts';
import type { DeadlineAction, Timer } from '../kernel/timer.ts';
import { siteSection } from '../site/content.ts';
import { school } from '../site/school.ts';

/** Events after which a course, a lesson, a quiz or a page of the site may refer to other files. */
const naming: readonly string[] = [...catalogueEvents, ...siteEvents, ...quizEvents].map(({ type }) => type);

const eventOf = <T extends StreamEvent<'file'>['type']>(event: Envelope) => event.data as DataOf<T>;
const notGone = (error: unknown): void => {
  if (!(error instanceof DomainError && error.code === 'FILE_NOT_FOUND')) throw error;
};

/** Of a stream: the keys of the files that it referred to when last processed, and whether it ever referred to any. */
interface Settled {
  names: readonly string[];
  ever: boolean;
}

/** Records what refers to which file; sets a deadline for each unused file; and deletes the bytes of removed ones. */
export function fileReactor(
  commands: Commands,
  files: Files,
  store: FileStore,
  timer: Timer,
  vault: Pick<Vault, 'get' | 'put'>,
  finder?: (event: Envelope) => FileFinder,
): Reactor {
  /** The present content of the stream, as text; null where no file can be referred to in it. */
  const present = async (stream: string): Promise<string | null> => {
    const [category, id] = [stream.slice(0, stream.indexOf('-')), stream.slice(stream.indexOf('-') + 1)];
    const of = async (loaded: Promise<{ state: object }>) => JSON.stringify((await loaded).state);
    if (category === 'course') return of(commands.load(course, id));
    if (category === 'lesson') return of(commands.load(lesson, id));
    // Includes every revision of the quiz, because attempts under an old one still show its pictures.
    if (category === 'quiz') return of(commands.load(quiz, id));
    if (stream === 'site-school') return of(commands.load(school, id));
    return category === 'site' && siteSectionName.safeParse(id).success ? of(commands.load(siteSection, id)) : null;
  };
  const shared = (names: readonly FileName[]) => names.filter(({ bucket }) => !personalBuckets.has(bucket));

  /** Files that a stream may have referred to before, where an older release kept no record of that. */
  const everNamed = async (stream: string): Promise<string[]> => {
    const ever = new Set<string>();
    for await (const { data } of commands.log.store.readStream(stream))
      for (const name of shared(filesIn(JSON.stringify(data)))) ever.add(fileKey(name));
    return [...ever];
  };

  /**
   * Updates the recorded references of a stream to its present content, whatever was missed before. The last known references are kept in the vault:
   * an edit costs its own event, however long the stream is.
   */
  const settle = async (event: Envelope, context: CommandContext) => {
    const { stream } = event;
    if (!/^(course|lesson|quiz|site)-/.test(stream)) return;
    const kept = (await vault.get<Settled>('file-names', stream))?.value ?? null;
    // Most streams never refer to a file.
    if (kept?.ever === false && filesIn(JSON.stringify(event.data)).length === 0) return;
    const before = kept?.names ?? (event.version === 0 ? [] : await everNamed(stream));
    const text = await present(stream);
    const now = new Map((text === null ? [] : shared(filesIn(text))).map((name) => [fileKey(name), name]));
    for (const name of now.values()) await files.reference(name, stream, context).catch(notGone);
    for (const key of before) {
      const name = now.has(key) ? null : readFileKey(key);
      if (name) await files.release(name, stream, context);
    }
    const ever = kept?.ever === true || before.length > 0 || now.size > 0;
    const settled: Settled = { names: [...now.keys()].sort(), ever };
    if (!isDeepStrictEqual(settled, kept)) await vault.put('file-names', stream, settled);
  };
  const forget = async (event: Envelope) => {
    const { bucket, hash } = eventOf<'FileStored' | 'FileReleased'>(event);
    const due = new Date(Date.parse(event.meta.occurredAt) + ORPHAN_MS).toISOString();
    await timer.schedule({ thing: `file ${bucket}_${hash}`, due, kind: 'sweepFile', data: { bucket, hash } });
  };
  /** All of them are recorded first: a file whose bytes cannot be deleted does not delay the others. */
  const end = async (names: readonly FileName[], context: CommandContext) => {
    for (const name of names) await files.erase(name, context);
    for (const name of names) await files.discard(store, name);
  };
  const picture = async (event: Envelope, context: CommandContext) => {
    const { userId, previous } = event.data as { userId: number; previous: string | null };
    const { state } = await commands.load(user, userId);
    const [before, now] = [previous, state.avatar].map((key) => (key === null ? null : readFileKey(key)));
    if (now) await files.reference(now, event.stream, derived(context, 'now')).catch(notGone);
    // Not deleted where it is used again since.
    if (before && previous !== state.avatar) await files.release(before, event.stream, derived(context, 'before'));
  };

  return {
    name: 'files',
    on: {
      ...Object.fromEntries(naming.map((type) => [type, settle])),
      AvatarSet: picture,
      AvatarRemoved: picture,
      async FileStored(event, context) {
        const { ownerId, ...name } = eventOf<'FileStored'>(event);
        // On its way when its owner was erased: earlier files are removed by the erasure itself.
        const late = personalBuckets.has(name.bucket) && (await commands.load(user, ownerId)).state.status === 'erased';
        if (late) await end([name], derived(context, 'late'));
        else await forget(event);
      },
      FileReleased: forget,
      async FileRemoved(event, context) {
        const removed = eventOf<'FileRemoved'>(event);
        // What an erasure removed does not wait. Whatever else is left is found by the sweep of strays.
        const held = removed.cause === 'erased' ? null : await filesHeldUntil(vault, context.now);
        if (held === null) await files.discard(store, removed);
      },
      async UserErased(event, context) {
        const { userId } = event.data as { userId: number };
        await end(await files.personalOf(userId, finder?.(event)), context);
      },
    },
  };
}

/** The action of the timer a day after a file became unused. */
export const sweepFileAction =
  (files: Files, vault: Pick<Vault, 'get'>, timer: () => Timer): DeadlineAction =>
  async (deadline, context) => {
    const { data } = deadline;
    const held = await filesHeldUntil(vault, context.now);
    if (held !== null) return timer().schedule({ ...deadline, due: held });
    await files.sweep({ bucket: bucketName.parse(data.bucket), hash: String(data.hash) }, context);
  };

/** The share of all files that a sweep may delete, and a number that it may delete in any case: more than that is not what a crashed process leaves. */
const SHARE = 0.1;
const FEW = 20;

/** The key in the vault's table `status` of a sweep that refused to delete, or found files missing, until a later one does neither. */
export const SWEEP_KEY = 'files';

export interface Sweep {
  /** `another`: the store is marked as another school's, or the log is empty. `many`: too few of the files are in the log. Then nothing is deleted. */
  outcome: 'swept' | 'another' | 'many';
  files: number;
  /** Files that are not in the log; none while files are held. */
  strays: number;
  /** Files of the log that are not in the store, not in their length, or have other contents (`compareContents`); older releases did not look. */
  missing?: number;
}

/** How many files of the log are not in the store, where each key of a walk has so many bytes, or not in their length. */
async function missingOf(
  files: Files,
  log: Pick<EventLog, 'store'>,
  store: FileStore,
  found: ReadonlyMap<string, number>,
): Promise<number> {
  const unseen = new Map<string, number>();
  for await (const { type, data } of log.store.readAll(null, { types: ['FileStored', 'FileRemoved'] })) {
    const key = fileKey(data as unknown as FileName);
    if (type === 'FileStored' && found.get(key) !== data.bytes) unseen.set(key, Number(data.bytes));
    else unseen.delete(key);
  }
  let missing = 0;
  for (const [key, bytes] of unseen) {
    const name = readFileKey(key);
    // A name unknown here may belong to a newer release; what came or went during the walk is looked at again.
    if (name && (await store.head(key))?.bytes !== bytes && (await files.load(name)).status === 'stored') missing++;
  }
  return missing;
}

/** Deletes files that are not in the log: their process died after storing them. Recent ones may not have reached the log yet. Counts those that are missing, too. */
export async function sweepStrays(
  files: Files,
  log: Pick<EventLog, 'store'>,
  store: FileStore,
  vault: Pick<Vault, 'get'>,
  now: Date,
): Promise<Sweep> {
  const owned = await files.owns(store);
  const strays: FileName[] = [];
  const found = new Map<string, number>();
  let all = 0;
  for await (const { key, bytes, storedAt } of store.list()) {
    if (!owned) return { outcome: 'another', files: 0, strays: 0 };
    const name = readFileKey(key.startsWith(ASIDE) ? key.slice(ASIDE.length) : key);
    // A name unknown here may belong to a newer release.
    if (!name) continue;
    all++;
    found.set(key, bytes);
    const young = now.getTime() - storedAt.getTime() < ORPHAN_MS;
    if (!young && (key.startsWith(ASIDE) || (await files.load(name)).status !== 'stored')) strays.push(name);
  }
  if (strays.length > Math.max(FEW, SHARE * all)) return { outcome: 'many', files: all, strays: strays.length };
  if ((await filesHeldUntil(vault, now)) !== null) strays.length = 0;
  for (const name of strays) await files.discard(store, name);
  return { outcome: 'swept', files: all, strays: strays.length, missing: await missingOf(files, log, store, found) };
}
