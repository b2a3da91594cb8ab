import { expect, test } from 'vitest';
import { learnersFinder } from '../../backend/api/answers/persons.ts';
import { course } from '../../backend/commands/catalogue/course.ts';
import { enrolment, openModules } from '../../backend/commands/learning/enrolment.ts';
import { planOf } from '../../backend/commands/learning/learners.ts';
import { courseReactor } from '../../backend/commands/reactions/courses.ts';
import { enrolments } from '../../backend/projections/enrolments.ts';
import { createReads } from '../../backend/projections/reading/reads.ts';
import type { Position } from '../../events/store/port.ts';
import { openDomain, publishedCourse, register } from '../support/domain.ts';
import { connectProjecting } from '../support/projecting.ts';
import { deadLetters, react } from '../support/reacting.ts';
import { until } from '../support/until.ts';

/** A course of two modules with two classes each, and two learners in it: Ana did the first three classes, Eva one. */
async function school() {
  const domain = await openDomain();
  const { learning, context, authoring } = domain;
  const { courseId, modules } = await publishedCourse(domain, [2, 2]);
  const [first = { moduleId: 0, classIds: [] }, second = { moduleId: 0, classIds: [] }] = modules;
  const classes = [...first.classIds, ...second.classIds];
  const [ana, eva] = [await register(domain, 'ana'), await register(domain, 'eva')];
  for (const userId of [ana, eva]) await learning.enrol(userId, courseId, context());
  const complete = (userId: number, classId = 0) => learning.setCompleted(userId, courseId, classId, true, context());
  for (const classId of classes.slice(0, 3)) await complete(ana, classId);
  await complete(eva, classes[0]);
  const asked: { courseId: number; atLeast: Position }[] = [];
  const reacting = react(domain, [
    courseReactor(learning, async (id, atLeast) => {
      asked.push({ courseId: id, atLeast });
      return id === courseId ? [ana, eva] : [];
    }),
  ]);
  await reacting.handled(null);
  return {
    domain,
    courseId,
    first,
    second,
    classes,
    ana,
    eva,
    asked,
    complete,
    ...reacting,
    change: (command: Parameters<typeof authoring.change>[1]) => authoring.change(courseId, command, context()),
    typesOf: (userId: number) => domain.types(`enrolment-${userId}_${courseId}`),
    openTo: async (userId: number) => {
      const { state } = await domain.commands.load(enrolment, `${userId}_${courseId}`);
      const { state: outline } = await domain.commands.load(course, courseId);
      return openModules(planOf(outline), state.completed, state.unlocked);
    },
  };
}

test('removing the last missing class completes the course, for whom it was the last', async () => {
  const { classes, change, settled, typesOf, ana, eva, asked, courseId, domain } = await school();
  const { position } = await change({ type: 'removeClass', classId: classes[3] ?? 0 });
  await settled();
  expect((await typesOf(ana)).at(-1)).toBe('CourseCompleted');
  expect(await typesOf(eva)).not.toContain('CourseCompleted');
  // It asks for learners as of the event, so that nobody who enrolled before is missed.
  expect(asked).toEqual([{ courseId, atLeast: position }]);
  const completed = (await domain.events(`enrolment-${ana}_${courseId}`)).at(-1);
  expect(completed?.data).toEqual({ userId: ana, courseId, classes: 3 });
  expect(completed?.meta).toMatchObject({ actor: { userId: null, role: 'system' } });
});

test('removing what stood before a module opens it; removing the module itself, or all, completes nobody falsely', async () => {
  const { classes, change, settled, typesOf, eva, first, second, ana, openTo } = await school();
  await change({ type: 'removeClass', classId: classes[1] ?? 0 });
  await settled();
  expect((await typesOf(eva)).at(-1)).toBe('ModuleUnlocked');
  expect(await openTo(eva)).toEqual([first.moduleId, second.moduleId]);
  await change({ type: 'removeModule', moduleId: second.moduleId });
  await settled();
  expect((await typesOf(ana)).at(-1)).toBe('CourseCompleted');
  await change({ type: 'removeModule', moduleId: first.moduleId });
  await settled();
  expect((await typesOf(eva)).filter((type) => type === 'CourseCompleted')).toHaveLength(1);
});

test('a new order, or the free rule, opens modules for everyone', async () => {
  const { change, settled, typesOf, eva, first, second } = await school();
  await change({ type: 'reorderModules', order: [second.moduleId, first.moduleId] });
  await settled();
  expect((await typesOf(eva)).at(-1)).toBe('ModuleUnlocked');
  const before = (await typesOf(eva)).length;
  await change({ type: 'change', unlockRule: 'free' });
  await settled();
  expect((await typesOf(eva)).length).toBe(before);
});

test('a module that comes is open to who finished the one before, and stays so when classes are added there', async () => {
  const { complete, ana, eva, classes, domain, courseId, settled, openTo, typesOf, second } = await school();
  await complete(ana, classes[3]);
  const { moduleId } = await domain.authoring.addModule(
    courseId,
    { title: 'Tercero', description: '', content: '', videoUrl: null },
    domain.context(),
  );
  await settled();
  expect(await openTo(ana)).toContain(moduleId);
  expect(await openTo(eva)).not.toContain(moduleId);
  await domain.authoring.addClass(
    courseId,
    second.moduleId,
    { title: 'Otra', description: '', videoUrl: null, subtopics: [], resources: [] },
    domain.context(),
  );
  await settled();
  expect(await openTo(ana)).toContain(moduleId);
  expect((await typesOf(ana)).filter((type) => type === 'CourseCompleted')).toHaveLength(1);
});

test('a repeated reaction to a change of a course appends nothing', async () => {
  const { domain, classes, change, settled, stop, ana, typesOf } = await school();
  const before = await domain.store.head();
  await change({ type: 'removeClass', classId: classes[3] ?? 0 });
  await settled();
  await stop();
  const types = await typesOf(ana);
  await domain.vault.put('checkpoints', 'courses', { position: before });
  const again = react(domain, [courseReactor(domain.learning, async () => [ana, ana])]);
  await again.settled();
  expect(await typesOf(ana)).toEqual(types);
});

test('while the enrolments are paused it waits: no dead letter, and who enrolled meanwhile is looked at once they go on', async () => {
  const { domain, stop, ana, classes, complete, courseId, change, typesOf } = await school();
  await stop();
  const projecting = await connectProjecting(domain.dir);
  await (await projecting.start({ projections: [enrolments] })).projector.ready();
  const stopping = new AbortController();
  const learnersOf = learnersFinder(createReads(projecting.reader), stopping.signal);
  let asked = 0;
  const { handled } = react(domain, [
    courseReactor(domain.learning, (...of) => {
      asked++;
      return learnersOf(...of);
    }),
  ]);
  await projecting.ask(enrolments.name, 'ProjectionPaused');
  await projecting.untilStatus(enrolments.name, ({ state }) => state === 'paused');
  const late = await register(domain, 'tarde');
  await domain.learning.enrol(late, courseId, domain.context());
  for (const classId of classes.slice(0, 3)) await complete(late, classId);
  const { position } = await change({ type: 'removeClass', classId: classes[3] ?? 0 });
  await until(() => asked > 0, 'the reactor to ask');
  await projecting.caughtUp();
  expect(await deadLetters(domain)).toEqual([]);
  await projecting.ask(enrolments.name, 'ProjectionResumed');
  await handled(position);
  for (const userId of [ana, late]) expect((await typesOf(userId)).at(-1)).toBe('CourseCompleted');
  expect([asked, await deadLetters(domain)]).toEqual([1, []]);
});
