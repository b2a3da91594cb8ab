import { expect, test } from 'vitest';
import { courseActs, type Scope } from '../../backend/api/answers/history/courseHistory.ts';
import { createCourseIndex } from '../../backend/api/answers/history/courseIndex.ts';
import { course as outline } from '../../backend/commands/catalogue/course.ts';
import type { EventLog } from '../../events/log.ts';
import { courseFields } from '../support/courseFields.ts';
import { openDomain, type TestDomain } from '../support/domain.ts';

/** The index over the histories of courses gives the same answers as reading the whole histories, and reads little. */

const lesson = (title: string, text: string) => ({ title, description: '', kind: 'reading' as const, videoUrl: null, minutes: null, text });
const klass = (title: string, text: string) => ({
  title,
  description: '',
  videoUrl: null,
  subtopics: [lesson('Uno', text)],
  resources: [],
});

async function course({ authoring, context }: TestDomain) {
  const { courseId } = await authoring.createCourse(courseFields(), context());
  const { moduleId } = await authoring.addModule(courseId, { title: 'Módulo', description: '', content: '', videoUrl: null }, context());
  const { classId, subtopicIds } = await authoring.addClass(courseId, moduleId, klass('Clase', 'Antes'), context());
  return { courseId, moduleId, classId, subtopicId: subtopicIds[0] as number };
}
type Course = Awaited<ReturnType<typeof course>>;

/** Changes of a course of every kind that its history tells, `n` telling them apart. */
async function change({ authoring, context }: TestDomain, { subtopicId, ...ids }: Course, n: number): Promise<void> {
  const { courseId, moduleId, classId } = ids;
  // Of one request: to the course and to a lesson of it.
  const both = context();
  await authoring.setLessonText({ ...ids, subtopicId }, `Texto ${n}`, both);
  await authoring.change(courseId, { type: 'changeClass', classId, title: `Clase ${n}` }, both);
  await authoring.setLessonText({ ...ids, subtopicId }, `Texto ${n} mejor`, context());
  await authoring.change(courseId, { type: 'changeModule', moduleId, title: `Módulo ${n}` }, context());
  await authoring.addClass(courseId, moduleId, klass(`Otra ${n}`, `Suyo ${n}`), { ...context(), undoes: both.correlationId });
  await authoring.addModule(courseId, { title: `Más ${n}`, description: '', content: '', videoUrl: null }, context());
}

/** The numbers of events read from the log, until they are asked for. */
function counting(log: EventLog) {
  let read = 0;
  const counted: EventLog = {
    ...log,
    async *readStream(...args) {
      for await (const event of log.readStream(...args)) {
        read++;
        yield event;
      }
    },
  };
  return {
    counted,
    readSince: () => {
      const so = read;
      read = 0;
      return so;
    },
  };
}

test('a course, a module and a class have the same acts from what is kept as read anew, while the course changes', {
  timeout: 120_000,
}, async () => {
  const domain = await openDomain();
  const made = await course(domain);
  const indexed = createCourseIndex(domain.log);
  const scopes: Scope[] = [
    { kind: 'course', id: made.courseId },
    { kind: 'module', id: made.moduleId },
    { kind: 'class', id: made.classId },
  ];
  for (let n = 0; n < 14; n++) {
    await change(domain, made, n);
    if (n % 6 > 0) continue;
    for (const scope of scopes) {
      const { acts, open } = await indexed(made.courseId, scope);
      const anew = await courseActs(domain.log, made.courseId, scope);
      expect(acts.map(({ id }) => id)).toEqual(anew.map(({ id }) => id));
      // All of them, each alone, and some with gaps between.
      const alone = (await Promise.all(acts.map((act) => open([act])))).flat();
      const every = acts.filter((_, at) => at % 3 === 0);
      expect(await open(every)).toEqual(alone.filter((_, at) => at % 3 === 0));
      for (const told of [await open(acts), alone])
        for (const [at, act] of told.entries()) {
          const { events, before, after, ...rest } = anew[at] as (typeof anew)[number];
          expect(act).toMatchObject(rest);
          expect(act.events.map(({ id }) => id)).toEqual(expect.arrayContaining(events.map(({ id }) => id)));
          expect([act.before.outline, act.after.outline]).toEqual([before.outline, after.outline]);
          // Of texts those that the act changed.
          for (const [states, whole] of [
            [act.before.texts, before.texts],
            [act.after.texts, after.texts],
          ] as const)
            for (const [id, text] of states) expect(text).toBe(whole.get(id));
          const changed = [...after.texts].filter(([id, text]) => before.texts.get(id) !== text).map(([id]) => id);
          expect([...act.after.texts.keys()]).toEqual(expect.arrayContaining(changed));
        }
    }
  }
});

test('once it is kept, a page of a long history reads what came since and the events around its own acts', {
  timeout: 60_000,
}, async () => {
  const domain = await openDomain();
  const made = await course(domain);
  const { courseId } = made;
  const { state, version } = await domain.commands.load(outline, courseId);
  expect(state.version).toBe(version + 1);
  const LONG = 3_000;
  const rename = (n: number) => {
    const { commandId, correlationId, causationId, actor, now } = domain.context();
    const meta = { commandId, correlationId, causationId, actor, occurredAt: now.toISOString() };
    return domain.log.append(
      `course-${courseId}`,
      version + n,
      [{ type: 'CourseRenamed', data: { courseId, title: `Título ${n}` } }],
      meta,
    );
  };
  // Together, so that they share the disk's syncs: the writer takes them in their order.
  for (let n = 0; n < LONG; n += 250) await Promise.all(Array.from({ length: 250 }, (_, i) => rename(n + i)));
  const { counted, readSince } = counting(domain.log);
  const indexed = createCourseIndex(counted);
  const scope = { kind: 'course', id: courseId } as const;
  await indexed(courseId, scope);
  expect(readSince()).toBeGreaterThan(LONG);
  await domain.authoring.change(courseId, { type: 'changeModule', moduleId: made.moduleId, title: 'El último' }, domain.context());
  const { acts, open } = await indexed(courseId, scope);
  const page = await open(acts.slice(1_500, 1_520));
  expect(page).toHaveLength(20);
  expect(page.at(-1)?.after.outline.title).toBe('Título 1516');
  expect((await open(acts.slice(-1)))[0]?.after.outline.modules[0]?.title).toBe('El último');
  expect(readSince()).toBeLessThan(300);
  // Acts of somebody who did little, over all of that time.
  await open(acts.filter((_, at) => at % 300 === 0));
  expect(readSince()).toBeLessThan(1_000);
});
