import { download } from '../../api/download.ts';
import { type ArgOf, requestOf } from '../../lib/calls.ts';

/** The filtered contacts as CSV. */
export const downloadLeads = (filters: ArgOf<'exportLeads'>): Promise<void> =>
  download(requestOf(calls.exportLeads, filters), 'text/csv', 'contactos.csv');
