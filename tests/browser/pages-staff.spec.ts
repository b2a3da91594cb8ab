import { everyPage } from './everyPage.ts';
import { test } from './fixtures.ts';
import { visits } from './visits.ts';

test.use({ readsOnly: true });

// Of all that the other files of pages leave out.
everyPage(visits.filter(({ as }) => as !== null && !['estudiante', 'premium', 'admin'].includes(as)));
