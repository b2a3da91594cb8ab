import { everyPage } from './everyPage.ts';
import { visits } from './visits.ts';

everyPage(visits.filter((visit) => visit.as !== null));
