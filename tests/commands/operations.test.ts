import { expect, test } from 'vitest';
import { createLagWatch, lagAlarms } from '../../backend/commands/operations/alarms.ts';
import { projectionOperations } from '../../backend/commands/operations/projection.ts';
import { operationSettings } from '../../backend/commands/operations/settings.ts';
import { given } from '../support/deciderSpec.ts';

const projection = 'courses';
const run = (generation: number) => ({ projection, generation });
const started = (generation = 2) => ({ type: 'ReplayStarted', data: { ...run(generation), codeVersion: 1 } }) as const;
const finished = (generation = 2, counts: object = {}) =>
  ({
    type: 'ReplayFinished',
    data: { ...run(generation), events: 10, milliseconds: 5, position: '1', added: 0, changed: 0, removed: 0, unchanged: 3, ...counts },
  }) as const;
const cancelled = (generation = 2) => ({ type: 'ReplayCancelled', data: run(generation) }) as const;
const failed = (generation = 2) => ({ type: 'ReplayFailed', data: { ...run(generation), error: 'x' } }) as const;
const switched = (generation = 2) => ({ type: 'GenerationSwitched', data: run(generation) }) as const;
const paused = { type: 'ProjectionPaused', data: { projection } } as const;
const resumed = { type: 'ProjectionResumed', data: { projection } } as const;
const pause = { type: 'pause', projection, until: null } as const;
const change = { type: 'switch', projection, limit: 0.2, forced: false } as const;
const replay = { type: 'replay', projection, highest: 1, codeVersion: 1 } as const;

test('a replay is refused while another of the projection runs or waits to be switched', () => {
  given(projectionOperations, []).when(replay).then([started()]);
  given(projectionOperations, [started()]).when(replay).thenRefused('REPLAY_RUNNING');
  given(projectionOperations, [started(), finished()]).when(replay).thenRefused('REPLAY_RUNNING');
  for (const end of [cancelled(), failed(), switched()])
    given(projectionOperations, [started(), end])
      .when(replay)
      .then([started(3)]);
});

test('no generation has a number that another had, whatever the read store knows', () => {
  given(projectionOperations, [started(4), cancelled(4)])
    .when({ ...replay, highest: 0 })
    .then([started(5)]);
  given(projectionOperations, [started(2), switched(2)])
    .when({ ...replay, highest: 7 })
    .then([started(8)]);
});

test('only what is being built can be cancelled', () => {
  given(projectionOperations, [started()]).when({ type: 'cancel', projection }).then([cancelled()]);
  given(projectionOperations, [started(), finished()]).when({ type: 'cancel', projection }).then([cancelled()]);
  given(projectionOperations, []).when({ type: 'cancel', projection }).thenRefused('NOTHING_TO_SWITCH');
  given(projectionOperations, [started(), cancelled()]).when({ type: 'cancel', projection }).thenRefused('NOTHING_TO_SWITCH');
});

test('only what was built to the end can be served', () => {
  given(projectionOperations, [started()]).when(change).thenRefused('NOTHING_TO_SWITCH');
  given(projectionOperations, [started(), finished()]).when(change).then([switched()]);
  given(projectionOperations, [started(), finished(), switched()]).when(change).thenRefused('NOTHING_TO_SWITCH');
});

// rows: L04
test('where more differs than the limit allows, it is served only on a person’s word', () => {
  const under = finished(2, { changed: 1, added: 1, removed: 0, unchanged: 8 });
  const over = finished(2, { changed: 1, added: 1, removed: 1, unchanged: 9 });
  given(projectionOperations, [started(), under]).when(change).then([switched()]);
  given(projectionOperations, [started(), over]).when(change).thenRefused('DIFFERENCE_TOO_LARGE');
  given(projectionOperations, [started(), over])
    .when({ ...change, forced: true })
    .then([switched()]);
  // The read model was empty before, so every document is new.
  given(projectionOperations, [started(), finished(2, { added: 5, unchanged: 0 })])
    .when(change)
    .thenRefused('DIFFERENCE_TOO_LARGE');
  given(projectionOperations, [started(), finished(2, { unchanged: 0 })])
    .when({ ...change, limit: 0 })
    .then([switched()]);
});

test('news of another generation does not touch the present one', () => {
  const { state } = given(projectionOperations, [started(3), finished(2), cancelled(2), failed(2), switched(2)]);
  expect(state.building).toEqual({ generation: 3, differs: null });
});

test('one returns only where there is something to return to', () => {
  given(projectionOperations, [])
    .when({ type: 'return', projection, generation: 1, kept: [3, 1] })
    .then([{ type: 'GenerationReturned', data: run(1) }]);
  given(projectionOperations, [])
    .when({ type: 'return', projection, generation: 2, kept: [3, 1] })
    .thenRefused('NO_PREVIOUS');
});

test('pausing again writes nothing, and only what is paused or halted is resumed', () => {
  given(projectionOperations, []).when(pause).then([paused]);
  given(projectionOperations, [paused]).when(pause).thenNothing();
  given(projectionOperations, [paused]).when({ type: 'resume', projection, halted: false }).then([resumed]);
  given(projectionOperations, []).when({ type: 'resume', projection, halted: true }).then([resumed]);
  given(projectionOperations, [paused, resumed]).when({ type: 'resume', projection, halted: false }).thenRefused('NOT_HALTED');
  const returned = { type: 'GenerationReturned', data: run(1) } as const;
  for (const ended of [[started(), finished(), switched()], [returned]])
    given(projectionOperations, [paused, ...ended])
      .when(pause)
      .then([paused]);
});

test('a pause may have an end, which can be put off', () => {
  const until = '2026-11-26T12:00:00.000Z';
  const short = { type: 'ProjectionPaused', data: { projection, until } } as const;
  given(projectionOperations, [])
    .when({ ...pause, until })
    .then([short]);
  given(projectionOperations, [short]).when(pause).then([paused]);
  given(projectionOperations, [short])
    .when({ ...pause, until })
    .thenNothing();
});

test('what is left out of the settings stays, and what stays writes nothing', () => {
  const { state } = given(operationSettings, []);
  given(operationSettings, [])
    .when({ type: 'change', settings: { keepDays: 30 } })
    .then([{ type: 'OperationSettingsChanged', data: { ...state, keepDays: 30 } }]);
  given(operationSettings, []).when({ type: 'change', settings: state }).thenNothing();
});

test('only the event that halted it can be skipped, and by its name', () => {
  const poison = { position: '0000000000000009', eventType: 'CourseRenamed' };
  given(projectionOperations, [])
    .when({ type: 'skip', projection, poison })
    .then([{ type: 'PoisonEventSkipped', data: { projection, ...poison } }]);
  given(projectionOperations, []).when({ type: 'skip', projection, poison: null }).thenRefused('NOT_HALTED');
});

// rows: L12
test('an alarm is raised after so many minutes over so many seconds, once, and cleared as soon as it is not', () => {
  const settings = { differencePercent: 20, keepDays: 7, lagSeconds: 60, lagMinutes: 5 };
  const watch = createLagWatch();
  const MINUTE = 60_000;
  const at = (minutes: number, seconds: number | null, raised = {}, meant = false) =>
    watch([{ name: projection, seconds, events: 3, meant }], settings, raised, minutes * MINUTE);
  expect(at(0, 59)).toEqual([]);
  expect(at(1, 60)).toEqual([]);
  expect(at(5, 300)).toEqual([]);
  const raise = { type: 'raise', projection, seconds: 360, events: 3 } as const;
  expect(at(6, 360)).toEqual([raise]);
  const raised = { [projection]: { since: '2026-11-26T12:00:00.000Z' } };
  expect(at(7, 420, raised)).toEqual([]);
  expect(at(8, 10, raised)).toEqual([{ type: 'clear', projection }]);
  // A new delay counts from its own beginning; without data nothing is raised; and a projection that a person stopped is meant to lag.
  expect(at(9, 61)).toEqual([]);
  expect(at(13, 200)).toEqual([]);
  expect(at(15, 300, {}, true)).toEqual([]);
  expect(at(16, 400)).toEqual([]);
  expect(at(30, null)).toEqual([]);
  expect(at(31, null, raised), 'nothing is known of it').toEqual([]);
  expect(at(32, null, raised, true), 'it is meant to lag').toEqual([{ type: 'clear', projection }]);
  expect(at(33, 0, { ...raised, gone: { since: '2026-11-26T12:00:00.000Z' } }), 'a release without it').toEqual([
    { type: 'clear', projection: 'gone' },
    { type: 'clear', projection },
  ]);
  // A clock that was set back raises nothing early.
  expect(at(40, 400)).toEqual([]);
  expect(at(2, 400)).toEqual([]);
  expect(at(6, 400)).toEqual([]);
  expect(at(7, 400)).toHaveLength(1);
  const told = { type: 'LagAlarmRaised', data: { projection, seconds: 360, events: 3 } } as const;
  given(lagAlarms, []).when(raise).then([told]);
  given(lagAlarms, [told]).when(raise).thenNothing();
  given(lagAlarms, [told])
    .when({ type: 'clear', projection })
    .then([{ type: 'LagAlarmCleared', data: { projection } }]);
  given(lagAlarms, []).when({ type: 'clear', projection }).thenNothing();
});
