import { describe, expect, test } from 'vitest';
import { course } from '../../backend/commands/catalogue/course.ts';
import { user } from '../../backend/commands/identity/user.ts';
import { createCommands } from '../../backend/commands/kernel/handle.ts';
import { enrolment } from '../../backend/commands/learning/enrolment.ts';
import { StoreUnavailable } from '../../events/store/port.ts';
import { courseFields } from '../support/courseFields.ts';
import { openDomain, register, type TestDomain } from '../support/domain.ts';
import { origin } from '../support/learning.ts';

/** The states of streams that a process caches may be behind the log: they save reads, and never cause a wrong decision. */

const create = { type: 'create', courseId: 1, ...courseFields() } as const;
const rename = (title: string) => ({ type: 'change', title }) as const;
const addModule = (moduleId: number) =>
  ({ type: 'addModule', moduleId, title: `Módulo ${moduleId}`, description: '', content: '', videoUrl: null }) as const;

async function two(): Promise<[TestDomain, TestDomain]> {
  const here = await openDomain();
  await here.commands.handle(course, 1, create, here.context());
  const there = await here.another();
  await there.commands.load(course, 1);
  return [here, there];
}

describe('a kept state', () => {
  test('after an append is what reading the stream again would give', async () => {
    const domain = await openDomain();
    const steps = [create, addModule(7), rename('Uno'), { type: 'change', price: { amount: 49_900, currency: 'MXN' } }] as const;
    for (const step of steps) {
      const { state, version, position } = await domain.commands.handle(course, 1, step, domain.context());
      expect({ state, version, position }).toEqual(await (await domain.another()).commands.load(course, 1));
    }
  });

  test('a cached state behind the log refuses nothing that is allowed now', async () => {
    const [here, there] = await two();
    await here.commands.handle(course, 1, addModule(7), here.context());
    const done = await there.commands.handle(course, 1, { type: 'changeModule', moduleId: 7, title: 'Otro' }, there.context());
    expect(done).toMatchObject({ version: 2, appended: 1 });
  });

  test('a cached state behind the log allows nothing that is refused now', async () => {
    const [here, there] = await two();
    await here.commands.handle(course, 1, { type: 'archive' }, here.context());
    await expect(there.commands.handle(course, 1, rename('Tarde'), there.context())).rejects.toThrow('COURSE_ARCHIVED');
    expect(await here.types('course-1')).toEqual(['CourseCreated', 'CourseArchived']);
  });

  test('a cached state behind the log does not turn a change into none', async () => {
    const [here, there] = await two();
    await here.commands.handle(course, 1, rename('Uno'), here.context());
    await there.commands.handle(course, 1, rename(courseFields().title), there.context());
    expect((await here.commands.load(course, 1)).state.title).toBe(courseFields().title);
  });

  test('a check of the version uses the present state', async () => {
    const [here, there] = await two();
    await here.commands.handle(course, 1, rename('Uno'), here.context());
    const titles: string[] = [];
    const check = ({ title }: { title: string }) => {
      titles.push(title);
      if (title !== 'Uno') throw new Error('not that version');
    };
    await there.commands.handle(course, 1, rename('Dos'), there.context(), { check });
    expect(titles).toEqual([courseFields().title, 'Uno']);
  });

  test('a state of a moment ago may be asked for, and is read where it is older or unknown', async () => {
    const [here, there] = await two();
    await here.commands.handle(course, 1, rename('Uno'), here.context());
    expect((await there.commands.load(course, 1, { within: 60_000 })).state.title).toBe(courseFields().title);
    expect((await there.commands.load(course, 1, { within: 0 })).state.title).toBe('Uno');
    expect((await (await here.another()).commands.load(course, 1, { within: 60_000 })).state.title).toBe('Uno');
  });
});

test('a kept state of a moment ago holds no word of a person whom another process has erased since', async () => {
  const here = await openDomain();
  const ana = await register(here, 'ana');
  const there = await here.another();
  expect((await there.commands.load(user, ana)).state).toMatchObject({ username: 'ana' });
  await here.accounts.govern(ana, { type: 'erase' }, here.context());
  await here.keys.destroy(String(ana));
  const { state } = await there.commands.load(user, ana, { within: 60_000 });
  expect(state).toMatchObject({ status: 'erased', username: null, email: null });
});

describe('a command whose answer was lost', () => {
  const plan = { unlockRule: 'free', modules: [] } as const;
  const enrol = (source: 'self' | 'plan') => ({ type: 'enrol', userId: 1, courseId: 1, source, ...origin, plan }) as const;

  /** Commands whose first append lands, and is not answered. */
  const losing = ({ log }: TestDomain) => {
    let lost = false;
    return createCommands({
      ...log,
      async append(...args: Parameters<typeof log.append>) {
        const done = await log.append(...args);
        if (lost) return done;
        lost = true;
        throw new StoreUnavailable('the answer was lost');
      },
    });
  };

  for (const where of ['here', 'elsewhere'] as const)
    test(`and that comes again ${where}, deciding otherwise by now, is answered with what the log holds`, async () => {
      const domain = await openDomain();
      const first = losing(domain);
      const other = createCommands(domain.log);
      for (const commands of [first, other]) await commands.load(enrolment, '1_1');
      await expect(first.handle(enrolment, '1_1', enrol('self'), domain.context('enrol'))).rejects.toThrow(StoreUnavailable);
      domain.clock.advance(40_000);
      const again = where === 'here' ? first : other;
      const answered = await again.handle(enrolment, '1_1', enrol('plan'), domain.context('enrol'));
      const inLog = await createCommands(domain.log).load(enrolment, '1_1');
      expect(answered).toMatchObject({ ...inLog, appended: 0 });
      expect(await again.load(enrolment, '1_1')).toEqual(inLog);
      expect((await domain.events('enrolment-1_1')).map(({ data }) => data)).toMatchObject([{ source: 'self' }]);
    });
});

// rows: L14
test('kept states are counted: how many, of what size, how often found; dropped, they are read again and decide the same', async () => {
  const domain = await openDomain();
  const { commands } = domain;
  const before = commands.kept();
  await commands.handle(course, 1, create, domain.context());
  await commands.handle(course, 1, addModule(7), domain.context());
  await commands.load(course, 1);
  const kept = commands.kept();
  expect(kept).toMatchObject({ entries: before.entries + 1, hits: before.hits + 2, misses: before.misses + 1 });
  expect(kept.bytes).toBeGreaterThan(before.bytes);
  expect(kept.bytes).toBeLessThanOrEqual(kept.bound);
  commands.drop();
  expect(commands.kept()).toEqual({ ...kept, entries: 0, bytes: 0 });
  await commands.handle(course, 1, rename('Uno'), domain.context());
  expect(commands.kept()).toMatchObject({ entries: 1, hits: kept.hits, misses: kept.misses + 1 });
  expect((await commands.load(course, 1)).state).toEqual((await (await domain.another()).commands.load(course, 1)).state);
});
