import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { course } from '../../backend/commands/catalogue/course.ts';
import { ORPHAN_MS } from '../../backend/commands/files/file.ts';
import { createFiles } from '../../backend/commands/files/files.ts';
import { holdFiles } from '../../backend/commands/files/held.ts';
import { user } from '../../backend/commands/identity/user.ts';
import { createCommands } from '../../backend/commands/kernel/handle.ts';
import { createTimer, type Timer } from '../../backend/commands/kernel/timer.ts';
import { fileReactor, sweepFileAction, sweepStrays } from '../../backend/commands/reactions/files.ts';
import { openDiskFiles } from '../../backend/integrations/files/disk.ts';
import type { FileStore } from '../../backend/integrations/files/port.ts';
import { type BucketName, fileAddress, fileKey } from '../../events/files.ts';
import { courseFields } from '../support/courseFields.ts';
import { collect, openDomain, register } from '../support/domain.ts';
import { deadLetters, react } from '../support/reacting.ts';

const tomorrow = () => new Date(Date.now() + ORPHAN_MS + 60_000);

async function setUp() {
  const root = await mkdtemp(path.join(tmpdir(), 'aulaviva-files-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const domain = await openDomain();
  const store = openDiskFiles(root);
  const timer: Timer = createTimer(domain.vault, { sweepFile: sweepFileAction(domain.files, domain.vault, () => timer) });
  const reacting = react(domain, [fileReactor(domain.commands, domain.files, store, timer, domain.vault)]);
  await reacting.handled(null);
  const put = (content: string, ownerId: number, bucket: BucketName = 'img_curso') =>
    domain.files.store(store, { bucket, extension: 'webp', content: Buffer.from(content), ownerId }, domain.context());
  /** Lets time pass, does what is due, and waits until all of it has followed. */
  const pass = async (ms: number) => {
    await reacting.settled();
    domain.clock.advance(ms);
    await timer.tick(domain.clock.now());
    await reacting.settled();
  };
  const kept = async () => (await collect(store.list())).map(({ key }) => key).sort();
  onTestFinished(async () => expect(await deadLetters(domain)).toEqual([]));
  return { domain, root, store, put, pass, kept, reacting };
}

// rows: P08
test('a file that nobody uses is deleted after 24 hours, on record; not a moment before', async () => {
  const { domain, put, pass, kept } = await setUp();
  const file = await put('nobody', 5);
  await pass(ORPHAN_MS - 1);
  expect(await kept()).toEqual([fileKey(file)]);
  await pass(1);
  expect(await kept()).toEqual([]);
  expect(await domain.types(`file-${file.bucket}_${file.hash}`)).toEqual(['FileStored', 'FileRemoved']);
});

test('a file that is uploaded again gets a new day before it is deleted', async () => {
  const { put, pass, kept } = await setUp();
  const file = await put('again', 5);
  await pass(ORPHAN_MS - 1_000);
  await put('again', 5);
  await pass(2_000);
  expect(await kept()).toEqual([fileKey(file)]);
  await pass(ORPHAN_MS);
  expect(await kept()).toEqual([]);
  await put('again', 5);
  await pass(0);
  expect(await kept()).toEqual([fileKey(file)]);
});

test('what a course names stays as long as it does, and goes a day after', async () => {
  const { domain, put, pass, kept, reacting } = await setUp();
  const [first, second, other] = [await put('1', 5), await put('2', 5), await put('3', 5)];
  const { courseId } = await domain.authoring.createCourse(courseFields({ imageUrl: fileAddress(first) }), domain.context());
  const { moduleId } = await domain.authoring.addModule(
    courseId,
    { title: 'M', description: '', content: '', videoUrl: null },
    domain.context(),
  );
  const resource = { title: 'Guía', url: `http://localhost:3000${fileAddress(other)}`, kind: 'document' as const };
  const { classId } = await domain.authoring.addClass(
    courseId,
    moduleId,
    { title: 'C', description: '', videoUrl: null, subtopics: [], resources: [resource] },
    domain.context(),
  );
  expect(classId).toBeGreaterThan(0);
  await pass(3 * ORPHAN_MS);
  expect(await kept()).toEqual([fileKey(first), fileKey(other)].sort());
  expect([...(await domain.files.load(first)).referrers]).toEqual([`course-${courseId}`]);

  // The second is gone: naming it changes nothing. The first is let go.
  await domain.authoring.change(courseId, { type: 'change', imageUrl: fileAddress(second) }, domain.context());
  await reacting.settled();
  await pass(ORPHAN_MS - 1);
  expect(await kept()).toEqual([fileKey(first), fileKey(other)].sort());
  await pass(1);
  expect(await kept()).toEqual([fileKey(other)]);
});

test('what the text of a lesson or a course shows stays while it does', async () => {
  const { domain, put, pass, kept } = await setUp();
  const [inText, inCourse] = [await put('text', 5), await put('description', 5)];
  const ids = { courseId: 1, moduleId: 1, classId: 1, subtopicId: 1 };
  const write = (text: string) => domain.authoring.setLessonText(ids, text, domain.context());
  await write('Nada todavía');
  await pass(0);
  await write(`Mira:\n\n![Esquema](${fileAddress(inText)} "Uno")`);
  const { courseId } = await domain.authoring.createCourse(courseFields(), domain.context());
  await domain.authoring.change(courseId, { type: 'change', description: `![](${fileAddress(inCourse)})` }, domain.context());
  await pass(2 * ORPHAN_MS);
  expect(await kept()).toEqual([fileKey(inText), fileKey(inCourse)].sort());
  await write('Sin esquema');
  await domain.authoring.change(courseId, { type: 'change', description: 'Sin imagen' }, domain.context());
  await pass(ORPHAN_MS);
  expect(await kept()).toEqual([]);
});

test('an edit of a course costs its own event, however long its history is, also after a restart', async () => {
  const { domain, store, put, reacting } = await setUp();
  const [first, second] = [await put('1', 5), await put('2', 5)];
  const { courseId } = await domain.authoring.createCourse(courseFields({ imageUrl: fileAddress(first) }), domain.context());
  const stream = `course-${courseId}`;
  const edit = (change: { description: string } | { imageUrl: string }) =>
    domain.authoring.change(courseId, { type: 'change', ...change }, domain.context());
  for (let index = 0; index < 50; index++) await edit({ description: `Versión ${index}` });
  await reacting.settled();
  await reacting.stop();
  // Another process: it folds the course once, then reads what is new.
  const elsewhere = await domain.another();
  let read = 0;
  const { log } = elsewhere.commands;
  const counting = createCommands({
    ...log,
    store: {
      ...log.store,
      async *readStream(name: string, from?: number) {
        for await (const event of domain.store.readStream(name, from)) {
          if (name === stream) read++;
          yield event;
        }
      },
    },
    async *readStream(name: string, from?: number) {
      for await (const event of log.readStream(name, from)) {
        if (name === stream) read++;
        yield event;
      }
    },
  });
  await counting.load(course, courseId);
  read = 0;
  const timer = createTimer(elsewhere.vault, {});
  const again = react(elsewhere, [fileReactor(counting, createFiles(counting, new Uint8Array(32)), store, timer, elsewhere.vault)]);
  await again.handled(null);
  for (let index = 0; index < 20; index++) await edit({ description: `Después ${index}` });
  await edit({ imageUrl: fileAddress(second) });
  await again.settled();
  expect(read).toBeLessThanOrEqual(21);
  expect((await domain.files.load(first)).referrers.size).toBe(0);
  expect([...(await domain.files.load(second)).referrers]).toEqual([stream]);
});

test('what an older release referenced, and kept no names of, is let go', async () => {
  const { domain, put, pass, kept } = await setUp();
  const file = await put('1', 5);
  const { courseId } = await domain.authoring.createCourse(courseFields({ imageUrl: fileAddress(file) }), domain.context());
  await pass(0);
  await domain.vault.remove('file-names', `course-${courseId}`);
  await domain.authoring.change(courseId, { type: 'change', imageUrl: null }, domain.context());
  await pass(0);
  await pass(ORPHAN_MS);
  expect(await kept()).toEqual([]);
});

test('a file that two courses use stays until both let it go', async () => {
  const { domain, put, pass, kept } = await setUp();
  const file = await put('shared', 5);
  const made = [];
  for (const title of ['Uno', 'Dos'])
    made.push((await domain.authoring.createCourse(courseFields({ title, imageUrl: fileAddress(file) }), domain.context())).courseId);
  await pass(0);
  for (const courseId of made) {
    expect(await kept()).toEqual([fileKey(file)]);
    await domain.authoring.change(courseId, { type: 'change', imageUrl: null }, domain.context());
    await pass(2 * ORPHAN_MS);
  }
  expect(await kept()).toEqual([]);
});

test('a file that the site shows is kept until it shows it no more', async () => {
  const { domain, put, pass, kept } = await setUp();
  const [face, logo] = [await put('face', 5, 'img_sitio'), await put('logo', 5, 'img_sitio')];
  const item = { name: 'Rita', role: null, imageUrl: fileAddress(face), text: 'Me sirvió' };
  await domain.site.add('testimonials', item, true, domain.context());
  await domain.site.changeSchool({ logoUrl: fileAddress(logo) }, domain.context());
  await pass(2 * ORPHAN_MS);
  expect(await kept()).toEqual([fileKey(face), fileKey(logo)].sort());
  await domain.site.changeSchool({ logoUrl: null }, domain.context());
  await pass(ORPHAN_MS);
  expect(await kept()).toEqual([fileKey(face)]);
});

test('a picture of a person stays while it is theirs; the one before goes a day after', async () => {
  const { domain, put, pass, kept } = await setUp();
  const userId = await register(domain, 'ana');
  const [before, now] = [await put('before', userId, 'img_perfiluser'), await put('now', userId, 'img_perfiluser')];
  const set = (file: string) => domain.commands.handle(user, userId, { type: 'setAvatar', file }, domain.context());
  await set(fileKey(before));
  await set(fileKey(now));
  await pass(2 * ORPHAN_MS);
  expect(await kept()).toEqual([fileKey(now)]);
  await domain.commands.handle(user, userId, { type: 'removeAvatar' }, domain.context());
  await pass(ORPHAN_MS);
  expect(await kept()).toEqual([]);
});

test('two people who send the same picture have a file each, and the names tell nothing to who has the picture', async () => {
  const { domain, put, pass, kept } = await setUp();
  const [ana, beto] = [await register(domain, 'ana'), await register(domain, 'beto')];
  const [hers, his] = [await put('same', ana, 'img_perfiluser'), await put('same', beto, 'img_perfiluser')];
  expect(hers.sha256).toBe(his.sha256);
  expect(new Set([hers.hash, his.hash, hers.sha256]).size).toBe(3);
  await domain.accounts.govern(ana, { type: 'erase' }, domain.context());
  await pass(0);
  expect(await kept()).toEqual([fileKey(his)]);
});

test('erasing a person deletes every picture they uploaded, at once, used or not, also without their key', async () => {
  const { domain, put, pass, kept } = await setUp();
  const userId = await register(domain, 'ana');
  const [used, unused] = [await put('used', userId, 'img_perfiluser'), await put('unused', userId, 'img_perfiluser')];
  const course = await put('course', userId);
  await domain.commands.handle(user, userId, { type: 'setAvatar', file: fileKey(used) }, domain.context());
  await pass(0);
  await domain.accounts.govern(userId, { type: 'erase' }, domain.context());
  await domain.accountSecrets.destroyKey(userId);
  await pass(0);
  expect(await kept()).toEqual([fileKey(course)]);
  for (const { bucket, hash } of [used, unused]) expect((await domain.files.load({ bucket, hash })).status).toBe('removed');
  const told = (await domain.events(`user-${userId}`)).filter(({ type }) => type === 'AvatarSet');
  expect(told.map(({ data }) => data)).toEqual([{ userId, file: null, previous: null }]);
});

test('a picture that was on its way when its owner was erased is deleted as it comes', async () => {
  const { domain, put, pass, kept } = await setUp();
  const userId = await register(domain, 'ana');
  await domain.accounts.govern(userId, { type: 'erase' }, domain.context());
  await pass(0);
  const late = await put('late', userId, 'img_perfiluser');
  const course = await put('course', userId);
  await pass(0);
  expect(await kept()).toEqual([fileKey(course)]);
  expect((await domain.files.load(late)).status).toBe('removed');
});

test('bytes that never came into the log are deleted after a day, those on their way are not', async () => {
  const { domain, store, put, kept } = await setUp();
  const file = await put('known', 5);
  const stray = `img_curso/${'c'.repeat(64)}.webp`;
  await store.put(stray, Buffer.from('x'));
  expect(await sweepStrays(domain.files, domain.log, store, domain.vault, new Date())).toEqual({
    outcome: 'swept',
    files: 2,
    strays: 0,
    missing: 0,
  });
  expect(await sweepStrays(domain.files, domain.log, store, domain.vault, tomorrow())).toEqual({
    outcome: 'swept',
    files: 2,
    strays: 1,
    missing: 0,
  });
  expect(await kept()).toEqual([fileKey(file)]);
});

test('neither an empty log nor that of another school deletes a file; nor does the first school, once another keeps its files there', async () => {
  const { domain, store, put, pass, kept } = await setUp();
  const file = await put('known', await register(domain, 'owner'));
  await pass(0);
  // The same store under a log that was lost.
  const after = await openDomain();
  expect(await sweepStrays(after.files, after.log, store, after.vault, tomorrow())).toEqual({ outcome: 'another', files: 0, strays: 0 });
  await register(after, 'ana');
  expect(await sweepStrays(after.files, after.log, store, after.vault, tomorrow())).toEqual({ outcome: 'another', files: 0, strays: 0 });
  await expect(after.files.discard(store, file)).rejects.toThrow('FILES_OF_ANOTHER');
  expect(await sweepStrays(domain.files, domain.log, store, domain.vault, tomorrow())).toEqual({ outcome: 'another', files: 0, strays: 0 });
  await expect(domain.files.discard(store, file)).rejects.toThrow('FILES_OF_ANOTHER');
  expect(await kept()).toEqual([fileKey(file)]);
  // A copy of its log that was put back is the same school.
  const own = await openDomain();
  expect(await own.files.owns(openDiskFiles(own.dir))).toBe(false);
  expect(await (await domain.another()).files.owns(openDiskFiles(own.dir))).toBe(true);
  expect(await domain.files.owns(openDiskFiles(own.dir))).toBe(true);
});

test('after a restore, or an older log that was put back, no file is deleted for a month that its log does not know or calls unused', async () => {
  const { domain, store, put, pass, kept, reacting } = await setUp();
  // The store dates its files itself.
  domain.clock.advance(Date.now() - domain.clock.now().getTime());
  const own = await register(domain, 'owner');
  const [unused, face] = [await put('of the part that is lost', 5), await put('face', own, 'img_perfiluser')];
  await domain.commands.handle(user, own, { type: 'setAvatar', file: fileKey(face) }, domain.context());
  const stray = `img_curso/${'c'.repeat(64)}.webp`;
  await store.put(stray, Buffer.from('uploaded after what was put back'));
  await reacting.settled();
  await holdFiles(domain.vault, domain.clock.now());
  await pass(ORPHAN_MS + 1);
  const swept = { outcome: 'swept', files: 3, missing: 0 };
  expect(await sweepStrays(domain.files, domain.log, store, domain.vault, tomorrow())).toEqual({ ...swept, strays: 0 });
  expect(await kept()).toEqual([fileKey(unused), fileKey(face), stray].sort());
  // Who is erased does not wait.
  await domain.accounts.govern(own, { type: 'erase' }, domain.context());
  await pass(0);
  expect(await kept()).toEqual([fileKey(unused), stray].sort());
  await pass(30 * ORPHAN_MS);
  expect(await kept()).toEqual([stray]);
  const now = domain.clock.now();
  expect(await sweepStrays(domain.files, domain.log, store, domain.vault, now)).toMatchObject({ outcome: 'swept', strays: 1 });
  expect(await kept()).toEqual([]);
});

test('what an older log says was removed, and the right one has again, is not deleted once more', async () => {
  const { domain, store, put, pass, kept } = await setUp();
  domain.clock.advance(Date.now() - domain.clock.now().getTime());
  await holdFiles(domain.vault, domain.clock.now());
  const [file, erased] = [await put('again', 5), await put('face', 5, 'img_perfiluser')];
  const unused = new Date(domain.clock.now().getTime() + ORPHAN_MS + 1);
  expect((await domain.files.sweep(file, { ...domain.context(), now: unused })).status).toBe('removed');
  // As by a process that died before it deleted the bytes: what an erasure removed does not wait.
  await domain.files.erase(erased, domain.context());
  await pass(0);
  expect(await kept()).toEqual([fileKey(file)]);
  const late = new Date(Date.now() + 31 * ORPHAN_MS);
  expect(await sweepStrays(domain.files, domain.log, store, domain.vault, late)).toMatchObject({ outcome: 'swept', strays: 1 });
  expect(await kept()).toEqual([]);
});

test('a sweep that would take more than a few and a tenth of all files takes none', async () => {
  const { domain, store, put, kept } = await setUp();
  await put('known', 5);
  for (let index = 0; index < 21; index++) await store.put(`img_curso/${String(index).padStart(64, '0')}.webp`, Buffer.from('x'));
  expect(await sweepStrays(domain.files, domain.log, store, domain.vault, tomorrow())).toEqual({ outcome: 'many', files: 22, strays: 21 });
  expect(await kept()).toHaveLength(22);
  await store.delete(`img_curso/${'0'.repeat(64)}.webp`);
  expect(await sweepStrays(domain.files, domain.log, store, domain.vault, tomorrow())).toEqual({
    outcome: 'swept',
    files: 21,
    strays: 20,
    missing: 0,
  });
});

test('files of the log that are missing, or are not whole, are counted until they are back; what was deleted as it should be is not missing', async () => {
  const { domain, root, store, put, pass } = await setUp();
  const owner = await register(domain, 'ana');
  const [cut, gone, kept] = [await put('cut off', owner), await put('gone', owner), await put('kept', owner)];
  await put('erased', owner, 'img_perfiluser');
  const missing = async () => (await sweepStrays(domain.files, domain.log, store, domain.vault, new Date())).missing;
  await pass(0);
  expect(await missing()).toBe(0);
  await truncate(path.join(root, cut.bucket, cut.hash.slice(0, 2), `${cut.hash}.${cut.extension}`), 3);
  await store.delete(fileKey(gone));
  expect(await missing()).toBe(2);
  await put('cut off', owner);
  expect(await missing()).toBe(1);
  expect(await store.head(fileKey(cut))).toMatchObject({ bytes: 'cut off'.length });
  await domain.files.erase(gone, domain.context());
  await domain.accounts.govern(owner, { type: 'erase' }, domain.context());
  await pass(0);
  expect([await missing(), (await store.head(fileKey(kept)))?.bytes]).toEqual([0, 'kept'.length]);
});

test('what is uploaded while the store is walked through is not missing', async () => {
  const { domain, store, put } = await setUp();
  await put('known', 5);
  const walked: FileStore = {
    ...store,
    async *list() {
      yield* store.list();
      await put('late', 5);
    },
  };
  expect(await sweepStrays(domain.files, domain.log, walked, domain.vault, new Date())).toMatchObject({ files: 1, missing: 0 });
});

test('a file of a bucket that this release does not know is no stray, and not missing', async () => {
  const { domain, store, put, kept, reacting } = await setUp();
  await put('known', 5);
  await reacting.stop();
  const [bucket, hash] = ['img_nueva', 'c'.repeat(64)];
  await store.put(`${bucket}/${hash}.webp`, Buffer.from('x'));
  const data = { bucket, hash, extension: 'webp', bytes: 1, ownerId: 5 };
  const metadata = { occurredAt: domain.clock.now().toISOString() };
  await domain.store.append(`file-${bucket}_${hash}`, 'none', [{ id: crypto.randomUUID(), type: 'FileStored', data, metadata }]);
  expect(await sweepStrays(domain.files, domain.log, store, domain.vault, tomorrow())).toMatchObject({ missing: 0 });
  expect(await kept()).toHaveLength(2);
});

describe('uploaded again while it is being deleted, a file keeps its bytes', () => {
  const steps = ['put', 'delete', 'head', 'get'] as const;
  /** The store, with something that happens once before or after the first call of one of its steps on the file itself. */
  const meanwhile = (
    store: FileStore,
    step: (typeof steps)[number],
    when: 'before' | 'after',
    happens: () => Promise<unknown>,
  ): FileStore => {
    let happened = false;
    const once = async () => {
      if (happened) return;
      happened = true;
      await happens();
    };
    const call = store[step] as (...all: unknown[]) => Promise<unknown>;
    return {
      ...store,
      async [step](...all: unknown[]) {
        if (when === 'before') await once();
        const done = await call(...all);
        if (when === 'after') await once();
        return done;
      },
    };
  };
  const removed = async () => {
    const { domain, store, put, kept, reacting } = await setUp();
    await reacting.stop();
    const file = await put('again', 5);
    domain.clock.advance(ORPHAN_MS);
    await domain.files.sweep(file, domain.context());
    return { domain, store, put, kept, file };
  };
  const interleavings = steps.flatMap((step) => (['before', 'after'] as const).map((when) => [step, when] as const));

  test('while two processes delete it', async () => {
    const { domain, store, put, kept, file } = await removed();
    // The other one has been at it before this one looks for its bytes; it is uploaded before this one goes on.
    const other = meanwhile(store, 'get', 'before', () => domain.files.discard(store, file));
    await domain.files.discard(
      meanwhile(other, 'get', 'after', () => put('again', 5)),
      file,
    );
    expect((await domain.files.load(file)).status).toBe('stored');
    expect(await kept()).toEqual([fileKey(file)]);
  });

  test.each(interleavings)('%s: %s it', async (step, when) => {
    const { domain, store, put, kept, file } = await removed();
    await domain.files.discard(
      meanwhile(store, step, when, () => put('again', 5)),
      file,
    );
    if (step === 'head') await put('again', 5);
    expect((await domain.files.load(file)).status).toBe('stored');
    expect(await kept()).toEqual([fileKey(file)]);
  });

  test.each(interleavings)('%s: %s it, and the process that deletes dies there', async (step, when) => {
    const { domain, store, put, kept, file } = await removed();
    const dying = meanwhile(store, step, when, async () => {
      await put('again', 5);
      throw new Error('the process died');
    });
    await domain.files.discard(dying, file).catch(() => undefined);
    // The reactor begins again at the event.
    await domain.files.discard(store, file);
    if (step === 'head') await put('again', 5);
    expect((await domain.files.load(file)).status).toBe('stored');
    expect(await kept()).toEqual([fileKey(file)]);
  });
});
