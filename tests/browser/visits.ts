/// <reference lib="dom" />
import { visits as allVisits } from '../../backend/api/contract/pages.ts';

export type Visit = (typeof allVisits)[number];

/** Every page of the application, as it is shown to who it is for; one person's after another's, so that nobody logs in for each. */
export const visits: readonly Visit[] = [...Map.groupBy(allVisits, ({ as }) => as).values()].flat();

/** Run in a page before its own scripts: this device reads English. */
export const readEnglish = (): void => {
  try {
    localStorage.setItem('aulaviva.idioma', 'en');
  } catch {
    // A blank page has no storage.
  }
};
