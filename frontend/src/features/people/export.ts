import { download } from '../../api/download.ts';
import { type ArgOf, requestOf } from '../../lib/calls.ts';

/** The CSV of everybody whom the filters find. */
export const downloadPeople = (filters: ArgOf<'exportPeople'>): Promise<void> =>
  download(requestOf(calls.exportPeople, filters), 'text/csv', 'usuarios.csv');
