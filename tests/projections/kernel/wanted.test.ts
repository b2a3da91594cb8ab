import { expect, test } from 'vitest';
import { NOTHING_ASKED, type Wanted, wantedAfter } from '../../../backend/projections/kernel/wanted.ts';
import { envelopes, given } from '../../support/projectionSpec.ts';

const projection = 'courses';
const started = (generation: number) => given('ReplayStarted', { projection, generation, codeVersion: 1 });
const counts = { events: 1, milliseconds: 1, position: '1', added: 0, changed: 0, removed: 0, unchanged: 1 };
const finished = (generation: number) => given('ReplayFinished', { projection, generation, ...counts });
const failed = (generation: number) => given('ReplayFailed', { projection, generation, error: 'x' });
const of = (type: string, more: object = {}) => given(type, { projection, ...more });

/** `cause`: which of the events, counted from 0, caused it. */
function wanted(...tellings: { telling: ReturnType<typeof given>; cause?: number }[]): Wanted {
  const events = envelopes(tellings.map(({ telling }) => telling));
  return events
    .map((event, i) => {
      const cause = events[tellings[i]?.cause ?? -1];
      return cause ? { ...event, meta: { ...event.meta, causationId: cause.id } } : event;
    })
    .reduce(wantedAfter, NOTHING_ASKED);
}
const all = (...tellings: ReturnType<typeof given>[]) => wanted(...tellings.map((telling) => ({ telling })));

test('what is built to the end waits until it is switched to, and serves from then on', () => {
  const begun = { telling: started(2) };
  expect(wanted(begun).open?.finished).toBeNull();
  const done = { telling: finished(2), cause: 0 };
  expect(wanted(begun, done).open?.finished?.data.unchanged).toBe(1);
  const switched = wanted(begun, done, { telling: of('GenerationSwitched', { generation: 2 }) });
  expect(switched).toMatchObject({ open: null, serving: 2 });
  // It can be built again should it be lost.
  expect(switched.asked.get(2)?.finished).not.toBeNull();
});

test('the end of one building is not that of another of the same number', () => {
  const cancelled = { telling: of('ReplayCancelled', { generation: 2 }) };
  const again = [{ telling: started(2) }, cancelled, { telling: started(2) }];
  expect(wanted(...again, { telling: finished(2), cause: 0 }).open?.finished).toBeNull();
  expect(wanted(...again, { telling: failed(2), cause: 0 }).open).not.toBeNull();
  expect(wanted(...again, { telling: finished(2), cause: 2 }).open?.finished).not.toBeNull();
  expect(wanted(...again, { telling: failed(2), cause: 2 }).open).toBeNull();
});

test('the last request counts: to serve, to stand still, to go on', () => {
  expect(all(of('GenerationSwitched', { generation: 2 }), of('GenerationReturned', { generation: 1 })).serving).toBe(1);
  expect(all(of('ProjectionPaused')).paused).toEqual({ until: null });
  const until = '2026-11-26T12:00:00.000Z';
  expect(all(of('ProjectionPaused', { until })).paused).toEqual({ until });
  expect(all(of('ProjectionPaused'), of('ProjectionResumed')).paused).toBeNull();
  // As it has always been: who begins to serve goes on.
  for (const type of ['GenerationSwitched', 'GenerationReturned'])
    expect(all(of('ProjectionPaused'), of(type, { generation: 2 })).paused).toBeNull();
  const skipped = (position: string) => of('PoisonEventSkipped', { position, eventType: 'CourseRenamed' });
  expect([...all(skipped('4'), skipped('9')).skips]).toEqual(['4', '9']);
});
