import { pages, type Routed } from 'virtual:pages';
import { matchPath } from 'react-router-dom';
import type { RoleCode } from '../lib/roles.ts';

const placeOf = (pathname: string): Routed | undefined => pages.find(({ path }) => path !== '*' && matchPath(path, pathname));
export const exists = (pathname: string): boolean => placeOf(pathname) !== undefined;

/** The roles that a page is for; null when it is for everyone. */
export const rolesFor = (pathname: string): readonly RoleCode[] | null => {
  const who = placeOf(pathname)?.who;
  return typeof who === 'object' ? who : null;
};
