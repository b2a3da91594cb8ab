import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { course } from '../../backend/commands/catalogue/course.ts';
import type { CourseCommand } from '../../backend/commands/catalogue/courseCommand.ts';
import type { CourseEvent, CourseFields, Subtopic } from '../../events/outline.ts';
import type { EventOf } from '../../events/registry.ts';
import { courseFields, createdFields } from '../support/courseFields.ts';
import { fold, given } from '../support/deciderSpec.ts';

const courseId = 1;
const created = { type: 'CourseCreated', data: { courseId, ...createdFields() } } as const;
const module = (moduleId: number) =>
  ({
    type: 'ModuleAdded',
    data: { courseId, moduleId, title: `Módulo ${moduleId}`, description: 'd', content: 'c', videoUrl: null },
  }) as const;
const subtopic = (subtopicId: number): Subtopic => ({
  subtopicId,
  title: `Subtema ${subtopicId}`,
  description: '',
  kind: 'reading',
  videoUrl: null,
  minutes: 5,
});
const resource = (resourceId: number) =>
  ({ resourceId, title: `Recurso ${resourceId}`, url: 'https://ejemplo.mx', kind: 'document' }) as const;
const klass = (moduleId: number, classId: number): EventOf<'ClassAdded'> => ({
  type: 'ClassAdded',
  data: {
    courseId,
    moduleId,
    classId,
    title: `Clase ${classId}`,
    description: '',
    videoUrl: null,
    subtopics: [subtopic(classId * 10), subtopic(classId * 10 + 1)],
    resources: [resource(classId * 10)],
  },
});
const published = { type: 'CoursePublished', data: { courseId, classes: 3 } } as const;
const archived = (from: 'draft' | 'published') => ({ type: 'CourseArchived', data: { courseId, from } }) as const;
/** Module 1 with classes 11 and 12, module 2 with class 21. */
const full: readonly CourseEvent[] = [created, module(1), klass(1, 11), klass(1, 12), module(2), klass(2, 21)];
const moduleRemoved = (moduleId: number) => ({ type: 'ModuleRemoved', data: { courseId, moduleId } }) as const;
const classRemoved = (classId: number, moduleId = 1) => ({ type: 'ClassRemoved', data: { courseId, moduleId, classId } }) as const;

const everyCommand: readonly CourseCommand[] = [
  { type: 'change', title: 'Otro' },
  { type: 'publish' },
  { type: 'unpublish' },
  { type: 'archive' },
  { type: 'restore' },
  { type: 'addModule', moduleId: 3, title: 'Nuevo', description: '', content: '', videoUrl: null },
  { type: 'changeModule', moduleId: 1, title: 'Otro' },
  { type: 'reorderModules', order: [2, 1] },
  { type: 'removeModule', moduleId: 1 },
  { type: 'restoreModule', moduleId: 1 },
  { type: 'setObjectives', moduleId: 1, objectives: [] },
  { type: 'addClass', moduleId: 1, classId: 13, title: 'Nueva', description: '', videoUrl: null, subtopics: [], resources: [] },
  { type: 'changeClass', classId: 11, title: 'Otra' },
  { type: 'reorderClasses', moduleId: 1, order: [12, 11] },
  { type: 'moveClass', classId: 11, moduleId: 2 },
  { type: 'removeClass', classId: 11 },
  { type: 'restoreClass', classId: 11 },
  { type: 'addSubtopic', classId: 11, ...subtopic(5) },
  { type: 'changeSubtopic', subtopicId: 110, title: 'Otro' },
  { type: 'reorderSubtopics', classId: 11, order: [111, 110] },
  { type: 'removeSubtopic', subtopicId: 110 },
  { type: 'addResource', classId: 11, ...resource(5) },
  { type: 'changeResource', resourceId: 110, title: 'Otro' },
  { type: 'declareVideoText', videoUrl: 'https://ejemplo.mx/v.mp4', text: 'captions' },
  { type: 'removeResource', resourceId: 110 },
];

describe('a course', () => {
  test('is created as a draft, once, with its texts trimmed', () => {
    const outcome = given(course, []).when({
      type: 'create',
      courseId,
      ...courseFields({ title: '  Curso de Python ', description: ' Desde cero\n' }),
    });
    outcome.then([created]);
    expect(outcome.state()).toMatchObject({ status: 'draft', version: 1 });
    const imageAlt = 'Una mano escribe en un teclado';
    given(course, [])
      .when({ type: 'create', courseId, ...courseFields({ imageAlt }) })
      .then([created, { type: 'CourseImageDescribed', data: { courseId, imageAlt } }]);
    given(course, [created])
      .when({ type: 'create', courseId, ...courseFields() })
      .thenRefused('CONFLICT');
  });

  test.each([
    ['TITLE_EMPTY', { title: '  ' }],
    ['DESCRIPTION_EMPTY', { description: '\n' }],
  ])('without text: %s', (code, fields) => {
    given(course, [])
      .when({ type: 'create', courseId, ...courseFields(fields) })
      .thenRefused(code);
    given(course, [created])
      .when({ type: 'change', ...fields })
      .thenRefused(code);
  });

  test.each(everyCommand.map((command) => [command.type, command] as const))('%s is refused before the course exists', (_, command) => {
    given(course, []).when(command).thenRefused('COURSE_NOT_FOUND');
  });

  test.each(everyCommand.filter(({ type }) => type !== 'archive' && type !== 'restore').map((command) => [command.type, command] as const))(
    '%s is refused while the course is archived',
    (_, command) => {
      given(course, [...full, archived('draft')])
        .when(command)
        .thenRefused('COURSE_ARCHIVED');
    },
  );
});

describe('publishing (C-80) and archiving (C-38)', () => {
  test('a course without classes cannot be published, any other can', () => {
    given(course, [created]).when({ type: 'publish' }).thenRefused('COURSE_WITHOUT_CLASSES');
    given(course, [created, module(1)])
      .when({ type: 'publish' })
      .thenRefused('COURSE_WITHOUT_CLASSES');
    given(course, [created, module(1), klass(1, 11), classRemoved(11)])
      .when({ type: 'publish' })
      .thenRefused('COURSE_WITHOUT_CLASSES');
    given(course, [created, module(1), klass(1, 11), moduleRemoved(1)])
      .when({ type: 'publish' })
      .thenRefused('COURSE_WITHOUT_CLASSES');
    given(course, full).when({ type: 'publish' }).then([published]);
  });

  test('each once', () => {
    given(course, [...full, published])
      .when({ type: 'publish' })
      .thenNothing();
    given(course, full).when({ type: 'unpublish' }).thenNothing();
    given(course, [...full, published])
      .when({ type: 'unpublish' })
      .then([{ type: 'CourseUnpublished', data: { courseId } }]);
  });

  test('archiving says what it was before; restoring gives a draft with everything in it', () => {
    given(course, full)
      .when({ type: 'archive' })
      .then([archived('draft')]);
    given(course, [...full, published])
      .when({ type: 'archive' })
      .then([archived('published')]);
    given(course, [...full, archived('draft')])
      .when({ type: 'archive' })
      .thenNothing();
    given(course, full).when({ type: 'restore' }).thenNothing();
    const restored = given(course, [...full, published, archived('published')]).when({ type: 'restore' });
    restored.then([{ type: 'CourseRestored', data: { courseId } }]);
    const { version: _, ...after } = restored.state();
    const { version: __, ...before } = fold(course, full);
    expect(after).toEqual(before);
  });
});

describe('one event per field that changed, none where nothing did (C-36)', () => {
  const money = fc.option(fc.record({ amount: fc.nat(1_000_000), currency: fc.constantFrom('MXN' as const, 'USD' as const) }), {
    nil: null,
  });
  const text = fc.string({ minLength: 1, maxLength: 30 }).filter((value) => value.trim() !== '');
  const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
  const fields = {
    title: text,
    description: text,
    category: fc.string({ maxLength: 20 }),
    tier: fc.constantFrom('basic' as const, 'premium' as const),
    difficulty: fc.constantFrom('beginner' as const, 'intermediate' as const, 'advanced' as const),
    track: fc.constantFrom('code' as const, 'no-code' as const),
    duration: orNull(fc.string({ maxLength: 10 })),
    instructorId: orNull(fc.integer({ min: 1, max: 3 })),
    imageUrl: orNull(fc.webUrl()),
    imageAlt: orNull(text),
    price: money,
    previousPrice: money,
    providerPriceId: orNull(fc.string({ maxLength: 10 })),
    unlockRule: fc.constantFrom('sequential' as const, 'free' as const),
    videoRule: fc.constantFrom('optional' as const, 'watched' as const),
    exerciseRule: fc.constantFrom('optional' as const, 'solved' as const),
    featured: fc.boolean(),
  };

  test('of any change', () => {
    fc.assert(
      fc.property(fc.record(fields, { requiredKeys: [] }), (asked) => {
        const before = fold(course, [created]);
        const command = { type: 'change' as const, ...asked };
        const events = given(course, [created]).when(command).decided();
        const wanted = {
          ...asked,
          ...(asked.title && { title: asked.title.trim() }),
          ...(asked.description && { description: asked.description.trim() }),
        };
        const changed = (Object.keys(wanted) as (keyof CourseFields)[]).filter(
          (field) => JSON.stringify(wanted[field]) !== JSON.stringify(before[field]),
        );
        expect(events).toHaveLength(changed.length);
        expect(new Set(events.map(({ type }) => type)).size).toBe(events.length);
        for (const { data } of events) expect(Object.keys(data)).toHaveLength(2);
        expect(fold(course, [created, ...events])).toMatchObject(wanted);
        given(course, [created, ...events])
          .when(command)
          .thenNothing();
      }),
    );
  });

  test('the event of each field', () => {
    const one = (command: Partial<CourseFields> & { featured?: boolean }, type: CourseEvent['type']) => {
      const events = given(course, [created])
        .when({ type: 'change', ...command })
        .decided();
      expect(events).toEqual([{ type, data: { courseId, ...command } }]);
    };
    one({ title: 'Otro' }, 'CourseRenamed');
    one({ description: 'Otra' }, 'CourseDescribed');
    one({ category: 'IA' }, 'CourseCategorySet');
    one({ tier: 'premium' }, 'CourseTierSet');
    one({ difficulty: 'advanced' }, 'CourseDifficultySet');
    one({ track: 'no-code' }, 'CourseTrackSet');
    one({ duration: null }, 'CourseDurationSet');
    one({ instructorId: 5 }, 'CourseInstructorAssigned');
    one({ imageUrl: 'https://ejemplo.mx/a.png' }, 'CourseImageSet');
    one({ imageAlt: 'Una mano escribe en un teclado' }, 'CourseImageDescribed');
    one({ price: { amount: 19_900, currency: 'MXN' } }, 'CoursePriced');
    one({ previousPrice: { amount: 29_900, currency: 'MXN' } }, 'CoursePreviousPriceSet');
    one({ providerPriceId: 'price_1' }, 'CourseProviderPriceSet');
    one({ unlockRule: 'free' }, 'CourseUnlockRuleSet');
    one({ videoRule: 'watched' }, 'CourseVideoRuleSet');
    one({ exerciseRule: 'solved' }, 'CourseExerciseRuleSet');
    one({ featured: true }, 'CourseFeatured');
  });

  test('others teach it beside its instructor, each once, up to ten; who becomes its instructor is not beside them any more', () => {
    const added = (userId: number): CourseEvent => ({ type: 'CoInstructorAdded', data: { courseId, userId } });
    const removed = (userId: number): CourseEvent => ({ type: 'CoInstructorRemoved', data: { courseId, userId } });
    given(course, [created])
      .when({ type: 'addCoInstructor', userId: 51 })
      .then([added(51)]);
    given(course, [created, added(51)])
      .when({ type: 'addCoInstructor', userId: 51 })
      .thenNothing();
    given(course, [created, added(51)])
      .when({ type: 'removeCoInstructor', userId: 51 })
      .then([removed(51)]);
    given(course, [created, added(51), removed(51)])
      .when({ type: 'removeCoInstructor', userId: 51 })
      .thenNothing();
    given(course, [created, added(51)])
      .when({ type: 'change', instructorId: 51 })
      .then([{ type: 'CourseInstructorAssigned', data: { courseId, instructorId: 51 } }, removed(51)]);
    given(course, [created, ...Array.from({ length: 10 }, (_, at) => added(51 + at))])
      .when({ type: 'addCoInstructor', userId: 70 })
      .thenRefused('TOO_MANY_CO_INSTRUCTORS');
  });

  test('a featured course has a place until it is featured no more; one that is not featured has none', () => {
    const featured: CourseEvent = { type: 'CourseFeatured', data: { courseId, featured: true } };
    const placed: CourseEvent = { type: 'CourseFeaturedPlaced', data: { courseId, place: 2 } };
    given(course, [created]).when({ type: 'placeFeatured', place: 2 }).thenRefused('ORDER_MISMATCH');
    given(course, [created, featured]).when({ type: 'placeFeatured', place: 2 }).then([placed]);
    given(course, [created, featured, placed]).when({ type: 'placeFeatured', place: 2 }).thenNothing();
    const ended: CourseEvent = { type: 'CourseFeatured', data: { courseId, featured: false } };
    expect(fold(course, [created, featured, placed, ended, featured]).place).toBeNull();
  });

  test('the same price with its parts in another order is the same price', () => {
    given(course, [created, { type: 'CoursePriced', data: { courseId, price: { amount: 100, currency: 'MXN' } } }])
      .when({ type: 'change', price: { currency: 'MXN', amount: 100 } })
      .thenNothing();
  });

  test('of a module', () => {
    given(course, full)
      .when({ type: 'changeModule', moduleId: 1, title: ' Otro ', description: 'x', content: 'y', videoUrl: 'https://ejemplo.mx' })
      .then([
        { type: 'ModuleRenamed', data: { courseId, moduleId: 1, title: 'Otro' } },
        { type: 'ModuleDescribed', data: { courseId, moduleId: 1, description: 'x' } },
        { type: 'ModuleContentSet', data: { courseId, moduleId: 1, content: 'y' } },
        { type: 'ModuleVideoSet', data: { courseId, moduleId: 1, videoUrl: 'https://ejemplo.mx' } },
      ]);
    given(course, full)
      .when({ type: 'changeModule', moduleId: 1, title: ' Módulo 1 ', description: ' d ', content: 'c', videoUrl: null })
      .thenNothing();
    given(course, full).when({ type: 'changeModule', moduleId: 1, title: ' ' }).thenRefused('TITLE_EMPTY');
    given(course, full).when({ type: 'changeModule', moduleId: 1, description: ' ' }).thenRefused('DESCRIPTION_EMPTY');
    given(course, full).when({ type: 'changeModule', moduleId: 1, content: ' ' }).thenRefused('CONTENT_EMPTY');
  });

  test('of a class: its content beside what else of it changed; it may be blank', () => {
    const content = (text: string) => ({ type: 'ClassContentSet', data: { courseId, moduleId: 1, classId: 11, content: text } }) as const;
    const written = [...full, content('Léelo')];
    given(course, full)
      .when({ type: 'changeClass', classId: 11, title: 'Otra', content: 'Léelo' })
      .then([
        { type: 'ClassEdited', data: { courseId, moduleId: 1, classId: 11, title: 'Otra', description: '', videoUrl: null } },
        content('Léelo'),
      ]);
    given(course, written).when({ type: 'changeClass', classId: 11, content: 'Léelo' }).thenNothing();
    given(course, written)
      .when({ type: 'changeClass', classId: 11, content: '' })
      .then([content('')]);
  });

  test('of a class, a subtopic, a resource: one event with all of it, none where nothing changed', () => {
    given(course, full)
      .when({ type: 'changeClass', classId: 11, description: 'nueva' })
      .then([
        { type: 'ClassEdited', data: { courseId, moduleId: 1, classId: 11, title: 'Clase 11', description: 'nueva', videoUrl: null } },
      ]);
    given(course, full).when({ type: 'changeClass', classId: 11, title: ' Clase 11 ' }).thenNothing();
    given(course, full).when({ type: 'changeClass', classId: 11, title: '' }).thenRefused('TITLE_EMPTY');
    given(course, full)
      .when({ type: 'changeSubtopic', subtopicId: 110, kind: 'video', minutes: null })
      .then([{ type: 'SubtopicEdited', data: { courseId, moduleId: 1, classId: 11, ...subtopic(110), kind: 'video', minutes: null } }]);
    given(course, full)
      .when({ type: 'changeSubtopic', ...subtopic(110), title: ' Subtema 110 ' })
      .thenNothing();
    given(course, full).when({ type: 'changeSubtopic', subtopicId: 110, title: ' ' }).thenRefused('TITLE_EMPTY');
    given(course, full)
      .when({ type: 'changeResource', resourceId: 110, url: 'https://otra.mx' })
      .then([{ type: 'ResourceEdited', data: { courseId, moduleId: 1, classId: 11, ...resource(110), url: 'https://otra.mx' } }]);
    given(course, full)
      .when({ type: 'changeResource', ...resource(110) })
      .thenNothing();
  });
});

describe('modules', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => module(index + 1));
  const add = { type: 'addModule', moduleId: 900, title: ' Nuevo ', description: '', content: '', videoUrl: null } as const;

  test('come at the end', () => {
    const outcome = given(course, full).when(add);
    outcome.then([
      { type: 'ModuleAdded', data: { courseId, moduleId: 900, title: 'Nuevo', description: '', content: '', videoUrl: null } },
    ]);
    expect(outcome.state().modules.map(({ moduleId }) => moduleId)).toEqual([1, 2, 900]);
    given(course, full)
      .when({ ...add, title: ' ' })
      .thenRefused('TITLE_EMPTY');
  });

  test('up to 200, removed ones not counted; also by restoring (C-65)', () => {
    given(course, [created, ...many(200)])
      .when(add)
      .thenRefused('TOO_MANY_MODULES');
    expect(
      given(course, [created, ...many(200), moduleRemoved(1)])
        .when(add)
        .decided(),
    ).toHaveLength(1);
    given(course, [created, ...many(200), moduleRemoved(1), { ...module(900) }])
      .when({ type: 'restoreModule', moduleId: 1 })
      .thenRefused('TOO_MANY_MODULES');
  });

  test('are removed with their classes and restored with them', () => {
    const removed = given(course, full).when({ type: 'removeModule', moduleId: 1 });
    removed.then([moduleRemoved(1)]);
    const after = [...full, moduleRemoved(1)];
    given(course, after).when({ type: 'removeModule', moduleId: 1 }).thenRefused('MODULE_NOT_FOUND');
    given(course, after).when({ type: 'changeClass', classId: 11, title: 'x' }).thenRefused('CLASS_NOT_FOUND');
    given(course, after).when({ type: 'restoreClass', classId: 11 }).thenRefused('CLASS_NOT_FOUND');
    const restored = given(course, after).when({ type: 'restoreModule', moduleId: 1 });
    restored.then([{ type: 'ModuleRestored', data: { courseId, moduleId: 1 } }]);
    expect(restored.state().modules).toEqual(fold(course, full).modules);
    given(course, full).when({ type: 'restoreModule', moduleId: 1 }).thenNothing();
    given(course, full).when({ type: 'restoreModule', moduleId: 9 }).thenRefused('MODULE_NOT_FOUND');
  });

  test('objectives are compared by their texts', () => {
    const objectives = [{ objectiveId: 1, text: 'Saber' }];
    const set = { type: 'ObjectivesSet', data: { courseId, moduleId: 1, objectives } } as const;
    given(course, full).when({ type: 'setObjectives', moduleId: 1, objectives }).then([set]);
    given(course, [...full, set])
      .when({ type: 'setObjectives', moduleId: 1, objectives: [{ objectiveId: 2, text: 'Saber' }] })
      .thenNothing();
  });
});

describe('orders', () => {
  test.each<[Extract<CourseCommand, { order: readonly number[] }>, CourseEvent]>([
    [
      { type: 'reorderModules', order: [2, 1] },
      { type: 'ModulesReordered', data: { courseId, order: [2, 1] } },
    ],
    [
      { type: 'reorderClasses', moduleId: 1, order: [12, 11] },
      { type: 'ClassesReordered', data: { courseId, moduleId: 1, order: [12, 11] } },
    ],
    [
      { type: 'reorderSubtopics', classId: 11, order: [111, 110] },
      { type: 'SubtopicsReordered', data: { courseId, moduleId: 1, classId: 11, order: [111, 110] } },
    ],
  ])('%o', (command, event) => {
    given(course, full).when(command).then([event]);
    given(course, [...full, event])
      .when(command)
      .thenNothing();
    const [first = 0, second = 0] = command.order;
    for (const order of [[first], [first, first], [first, second, 99], [first, 99], []])
      given(course, full)
        .when({ ...command, order })
        .thenRefused('ORDER_MISMATCH');
  });

  test('a class goes to another module with all that it has, to the place that was asked for or behind the others', () => {
    const moved = (place: number): CourseEvent => ({ type: 'ClassMoved', data: { courseId, moduleId: 2, classId: 11, from: 1, place } });
    given(course, full)
      .when({ type: 'moveClass', classId: 11, moduleId: 2 })
      .then([moved(2)]);
    given(course, full)
      .when({ type: 'moveClass', classId: 11, moduleId: 2, place: 1 })
      .then([moved(1)]);
    given(course, full)
      .when({ type: 'moveClass', classId: 11, moduleId: 2, place: 99 })
      .then([moved(2)]);
    given(course, [...full, moved(1)])
      .when({ type: 'moveClass', classId: 11, moduleId: 2, place: 1 })
      .thenNothing();
    const { modules } = fold(course, [...full, moved(1)]);
    expect(modules.map(({ classes }) => classes.map(({ classId }) => classId))).toEqual([[12], [11, 21]]);
    expect(modules[1]?.classes[0]?.subtopics.map(({ subtopicId }) => subtopicId)).toEqual([110, 111]);
    // In its own module it is an order like any other.
    given(course, full)
      .when({ type: 'moveClass', classId: 11, moduleId: 1, place: 2 })
      .then([{ type: 'ClassesReordered', data: { courseId, moduleId: 1, order: [12, 11] } }]);
    given(course, full).when({ type: 'moveClass', classId: 11, moduleId: 1 }).thenNothing();
  });

  test('a place is counted among the classes that stand, not those that are archived', () => {
    const { modules } = fold(course, [
      ...full,
      klass(2, 22),
      classRemoved(21, 2),
      { type: 'ClassMoved', data: { courseId, moduleId: 2, classId: 11, from: 1, place: 1 } },
    ]);
    expect(modules[1]?.classes.filter(({ removed }) => !removed).map(({ classId }) => classId)).toEqual([11, 22]);
  });

  test('a removed part has no place in an order, and is restored at the end', () => {
    const history: CourseEvent[] = [...full, classRemoved(11)];
    given(course, history)
      .when({ type: 'reorderClasses', moduleId: 1, order: [12, 11] })
      .thenRefused('ORDER_MISMATCH');
    const { modules } = fold(course, [
      ...full,
      module(3),
      moduleRemoved(1),
      { type: 'ModulesReordered', data: { courseId, order: [3, 2] } },
      { type: 'ModuleRestored', data: { courseId, moduleId: 1 } },
    ]);
    expect(modules.map(({ moduleId }) => moduleId)).toEqual([3, 2, 1]);
  });
});

describe('classes, subtopics and resources', () => {
  test('a class comes with its subtopics and resources, all of them named', () => {
    const { type: _, data } = klass(1, 13);
    const { courseId: __, ...rest } = data;
    given(course, full)
      .when({ type: 'addClass', ...rest })
      .then([klass(1, 13)]);
    given(course, full)
      .when({ type: 'addClass', ...rest, title: '' })
      .thenRefused('TITLE_EMPTY');
    given(course, full)
      .when({ type: 'addClass', ...rest, subtopics: [{ ...subtopic(1), title: ' ' }] })
      .thenRefused('TITLE_EMPTY');
    given(course, full)
      .when({ type: 'addClass', ...rest, resources: [{ ...resource(1), title: ' ' }] })
      .thenRefused('TITLE_EMPTY');
    given(course, full)
      .when({ type: 'addClass', ...rest, moduleId: 9 })
      .thenRefused('MODULE_NOT_FOUND');
  });

  test('a class that has something to read comes with it', () => {
    const { classId, moduleId, title, description, videoUrl, subtopics, resources } = klass(1, 13).data;
    const added = { moduleId, classId, title, description, videoUrl, subtopics, resources };
    given(course, full)
      .when({ type: 'addClass', ...added, content: 'Léelo' })
      .then([klass(1, 13), { type: 'ClassContentSet', data: { courseId, moduleId, classId, content: 'Léelo' } }]);
    given(course, full)
      .when({ type: 'addClass', ...added, content: '' })
      .then([klass(1, 13)]);
  });

  test('a class is removed and restored, each once', () => {
    given(course, full)
      .when({ type: 'removeClass', classId: 11 })
      .then([classRemoved(11)]);
    given(course, [...full, classRemoved(11)])
      .when({ type: 'removeClass', classId: 11 })
      .thenRefused('CLASS_NOT_FOUND');
    given(course, [...full, classRemoved(11)])
      .when({ type: 'restoreClass', classId: 11 })
      .then([{ type: 'ClassRestored', data: { courseId, moduleId: 1, classId: 11 } }]);
    given(course, full).when({ type: 'restoreClass', classId: 11 }).thenNothing();
  });

  test('subtopics and resources name their ancestors, and are gone when removed', () => {
    const place = { courseId, moduleId: 2, classId: 21 };
    given(course, full)
      .when({ type: 'addSubtopic', classId: 21, ...subtopic(5) })
      .then([{ type: 'SubtopicAdded', data: { ...place, ...subtopic(5) } }]);
    given(course, full)
      .when({ type: 'addResource', classId: 21, ...resource(5) })
      .then([{ type: 'ResourceAdded', data: { ...place, ...resource(5) } }]);
    const subtopicGone = { type: 'SubtopicRemoved', data: { ...place, subtopicId: 210 } } as const;
    const resourceGone = { type: 'ResourceRemoved', data: { ...place, resourceId: 210 } } as const;
    given(course, full).when({ type: 'removeSubtopic', subtopicId: 210 }).then([subtopicGone]);
    given(course, full).when({ type: 'removeResource', resourceId: 210 }).then([resourceGone]);
    const history = [...full, subtopicGone, resourceGone];
    given(course, history).when({ type: 'removeSubtopic', subtopicId: 210 }).thenRefused('SUBTOPIC_NOT_FOUND');
    given(course, history).when({ type: 'changeSubtopic', subtopicId: 210 }).thenRefused('SUBTOPIC_NOT_FOUND');
    given(course, history).when({ type: 'removeResource', resourceId: 210 }).thenRefused('RESOURCE_NOT_FOUND');
    given(course, history).when({ type: 'changeResource', resourceId: 210 }).thenRefused('RESOURCE_NOT_FOUND');
    // Each comes back under its own number, once.
    given(course, history)
      .when({ type: 'addSubtopic', classId: 21, ...subtopic(210) })
      .then([{ type: 'SubtopicAdded', data: { ...place, ...subtopic(210) } }]);
    given(course, history)
      .when({ type: 'addResource', classId: 21, ...resource(210) })
      .then([{ type: 'ResourceAdded', data: { ...place, ...resource(210) } }]);
    given(course, full)
      .when({ type: 'addSubtopic', classId: 21, ...subtopic(210) })
      .thenNothing();
    given(course, full)
      .when({ type: 'addResource', classId: 21, ...resource(210) })
      .thenNothing();
  });

  test.each<[string, CourseCommand]>([
    ['MODULE_NOT_FOUND', { type: 'changeModule', moduleId: 9 }],
    ['MODULE_NOT_FOUND', { type: 'removeModule', moduleId: 9 }],
    ['MODULE_NOT_FOUND', { type: 'setObjectives', moduleId: 9, objectives: [] }],
    ['MODULE_NOT_FOUND', { type: 'reorderClasses', moduleId: 9, order: [] }],
    ['CLASS_NOT_FOUND', { type: 'addSubtopic', classId: 9, ...subtopic(1) }],
    ['CLASS_NOT_FOUND', { type: 'addResource', classId: 9, ...resource(1) }],
    ['CLASS_NOT_FOUND', { type: 'reorderSubtopics', classId: 9, order: [] }],
    ['CLASS_NOT_FOUND', { type: 'removeClass', classId: 9 }],
    ['CLASS_NOT_FOUND', { type: 'moveClass', classId: 9, moduleId: 2 }],
    ['MODULE_NOT_FOUND', { type: 'moveClass', classId: 11, moduleId: 9 }],
    ['CLASS_NOT_FOUND', { type: 'restoreClass', classId: 9 }],
  ])('%s: %o', (code, command) => {
    given(course, full).when(command).thenRefused(code);
  });
});

test('whatever is decided folds without error, names the course, and counts in its version', () => {
  const id = fc.integer({ min: 1, max: 3 });
  const order = fc.array(id, { maxLength: 3 });
  const command: fc.Arbitrary<CourseCommand> = fc.oneof(
    fc.constantFrom<CourseCommand>({ type: 'publish' }, { type: 'unpublish' }, { type: 'archive' }, { type: 'restore' }),
    fc.record({ type: fc.constant('change' as const), title: fc.string(), featured: fc.boolean() }),
    fc.record({
      type: fc.constant('addModule' as const),
      moduleId: id,
      title: fc.string(),
      description: fc.string(),
      content: fc.string(),
      videoUrl: fc.constant(null),
    }),
    fc.record({ type: fc.constantFrom('removeModule' as const, 'restoreModule' as const), moduleId: id }),
    fc.record({ type: fc.constant('reorderModules' as const), order }),
    fc.record({ type: fc.constant('reorderClasses' as const), moduleId: id, order }),
    fc.record({
      type: fc.constant('addClass' as const),
      moduleId: id,
      classId: id,
      title: fc.constant('Clase'),
      description: fc.constant(''),
      videoUrl: fc.constant(null),
      subtopics: fc.constant([]),
      resources: fc.constant([]),
    }),
    fc.record({ type: fc.constantFrom('removeClass' as const, 'restoreClass' as const), classId: id }),
    fc.record({ type: fc.constant('moveClass' as const), classId: id, moduleId: id, place: id }),
    fc.record({ type: fc.constant('addSubtopic' as const), classId: id, subtopicId: id }).map((one) => ({ ...subtopic(1), ...one })),
    fc.record({ type: fc.constant('removeSubtopic' as const), subtopicId: id }),
  );
  fc.assert(
    fc.property(fc.array(command, { maxLength: 25 }), (commands) => {
      let history: readonly CourseEvent[] = [created];
      for (const one of commands) {
        try {
          history = [...history, ...given(course, history).when(one).decided()];
        } catch (error) {
          expect(error).toHaveProperty('code');
        }
      }
      expect(history.every((event) => event.data.courseId === courseId)).toBe(true);
      expect(fold(course, history).version).toBe(history.length);
    }),
  );
});

describe('what lets people follow a video without hearing it (N08)', () => {
  const videoUrl = 'https://ejemplo.mx/v.mp4';
  const shown = { type: 'ModuleVideoSet', data: { courseId, moduleId: 1, videoUrl } } as const;
  const said = (text: 'captions' | 'transcript' | null) => ({ type: 'VideoTextDeclared', data: { courseId, videoUrl, text } }) as const;
  const declare = (text: 'captions' | 'transcript' | null) => ({ type: 'declareVideoText', videoUrl, text }) as const;

  test('belongs to a video that stands in the course', () => {
    given(course, full).when(declare('captions')).thenRefused('VIDEO_NOT_FOUND');
    given(course, [...full, shown, moduleRemoved(1)])
      .when(declare('captions'))
      .thenRefused('VIDEO_NOT_FOUND');
    given(course, [...full, { type: 'ClassEdited', data: { courseId, moduleId: 1, classId: 11, title: 'c', description: '', videoUrl } }])
      .when(declare('transcript'))
      .then([said('transcript')]);
    given(course, [...full, { type: 'SubtopicAdded', data: { courseId, moduleId: 2, classId: 21, ...subtopic(7), videoUrl } }])
      .when(declare('captions'))
      .then([said('captions')]);
  });
  test('is said once, changed, and taken back; another address is another video', () => {
    given(course, [...full, shown, said('captions')])
      .when(declare('captions'))
      .thenNothing();
    given(course, [...full, shown, said('captions')])
      .when(declare('transcript'))
      .then([said('transcript')]);
    given(course, [...full, shown, said('captions')])
      .when(declare(null))
      .then([said(null)]);
    given(course, [...full, shown, said('captions'), said(null)])
      .when(declare(null))
      .thenNothing();
    given(course, [
      ...full,
      shown,
      said('captions'),
      { type: 'ModuleVideoSet', data: { courseId, moduleId: 1, videoUrl: 'https://ejemplo.mx/otro.mp4' } },
    ])
      .when({ type: 'declareVideoText', videoUrl: 'https://ejemplo.mx/otro.mp4', text: null })
      .thenNothing();
  });
  test('is asked for before publishing, or why there is none; who is published already is asked nothing', () => {
    given(course, [...full, shown])
      .when({ type: 'publish' })
      .thenRefused('CAPTIONS_REQUIRED');
    given(course, [...full, shown])
      .when({ type: 'publish', withoutCaptions: true })
      .then([published]);
    given(course, [...full, shown, said('transcript')])
      .when({ type: 'publish' })
      .then([published]);
    given(course, [...full, published, shown])
      .when({ type: 'publish' })
      .thenNothing();
  });
  test('may be said of a video that waits in the draft', () => {
    const declare = { type: 'declareVideoText', videoUrl: shown.data.videoUrl, text: 'captions' } as const;
    given(course, full).when(declare).thenRefused('VIDEO_NOT_FOUND');
    given(course, full)
      .when({ ...declare, drafted: true })
      .then([said('captions')]);
  });
});
