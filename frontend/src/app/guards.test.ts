import { describe, expect, it } from 'vitest';
import { views } from '../../budgets.ts';
import { decide } from './guards.tsx';
import { nearest } from './nearest.ts';
import { exists, rolesFor } from './places.ts';
import { table } from './routes.tsx';

const at = (path: string) => {
  const { pathname, search, hash } = new URL(path, 'http://x');
  return { pathname, search, hash };
};
const person = (user_role: number) => ({ user_role });

describe('who may enter', () => {
  it('lets anyone into public pages', () => {
    expect(decide('anyone', null, at('/list-courses'), exists)).toBeNull();
  });
  it('leads who is not signed in to /login, with the whole way back', () => {
    expect(decide('signedIn', null, at('/courses?courseId=3#notas'), exists)).toBe('/login?returnTo=%2Fcourses%3FcourseId%3D3%23notas');
  });
  it('leads who is signed in away from /login: to a valid returnTo, else to the home of the role', () => {
    expect(decide('guest', person(1), at('/login?returnTo=%2Fprogress'), exists)).toBe('/progress');
    expect(decide('guest', person(1), at('/login?returnTo=https%3A%2F%2Fevil.mx'), exists)).toBe('/dashboard');
    expect(decide('guest', person(2), at('/login'), exists)).toBe('/admin/overview');
    expect(decide('guest', person(3), at('/login'), exists)).toBe('/instructor/overview');
    expect(decide('guest', person(4), at('/login'), exists)).toBe('/analytics');
    expect(decide('guest', null, at('/login'), exists)).toBeNull();
  });
  it('refuses a wrong role, and says which page it was', () => {
    expect(decide([2], person(1), at('/admin/overview'), exists)).toBe('/unauthorized?from=%2Fadmin%2Foverview');
    expect(decide([2], person(4), at('/admin/courses'), exists)).toBe('/unauthorized?from=%2Fadmin%2Fcourses');
  });
  it('leads an instructor from /admin/… to the same /instructor/… page with query and hash, only where there is one (C-15)', () => {
    expect(decide([2], person(3), at('/admin/courses?q=ia#x'), exists)).toBe('/instructor/courses?q=ia#x');
    expect(decide([2], person(3), at('/admin/projections'), exists)).toBe('/unauthorized?from=%2Fadmin%2Fprojections');
    expect(decide([2], person(3), at('/administracion'), exists)).toBe('/unauthorized?from=%2Fadministracion');
  });
  it('lets analysts and administrators into /analytics', () => {
    expect(decide([4, 2], person(4), at('/analytics'), exists)).toBeNull();
    expect(decide([4, 2], person(2), at('/analytics'), exists)).toBeNull();
  });
});

describe('the table of pages', () => {
  it('has each path once', () => {
    expect(new Set(table.map((entry) => entry.path)).size).toBe(table.length);
  });
  it('has each page among those whose weight the build checks', () => {
    const pages = table
      .filter((entry) => entry.load && entry.path !== '/demo/mailbox' && entry.path !== '/unauthorized')
      .map((entry) => entry.path);
    expect(Object.keys(views).sort()).toEqual(pages.sort());
  });
  it('knows whom a page is for', () => {
    expect(rolesFor('/admin/overview')).toEqual([2]);
    expect(rolesFor('/dashboard')).toBeNull();
  });
  it('finds the page that was meant', () => {
    expect(nearest('/dashbord')).toBe('/dashboard');
    expect(nearest('/List-Courses/')).toBe('/list-courses');
    expect(nearest('/nada-que-ver')).toBeNull();
  });
});
