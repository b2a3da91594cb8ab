import { schoolMoment, schoolZone } from '../../../events/calendar.ts';

/** The head of a column of moments in a file for spreadsheets: they are on the school's clock. */
export const momentHead = (name: string): string => `${name} (${schoolZone()})`;
/** One of its cells, of an instant (ISO UTC). */
export const momentCell = (iso: string | null): string | null => iso && schoolMoment(iso);
