import { matchPath } from 'react-router-dom';
import type { RoleCode } from '../lib/roles.ts';
import type { Who } from './guards.tsx';

/** A page by its address, without what it shows: for pages that speak of others, which cannot import the table that loads them. */
export interface Place {
  path: string;
  who: Who;
  /** In place of a page. */
  to?: string;
}

let places: readonly Place[] = [];
/** Said once, by the table of pages. */
export const knowPlaces = (known: readonly Place[]): void => {
  places = known;
};
export const knownPlaces = (): readonly Place[] => places;

const placeOf = (pathname: string): Place | undefined => places.find((place) => matchPath(place.path, pathname));
export const exists = (pathname: string): boolean => placeOf(pathname) !== undefined;

/** The roles that a page is for; null when it is for everyone. */
export const rolesFor = (pathname: string): readonly RoleCode[] | null => {
  const who = placeOf(pathname)?.who;
  return typeof who === 'object' ? who : null;
};
