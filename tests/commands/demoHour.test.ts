import { expect, test } from 'vitest';
import { planDemoSchool } from '../../backend/demo/school.ts';
import { openDomain } from '../support/domain.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test('at whatever hour of the day the demo is loaded, its students did the same until two days before', async () => {
  const domain = await openDomain();
  const midnight = Date.parse('2026-11-28T00:00:00Z');
  const held = (hour: number) => {
    const end = midnight + hour * HOUR;
    const before = midnight - 2 * DAY;
    return planDemoSchool(domain, new Date(end), null)
      .agenda.filter(({ at, name }) => /^(review|login|study|complete|community) \S+@ejemplo\.mx/.test(name) && at < before)
      .map(({ name }) => name.replace(/ \d[\d.]*/g, ' '))
      .sort();
  };
  const atNight = held(0);
  expect(atNight.length).toBeGreaterThan(1_000);
  for (let hour = 1; hour < 24; hour += 1) expect(held(hour), `${hour} h`).toEqual(atNight);
});
