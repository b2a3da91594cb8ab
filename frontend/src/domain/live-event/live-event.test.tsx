import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import '../../i18n/i18n.ts';
import { LiveWhen } from './live-event.tsx';

afterEach(cleanup);

// rows: N02
test('a meeting is shown by the reader’s clock, and by the school’s where that is another; no zone is named', () => {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const other = own === 'America/Tijuana' ? 'America/Mexico_City' : 'America/Tijuana';
  const said = (zona: string) =>
    render(<LiveWhen inicio="2026-12-01T20:00:00Z" fin="2026-12-01T21:30:00Z" zona={zona} />).container.textContent;
  const when = /^mar, 1 dic 2026, \d\d:\d\d, hasta las \d\d:\d\d/;
  expect(said(own)).toMatch(new RegExp(`${when.source}$`));
  cleanup();
  // Where the day is the same in the school's zone, only the hour is shown for it.
  expect(said(other)).toMatch(new RegExp(`${when.source} \\(tu hora\\)\\d\\d:\\d\\d en la escuela$`));
});
