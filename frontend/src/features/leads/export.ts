import { download } from '../../api/download.ts';
import { type ArgOf, requestOf } from '../../lib/calls.ts';

/** The CSV of what is filtered. */
export const downloadLeads = (filters: ArgOf<'exportLeads'>): Promise<void> =>
  download(requestOf(calls.exportLeads, filters), 'text/csv', 'contactos.csv');
