import { expect, test } from 'vitest';
import { type ExportPlanCommand, exportPlans, MOST_OF_ONE, type Planned } from '../../backend/commands/operations/exportPlans.ts';
import { nextExport } from '../../backend/commands/reactions/exports.ts';
import { given } from '../support/deciderSpec.ts';

const plan = (planId: string, by = 4): Planned => ({
  ...{
    planId,
    by,
    name: 'Inscripciones',
    format: 'csv',
    stream: null,
    category: 'enrolment',
    eventType: null,
    author: null,
    field: null,
    value: null,
  },
  ...{ every: 'day', weekday: null, hour: 6, fresh: true },
});
const planned = (planId: string) => ({ type: 'ExportPlanned' as const, data: plan(planId) });
/** The state after these, planned by the account 4. */
const own = (...plans: string[]) =>
  plans.reduce((state, planId) => exportPlans.evolve(state, { ...planned(planId), id: planId, meta: {} as never }), exportPlans.initial());
const decided = (state: ReturnType<typeof own>, command: ExportPlanCommand) => exportPlans.decide(command, state);
const made = (due: string) => ({ due, after: null, until: '12', rows: 3, bytes: 90, sha256: 'a'.repeat(64) });

test('whoever planned it ends it, and nobody else; a person has so many', () => {
  const end = (by: number | null) => ({ type: 'end' as const, planId: 'a', by, cause: 'person' as const });
  expect(() => decided(own('a'), end(5))).toThrow('EXPORT_PLAN_NOT_FOUND');
  for (const by of [4, null])
    expect(decided(own('a'), end(by))).toEqual([{ type: 'ExportPlanEnded', data: { planId: 'a', cause: 'person' } }]);
  const full = own(...Array.from({ length: MOST_OF_ONE }, (_, index) => String(index)));
  const more = (by: number) => ({ type: 'plan' as const, plan: plan('more', by) });
  expect(() => decided(full, more(4))).toThrow('TOO_MANY_ITEMS');
  expect(decided(full, more(5))).toEqual([{ type: 'ExportPlanned', data: plan('more', 5) }]);
});

test('one that was due is made once, and not after it was ended', () => {
  const due = '2026-03-02T14:00:00.000Z';
  const command = { type: 'made' as const, planId: 'a', made: made(due) };
  const event = { type: 'PlannedExportMade' as const, data: { planId: 'a', ...made(due) } };
  given(exportPlans, [planned('a')])
    .when(command)
    .then([event]);
  given(exportPlans, [planned('a'), event])
    .when(command)
    .then([]);
  given(exportPlans, []).when(command).then([]);
});

test('an erased person has no planned exports', () => {
  const nameless = { type: 'ExportPlanned' as const, data: { ...plan('a'), name: null } };
  given(exportPlans, [nameless]).when({ type: 'end', planId: 'a', by: null, cause: 'person' }).thenRefused('EXPORT_PLAN_NOT_FOUND');
});

test('a planned export is due at its hour of the school’s clock, on its day of the week', () => {
  // Six in the morning in Tijuana are two in the afternoon in UTC.
  expect(nextExport(new Date('2026-03-02T13:59:00.000Z'), { hour: 6, weekday: null })).toBe('2026-03-02T14:00:00.000Z');
  expect(nextExport(new Date('2026-03-02T14:00:00.000Z'), { hour: 6, weekday: null })).toBe('2026-03-03T14:00:00.000Z');
  // The fourth is a Wednesday.
  expect(nextExport(new Date('2026-03-02T14:00:00.000Z'), { hour: 6, weekday: 2 })).toBe('2026-03-04T14:00:00.000Z');
  // On the eighth clocks go from two to three: it comes with the hour after. On the first of November one comes twice: it is made with the first.
  expect(nextExport(new Date('2026-03-08T08:00:00.000Z'), { hour: 2, weekday: null })).toBe('2026-03-08T10:00:00.000Z');
  expect(nextExport(new Date('2026-11-01T08:00:00.000Z'), { hour: 1, weekday: null }, '2026-11-01T08:00:00.000Z')).toBe(
    '2026-11-02T09:00:00.000Z',
  );
});
