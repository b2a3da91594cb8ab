import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type StudyCommand, type StudyState, study } from '../../backend/commands/learning/study.ts';
import { schoolDay } from '../../events/calendar.ts';
import { at, fold, given } from '../support/deciderSpec.ts';

const NOON = Date.parse('2026-03-02T20:00:00.000Z');
const iso = (ms: number) => new Date(ms).toISOString();
/** A report `seconds` after noon at the school. */
const report = (seconds: number, reported: number, more: Partial<StudyCommand> = {}): StudyCommand => ({
  userId: 1,
  date: schoolDay(iso(NOON + seconds * 1_000)),
  courseId: 5,
  tab: 'a',
  reported,
  at: NOON + seconds * 1_000,
  ...more,
});
const recorded = ({ at: ms, last: _, ...data }: StudyCommand, seconds: number) =>
  at(iso(ms), { type: 'StudyTimeRecorded' as const, data: { ...data, seconds } });
const event = ({ at: _, last: __, ...data }: StudyCommand, seconds: number) => ({
  type: 'StudyTimeRecorded' as const,
  data: { ...data, seconds },
});

/** Plays reports in order, each in the stream of its day; answers what was counted. */
function play(reports: readonly StudyCommand[]) {
  const days = new Map<string, StudyState>();
  const counted: { command: StudyCommand; seconds: number }[] = [];
  for (const command of reports) {
    const state = days.get(command.date) ?? study.initial();
    for (const one of study.decide(command, state)) {
      counted.push({ command, seconds: one.data.seconds });
      days.set(command.date, fold(study, [at(iso(command.at), one)], state));
    }
  }
  return counted;
}
const total = (counted: readonly { seconds: number }[]) => counted.reduce((sum, { seconds }) => sum + seconds, 0);

describe('study time', () => {
  test('reports are cumulative: what was counted of a page is not counted again', () => {
    const first = report(60, 60);
    given(study, [])
      .when(first)
      .then([event(first, 60)]);
    const second = report(120, 110);
    given(study, [recorded(first, 60)])
      .when(second)
      .then([event(second, 50)]);
    given(study, [recorded(first, 60)])
      .when(report(180, 60))
      .thenNothing();
  });

  test('at most one event a minute; what was not recorded comes with the next', () => {
    const first = report(60, 60);
    given(study, [recorded(first, 60)])
      .when(report(119, 119))
      .thenNothing();
    const next = report(120, 120);
    given(study, [recorded(first, 60)])
      .when(next)
      .then([event(next, 60)]);
  });

  // rows: C20
  test('what a page that goes away reports within the minute counts too, once in that minute', () => {
    const first = report(60, 60);
    const closing = report(100, 100, { last: true });
    given(study, [recorded(first, 60)])
      .when(closing)
      .then([event(closing, 40)]);
    given(study, [recorded(first, 60), recorded(closing, 40)])
      .when(report(110, 10, { tab: 'b', last: true }))
      .thenNothing();
    // The next minute is another one.
    const next = report(120, 20, { tab: 'b' });
    given(study, [recorded(first, 60), recorded(closing, 40)])
      .when(next)
      .then([event(next, 20)]);
  });

  // rows: C20
  test('one page counts four hours at most, however long it plays', () => {
    const before = report(14_390, 14_390);
    const after = report(14_460, 14_460);
    given(study, [recorded(before, 60)])
      .when(after)
      .then([event(after, 10)]);
    given(study, [recorded(before, 60), recorded(after, 10)])
      .when(report(14_520, 14_520))
      .thenNothing();
  });

  test('two pages, of one course or of two, that overlap count once', () => {
    const first = report(60, 60);
    const other = report(120, 120, { tab: 'b', courseId: 6 });
    given(study, [recorded(first, 60)])
      .when(other)
      .then([event(other, 60)]);
  });

  test('one report adds three minutes at most', () => {
    const first = report(0, 4_000);
    given(study, [])
      .when(first)
      .then([event(first, 180)]);
    const later = report(3_600, 7_000);
    given(study, [recorded(first, 180)])
      .when(later)
      .then([event(later, 180)]);
  });

  test('a page that counts from zero again adds nothing, nor does a clock that goes back', () => {
    const first = report(600, 100);
    given(study, [recorded(first, 100)])
      .when(report(700, 40))
      .thenNothing();
    given(study, [recorded(first, 100)])
      .when(report(500, 200))
      .thenNothing();
    given(study, []).when(report(0, 0)).thenNothing();
  });

  test('after midnight only what lies after midnight counts for the new day', () => {
    const midnight = (Date.parse('2026-03-03T08:00:00.000Z') - NOON) / 1_000;
    const command = report(midnight + 20, 5_000);
    expect(command.date).toBe('2026-03-03');
    given(study, [])
      .when(command)
      .then([event(command, 20)]);
    const later = report(midnight + 3_600 + 20, 5_000);
    given(study, [])
      .when(later)
      .then([event(later, 180)]);
  });

  const tab = fc.constantFrom('a', 'b', 'c');
  const courseId = fc.constantFrom(5, 6);

  // rows: C20
  test('whatever pages claim, never more than the wall clock and never three events in a minute, the second only of a page that went away', () => {
    const steps = fc.array(
      fc.record({
        wait: fc.oneof(fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: 0, max: 5_000_000 })),
        tab,
        courseId,
        reported: fc.nat(86_400),
        last: fc.boolean(),
      }),
      { minLength: 1, maxLength: 60 },
    );
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 86_400_000 }), (list, offset) => {
        let now = NOON + offset;
        const reports = list.map(({ wait, ...rest }) => {
          now += wait;
          return { userId: 1, date: schoolDay(iso(now)), at: now, ...rest };
        });
        const counted = play(reports);
        const byMinute = Map.groupBy(counted, ({ command }) => Math.floor(command.at / 60_000));
        for (const [, ...more] of byMinute.values()) expect(more.map(({ command }) => command.last)).toEqual(more.length > 0 ? [true] : []);
        // In any stretch between two events: what was counted after the first is no more than what went by since.
        for (const [index, { command: from }] of counted.entries())
          for (let last = index + 1; last < counted.length; last++) {
            const passed = ((counted[last]?.command.at ?? 0) - from.at) / 1_000;
            expect(total(counted.slice(index + 1, last + 1))).toBeLessThanOrEqual(passed);
          }
        for (const { seconds } of counted) expect(seconds).toBeLessThanOrEqual(180);
      }),
      { numRuns: 300 },
    );
  });

  test('of one page that stays open all is counted, however many reports are lost', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 80 }), (gaps) => {
        // The page reports every 15 seconds; up to six reports in a row are lost.
        let seconds = 0;
        const reports = gaps.map((gap) => {
          seconds += gap * 15;
          return report(seconds, seconds);
        });
        const counted = play(reports);
        expect(total(counted)).toBe(counted.at(-1)?.command.reported ?? 0);
      }),
    );
  });

  test('pages that stay open at once count as one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ gap: fc.integer({ min: 1, max: 30 }), tab, courseId }), { minLength: 1, maxLength: 100 }),
        (list) => {
          let seconds = 0;
          const counted = play(
            list.map(({ gap, ...rest }) => {
              seconds += gap;
              return report(seconds, seconds, rest);
            }),
          );
          expect(total(counted)).toBeLessThanOrEqual(seconds);
        },
      ),
    );
  });
});
