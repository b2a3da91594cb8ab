import { everyPage } from './everyPage.ts';
import { test } from './fixtures.ts';
import { visits } from './visits.ts';

test.use({ readsOnly: true });

everyPage(visits.filter(({ as }) => as === 'estudiante' || as === 'premium'));
