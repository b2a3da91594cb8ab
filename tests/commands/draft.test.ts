import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differences } from '../../backend/api/answers/history/courseChanges.ts';
import { course } from '../../backend/commands/catalogue/course.ts';
import {
  applied,
  conflictsOf,
  countOf,
  type Draft,
  draftOf,
  emptyDraft,
  eventsBetween,
  flatten,
  movedIn,
  rebased,
} from '../../backend/commands/catalogue/draft.ts';
import { DomainError } from '../../backend/commands/kernel/errors.ts';
import { type CourseOutline, emptyOutline, foldOutline, presentClasses, presentModules } from '../../events/outline.ts';

/** Drafts of courses: what is published, with what its authors changed over it. */

type Fold = Parameters<typeof foldOutline>[1];
const fold = (state: CourseOutline, events: readonly object[]): CourseOutline =>
  events.reduce<CourseOutline>((outline, event) => foldOutline(outline, event as Fold), state);
const base = (): CourseOutline => {
  const made = fold({ ...emptyOutline() }, [
    {
      type: 'CourseCreated',
      data: {
        ...{
          courseId: 1,
          title: 'Curso',
          description: 'De qué trata',
          category: 'General',
          tier: 'basic',
          difficulty: 'beginner',
          track: 'code',
        },
        ...{ duration: null, instructorId: 7, imageUrl: null, price: null, previousPrice: null, providerPriceId: null, unlockRule: 'free' },
      },
    },
  ]);
  return [1, 2, 3].reduce(
    (state, moduleId) =>
      fold(state, [
        { type: 'ModuleAdded', data: { courseId: 1, moduleId, title: `M${moduleId}`, description: '', content: 'C', videoUrl: null } },
        ...[1, 2].map((n) => ({
          type: 'ClassAdded',
          data: {
            ...{ courseId: 1, moduleId, classId: moduleId * 10 + n, title: `K${moduleId}.${n}`, description: '', videoUrl: null },
            subtopics: [1, 2].map((s) => ({
              ...{ subtopicId: moduleId * 100 + n * 10 + s, title: `S${s}`, description: '', kind: 'reading', videoUrl: null, minutes: 5 },
            })),
            resources: [{ resourceId: moduleId * 10 + n, title: 'R', url: 'https://ejemplo.mx', kind: 'document' }],
          },
        })),
      ]),
    made,
  );
};
const saved = { by: 7, at: '2026-05-01T10:00:00.000Z' };
const decided = (state: CourseOutline, command: object): CourseOutline => fold(state, course.decide(command as never, state));
/** Without what counts events and what nobody sees: an archived module keeps its inside. */
const visible = (outline: CourseOutline) =>
  presentModules(outline).map(({ removed: _, classes, ...module }) => ({
    ...module,
    classes: presentClasses({ ...module, removed: false, classes }),
  }));

const id = fc.integer({ min: 1, max: 6 });
const title = fc.constantFrom('Uno', 'Dos', 'Tres');
const command = fc.oneof(
  fc.record({ type: fc.constant('change'), title }),
  fc.record({ type: fc.constant('changeModule'), moduleId: id, title }),
  fc.record({ type: fc.constant('removeModule'), moduleId: id }),
  fc.record({ type: fc.constant('restoreModule'), moduleId: id }),
  fc.record({ type: fc.constant('addModule'), moduleId: id, title, description: title, content: title, videoUrl: fc.constant(null) }),
  fc.record({ type: fc.constant('reorderModules'), order: fc.constant(null), seed: fc.nat(100) }),
  fc.record({ type: fc.constant('reorderClasses'), moduleId: id, order: fc.constant(null), seed: fc.nat(100) }),
  fc.record({ type: fc.constant('changeClass'), classId: fc.constantFrom(11, 12, 21, 22, 31, 32), description: title }),
  fc.record({ type: fc.constant('changeClass'), classId: fc.constantFrom(11, 21, 91), content: fc.constantFrom('', 'Uno', 'Dos') }),
  fc.record({
    type: fc.constant('moveClass'),
    classId: fc.constantFrom(11, 12, 21, 22, 31, 32),
    moduleId: id,
    place: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ type: fc.constant('removeClass'), classId: fc.constantFrom(11, 12, 21, 22, 31, 32) }),
  fc.record({ type: fc.constant('restoreClass'), classId: fc.constantFrom(11, 12, 21, 22, 31, 32) }),
  fc.record({
    ...{
      type: fc.constant('addClass'),
      moduleId: id,
      classId: fc.constantFrom(91, 92),
      title,
      description: title,
      content: fc.constantFrom('', 'Uno'),
      videoUrl: fc.constant(null),
    },
    ...{ subtopics: fc.constant([]), resources: fc.constant([]) },
  }),
  fc.record({ type: fc.constant('changeSubtopic'), subtopicId: fc.constantFrom(111, 112, 211, 322), title }),
  fc.record({ type: fc.constant('removeSubtopic'), subtopicId: fc.constantFrom(111, 112, 211, 322) }),
  fc.record({ type: fc.constant('changeResource'), resourceId: fc.constantFrom(11, 21), title }),
  fc.record({ type: fc.constant('removeResource'), resourceId: fc.constantFrom(11, 21) }),
  fc.record({ type: fc.constant('setObjectives'), moduleId: id, objectives: fc.constant([{ objectiveId: 1, text: 'Saber' }]) }),
);
const shuffled = (ids: readonly number[], seed: number): number[] => {
  const turn = ids.length === 0 ? 0 : seed % ids.length;
  const turned = [...ids.slice(turn), ...ids.slice(0, turn)];
  return seed % 2 ? turned.reverse() : turned;
};
/** The outline after a command; as it was where the rules refuse it, or the id is taken. */
const tried = (state: CourseOutline, given: Record<string, unknown>): CourseOutline => {
  const asked = { ...given };
  if (given.type === 'addModule' && state.modules.some(({ moduleId }) => moduleId === given.moduleId)) return state;
  if (given.type === 'addClass' && flatten(state).has(`class:${given.classId}`)) return state;
  if (given.type === 'reorderModules')
    asked.order = shuffled(
      presentModules(state).map(({ moduleId }) => moduleId),
      Number(given.seed),
    );
  if (given.type === 'reorderClasses') {
    const module = state.modules.find(({ moduleId }) => moduleId === given.moduleId);
    asked.order = module
      ? shuffled(
          presentClasses(module).map(({ classId }) => classId),
          Number(given.seed),
        )
      : [];
  }
  try {
    return decided(state, asked);
  } catch (error) {
    if (error instanceof DomainError) return state;
    throw error;
  }
};

describe('a draft', () => {
  test('is the difference, whatever was changed: over what is published it gives what its authors want, and so do its events', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 25 }), (commands) => {
        const published = base();
        let target = published;
        let draft: Draft = emptyDraft();
        for (const one of commands) {
          target = tried(applied(published, draft), one as Record<string, unknown>);
          draft = draftOf(published, target, draft, saved);
          expect(visible(applied(published, draft))).toEqual(visible(target));
        }
        expect(conflictsOf(published, draft, null)).toEqual([]);
        const events = eventsBetween(published, target);
        expect(visible(fold(published, events))).toEqual(visible(target));
        // Nothing to do, nothing said; and what was published is no change any more.
        expect(eventsBetween(fold(published, events), target)).toEqual([]);
        if (events.length === 0) expect(countOf(published, draft)).toBe(0);
        expect(countOf(published, draft)).toBe(
          differences({ outline: published, texts: new Map() }, { outline: applied(published, draft), texts: new Map() }, String).length,
        );
      }),
      { numRuns: 100 },
    );
  });

  test('two authors on two fields keep both; a field that is put back is no change', () => {
    const published = base();
    const one = draftOf(published, decided(published, { type: 'changeModule', moduleId: 1, title: 'Otro' }), emptyDraft(), saved);
    const both = draftOf(published, decided(applied(published, one), { type: 'changeModule', moduleId: 1, content: 'Más' }), one, {
      ...saved,
      by: 8,
    });
    expect(Object.keys(both.parts['module:1']?.fields ?? {})).toEqual(['title', 'content']);
    expect(both.parts['module:1']?.by).toBe(8);
    const back = draftOf(published, decided(applied(published, both), { type: 'changeModule', moduleId: 1, title: 'M1' }), both, saved);
    expect(Object.keys(back.parts['module:1']?.fields ?? {})).toEqual(['content']);
  });

  test('a field that was published otherwise meanwhile is a conflict, one that says the same is none', () => {
    const published = base();
    const draft = draftOf(published, decided(published, { type: 'changeModule', moduleId: 1, title: 'Mío' }), emptyDraft(), saved);
    const theirs = decided(published, { type: 'changeModule', moduleId: 1, title: 'Suyo' });
    expect(conflictsOf(theirs, draft, null)).toEqual([{ key: 'module:1', why: 'changed', field: 'title' }]);
    expect(conflictsOf(decided(published, { type: 'changeModule', moduleId: 1, title: 'Mío' }), draft, null)).toEqual([]);
    expect(conflictsOf(decided(published, { type: 'changeModule', moduleId: 1, content: 'Otra cosa' }), draft, null)).toEqual([]);
    const command = { type: 'applyDraft', draft, texts: [] } as const;
    expect(() => course.decide(command, theirs)).toThrow('DRAFT_CONFLICT');
    expect(course.decide(command, published).map(({ type }) => type)).toEqual(['ModuleRenamed', 'CourseChangesPublished']);
  });

  test('changes under a part that was archived or removed meanwhile are reported, and kept', () => {
    const published = base();
    let draft = draftOf(published, decided(published, { type: 'changeClass', classId: 11, title: 'Mía' }), emptyDraft(), saved);
    draft = draftOf(published, decided(applied(published, draft), { type: 'changeSubtopic', subtopicId: 322, title: 'Mío' }), draft, saved);
    const theirs = decided(decided(published, { type: 'removeModule', moduleId: 1 }), { type: 'removeSubtopic', subtopicId: 322 });
    expect(conflictsOf(theirs, draft, null)).toEqual([
      { key: 'class:11', why: 'removed', field: null },
      { key: 'subtopic:322', why: 'gone', field: null },
    ]);
    const later = draftOf(theirs, decided(applied(theirs, draft), { type: 'change', title: 'Otro' }), draft, saved);
    expect(later.parts['subtopic:322']).toEqual(draft.parts['subtopic:322']);
    // Whoever brings the module back in the draft has no conflict there any more.
    const back = draftOf(theirs, decided(applied(theirs, draft), { type: 'restoreModule', moduleId: 1 }), draft, saved);
    expect(conflictsOf(theirs, back, null).map(({ key }) => key)).toEqual(['subtopic:322']);
  });

  test('what was saved while a publication ran stays a change, what was published is none', () => {
    const published = base();
    const seen = draftOf(published, decided(published, { type: 'changeModule', moduleId: 1, title: 'Uno' }), emptyDraft(), saved);
    const meanwhile = draftOf(
      published,
      decided(applied(published, seen), { type: 'changeModule', moduleId: 2, title: 'Dos' }),
      seen,
      saved,
    );
    const now = fold(published, eventsBetween(published, applied(published, seen)));
    const left = rebased(now, meanwhile, seen, new Map());
    expect(Object.keys(left.parts)).toEqual(['module:2']);
    expect(left.version).toBe(meanwhile.version + 1);
  });
});

test.each([
  [
    [1, 2, 3],
    [3, 2, 1],
    [3, 1],
  ],
  [[1, 2, 3], [2, 3, 1], [1]],
  [[1, 2], [9, 2, 1], [1]],
])('from %j to %j, %j were moved: what kept its place was not', (before, after, moved) => {
  expect(movedIn(before, after)).toEqual(moved);
});
