import { isDeepStrictEqual } from 'node:util';
import { catalogueEvents } from '../../../events/catalogue.ts';
import type { Envelope } from '../../../events/define.ts';
import { bucketName, type FileEvent, type FileName, fileKey, filesIn, personalBuckets, readFileKey } from '../../../events/files.ts';
import { siteEvents, siteSection as siteSectionName } from '../../../events/site.ts';
import type { FileStore } from '../../integrations/files/port.ts';
import type { Vault } from '../../integrations/vault/port.ts';
import { course } from '../catalogue/course.ts';
import { lesson } from '../catalogue/lesson.ts';
import { ORPHAN_MS } from '../files/file.ts';
import { ASIDE, type FileFinder, type Files } from '../files/files.ts';
import { user } from '../identity/user.ts';
import { DomainError } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived } from '../kernel/handle.ts';
import type { Reactor } from '../kernel/reactor.ts';
import type { DeadlineAction, Timer } from '../kernel/timer.ts';
import { siteSection } from '../site/content.ts';
import { school } from '../site/school.ts';

/** Events after which a course, a lesson or a page of the site may name another file, or one less. */
const naming: readonly string[] = [...catalogueEvents, ...siteEvents].map(({ type }) => type);

const eventOf = <T extends FileEvent['type']>(event: Envelope) => event.data as Extract<FileEvent, { type: T }>['data'];
const notGone = (error: unknown): void => {
  if (!(error instanceof DomainError && error.code === 'FILE_NOT_FOUND')) throw error;
};

/** Of a stream: the keys of the files that it named when it was last settled, and whether it ever named any. */
interface Settled {
  names: readonly string[];
  ever: boolean;
}

/** Who uses which file, on record; a deadline for each that nobody uses; and the bytes of those that were removed. */
export function fileReactor(
  commands: Commands,
  files: Files,
  store: FileStore,
  timer: Timer,
  vault: Pick<Vault, 'get' | 'put'>,
  finder?: (event: Envelope) => FileFinder,
): Reactor {
  /** What the stream says now, as text; null where nothing of it can name a file. */
  const present = async (stream: string): Promise<string | null> => {
    const [category, id] = [stream.slice(0, stream.indexOf('-')), stream.slice(stream.indexOf('-') + 1)];
    const of = async (loaded: Promise<{ state: object }>) => JSON.stringify((await loaded).state);
    if (category === 'course') return of(commands.load(course, id));
    if (category === 'lesson') return of(commands.load(lesson, id));
    if (stream === 'site-school') return of(commands.load(school, id));
    return category === 'site' && siteSectionName.safeParse(id).success ? of(commands.load(siteSection, id)) : null;
  };
  const shared = (names: readonly FileName[]) => names.filter(({ bucket }) => !personalBuckets.has(bucket));

  /** What a stream may have named until now, where nothing was kept of that: an older release was here. */
  const everNamed = async (stream: string): Promise<string[]> => {
    const ever = new Set<string>();
    for await (const { data } of commands.log.store.readStream(stream))
      for (const name of shared(filesIn(JSON.stringify(data)))) ever.add(fileKey(name));
    return [...ever];
  };

  /**
   * Brings the references of a stream to what it says now, whatever was missed before. The names that were settled last are kept in the vault: an edit
   * costs its own event, however long the stream is.
   */
  const settle = async (event: Envelope, context: CommandContext) => {
    const { stream } = event;
    if (!/^(course|lesson|site)-/.test(stream)) return;
    const kept = (await vault.get<Settled>('file-names', stream))?.value ?? null;
    // Most streams never name one.
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
  /** All of them on record first: what keeps the bytes of one from being deleted keeps back no other. */
  const end = async (names: readonly FileName[], context: CommandContext) => {
    for (const name of names) await files.erase(name, context);
    for (const name of names) await files.discard(store, name);
  };
  const picture = async (event: Envelope, context: CommandContext) => {
    const { userId, previous } = event.data as { userId: number; previous: string | null };
    const { state } = await commands.load(user, userId);
    const [before, now] = [previous, state.avatar].map((key) => (key === null ? null : readFileKey(key)));
    if (now) await files.reference(now, event.stream, derived(context, 'now')).catch(notGone);
    // Not when it was taken up again since.
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
        // On its way when its owner was erased: what stood before that, the erasure itself takes along.
        const late = personalBuckets.has(name.bucket) && (await commands.load(user, ownerId)).state.status === 'erased';
        if (late) await end([name], derived(context, 'late'));
        else await forget(event);
      },
      FileReleased: forget,
      FileRemoved: (event) => files.discard(store, eventOf<'FileRemoved'>(event)),
      async UserErased(event, context) {
        const { userId } = event.data as { userId: number };
        await end(await files.personalOf(userId, finder?.(event)), context);
      },
    },
  };
}

/** What the timer does with a file a day after nobody used it any more. */
export const sweepFileAction =
  (files: Files): DeadlineAction =>
  async ({ data }, context) => {
    await files.sweep({ bucket: bucketName.parse(data.bucket), hash: String(data.hash) }, context);
  };

/** A share of all files that a sweep takes, and a number that it takes in any case: what is more is no accident of a process that died. */
const SHARE = 0.1;
const FEW = 20;

/** Where the vault's table `status` keeps a Sweep that deleted nothing, until one does. */
export const SWEEP_KEY = 'files';

export interface Sweep {
  /** `another`: the store has the mark of another school, or the log is empty. `many`: the log knows too few of the files to be theirs. Then nothing is deleted. */
  outcome: 'swept' | 'another' | 'many';
  files: number;
  /** Files of which the log knows nothing. */
  strays: number;
}

/** Deletes what the log knows nothing of: bytes that were put while their process died. Young ones may be on their way into the log. */
export async function sweepStrays(files: Files, store: FileStore, now: Date): Promise<Sweep> {
  const owned = await files.owns(store);
  const strays: FileName[] = [];
  let all = 0;
  for await (const { key, storedAt } of store.list()) {
    if (!owned) return { outcome: 'another', files: 0, strays: 0 };
    const name = readFileKey(key.startsWith(ASIDE) ? key.slice(ASIDE.length) : key);
    // What is no name here may be one of a newer release.
    if (!name) continue;
    all++;
    const young = now.getTime() - storedAt.getTime() < ORPHAN_MS;
    if (!young && (key.startsWith(ASIDE) || (await files.load(name)).status !== 'stored')) strays.push(name);
  }
  if (strays.length > Math.max(FEW, SHARE * all)) return { outcome: 'many', files: all, strays: strays.length };
  for (const name of strays) await files.discard(store, name);
  return { outcome: 'swept', files: all, strays: strays.length };
}
