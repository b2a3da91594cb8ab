import { expect, test } from 'vitest';
import { loadDemoSchool } from '../../backend/demo/school.ts';
import { openDomain } from '../support/domain.ts';

test('the demo school loads whatever the clock says: at the beginning of its count, too', { timeout: 120_000 }, async () => {
  const domain = await openDomain();
  const { steps } = await loadDemoSchool(domain, new Date(0));
  expect(steps).toBeGreaterThan(1_000);
});
