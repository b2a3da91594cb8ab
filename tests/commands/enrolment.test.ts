import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { percentage } from '../../backend/api/contract/records/learning.ts';
import {
  type CoursePlan,
  type EnrolmentCommand,
  type EnrolmentState,
  enrolment,
  openModules,
  sourceOf,
} from '../../backend/commands/learning/enrolment.ts';
import { type EnrolmentSource, strongestSource } from '../../events/learning.ts';
import type { StreamEvent } from '../../events/registry.ts';
import { fold, given } from '../support/deciderSpec.ts';
import { origin } from '../support/learning.ts';

type Event = StreamEvent<'enrolment'>;

const ids = { userId: 1, courseId: 2 };
const plan = (...modules: number[][]): CoursePlan => ({
  unlockRule: 'sequential',
  modules: modules.map((classIds, index) => ({ moduleId: index + 1, classIds })),
});
const two = plan([11, 12], [21]);
const enrolled = { type: 'LearnerEnrolled', data: { ...ids, source: 'self', ...origin } } as const;
const unlocked = (moduleId: number) => ({ type: 'ModuleUnlocked', data: { ...ids, moduleId } }) as const;
const completed = (moduleId: number, classId: number) => ({ type: 'ClassCompleted', data: { ...ids, moduleId, classId } }) as const;
/** `index`: of the event that had marked it. */
const uncompleted = (moduleId: number, classId: number, index = 2) =>
  ({ type: 'ClassUncompleted', data: { ...ids, moduleId, classId, completedAt: `2026-01-07T16:00:0${index}.000Z` } }) as const;
const finished = (classes: number) => ({ type: 'CourseCompleted', data: { ...ids, classes } }) as const;
const complete = (classId: number, of: CoursePlan = two) => ({ type: 'complete', ...ids, classId, plan: of }) as const;
const uncomplete = (classId: number, of: CoursePlan = two) => ({ type: 'uncomplete', ...ids, classId, plan: of }) as const;
const start = [enrolled, unlocked(1)] as const;

/** As its event, with the time at which the test's events happen. */
const sentLate = (type: 'complete' | 'uncomplete', classId: number, madeAt: string) =>
  ({ type, ...ids, classId, plan: two, madeAt }) as const;

const sourcesOf = ({ entitlements }: EnrolmentState) => [...entitlements].map(([, { source }]) => source);
const ended = (source: EnrolmentSource) => ({ type: 'EntitlementEnded', data: { ...ids, source, ...origin } }) as const;

describe('enrolment', () => {
  test('one right ends, and with the last of them the enrolment; what was ended is given back, of a scholarship too', () => {
    const right = (source: EnrolmentSource, code: string | null = null) => ({ source, code, order: null, person: null });
    const event = <T extends string>(type: T, of: ReturnType<typeof right>) => ({ type, data: { ...ids, ...of } }) as const;
    const left = { type: 'LearnerUnenrolled', data: ids } as const;
    const grant = right('grant');
    const revoke = { type: 'revoke', ...ids, ...grant } as const;
    const restore = (...entitlements: ReturnType<typeof right>[]) => ({ type: 'restore', ...ids, entitlements, plan: two }) as const;
    given(enrolment, [event('LearnerEnrolled', grant), unlocked(1)])
      .when(revoke)
      .then([event('EntitlementEnded', grant), left]);
    given(enrolment, [...start, event('EntitlementGranted', grant)])
      .when(revoke)
      .then([event('EntitlementEnded', grant)]);
    given(enrolment, start).when(revoke).thenNothing();
    given(enrolment, []).when(revoke).thenNothing();

    const code = right('grant', 'beca-7');
    const taken = [event('LearnerEnrolled', code), unlocked(1), event('EntitlementEnded', code), left];
    given(enrolment, taken)
      .when(restore(code, right('self')))
      .then([event('LearnerEnrolled', code)]);
    // Somebody who bought the course returns with the purchase; somebody who is enrolled again already keeps that, and gets the rest.
    const bought = right('purchase');
    given(enrolment, [event('LearnerEnrolled', bought), unlocked(1), left])
      .when(restore())
      .then([event('LearnerEnrolled', bought)]);
    given(enrolment, [...taken, event('LearnerEnrolled', right('self'))])
      .when(restore(code))
      .then([event('EntitlementGranted', code)]);
    given(enrolment, start)
      .when(restore(right('self')))
      .thenNothing();
  });

  test('a mark that waited on a device never beats one made since, on whatever device', () => {
    const at = (minute: string) => `2026-03-01T10:${minute}:00.000Z`;
    const marked = { ...completed(1, 11), data: { ...completed(1, 11).data, madeAt: at('30') } };
    given(enrolment, [...start, marked])
      .when(sentLate('uncomplete', 11, at('20')))
      .thenNothing();
    given(enrolment, [...start, marked])
      .when(sentLate('uncomplete', 11, at('40')))
      .then([{ ...uncompleted(1, 11), data: { ...uncompleted(1, 11).data, madeAt: at('40') } }]);
    // What names no moment was made when it arrived.
    given(enrolment, [...start, completed(1, 11), uncompleted(1, 11)])
      .when(sentLate('complete', 11, '2020-01-01T00:00:00.000Z'))
      .thenNothing();
  });

  test('a right to the course ends by itself and takes no other along; a code whose grant was taken back gives nothing more (C-05)', () => {
    const grant = (code: string | null) => ({ ...ids, source: 'grant', code, order: null, person: code === null ? 9 : null }) as const;
    const enrol = (code: string | null) => ({ type: 'enrol', ...grant(code), plan: two }) as const;
    const granted = (code: string | null) => ({ type: 'EntitlementGranted', data: grant(code) }) as const;
    const over = (code: string) => ({ type: 'EntitlementEnded', data: grant(code) }) as const;
    given(enrolment, [...start, granted('a')])
      .when(enrol('b'))
      .then([granted('b')]);
    given(enrolment, [...start, granted('a')])
      .when(enrol('a'))
      .thenNothing();
    const one = given(enrolment, [...start, granted('a'), granted('b'), over('a')]);
    expect(sourcesOf(one.state)).toEqual(['self', 'grant']);
    one.when(enrol('a')).thenNothing();
    one.when(enrol(null)).then([granted(null)]);
    given(enrolment, [...start, granted('a'), over('a'), ended('self'), { type: 'LearnerUnenrolled', data: ids }])
      .when(enrol('a'))
      .thenNothing();
  });

  test('opens the first module, once', () => {
    given(enrolment, [])
      .when({ type: 'enrol', ...ids, source: 'self', ...origin, plan: two })
      .then([...start]);
    given(enrolment, [...start])
      .when({ type: 'enrol', ...ids, source: 'self', ...origin, plan: two })
      .thenNothing();
  });

  test('what lasts longer than the enrolment is recorded beside it, once; one’s own click again is nothing (C-05)', () => {
    const grant = { type: 'EntitlementGranted', data: { ...ids, source: 'grant', ...origin } } as const;
    const purchase = { type: 'EntitlementGranted', data: { ...ids, source: 'purchase', ...origin } } as const;
    const enrol = (source: 'self' | 'plan' | 'grant' | 'purchase') => ({ type: 'enrol', ...ids, source, ...origin, plan: two }) as const;
    given(enrolment, [...start])
      .when(enrol('grant'))
      .then([grant]);
    given(enrolment, [...start, grant])
      .when(enrol('grant'))
      .thenNothing();
    given(enrolment, [...start, grant])
      .when(enrol('plan'))
      .thenNothing();
    const both = given(enrolment, [...start, grant]).when(enrol('purchase'));
    both.then([purchase]);
    expect(sourcesOf(both.state())).toEqual(['self', 'grant', 'purchase']);
    expect(sourceOf(both.state())).toBe('purchase');
    expect(strongestSource([])).toBeNull();
    // An enrolment by the plan has that entitlement; somebody who left has none.
    given(enrolment, [{ type: 'LearnerEnrolled', data: { ...ids, source: 'grant', ...origin } }, unlocked(1)])
      .when(enrol('grant'))
      .thenNothing();
    const left = given(enrolment, [...start, grant]).when({ type: 'unenrol', ...ids });
    left.then([ended('self'), ended('grant'), { type: 'LearnerUnenrolled', data: ids }]);
    expect(sourcesOf(left.state())).toEqual([]);
    // What was bought is nobody’s to take.
    const bought = given(enrolment, [...start, grant, purchase]).when({ type: 'unenrol', ...ids });
    expect([bought.state().enrolled, sourcesOf(bought.state())]).toEqual([false, ['purchase']]);
  });

  test('an empty course has nothing to open, and is not completed', () => {
    given(enrolment, [])
      .when({ type: 'enrol', ...ids, source: 'grant', ...origin, plan: plan() })
      .then([{ type: 'LearnerEnrolled', data: { ...ids, source: 'grant', ...origin } }]);
    given(enrolment, [])
      .when({ type: 'enrol', ...ids, source: 'self', ...origin, plan: plan([]) })
      .then([...start]);
  });

  test('ends, and what was done is there when it begins again', () => {
    const history: Event[] = [...start, completed(1, 11), completed(1, 12), unlocked(2)];
    given(enrolment, history)
      .when({ type: 'unenrol', ...ids })
      .then([ended('self'), { type: 'LearnerUnenrolled', data: ids }]);
    given(enrolment, [])
      .when({ type: 'unenrol', ...ids })
      .thenNothing();
    const again = given(enrolment, [...history, { type: 'LearnerUnenrolled', data: ids }]).when({
      type: 'enrol',
      ...ids,
      source: 'plan',
      ...origin,
      plan: two,
    });
    again.then([{ type: 'LearnerEnrolled', data: { ...ids, source: 'plan', ...origin } }]);
    expect(again.state().completed.keys()).toEqual([11, 12]);
  });

  test('who is not enrolled completes and views nothing, and is not reviewed', () => {
    given(enrolment, []).when(complete(11)).thenRefused('NOT_ENROLLED');
    given(enrolment, []).when(uncomplete(11)).thenRefused('NOT_ENROLLED');
    given(enrolment, [])
      .when({ type: 'view', ...ids, moduleId: 1, classId: 11, subtopicId: null, viewMode: 'module' })
      .thenRefused('NOT_ENROLLED');
    given(enrolment, [])
      .when({ type: 'review', ...ids, plan: two })
      .thenNothing();
  });
});

describe('completing', () => {
  test('a class, once', () => {
    given(enrolment, [...start])
      .when(complete(11))
      .then([completed(1, 11)]);
    given(enrolment, [...start, completed(1, 11)])
      .when(complete(11))
      .thenNothing();
    given(enrolment, [...start])
      .when(complete(99))
      .thenRefused('CLASS_NOT_FOUND');
  });

  test('the last class of a module opens the next; the last of all completes the course', () => {
    given(enrolment, [...start, completed(1, 11)])
      .when(complete(12))
      .then([completed(1, 12), unlocked(2)]);
    given(enrolment, [...start, completed(1, 11), completed(1, 12), unlocked(2)])
      .when(complete(21))
      .then([completed(2, 21), finished(3)]);
  });

  test('not in a module that is locked', () => {
    given(enrolment, [...start])
      .when(complete(21))
      .thenRefused('MODULE_LOCKED');
  });

  // rows: C24
  test('not before the videos that its course asks to watch, each of which is watched once', () => {
    const watch = (video: string) => ({ type: 'watched', ...ids, video, by: 'watched' }) as const;
    const watched = (video: string) => ({ type: 'VideoWatched', data: { ...ids, video, by: 'watched' } }) as const;
    const asked = { ...complete(11), videos: ['a', 'b'] };
    given(enrolment, start)
      .when(watch('a'))
      .then([watched('a')]);
    given(enrolment, [...start, watched('a')])
      .when(watch('a'))
      .thenNothing();
    given(enrolment, []).when(watch('a')).thenRefused('NOT_ENROLLED');
    given(enrolment, [...start, watched('a')])
      .when(asked)
      .thenRefused('VIDEO_NOT_WATCHED');
    given(enrolment, start)
      .when({ ...asked, videos: [], unsolved: true })
      .thenRefused('EXERCISE_NOT_SOLVED');
    given(enrolment, [...start, watched('a'), watched('b')])
      .when(asked)
      .then([completed(1, 11)]);
    // What was completed before the course asked for it stays so.
    given(enrolment, [...start, completed(1, 11)])
      .when(asked)
      .thenNothing();
  });

  test('the mark can be taken away, once', () => {
    given(enrolment, [...start, completed(1, 11)])
      .when(uncomplete(11))
      .then([uncompleted(1, 11)]);
    given(enrolment, [...start])
      .when(uncomplete(11))
      .thenNothing();
    given(enrolment, [...start, completed(1, 11)])
      .when(uncomplete(11, plan([12])))
      .thenRefused('CLASS_NOT_FOUND');
  });
});

describe('unlocking (C-22)', () => {
  test('the rule of a free course opens all', () => {
    given(enrolment, [])
      .when({ type: 'enrol', ...ids, source: 'self', ...origin, plan: { ...two, unlockRule: 'free' } })
      .then([enrolled, unlocked(1), unlocked(2)]);
  });

  test('a module opens when all classes of the one before it are complete, whatever became of those before that', () => {
    const three = plan([11], [21], [31]);
    // The mark of 11 is taken away after module 2 was opened.
    const history: Event[] = [...start, completed(1, 11), unlocked(2), uncompleted(1, 11)];
    given(enrolment, history)
      .when(complete(21, three))
      .then([completed(2, 21), unlocked(3)]);
    // A class is added to module 1 after module 2 was opened.
    given(enrolment, [...start, completed(1, 11), unlocked(2)])
      .when(complete(21, plan([11, 12], [21], [31])))
      .then([completed(2, 21), unlocked(3)]);
  });

  test('a module without classes does not hold up the next, and lets nobody past a locked one', () => {
    expect(openModules(plan([11], [], [31]), new Set([11]), new Set())).toEqual([1, 2, 3]);
    expect(openModules(plan([11], [], [31]), new Set(), new Set())).toEqual([1]);
  });

  test('taking away the mark that opened a module does not lock it, also where nothing had recorded it open', () => {
    // Module 2 was added after module 1 was completed.
    const history: Event[] = [...start, completed(1, 11), finished(1)];
    const grown = plan([11], [21]);
    const outcome = given(enrolment, history).when(uncomplete(11, grown));
    outcome.then([unlocked(2), uncompleted(1, 11)]);
    const { completed: marks, unlocked: facts } = outcome.state();
    expect(openModules(grown, marks, facts)).toEqual([1, 2]);
  });

  test('once open a module never locks again, whatever the learner and the authors do', () => {
    const shapes = fc.record({
      unlockRule: fc.constantFrom('sequential' as const, 'free' as const),
      modules: fc
        .shuffledSubarray([1, 2, 3])
        .chain((moduleIds) =>
          fc.tuple(
            ...moduleIds.map((moduleId) => fc.subarray([1, 2].map((n) => moduleId * 10 + n)).map((classIds) => ({ moduleId, classIds }))),
          ),
        ),
    });
    const classId = fc.integer({ min: 1, max: 3 }).chain((m) => fc.integer({ min: 1, max: 2 }).map((n) => m * 10 + n));
    const step = fc.oneof(
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('replan' as const), plan: shapes }) },
      { weight: 6, arbitrary: fc.record({ kind: fc.constant('complete' as const), classId }) },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('uncomplete' as const), classId }) },
      { weight: 1, arbitrary: fc.constant({ kind: 'unenrol' as const }) },
      { weight: 1, arbitrary: fc.constant({ kind: 'enrol' as const }) },
    );
    const seen = { unlocks: 0, refusals: 0, completions: 0 };
    fc.assert(
      fc.property(shapes, fc.array(step, { maxLength: 30 }), (first, steps) => {
        let now: CoursePlan = first;
        let history: readonly Event[] = [];
        const everOpen = new Set<number>();
        const send = (command: EnrolmentCommand) => {
          try {
            history = [...history, ...given(enrolment, history).when(command).decided()];
          } catch (error) {
            expect(error).toHaveProperty('code');
            seen.refusals++;
          }
        };
        send({ type: 'enrol', ...ids, source: 'self', ...origin, plan: now });
        for (const one of [{ kind: 'enrol' as const }, ...steps]) {
          if (one.kind === 'replan') {
            now = one.plan;
            // As the reactor of courses does.
            send({ type: 'review', ...ids, plan: now });
          } else if (one.kind === 'enrol') send({ type: 'enrol', ...ids, source: 'self', ...origin, plan: now });
          else if (one.kind === 'unenrol') send({ type: 'unenrol', ...ids });
          else send({ type: one.kind, ...ids, classId: one.classId, plan: now });

          const state = fold(enrolment, history);
          if (!state.enrolled) continue;
          const open = new Set(openModules(now, state.completed, state.unlocked));
          for (const { moduleId } of now.modules) if (everOpen.has(moduleId)) expect(open).toContain(moduleId);
          for (const moduleId of open) everOpen.add(moduleId);
        }
        const types = history.map((event) => event.type);
        seen.unlocks += types.filter((type) => type === 'ModuleUnlocked').length;
        seen.completions += types.filter((type) => type === 'CourseCompleted').length;
        expect(types.filter((type) => type === 'CourseCompleted').length).toBeLessThanOrEqual(1);
        const facts = history.flatMap((event) => (event.type === 'ModuleUnlocked' ? [event.data.moduleId] : []));
        expect(new Set(facts).size).toBe(facts.length);
      }),
      { numRuns: 300 },
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(10);
  });
});

describe('completed stays completed (C-24)', () => {
  const done: readonly Event[] = [...start, completed(1, 11), completed(1, 12), unlocked(2), completed(2, 21), finished(3)];

  test('when a mark is taken away and set again', () => {
    const without = given(enrolment, done).when(uncomplete(21));
    without.then([uncompleted(2, 21, 5)]);
    expect(without.state().courseCompleted).toBe(true);
    given(enrolment, [...done, uncompleted(2, 21, 5)])
      .when(complete(21))
      .then([completed(2, 21)]);
  });

  test('when classes are added', () => {
    given(enrolment, done)
      .when({ type: 'review', ...ids, plan: plan([11, 12, 13], [21]) })
      .thenNothing();
    given(enrolment, done)
      .when(complete(13, plan([11, 12, 13], [21])))
      .then([completed(1, 13)]);
  });

  test('removing the last missing class completes the course', () => {
    given(enrolment, [...start, completed(1, 11)])
      .when({ type: 'review', ...ids, plan: plan([11]) })
      .then([finished(1)]);
    given(enrolment, [...start, completed(1, 11)])
      .when({ type: 'review', ...ids, plan: plan() })
      .thenNothing();
  });
});

// rows: J03
test('one reminder a week, and none to who has completed the course or is not in it', () => {
  const remind = (now: string) => ({ type: 'remind', ...ids, by: 9, text: '¿Todo bien?', now }) as const;
  const reminded = { type: 'LearnerReminded', data: { ...ids, by: 9, text: '¿Todo bien?' } } as const;
  given(enrolment, []).when(remind('2026-01-08T00:00:00.000Z')).thenRefused('NOT_ENROLLED');
  given(enrolment, [...start])
    .when(remind('2026-01-08T00:00:00.000Z'))
    .then([reminded]);
  given(enrolment, [...start, finished(3)])
    .when(remind('2026-01-08T00:00:00.000Z'))
    .thenRefused('COURSE_ALREADY_COMPLETED');
  const once = given(enrolment, [...start, reminded]);
  once.when(remind('2026-01-14T16:00:01.999Z')).thenRefused('REMINDED_RECENTLY');
  once.when(remind('2026-01-14T16:00:02.000Z')).then([reminded]);
});

test('the last view is kept, and seen again makes no event', () => {
  const view = { moduleId: 1, classId: 11, subtopicId: null, viewMode: 'module' } as const;
  const viewed = { type: 'LessonViewed', data: { ...ids, ...view } } as const;
  given(enrolment, [...start])
    .when({ type: 'view', ...ids, ...view })
    .then([viewed]);
  given(enrolment, [...start, viewed])
    .when({ type: 'view', ...ids, ...view })
    .thenNothing();
  given(enrolment, [...start, viewed])
    .when({ type: 'view', ...ids, ...view, viewMode: 'overview' })
    .then([{ type: 'LessonViewed', data: { ...ids, ...view, viewMode: 'overview' } }]);
});

test('progress is derived: 0 to 100, and 100 only when all is done (C-23, C-24)', () => {
  expect(percentage(0, 0)).toBe(0);
  fc.assert(
    fc.property(fc.nat(300), fc.integer({ min: 1, max: 300 }), (done, total) => {
      const percent = percentage(done, total);
      expect(percent).toBeGreaterThanOrEqual(0);
      expect(percent).toBeLessThanOrEqual(100);
      expect(percent === 100).toBe(done >= total);
    }),
  );
});
