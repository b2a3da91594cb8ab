import { describe, expect, test } from 'vitest';
import { coTeaching } from '../../backend/projections/coTeaching.ts';
import { type CourseDoc, courses } from '../../backend/projections/courses.ts';
import type { Klass, Module } from '../../events/outline.ts';
import { courseFields, createdFields } from '../support/courseFields.ts';
import { everyTypeIsCovered, type GivenEvent, given, givenEvents, timeOf } from '../support/projectionSpec.ts';

const courseId = 1;
const created = given('CourseCreated', { courseId, ...createdFields() });
const event = (type: string, data: object = {}): GivenEvent => given(type, { courseId, ...data });
const inModule = (type: string, data: object = {}) => event(type, { moduleId: 10, ...data });
const inClass = (type: string, data: object = {}) => inModule(type, { classId: 100, ...data });
const subtopic = (subtopicId: number, more: object = {}) => ({
  subtopicId,
  title: `Subtema ${subtopicId}`,
  description: '',
  kind: 'reading',
  videoUrl: null,
  minutes: 5,
  ...more,
});
const resource = (resourceId: number, title = 'Guía') => ({ resourceId, title, url: 'https://ejemplo.mx/guia.pdf', kind: 'document' });
const module = (moduleId: number) =>
  event('ModuleAdded', { moduleId, title: `Módulo ${moduleId}`, description: 'd', content: 'c', videoUrl: null });
const klass = (classId: number, moduleId = 10) =>
  event('ClassAdded', {
    moduleId,
    classId,
    title: `Clase ${classId}`,
    description: '',
    videoUrl: null,
    subtopics: [subtopic(1000), subtopic(1001)],
    resources: [resource(5000)],
  });

const outline = [created, module(10), klass(100), klass(101), module(11)];
const LAST = outline.length;
const outlineAfter = (...events: GivenEvent[]): CourseDoc =>
  givenEvents(courses, [...outline, ...events]).documents.docs()['1'] as unknown as CourseDoc;
const outlineBefore = outlineAfter();

const moduleOf = (doc: CourseDoc, moduleId = 10): Module | undefined => doc.modules.find((one) => one.moduleId === moduleId);
const classOf = (doc: CourseDoc, classId = 100): Klass | undefined => moduleOf(doc)?.classes.find((one) => one.classId === classId);

test('what says that events belong together changes nothing but the version of the course', () => {
  const published = event('CourseChangesPublished', { changes: 2, texts: [] });
  const restored = event('CourseVersionRestored', { moduleId: null, classId: null, to: 3, undone: null, texts: [] });
  const { modules, title } = outlineBefore;
  expect(outlineAfter(published, restored)).toMatchObject({ modules, title, version: LAST + 2, changedAt: timeOf(LAST + 1) });
});

test('a course begins as a draft without modules', () => {
  givenEvents(courses, [created, given('CourseCreated', { courseId: 2, ...createdFields({ title: 'Otro', instructorId: 7 }) })])
    .thenDoc('1', {
      courseId: 1,
      ...courseFields(),
      status: 'draft',
      featured: false,
      coInstructors: [],
      place: null,
      modules: [],
      videoTexts: [],
      version: 1,
      createdAt: timeOf(0),
      changedAt: timeOf(0),
      publishedAt: null,
      classTimes: {},
      copiedFrom: null,
    })
    .thenDocLike('2', { title: 'Otro', instructorId: 7, createdAt: timeOf(1) })
    .thenChange('curso:1', { id: '1', op: 'put', version: 1 })
    .thenChange('cursos', { id: '2', op: 'put', version: 1 });
});

describe('a field of the course', () => {
  test.each<[string, object]>([
    ['CourseRenamed', { title: 'Python a fondo' }],
    ['CourseDescribed', { description: 'Para quien ya programa' }],
    ['CourseCategorySet', { category: 'Datos' }],
    ['CourseTierSet', { tier: 'premium' }],
    ['CourseDifficultySet', { difficulty: 'advanced' }],
    ['CourseTrackSet', { track: 'no-code' }],
    ['CourseDurationSet', { duration: null }],
    ['CourseInstructorAssigned', { instructorId: 7 }],
    ['CourseImageSet', { imageUrl: '/img/python.webp' }],
    ['CourseImageDescribed', { imageAlt: 'Una serpiente dibujada' }],
    ['CoursePriced', { price: { amount: 49_900, currency: 'MXN' } }],
    ['CoursePreviousPriceSet', { previousPrice: { amount: 59_900, currency: 'MXN' } }],
    ['CourseProviderPriceSet', { providerPriceId: 'price_1' }],
    ['CourseUnlockRuleSet', { unlockRule: 'free' }],
    ['CourseVideoRuleSet', { videoRule: 'watched' }],
    ['CourseExerciseRuleSet', { exerciseRule: 'solved' }],
    ['CourseFeatured', { featured: true }],
    ['CourseFeaturedPlaced', { place: 3 }],
  ])('%s changes it and nothing else', (type, data) => {
    expect(outlineAfter(event(type, data))).toEqual({ ...outlineBefore, ...data, version: LAST + 1, changedAt: timeOf(LAST) });
    givenEvents(courses, [...outline, event(type, data)])
      .thenChange('curso:1', { version: LAST + 1 })
      .thenChange('cursos', { id: '1', version: LAST + 1 });
  });
});

test('others teach it beside its instructor until they do not, and each is found by what they teach', () => {
  const [one, other] = [event('CoInstructorAdded', { userId: 51 }), event('CoInstructorAdded', { userId: 52 })];
  const gone = event('CoInstructorRemoved', { userId: 51 });
  expect(outlineAfter(one, other).coInstructors).toEqual([51, 52]);
  expect(outlineAfter(one, other, gone).coInstructors).toEqual([52]);
  expect(givenEvents(coTeaching, [one, other, gone]).documents.docs()).toEqual({ '1_52': { courseId: 1, userId: 52 } });
});

test('a copy says whose it is; one from a package is of nobody here', () => {
  expect(outlineAfter(event('CourseCopied', { origin: 'course', fromCourseId: 3 }))).toEqual({
    ...outlineBefore,
    copiedFrom: 3,
    version: LAST + 1,
    changedAt: timeOf(LAST),
  });
  expect(outlineAfter(event('CourseCopied', { origin: 'package', fromCourseId: null })).copiedFrom).toBeNull();
});

test('publishing, taking back, archiving, restoring', () => {
  const steps = [
    event('CoursePublished', { classes: 2 }),
    event('CourseUnpublished'),
    event('CourseArchived', { from: 'draft' }),
    event('CourseRestored'),
  ];
  const states = steps.map((_, index) => outlineAfter(...steps.slice(0, index + 1)));
  expect(states.map(({ status }) => status)).toEqual(['published', 'draft', 'archived', 'draft']);
  expect(states.map(({ publishedAt }) => publishedAt)).toEqual(steps.map(() => timeOf(LAST)));
  expect(outlineAfter(...steps, event('CoursePublished', { classes: 2 }))).toMatchObject({
    status: 'published',
    publishedAt: timeOf(LAST + 4),
  });
});

describe('a module', () => {
  test('comes last, empty', () => {
    expect(outlineBefore.modules.map(({ moduleId }) => moduleId)).toEqual([10, 11]);
    expect(moduleOf(outlineBefore, 11)).toEqual({
      ...{ moduleId: 11, title: 'Módulo 11', description: 'd', content: 'c', videoUrl: null },
      ...{ objectives: [], classes: [], removed: false },
    });
  });

  test.each<[string, object]>([
    ['ModuleRenamed', { title: 'Variables' }],
    ['ModuleDescribed', { description: 'Nombres y valores' }],
    ['ModuleContentSet', { content: '…' }],
    ['ModuleVideoSet', { videoUrl: 'https://video.mx/1' }],
    ['ObjectivesSet', { objectives: [{ objectiveId: 3, text: 'Nombrar' }] }],
  ])('%s changes it and no other', (type, data) => {
    const doc = outlineAfter(inModule(type, data));
    expect(moduleOf(doc)).toEqual({ ...moduleOf(outlineBefore), ...data });
    expect(moduleOf(doc, 11)).toEqual(moduleOf(outlineBefore, 11));
    expect(doc.classTimes).toEqual(outlineBefore.classTimes);
  });

  test('moves, is removed with its classes, and comes back with them', () => {
    expect(outlineAfter(event('ModulesReordered', { order: [11, 10] })).modules.map(({ moduleId }) => moduleId)).toEqual([11, 10]);
    const removed = outlineAfter(inModule('ModuleRemoved'));
    expect(moduleOf(removed)).toEqual({ ...moduleOf(outlineBefore), removed: true });
    expect(moduleOf(outlineAfter(inModule('ModuleRemoved'), inModule('ModuleRestored')))).toEqual(moduleOf(outlineBefore));
  });

  test('that was removed stands behind those that were put in order', () => {
    const doc = outlineAfter(module(12), inModule('ModuleRemoved'), event('ModulesReordered', { order: [12, 11] }));
    expect(doc.modules.map(({ moduleId }) => moduleId)).toEqual([12, 11, 10]);
  });
});

describe('a class', () => {
  test('comes last in its module, with its parts', () => {
    expect(moduleOf(outlineBefore)?.classes.map(({ classId }) => classId)).toEqual([100, 101]);
    expect(classOf(outlineBefore)).toEqual({
      ...{ classId: 100, title: 'Clase 100', description: '', content: '', videoUrl: null, removed: false },
      subtopics: [subtopic(1000), subtopic(1001)],
      resources: [resource(5000)],
    });
    expect(outlineBefore.classTimes).toEqual({
      '100': { added: timeOf(2), changed: timeOf(2) },
      '101': { added: timeOf(3), changed: timeOf(3) },
    });
  });

  test.each<[string, object, Partial<Klass>]>([
    ['ClassEdited', { title: 'Otra', description: 'x', videoUrl: '/v' }, { title: 'Otra', description: 'x', videoUrl: '/v' }],
    ['ClassContentSet', { content: 'Léelo' }, { content: 'Léelo' }],
    ['ClassRemoved', {}, { removed: true }],
    ['SubtopicAdded', subtopic(1002), { subtopics: [subtopic(1000), subtopic(1001), subtopic(1002)] as Klass['subtopics'] }],
    [
      'SubtopicEdited',
      subtopic(1000, { title: 'Otro', kind: 'assessment', minutes: null }),
      { subtopics: [subtopic(1000, { title: 'Otro', kind: 'assessment', minutes: null }), subtopic(1001)] as Klass['subtopics'] },
    ],
    ['SubtopicsReordered', { order: [1001, 1000] }, { subtopics: [subtopic(1001), subtopic(1000)] as Klass['subtopics'] }],
    ['SubtopicRemoved', { subtopicId: 1000 }, { subtopics: [subtopic(1001)] as Klass['subtopics'] }],
    ['ResourceAdded', resource(5001), { resources: [resource(5000), resource(5001)] as Klass['resources'] }],
    ['ResourceEdited', resource(5000, 'Otra'), { resources: [resource(5000, 'Otra')] as Klass['resources'] }],
    ['ResourceRemoved', { resourceId: 5000 }, { resources: [] }],
  ])('%s changes it and no other, and says when', (type, data, change) => {
    const doc = outlineAfter(inClass(type, data));
    expect(classOf(doc)).toEqual({ ...classOf(outlineBefore), ...change });
    expect(classOf(doc, 101)).toEqual(classOf(outlineBefore, 101));
    expect(doc.classTimes).toEqual({ ...outlineBefore.classTimes, '100': { added: timeOf(2), changed: timeOf(LAST) } });
    expect(doc).toMatchObject({ version: LAST + 1, changedAt: timeOf(LAST) });
  });

  test('moves and comes back', () => {
    const moved = outlineAfter(inModule('ClassesReordered', { order: [101, 100] }));
    expect(moduleOf(moved)?.classes.map(({ classId }) => classId)).toEqual([101, 100]);
    expect(moved.classTimes).toEqual(outlineBefore.classTimes);
    const away = outlineAfter(event('ClassMoved', { moduleId: 11, classId: 100, from: 10, place: 1 }));
    expect(away.modules.map(({ classes }) => classes.map(({ classId }) => classId))).toEqual([[101], [100]]);
    expect(away.modules[1]?.classes[0]).toEqual(classOf(outlineBefore));
    const back = outlineAfter(inClass('ClassRemoved'), inClass('ClassRestored'));
    expect(classOf(back)).toEqual(classOf(outlineBefore));
    expect(back.classTimes['100']).toEqual({ added: timeOf(2), changed: timeOf(LAST + 1) });
  });
});

test('a change of a lesson text is no change of the outline', () => {
  const text = inClass('LessonTextSet', { subtopicId: 1000, text: '# Hola' });
  expect(outlineAfter(text)).toEqual(outlineBefore);
});

test('what a video offers to who does not hear it is the last that was said', () => {
  const declared = (videoUrl: string, text: string | null) => event('VideoTextDeclared', { videoUrl, text });
  const all = [declared('/a.mp4', 'captions'), declared('/b.mp4', 'captions'), declared('/a.mp4', 'transcript')];
  const known = [
    { url: '/a.mp4', text: 'transcript' },
    { url: '/b.mp4', text: 'captions' },
  ];
  expect(outlineAfter(...all)).toMatchObject({ modules: outlineBefore.modules, videoTexts: known });
  expect(outlineAfter(...all, declared('/b.mp4', null)).videoTexts).toEqual(known.slice(0, 1));
});

everyTypeIsCovered(courses);
