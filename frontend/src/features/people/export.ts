import { download } from '../../api/download.ts';
import { type ArgOf, requestOf } from '../../lib/calls.ts';

/** The filtered people as CSV. */
export const downloadPeople = (filters: ArgOf<'exportPeople'>): Promise<void> =>
  download(requestOf(calls.exportPeople, filters), 'text/csv', 'usuarios.csv');
