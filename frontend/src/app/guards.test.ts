import type { RouteObject } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { isShown, pageAt, pages, visits } from '../../../backend/api/contract/pages.ts';
import { type RoleCode, roleCodes } from '../../../backend/api/contract/roles.ts';
import { paths } from '../lib/paths.ts';
import { decide, oldEditor } from './guards.tsx';
import { nearest } from './nearest.ts';
import { exists, rolesFor } from './places.ts';
import { routes } from './routes.tsx';

const at = (path: string) => {
  const { pathname, search, hash } = new URL(path, 'http://x');
  return { pathname, search, hash };
};
const person = (user_role: number) => ({ user_role });

describe('who may enter', () => {
  it('lets anyone into public pages', () => {
    expect(decide('anyone', null, at('/list-courses'), exists)).toBeNull();
  });
  // rows: D08
  it('leads who is not signed in to /login, with the whole way back', () => {
    expect(decide('signedIn', null, at('/courses?courseId=3#notas'), exists)).toBe('/login?returnTo=%2Fcourses%3FcourseId%3D3%23notas');
  });
  // rows: A38
  it('leads who is signed in away from /login: to a valid returnTo, else to the home of the role', () => {
    expect(decide('guest', person(1), at('/login?returnTo=%2Fprogress'), exists)).toBe('/progress');
    expect(decide('guest', person(1), at('/login?returnTo=https%3A%2F%2Fevil.mx'), exists)).toBe('/dashboard');
    expect(decide('guest', person(2), at('/login'), exists)).toBe('/admin/overview');
    expect(decide('guest', person(3), at('/login'), exists)).toBe('/instructor/overview');
    expect(decide('guest', person(4), at('/login'), exists)).toBe('/analytics');
    expect(decide('guest', null, at('/login'), exists)).toBeNull();
  });
  // rows: I01, I03
  it('refuses a wrong role, and says which page it was', () => {
    expect(decide([2], person(1), at('/admin/overview'), exists)).toBe('/unauthorized?from=%2Fadmin%2Foverview');
    expect(decide([2], person(4), at('/admin/courses'), exists)).toBe('/unauthorized?from=%2Fadmin%2Fcourses');
  });
  // rows: I02
  it('leads an instructor from /admin/… to the same /instructor/… page with query and hash, only where there is one (C-15)', () => {
    expect(decide([2], person(3), at('/admin/courses?q=ia#x'), exists)).toBe('/instructor/courses?q=ia#x');
    expect(decide([2], person(3), at('/admin/projections'), exists)).toBe('/unauthorized?from=%2Fadmin%2Fprojections');
    expect(decide([2], person(3), at('/administracion'), exists)).toBe('/unauthorized?from=%2Fadministracion');
  });
  // rows: I03, H34
  it('refuses an administrator every page of instructors as themselves, whose screens they all have under /admin (C-15)', () => {
    const ofInstructors = pages.filter(({ path }) => /^\/instructor(\/|$)/.test(path));
    expect(ofInstructors.length).toBeGreaterThan(5);
    for (const { path, who } of ofInstructors) {
      const address = path.replace(':id', '1');
      expect(decide(who, person(2), at(`${address}?curso=1`), exists)).toBe(
        `/unauthorized?from=${encodeURIComponent(`${address}?curso=1`)}`,
      );
      // «Ver como»: the guards see the role of the person being viewed.
      expect(decide(who, person(3), at(address), exists)).toBeNull();
    }
    const screens = (area: string) => new Set(pages.filter(isShown).flatMap(({ path, page }) => (path.startsWith(area) ? [page] : [])));
    for (const screen of screens('/instructor/')) expect([...screens('/admin/')]).toContain(screen);
  });
  // rows: H33
  it('leads from the editor of before to the course as learners see it, or to the courses of the role; students never to an editor (C-14)', () => {
    for (const code of Object.values(roleCodes)) {
      expect(oldEditor(at('/editor/courses?courseId=7'), code)).toBe('/courses?courseId=7');
      expect(oldEditor(at('/editor/courses?subtema=4&comment=9'), code)).toBe('/courses?subtema=4&comment=9');
    }
    const led = (path: string) => [1, 2, 3].map((code) => oldEditor(at(path), code));
    expect(led('/editor/courses')).toEqual(['/courses', '/admin/courses', '/instructor/courses']);
    expect(led('/editor/my-courses')).toEqual(['/my-courses', '/admin/courses', '/instructor/courses']);
  });
  // rows: B16, B17
  it('leads from the course checkout of before to its course, and without one to no other purchase; signing in is asked for there', async () => {
    const flat = (some: RouteObject[]): RouteObject[] => some.flatMap((one) => [one, ...flat(one.children ?? [])]);
    const loader = flat(routes).find(({ path }) => path === '/checkoutcourse')?.loader as (context: object) => Promise<Response>;
    const led = async (path: string) => (await loader({ request: new Request(`http://x${path}`) })).headers.get('location');
    expect(await led('/checkoutcourse?courseId=2')).toBe('/checkout?courseId=2');
    expect(await led('/checkoutcourse')).toBe('/checkout?courseId=');
  });
  it('lets nobody into a page of other roles, each page of the table', () => {
    const closed = pages.flatMap(({ path, who }) => (typeof who === 'string' ? [] : [{ path, who: who as readonly number[] }]));
    expect(closed.map(({ path }) => path)).toEqual(expect.arrayContaining(['/admin/site', '/admin/leads', '/admin/scholarships']));
    for (const { path, who } of closed)
      for (const code of Object.values(roleCodes))
        expect(decide(who as readonly RoleCode[], person(code), at(path), exists) === null, `${code} at ${path}`).toBe(who.includes(code));
  });
  it('lets analysts and administrators into /analytics', () => {
    expect(decide([4, 2], person(4), at('/analytics'), exists)).toBeNull();
    expect(decide([4, 2], person(2), at('/analytics'), exists)).toBeNull();
  });
  // rows: I21
  it('leads an auditor to the history, and to no page where something can be changed', () => {
    expect(decide('guest', person(5), at('/login'), exists)).toBe('/admin/history');
    const own = pages.filter(({ who }) => typeof who === 'object' && (who as readonly number[]).includes(roleCodes.auditor));
    expect(own.map(({ path }) => path)).toEqual(['/admin/history', '/figures', '/analytics', '/analytics/events', '/analytics/sql']);
  });
});

describe('the table of pages', () => {
  it('has each path and each state that tests look at once', () => {
    expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length);
    expect(new Set(visits.map(({ name }) => name)).size).toBe(visits.length);
  });
  it('has every page that there is, and no other', () => {
    const files = Object.keys(import.meta.glob(['../**/*-page.tsx', '!./dev/*'])).map((file) => file.replace(/^\.\//, '../app/'));
    const named = pages.filter(isShown).map(({ page }) => `../${page}-page.tsx`);
    expect([...new Set(named)].sort()).toEqual(files.sort());
  });
  it('is what the router goes by', () => {
    const all = (children: readonly RouteObject[]): string[] =>
      children.flatMap(({ path, children: more = [] }) => [...(path ? [path] : []), ...all(more)]);
    // In development there is one page besides those of the table: the page of controls.
    expect(all(routes).sort()).toEqual([...pages.map(({ path }) => path), '/ui'].sort());
  });
  it('has every address that links are made of', () => {
    const made = Object.values(paths).map((make) => (typeof make === 'string' ? make : (make as (one: unknown) => string)('1')));
    for (const address of made) expect(pageAt(new URL(address, 'http://x').pathname)?.path, address).toBeDefined();
  });
  it('knows whom a page is for', () => {
    expect(rolesFor('/admin/overview')).toEqual([2]);
    expect(rolesFor('/dashboard')).toBeNull();
  });
  // rows: A42
  it('finds the page that was meant', () => {
    expect(nearest('/dashbord')).toBe('/dashboard');
    expect(nearest('/List-Courses/')).toBe('/list-courses');
    expect(nearest('/nada-que-ver')).toBeNull();
  });
});
