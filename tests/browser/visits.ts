/// <reference lib="dom" />
import { everybodysVisits as allOfEverybody, visits as allVisits } from '../../backend/api/contract/pages.ts';

export type Visit = (typeof allVisits)[number];

const oneAfterAnother = (all: readonly Visit[]): readonly Visit[] => [...Map.groupBy(all, ({ as }) => as).values()].flat();
/** Every page of the application, as it is shown to who it is for; one person's after another's, so that nobody logs in for each. */
export const visits = oneAfterAnother(allVisits);
/** Every page, as it is shown to each account of the demo that may enter. */
export const everybodysVisits = oneAfterAnother(allOfEverybody);

/** Run in a page before its own scripts: this device reads English. */
export const readEnglish = (): void => {
  try {
    localStorage.setItem('aulaviva.idioma', 'en');
  } catch {
    // A blank page has no storage.
  }
};
