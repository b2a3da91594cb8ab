import { describe, expect, test } from 'vitest';
import { course } from '../../backend/commands/catalogue/course.ts';
import { courseFields, openDomain, type TestDomain } from '../support/domain.ts';

/** What a process keeps of a stream may be behind the log: it saves reads, and never decides wrongly. */

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

  test('that is behind refuses nothing that stands by now', async () => {
    const [here, there] = await two();
    await here.commands.handle(course, 1, addModule(7), here.context());
    const done = await there.commands.handle(course, 1, { type: 'changeModule', moduleId: 7, title: 'Otro' }, there.context());
    expect(done).toMatchObject({ version: 2, appended: 1 });
  });

  test('that is behind lets nothing through that stands no more', async () => {
    const [here, there] = await two();
    await here.commands.handle(course, 1, { type: 'archive' }, here.context());
    await expect(there.commands.handle(course, 1, rename('Tarde'), there.context())).rejects.toThrow('COURSE_ARCHIVED');
    expect(await here.types('course-1')).toEqual(['CourseCreated', 'CourseArchived']);
  });

  test('that is behind does not take a change for none', async () => {
    const [here, there] = await two();
    await here.commands.handle(course, 1, rename('Uno'), here.context());
    await there.commands.handle(course, 1, rename(courseFields().title), there.context());
    expect((await here.commands.load(course, 1)).state.title).toBe(courseFields().title);
  });

  test('is checked by who asks for a version as it stands now', async () => {
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

  test('may be asked for as it was a moment ago, and is read where it is older or unknown', async () => {
    const [here, there] = await two();
    await here.commands.handle(course, 1, rename('Uno'), here.context());
    expect((await there.commands.load(course, 1, { within: 60_000 })).state.title).toBe(courseFields().title);
    expect((await there.commands.load(course, 1, { within: 0 })).state.title).toBe('Uno');
    expect((await (await here.another()).commands.load(course, 1, { within: 60_000 })).state.title).toBe('Uno');
  });
});
