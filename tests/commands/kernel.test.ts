import { describe, expect, test, vi } from 'vitest';
import { course } from '../../backend/commands/catalogue/course.ts';
import { user } from '../../backend/commands/identity/user.ts';
import { DomainError } from '../../backend/commands/kernel/errors.ts';
import { createCommands, derived } from '../../backend/commands/kernel/handle.ts';
import { createOwners, noParents, takeNumber, takeNumbers } from '../../backend/commands/kernel/numbers.ts';
import { enrolment } from '../../backend/commands/learning/enrolment.ts';
import type { CourseOutline } from '../../events/outline.ts';
import { courseFields } from '../support/courseFields.ts';
import { memoryDomain, openDomain, publishedCourse, register, type TestDomain } from '../support/domain.ts';
import { origin } from '../support/learning.ts';

const create = { type: 'create', courseId: 1, ...courseFields() } as const;
const addModule = (moduleId: number) =>
  ({ type: 'addModule', moduleId, title: `Módulo ${moduleId}`, description: '', content: '', videoUrl: null }) as const;
const rename = (title: string) => ({ type: 'change', title }) as const;
const started = async (): Promise<TestDomain> => {
  const domain = await openDomain();
  await domain.commands.handle(course, 1, create, domain.context('create'));
  return domain;
};
const codeOf = (error: unknown) => (error instanceof DomainError ? error.code : error);

describe('a command', () => {
  test('appends what is decided, with who, when, why and under which id', async () => {
    const domain = await openDomain();
    const context = domain.context('create', { actor: { userId: 4, role: 'administrator' }, reason: 'curso nuevo', causationId: 'cause' });
    const done = await domain.commands.handle(course, 1, create, context);
    const [event] = await domain.events('course-1');
    expect(done).toMatchObject({
      version: 0,
      position: event?.position,
      appended: 1,
      state: { status: 'draft', title: 'Curso de Python' },
    });
    expect(event?.meta).toEqual({
      commandId: context.commandId,
      correlationId: context.correlationId,
      causationId: 'cause',
      actor: { userId: 4, role: 'administrator' },
      occurredAt: domain.clock.now().toISOString(),
      reason: { by: ['4'], sealed: expect.any(String) },
      schemaVersion: 1,
    });
  });

  test('that comes again is answered as then, and nothing is appended twice', async () => {
    const domain = await started();
    const first = await domain.commands.handle(course, 1, rename('Uno'), domain.context('one'));
    await domain.commands.handle(course, 1, rename('Dos'), domain.context('two'));
    const again = await domain.commands.handle(course, 1, rename('Uno'), domain.context('one'));
    expect(again).toMatchObject({ position: first.position, appended: 0, state: { title: 'Dos' } });
    // Also where nothing is kept in memory, and where the rules would refuse it by now.
    await domain.commands.handle(course, 1, { type: 'archive' }, domain.context());
    const elsewhere = await domain.another();
    const third = await elsewhere.commands.handle(course, 1, rename('Uno'), domain.context('one'));
    expect(third.position).toBe(first.position);
    expect(await domain.types('course-1')).toEqual(['CourseCreated', 'CourseRenamed', 'CourseRenamed', 'CourseArchived']);
  });

  test('with the same id twice at the same time appends once', async () => {
    const domain = await started();
    const elsewhere = await domain.another();
    const context = domain.context('same');
    const done = await Promise.all(
      [domain, domain, elsewhere, elsewhere].map(({ commands }) => commands.handle(course, 1, rename('Uno'), context)),
    );
    expect(new Set(done.map(({ position }) => position)).size).toBe(1);
    expect(await domain.types('course-1')).toEqual(['CourseCreated', 'CourseRenamed']);
  });

  test('that has nothing to do answers the last position of the stream', async () => {
    const domain = await started();
    const renamed = await domain.commands.handle(course, 1, rename('Uno'), domain.context());
    const nothing = await domain.commands.handle(course, 1, rename('Uno'), domain.context());
    expect(nothing).toMatchObject({ version: 1, position: renamed.position, appended: 0 });
    const empty = await domain.commands.handle(enrolment, '1_1', { type: 'unenrol', userId: 1, courseId: 1 }, domain.context());
    expect(empty).toMatchObject({ version: -1, position: null, appended: 0 });
  });

  test('that is refused leaves no trace, and the next one goes through', async () => {
    const domain = await started();
    await expect(domain.commands.handle(course, 1, { type: 'publish' }, domain.context())).rejects.toThrow('COURSE_WITHOUT_CLASSES');
    await expect(domain.commands.handle(course, 2, { type: 'publish' }, domain.context())).rejects.toThrow('COURSE_NOT_FOUND');
    await domain.commands.handle(course, 1, rename('Uno'), domain.context());
    expect(await domain.types('course-1')).toEqual(['CourseCreated', 'CourseRenamed']);
    expect(await domain.types('course-2')).toEqual([]);
  });

  test('that follows from another has the same id whenever it follows', () => {
    const context = {
      commandId: 'a',
      correlationId: 'b',
      causationId: 'c',
      actor: { userId: 1, role: 'student' },
      now: new Date(0),
    } as const;
    expect(derived(context, 'x', 1)).toEqual(derived(context, 'x', 1));
    expect(derived(context, 'x', 1)).toMatchObject({ correlationId: 'b', causationId: 'a', actor: context.actor });
    expect(new Set([derived(context, 'x', 1), derived(context, 'x', 2), derived(context, 'y', 1)].map((one) => one.commandId)).size).toBe(
      3,
    );
  });
});

describe('many at once', () => {
  test('50 commands on one stream all land', async () => {
    const domain = await started();
    const done = await Promise.all(
      Array.from({ length: 50 }, (_, index) => domain.commands.handle(course, 1, addModule(index + 1), domain.context())),
    );
    expect(new Set(done.map(({ version }) => version)).size).toBe(50);
    const { state } = await (await domain.another()).commands.load(course, 1);
    expect(state.modules.map(({ moduleId }) => moduleId).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    );
  });

  test('one that is refused or fails does not hold up the line', async () => {
    const domain = await started();
    const boom = new Error('boom');
    const outcomes = await Promise.allSettled([
      domain.commands.handle(course, 1, { type: 'publish' }, domain.context()),
      domain.commands.handle(course, 1, rename('Uno'), domain.context(), {
        check: () => {
          throw boom;
        },
      }),
      domain.commands.handle(course, 1, rename('Dos'), domain.context()),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
    expect((await domain.commands.load(course, 1)).state.title).toBe('Dos');
  });

  test('a conflict with another process is decided again on what stands there now', async () => {
    const domain = await started();
    const rival = await domain.another();
    const waits: number[] = [];
    let rivals = 0;
    const commands = createCommands(
      {
        ...domain.log,
        async append(stream, expected, events, meta) {
          if (rivals++ === 0) await rival.commands.handle(course, 1, { type: 'archive' }, rival.context());
          return domain.log.append(stream, expected, events, meta);
        },
      },
      {
        wait: async (ms) => {
          waits.push(ms);
        },
      },
    );
    await expect(commands.handle(course, 1, addModule(7), domain.context())).rejects.toThrow('COURSE_ARCHIVED');
    expect(waits).toHaveLength(1);
    expect(await domain.types('course-1')).toEqual(['CourseCreated', 'CourseArchived']);
  });

  test('conflicts that do not end are given up after two seconds of waiting, as CONFLICT', async () => {
    const domain = await started();
    const rival = await domain.another();
    const waits: number[] = [];
    const commands = createCommands(
      {
        ...domain.log,
        async append(stream, expected, events, meta) {
          await rival.commands.handle(course, 1, rename(crypto.randomUUID()), rival.context());
          return domain.log.append(stream, expected, events, meta);
        },
      },
      {
        random: () => 0.5,
        wait: async (ms) => {
          waits.push(ms);
        },
      },
    );
    await expect(commands.handle(course, 1, addModule(7), domain.context()).catch((error: unknown) => codeOf(error))).resolves.toBe(
      'CONFLICT',
    );
    expect(waits.slice(0, 7)).toEqual([3, 6, 12, 24, 48, 50, 50]);
    const waited = waits.reduce((sum, ms) => sum + ms, 0);
    expect(waited).toBeGreaterThanOrEqual(2_000);
    expect(waited).toBeLessThan(2_100);
    expect(await domain.types('course-1')).not.toContain('ModuleAdded');
  });

  test('two processes on one log agree: what was answered stands there, once, and both fold it to the same', async () => {
    const domain = await started();
    const other = await domain.another();
    const answered: number[] = [];
    const work = async ({ commands, context }: TestDomain, first: number) => {
      for (let moduleId = first; moduleId < first + 40; moduleId += 2) {
        try {
          await commands.handle(course, 1, addModule(moduleId), context());
          answered.push(moduleId);
        } catch (error) {
          expect(codeOf(error)).toBe('CONFLICT');
        }
      }
    };
    await Promise.all([work(domain, 1), work(other, 2)]);
    const here = await domain.commands.load(course, 1);
    const there = await other.commands.load(course, 1);
    expect(here).toEqual(there);
    const inLog = here.state.modules.map(({ moduleId }) => moduleId);
    expect(inLog.toSorted((a, b) => a - b)).toEqual(answered.toSorted((a, b) => a - b));
    expect(answered.length).toBeGreaterThan(20);
  });
});

describe('If-Match', () => {
  const demand = (version: number) => ({
    check(state: CourseOutline) {
      if (state.version !== version) throw new DomainError('VERSION_CONFLICT');
    },
  });

  test('of two that edit the same version one wins', async () => {
    const domain = await started();
    const outcomes = await Promise.allSettled(
      ['Uno', 'Dos'].map((title) => domain.commands.handle(course, 1, rename(title), domain.context(), demand(1))),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.flatMap((one) => (one.status === 'rejected' ? [codeOf(one.reason)] : []))).toEqual(['VERSION_CONFLICT']);
    expect(await domain.types('course-1')).toEqual(['CourseCreated', 'CourseRenamed']);
  });

  test('the same command again is answered, although the version has moved by it', async () => {
    const domain = await started();
    const module = { title: 'Módulo', description: '', content: '', videoUrl: null };
    const first = await domain.authoring.addModule(1, module, domain.context('add'), demand(1));
    const again = await domain.authoring.addModule(1, module, domain.context('add'), demand(1));
    expect(again).toMatchObject({ moduleId: first.moduleId, position: first.position });
    await expect(domain.authoring.addModule(1, module, domain.context(), demand(1))).rejects.toThrow('VERSION_CONFLICT');
    expect(await domain.types('course-1')).toEqual(['CourseCreated', 'ModuleAdded']);
  });
});

describe('kept states', () => {
  test('are right when the cache holds hardly any', async () => {
    const domain = await openDomain();
    const small = createCommands(domain.log, { keptBytes: 2_000 });
    for (let id = 1; id <= 5; id++) await small.handle(course, id, { ...create, courseId: id }, domain.context());
    for (let round = 1; round <= 10; round++)
      for (let id = 1; id <= 5; id++) {
        const done = await small.handle(course, id, addModule(round), domain.context(`${id} ${round}`));
        expect(done.state.modules).toHaveLength(round);
        // The first command of each course is still known.
        const again = await small.handle(course, id, addModule(1), domain.context(`${id} 1`));
        expect(again).toMatchObject({ appended: 0, version: round });
      }
    const fresh = await domain.another();
    for (let id = 1; id <= 5; id++) expect(await small.load(course, id)).toEqual(await fresh.commands.load(course, id));
  });

  test('only the tail of a stream is read when its state is kept, all of it when it was let go', async () => {
    const domain = await openDomain();
    const reads: string[] = [];
    const log = {
      ...domain.log,
      readStream(stream: string, from?: number) {
        reads.push(`${stream} ${from}`);
        return domain.log.readStream(stream, from);
      },
    };
    const roomy = createCommands(log);
    const tight = createCommands(log, { keptBytes: 1 });
    for (let id = 1; id <= 2; id++) await roomy.handle(course, id, { ...create, courseId: id }, domain.context());
    const loads = async (commands: typeof roomy) => {
      for (const id of [1, 2, 1]) await commands.load(course, id);
      return reads.splice(0).slice(-3);
    };
    reads.length = 0;
    expect(await loads(roomy)).toEqual(['course-1 1', 'course-2 1', 'course-1 1']);
    expect(await loads(tight)).toEqual(['course-1 0', 'course-2 0', 'course-1 0']);
  });

  test('a process that writes alone reads nothing of new streams, and others as soon as the log refuses', async () => {
    const domain = await openDomain();
    const reads: string[] = [];
    const log = {
      ...domain.log,
      readStream(stream: string, from?: number) {
        reads.push(`${stream} ${from}`);
        return domain.log.readStream(stream, from);
      },
    };
    const alone = createCommands(log, { standMs: 60_000, presumesNew: true });
    await alone.handle(course, 1, { ...create, courseId: 1 }, domain.context());
    expect((await alone.handle(course, 1, addModule(1), domain.context('add'))).version).toBe(1);
    expect((await alone.load(course, 1)).state.modules).toHaveLength(1);
    expect(reads).toEqual([]);
    // Begun anew, it presumes what is no longer so.
    const again = createCommands(log, { standMs: 60_000, presumesNew: true });
    const repeated = await again.handle(course, 1, { ...create, courseId: 1 }, { ...domain.context(), commandId: 'other' }).catch(codeOf);
    expect(repeated).toBe('CONFLICT');
    expect(reads).toEqual(['course-1 0']);
    expect(await again.handle(course, 1, addModule(1), domain.context('add'))).toMatchObject({ repeated: true, appended: 0 });
    await expect(again.handle(course, 2, rename('Dos'), domain.context())).rejects.toThrow('COURSE_NOT_FOUND');
    expect(await domain.types('course-1')).toEqual(['CourseCreated', 'ModuleAdded']);
  });

  test('many readers at once never fold into one state', async () => {
    const domain = await started();
    const courseId = 1;
    const plan = { unlockRule: 'free', modules: [{ moduleId: 1, classIds: Array.from({ length: 30 }, (_, index) => index + 1) }] } as const;
    const { commands, context } = domain;
    await commands.handle(enrolment, '1_1', { type: 'enrol', userId: 1, courseId, source: 'self', ...origin, plan }, context());
    await Promise.all(
      plan.modules[0].classIds.flatMap((classId) => [
        commands.handle(enrolment, '1_1', { type: 'complete', userId: 1, courseId, classId, plan }, context()),
        commands.load(enrolment, '1_1'),
        commands.load(enrolment, '1_1'),
      ]),
    );
    const { state, version } = await commands.load(enrolment, '1_1');
    expect([state.completed.size, state.courseCompleted, version]).toEqual([30, true, 32]);
    expect((await (await domain.another()).commands.load(enrolment, '1_1')).state).toEqual(state);
  });
});

describe('numbers', () => {
  test('are unique under 50 concurrent takers in two processes, and begin at 1', async () => {
    const domain = await openDomain();
    const other = await domain.another();
    const taken = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const { log, context } = index % 2 ? domain : other;
        return takeNumber(log, 'course', noParents, context());
      }),
    );
    expect(taken.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  });

  test('of several at once follow each other, and each kind counts for itself', async () => {
    const { log, context } = await openDomain();
    const batches = await Promise.all([3, 1, 4].map((count) => takeNumbers(log, 'subtopic', noParents, count, context())));
    for (const batch of batches) expect(batch).toEqual(batch.map((_, index) => (batch[0] ?? 0) + index));
    expect(batches.flat().toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await takeNumber(log, 'class', noParents, context())).toBe(1);
    expect(await takeNumbers(log, 'class', noParents, 0, context())).toEqual([]);
  });

  test('the same command gets the same numbers, also when others came in between', async () => {
    const { log, context } = await openDomain();
    const first = await takeNumbers(log, 'resource', noParents, 2, context('same'));
    await takeNumbers(log, 'resource', noParents, 5, context());
    expect(await takeNumbers(log, 'resource', noParents, 2, context('same'))).toEqual(first);
    expect(await takeNumber(log, 'resource', noParents, context())).toBe(8);
  });

  test('of what stands in the vault first are on the disk before it', async () => {
    const domain = memoryDomain();
    const { courseId } = await publishedCourse(domain, [1]);
    const append = vi.spyOn(domain.store, 'append');
    const { type: _, moduleId: __, ...module } = addModule(1);
    await domain.drafts.writes.addModule(courseId, module, domain.context('draft'));
    expect(append.mock.calls.map(([stream, , , options]) => [stream, options?.followed ?? false])).toEqual([['numbers-module', false]]);
  });

  test('lead to the ancestors of what they number', async () => {
    const domain = await openDomain();
    const { log, context } = domain;
    const place = { courseId: 4, moduleId: 5, classId: null };
    await takeNumber(log, 'class', noParents, context());
    await takeNumber(log, 'class', place, context());
    const owners = createOwners(log);
    expect(await owners('class', 2)).toMatchObject(place);
    expect(await owners('class', 2)).toEqual(await createOwners((await domain.another()).log)('class', 2));
    expect(await owners('class', 1)).toMatchObject(noParents);
    expect(await owners('class', 23)).toBeNull();
    expect(await owners('module', 1)).toBeNull();
    // One event is decoded, however many numbers were taken since.
    await takeNumbers(log, 'class', noParents, 20, context());
    let decoded = 0;
    const counting = createOwners({
      ...log,
      decode(records) {
        decoded += records.length;
        return log.decode(records);
      },
      readStream: () => {
        throw new Error('a whole page is decoded');
      },
    });
    expect(await counting('class', 2)).toMatchObject(place);
    expect(decoded).toBe(1);
    // Not known before is not "not there" for ever.
    await takeNumber(log, 'class', place, context());
    expect(await owners('class', 23)).toMatchObject(place);
  });
});

test('a stream whose person was erased still folds and counts', async () => {
  const domain = await openDomain();
  const userId = await register(domain, 'ana');
  await domain.keys.destroy(String(userId));
  const fresh = await domain.another();
  const { state, version } = await fresh.commands.load(user, userId);
  expect(state).toMatchObject({ status: 'active', username: null, email: null });
  expect(version).toBe(1);
});
