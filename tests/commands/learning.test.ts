import { describe, expect, test } from 'vitest';
import { type Authoring, createAuthoring } from '../../backend/commands/catalogue/authoring.ts';
import { course } from '../../backend/commands/catalogue/course.ts';
import { user } from '../../backend/commands/identity/user.ts';
import { createCommands } from '../../backend/commands/kernel/handle.ts';
import { enrolment, sourceOf } from '../../backend/commands/learning/enrolment.ts';
import { accessTo } from '../../backend/commands/learning/learners.ts';
import { emptyOutline } from '../../events/outline.ts';
import { openDomain, publishedCourse, register, type TestDomain } from '../support/domain.ts';
import { origin } from '../support/learning.ts';

const premium = { tier: 'premium' } as const;
const priced = { price: { amount: 19_900, currency: 'MXN' } } as const;

describe('who may enrol', () => {
  test('anyone in a free course, nobody in a draft', async () => {
    const domain = await openDomain();
    const { courseId, modules } = await publishedCourse(domain, [1, 1]);
    const userId = await register(domain, 'ana');
    await domain.learning.enrol(userId, courseId, domain.context());
    expect((await domain.events(`enrolment-${userId}_${courseId}`)).map(({ type, data }) => [type, data])).toEqual([
      ['LearnerEnrolled', { userId, courseId, source: 'self', ...origin }],
      ['ModuleUnlocked', { userId, courseId, moduleId: modules[0]?.moduleId }],
    ]);
    await domain.authoring.change(courseId, { type: 'unpublish' }, domain.context());
    const eva = await register(domain, 'eva');
    await expect(domain.learning.enrol(eva, courseId, domain.context())).rejects.toThrow('COURSE_NOT_PUBLISHED');
    await expect(domain.learning.enrol(eva, 99, domain.context())).rejects.toThrow('COURSE_NOT_FOUND');
    await expect(domain.learning.enrol(99, courseId, domain.context())).rejects.toThrow('USER_NOT_FOUND');
  });

  test('in a Premium one by plan, in a priced one only who was given it', async () => {
    const domain = await openDomain();
    const forPlan = await publishedCourse(domain, [1], premium);
    const forSale = await publishedCourse(domain, [1], priced);
    const basic = await register(domain, 'ana');
    const plan = await register(domain, 'eva', { plan: 'premium' });
    await expect(domain.learning.enrol(basic, forPlan.courseId, domain.context())).rejects.toThrow('PREMIUM_CONTENT');
    await expect(domain.learning.enrol(basic, forSale.courseId, domain.context())).rejects.toThrow('COURSE_NOT_FREE');
    expect(sourceOf((await domain.learning.enrol(plan, forPlan.courseId, domain.context())).state)).toBe('plan');
    expect(sourceOf((await domain.learning.assign(basic, forSale.courseId, domain.context())).state)).toBe('grant');
  });

  test('an assignment to who is in the course already is a grant beside what they have, once, and outlives the plan (C-05)', async () => {
    const domain = await openDomain();
    const { courseId, modules } = await publishedCourse(domain, [1], premium);
    const userId = await register(domain, 'ana', { plan: 'premium' });
    await domain.learning.enrol(userId, courseId, domain.context());
    const assign = (name?: string) => domain.learning.assign(userId, courseId, domain.context(name));
    const first = await assign('grant');
    expect(first).toMatchObject({ already: true, appended: 1 });
    expect([...first.state.entitlements].map(([, { source }]) => source)).toEqual(['plan', 'grant']);
    expect((await assign('grant')).position).toBe(first.position);
    await Promise.all([assign(), (await domain.another()).learning.assign(userId, courseId, domain.context())]);
    expect((await domain.types(`enrolment-${userId}_${courseId}`)).filter((type) => type !== 'ModuleUnlocked')).toEqual([
      'LearnerEnrolled',
      'EntitlementGranted',
    ]);
    await domain.commands.handle(user, userId, { type: 'changePlan', plan: 'basic' }, domain.context());
    expect(await domain.learning.access(userId, courseId)).toMatchObject({ access: 'grant', enrolled: 'grant' });
    await domain.learning.setCompleted(userId, courseId, modules[0]?.classIds[0] ?? 0, true, domain.context());
    // Somebody else, assigned from the beginning.
    const eva = await register(domain, 'eva');
    expect(await domain.learning.assign(eva, courseId, domain.context())).toMatchObject({ already: false });
  });

  test('access is by price, tier, plan, source and staff (C-05, C-12, C-79)', () => {
    const student = { userId: 1, role: 'student', plan: 'basic' };
    const subscriber = { ...student, plan: 'premium' };
    const open = emptyOutline();
    const sold = { ...open, ...priced };
    const locked = { ...open, ...premium, instructorId: 8 };
    expect(accessTo(open, student, null)).toBe('open');
    expect(accessTo({ ...open, price: { amount: 0, currency: 'MXN' } }, student, null)).toBe('open');
    expect(accessTo(open, student, 'self')).toBe('self');
    expect(accessTo(sold, student, null)).toBeNull();
    // Who enrolled while it was free keeps it.
    expect(accessTo(sold, student, 'self')).toBe('self');
    expect(accessTo(sold, subscriber, null)).toBeNull();
    expect(accessTo(sold, student, 'purchase')).toBe('purchase');
    expect(accessTo(sold, student, 'grant')).toBe('grant');
    expect(accessTo(locked, student, 'self')).toBeNull();
    expect(accessTo(locked, student, 'plan')).toBeNull();
    expect(accessTo(locked, subscriber, null)).toBe('plan');
    expect(accessTo(locked, student, 'purchase')).toBe('purchase');
    expect(accessTo(locked, { ...student, role: 'administrator' }, null)).toBe('staff');
    expect(accessTo(locked, { ...student, userId: 8, role: 'instructor' }, null)).toBe('staff');
    expect(accessTo(locked, { ...student, userId: 9, role: 'instructor' }, null)).toBeNull();
    expect(accessTo(locked, { ...student, userId: 8, role: 'student' }, null)).toBeNull();
  });
});

describe('learning', () => {
  test('the completion of every class completes the course', async () => {
    const domain = await openDomain();
    const { courseId, modules } = await publishedCourse(domain, [2, 1]);
    const userId = await register(domain, 'ana');
    const [first, second] = modules;
    const set = (classId: number | undefined, completed = true) =>
      domain.learning.setCompleted(userId, courseId, classId ?? 0, completed, domain.context());
    await expect(set(first?.classIds[0])).rejects.toThrow('NOT_ENROLLED');
    await domain.learning.enrol(userId, courseId, domain.context());
    await expect(set(second?.classIds[0])).rejects.toThrow('MODULE_LOCKED');
    for (const classId of [...(first?.classIds ?? []), ...(second?.classIds ?? [])]) await set(classId);
    const { state } = await set(first?.classIds[0], false);
    expect(state).toMatchObject({ courseCompleted: true });
    expect(state.completed.size).toBe(2);
    expect((await domain.types(`enrolment-${userId}_${courseId}`)).filter((type) => type === 'CourseCompleted')).toHaveLength(1);
  });

  test('who lost access to a course completes nothing in it', async () => {
    const domain = await openDomain();
    const { courseId, modules } = await publishedCourse(domain, [1]);
    const userId = await register(domain, 'ana');
    await domain.learning.enrol(userId, courseId, domain.context());
    const classId = modules[0]?.classIds[0] ?? 0;
    await domain.authoring.change(courseId, { type: 'change', ...priced }, domain.context());
    // A price that is set later takes nothing from who enrolled without one.
    expect(await domain.learning.access(userId, courseId)).toMatchObject({ access: 'self', enrolled: 'self' });
    await domain.authoring.change(courseId, { type: 'change', ...premium }, domain.context());
    await expect(domain.learning.setCompleted(userId, courseId, classId, true, domain.context())).rejects.toThrow('PREMIUM_CONTENT');
  });

  test('an archived course stays with its learners (C-38)', async () => {
    const domain = await openDomain();
    const { courseId, modules } = await publishedCourse(domain, [1]);
    const userId = await register(domain, 'ana');
    await domain.learning.enrol(userId, courseId, domain.context());
    await domain.authoring.change(courseId, { type: 'archive' }, domain.context());
    const done = await domain.learning.setCompleted(userId, courseId, modules[0]?.classIds[0] ?? 0, true, domain.context());
    expect(done.state.courseCompleted).toBe(true);
    const eva = await register(domain, 'eva');
    await expect(domain.learning.enrol(eva, courseId, domain.context())).rejects.toThrow('COURSE_NOT_PUBLISHED');
  });

  test('an enrolment ends once; the same command again is answered as then, another is refused', async () => {
    const domain = await openDomain();
    const { courseId } = await publishedCourse(domain, [1]);
    const userId = await register(domain, 'ana');
    await expect(domain.learning.unenrol(userId, courseId, domain.context())).rejects.toThrow('ENROLMENT_NOT_FOUND');
    await domain.learning.enrol(userId, courseId, domain.context());
    const first = await domain.learning.unenrol(userId, courseId, domain.context('end'));
    const again = await domain.learning.unenrol(userId, courseId, domain.context('end'));
    expect(again.position).toBe(first.position);
    await expect(domain.learning.unenrol(userId, courseId, domain.context())).rejects.toThrow('ENROLMENT_NOT_FOUND');
  });

  test('who bought a course has it after whatever else ends, and enters again by it (C-05)', async () => {
    const domain = await openDomain();
    const { courseId } = await publishedCourse(domain, [1], priced);
    const userId = await register(domain, 'ana');
    const bought = { source: 'purchase', code: null, order: 'orden-7', person: null } as const;
    const plan = { unlockRule: 'free', modules: [] } as const;
    await domain.commands.handle(
      enrolment,
      `${userId}_${courseId}`,
      { type: 'enrol', userId, courseId, ...bought, plan },
      domain.context(),
    );
    await domain.learning.assign(userId, courseId, domain.context('gift', { actor: { userId: 9, role: 'administrator' } }));
    await domain.learning.unenrol(userId, courseId, domain.context());
    expect(await domain.learning.access(userId, courseId)).toMatchObject({ access: 'purchase', enrolled: null });
    await domain.learning.enrol(userId, courseId, domain.context());
    const ids = { userId, courseId };
    const rights = (await domain.events(`enrolment-${userId}_${courseId}`)).filter(({ type }) => !/Module/.test(type));
    expect(rights.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'LearnerEnrolled', data: { ...ids, ...bought } },
      { type: 'EntitlementGranted', data: { ...ids, source: 'grant', code: null, order: null, person: 9 } },
      { type: 'EntitlementEnded', data: { ...ids, source: 'grant', code: null, order: null, person: 9 } },
      { type: 'LearnerUnenrolled', data: ids },
      { type: 'LearnerEnrolled', data: { ...ids, ...bought } },
    ]);
  });

  test('study time goes to the day of the school, and to nobody who is not enrolled', async () => {
    const domain = await openDomain();
    const { courseId } = await publishedCourse(domain, [1]);
    const userId = await register(domain, 'ana');
    const report = (reported: number) => domain.learning.study(userId, courseId, { tab: 'a', reported }, domain.context());
    await expect(report(30)).rejects.toThrow('NOT_ENROLLED');
    await domain.learning.enrol(userId, courseId, domain.context());
    domain.clock.set('2026-03-03T06:30:00.000Z');
    await report(30);
    domain.clock.set('2026-03-03T08:00:10.000Z');
    await report(5_000);
    const counted = (await domain.events()).filter(({ type }) => type === 'StudyTimeRecorded').map(({ stream, data }) => [stream, data]);
    expect(counted).toEqual([
      [`study-${userId}_2026-03-02`, { userId, courseId, date: '2026-03-02', seconds: 30, tab: 'a', reported: 30 }],
      [`study-${userId}_2026-03-03`, { userId, courseId, date: '2026-03-03', seconds: 10, tab: 'a', reported: 5_000 }],
    ]);
  });
});

describe('authoring', () => {
  test('a class made twice by one command is one class, its texts in streams of their own', async () => {
    const domain = await openDomain();
    const { courseId, modules } = await publishedCourse(domain, [1]);
    const moduleId = modules[0]?.moduleId ?? 0;
    const subtopic = { title: 'Leer', description: '', kind: 'reading', videoUrl: null, minutes: 3, text: '# Hola' } as const;
    const klass = {
      title: 'Clase',
      description: '',
      videoUrl: null,
      subtopics: [subtopic, { ...subtopic, text: null }],
      resources: [{ title: 'Guía', url: 'https://ejemplo.mx', kind: 'document' as const }],
    };
    const first = await domain.authoring.addClass(courseId, moduleId, klass, domain.context('class'));
    const again = await domain.authoring.addClass(courseId, moduleId, klass, domain.context('class'));
    expect(again).toMatchObject({ classId: first.classId, subtopicIds: first.subtopicIds });
    expect(first.state.modules[0]?.classes).toHaveLength(2);
    expect(again.state.modules[0]?.classes).toHaveLength(2);
    expect(await domain.events(`lesson-${first.subtopicIds[0]}`)).toMatchObject([
      { data: { courseId, moduleId, classId: first.classId, subtopicId: first.subtopicIds[0], text: '# Hola' } },
    ]);
    expect(await domain.types(`lesson-${first.subtopicIds[1]}`)).toEqual([]);
  });

  const klassOf = (text: string) => ({
    title: 'Clase',
    description: '',
    videoUrl: null,
    subtopics: [{ title: 'Leer', description: '', kind: 'reading' as const, videoUrl: null, minutes: 3, text }],
    resources: [],
  });
  /** Authoring in a process that dies before it writes an event of this type. */
  const dying = (domain: TestDomain, type: string) =>
    createAuthoring(
      createCommands({
        ...domain.log,
        append: (stream, expected, events, meta) =>
          events[0]?.type === type ? Promise.reject(new Error('crash')) : domain.log.append(stream, expected, events, meta),
      }),
    );

  test('a class, or a subtopic, whose process died between its text and the outline is completed by the same command', async () => {
    const domain = await openDomain();
    const { courseId, modules } = await publishedCourse(domain, [1]);
    const { moduleId = 0, classIds = [] } = modules[0] ?? {};
    const addClass = (authoring: Authoring) => authoring.addClass(courseId, moduleId, klassOf('# Hola'), domain.context('class'));
    await expect(addClass(dying(domain, 'ClassAdded'))).rejects.toThrow('crash');
    const texts = async () =>
      (await domain.events()).flatMap(({ type, data }) => (type === 'LessonTextSet' ? [(data as { subtopicId: number }).subtopicId] : []));
    const left = await texts();
    expect(left).toHaveLength(1);
    const { state } = await domain.commands.load(course, courseId);
    expect(state.modules[0]?.classes).toHaveLength(1);
    const done = await addClass(domain.authoring);
    expect(done.subtopicIds).toEqual(left);
    expect(await texts()).toEqual(left);

    const [subtopic] = klassOf('# Adiós').subtopics;
    if (!subtopic) throw new Error('no subtopic');
    const addSubtopic = (authoring: Authoring) =>
      authoring.addSubtopic(courseId, moduleId, classIds[0] ?? 0, subtopic, domain.context('subtopic'));
    await expect(addSubtopic(dying(domain, 'SubtopicAdded'))).rejects.toThrow('crash');
    const { subtopicId } = await addSubtopic(domain.authoring);
    expect(await texts()).toEqual([...left, subtopicId]);
    expect(await domain.types(`lesson-${subtopicId}`)).toEqual(['LessonTextSet']);
  });

  test('a class, or a subtopic, that is refused leaves no text behind; one that was made is answered as then', async () => {
    const domain = await openDomain();
    const { courseId, modules } = await publishedCourse(domain, [1]);
    const { moduleId = 0, classIds = [] } = modules[0] ?? {};
    const refused = klassOf('# Nada');
    const [subtopic] = refused.subtopics;
    if (!subtopic) throw new Error('no subtopic');
    const { addClass, addSubtopic } = domain.authoring;
    const made = await addClass(courseId, moduleId, klassOf('# Hola'), domain.context('made'));
    await expect(addClass(courseId, moduleId, { ...refused, title: ' ' }, domain.context())).rejects.toThrow('TITLE_EMPTY');
    await expect(addClass(courseId, 999, refused, domain.context())).rejects.toThrow('MODULE_NOT_FOUND');
    await expect(addSubtopic(courseId, moduleId, 999, subtopic, domain.context())).rejects.toThrow('CLASS_NOT_FOUND');
    await domain.authoring.change(courseId, { type: 'archive' }, domain.context());
    await expect(addClass(courseId, moduleId, refused, domain.context())).rejects.toThrow('COURSE_ARCHIVED');
    await expect(addSubtopic(courseId, moduleId, classIds[0] ?? 0, subtopic, domain.context())).rejects.toThrow('COURSE_ARCHIVED');
    const again = await addClass(courseId, moduleId, klassOf('# Hola'), domain.context('made'));
    expect(again).toMatchObject({ classId: made.classId, subtopicIds: made.subtopicIds });
    expect((await domain.events()).filter(({ type }) => type === 'LessonTextSet')).toHaveLength(1);
  });
});
