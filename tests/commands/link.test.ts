import { expect, test } from 'vitest';
import { link } from '../../backend/commands/catalogue/link.ts';
import { given } from '../support/deciderSpec.ts';

const place = (address = 'https://ejemplo.mx/x') => ({ courseId: 1, moduleId: 2, classId: 3, resourceId: 4, link: address });
const broke = (address?: string) => ({ type: 'ResourceLinkBroke' as const, data: { ...place(address), reason: 'gone' as const } });
const recovered = { type: 'ResourceLinkRecovered' as const, data: place() };
const die = (address?: string) => ({ type: 'broke' as const, place: place(address), reason: 'gone' as const });
const live = (address?: string) => ({ type: 'answered' as const, place: place(address) });

test('only a change of what is known of a link is recorded', () => {
  given(link, []).when(live()).thenNothing();
  given(link, []).when(die()).then([broke()]);
  given(link, [broke()]).when(die()).thenNothing();
  given(link, [broke()]).when(live()).then([recovered]);
  given(link, [broke(), recovered]).when(live()).thenNothing();
  given(link, [broke(), recovered]).when(die()).then([broke()]);
});

test('another address is another link: what is known of the one before says nothing of it', () => {
  given(link, [broke()]).when(live('https://ejemplo.mx/y')).thenNothing();
  given(link, [broke()])
    .when(die('https://ejemplo.mx/y'))
    .then([broke('https://ejemplo.mx/y')]);
  expect(given(link, [broke(), broke('https://ejemplo.mx/y')]).state.broken?.link).toBe('https://ejemplo.mx/y');
});
