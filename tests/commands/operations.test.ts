import { expect, test } from 'vitest';
import { projectionOperations } from '../../backend/commands/operations/projection.ts';
import { given } from '../support/deciderSpec.ts';

const projection = 'courses';
const run = (generation: number) => ({ projection, generation });
const started = (generation = 2) => ({ type: 'ReplayStarted', data: { ...run(generation), codeVersion: 1 } }) as const;
const finished = (generation = 2) =>
  ({
    type: 'ReplayFinished',
    data: { ...run(generation), events: 10, milliseconds: 5, position: '1', added: 0, changed: 0, removed: 0, unchanged: 3 },
  }) as const;
const cancelled = (generation = 2) => ({ type: 'ReplayCancelled', data: run(generation) }) as const;
const failed = (generation = 2) => ({ type: 'ReplayFailed', data: { ...run(generation), error: 'x' } }) as const;
const switched = (generation = 2) => ({ type: 'GenerationSwitched', data: run(generation) }) as const;
const paused = { type: 'ProjectionPaused', data: { projection } } as const;
const resumed = { type: 'ProjectionResumed', data: { projection } } as const;
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
  given(projectionOperations, [started()]).when({ type: 'switch', projection }).thenRefused('NOTHING_TO_SWITCH');
  given(projectionOperations, [started(), finished()]).when({ type: 'switch', projection }).then([switched()]);
  given(projectionOperations, [started(), finished(), switched()]).when({ type: 'switch', projection }).thenRefused('NOTHING_TO_SWITCH');
});

test('news of another generation does not touch the present one', () => {
  const { state } = given(projectionOperations, [started(3), finished(2), cancelled(2), failed(2), switched(2)]);
  expect(state.building).toEqual({ generation: 3, finished: false });
});

test('one returns only where there is something to return to', () => {
  given(projectionOperations, [])
    .when({ type: 'return', projection, previous: 1 })
    .then([{ type: 'GenerationReturned', data: run(1) }]);
  given(projectionOperations, []).when({ type: 'return', projection, previous: null }).thenRefused('NO_PREVIOUS');
});

test('pausing again writes nothing, and only what is paused or halted is resumed', () => {
  given(projectionOperations, []).when({ type: 'pause', projection }).then([paused]);
  given(projectionOperations, [paused]).when({ type: 'pause', projection }).thenNothing();
  given(projectionOperations, [paused]).when({ type: 'resume', projection, halted: false }).then([resumed]);
  given(projectionOperations, []).when({ type: 'resume', projection, halted: true }).then([resumed]);
  given(projectionOperations, [paused, resumed]).when({ type: 'resume', projection, halted: false }).thenRefused('NOT_HALTED');
  const returned = { type: 'GenerationReturned', data: run(1) } as const;
  for (const ended of [[started(), finished(), switched()], [returned]])
    given(projectionOperations, [paused, ...ended])
      .when({ type: 'pause', projection })
      .then([paused]);
});

test('only the event that halted it can be skipped, and by its name', () => {
  const poison = { position: '0000000000000009', eventType: 'CourseRenamed' };
  given(projectionOperations, [])
    .when({ type: 'skip', projection, poison })
    .then([{ type: 'PoisonEventSkipped', data: { projection, ...poison } }]);
  given(projectionOperations, []).when({ type: 'skip', projection, poison: null }).thenRefused('NOT_HALTED');
});
