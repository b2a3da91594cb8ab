import { matchPath } from 'react-router-dom';
import { expect, it } from 'vitest';
import { pages } from '../../../backend/api/contract/pages.ts';
import { officePaths } from './office-paths.ts';
import { paths, validReturnTo } from './paths.ts';

it('accepts only paths of this application', () => {
  expect(validReturnTo('/courses?courseId=3#x')).toBe('/courses?courseId=3#x');
  for (const bad of [
    null,
    '',
    'courses',
    'https://evil.mx',
    '//evil.mx',
    '/..//evil.mx',
    '/.//evil.mx',
    '/a/..//evil.mx',
    '/%2e%2e//evil.mx',
    '/\\evil.mx',
    '/\tevil',
    '/a\\b',
    'javascript:alert(1)',
    `/${'a'.repeat(600)}`,
  ])
    expect(validReturnTo(bad), String(bad)).toBeNull();
});
it('never returns to a page that leads to signing in', () => {
  for (const loop of [
    '/login',
    '/login?returnTo=/x',
    '/register',
    '/reset-password?token=x',
    '/verify-email?token=x',
    '/verify-email-notice',
    '/unauthorized',
  ])
    expect(validReturnTo(loop), loop).toBeNull();
  expect(validReturnTo('/login-ayuda')).toBe('/login-ayuda');
});
it('leaves out what is empty and escapes the rest', () => {
  expect(paths.login()).toBe('/login');
  expect(paths.login('/a?b=1')).toBe('/login?returnTo=%2Fa%3Fb%3D1');
  expect(paths.course(3, { moduleId: 2 })).toBe('/courses?courseId=3&moduleId=2');
  expect(paths.verifyNotice('ana@correo.mx')).toBe('/verify-email-notice?email=ana%40correo.mx');
});
it('leads to pages that there are', () => {
  const nowhere = Object.entries({ ...paths, ...officePaths }).filter(([, made]) => {
    const address = typeof made === 'string' ? made : (made as (...given: unknown[]) => string)(1, {});
    const { pathname } = new URL(address, 'http://aulaviva.invalid');
    return !pages.some(({ path }) => path !== '*' && matchPath(path, pathname));
  });
  expect(nowhere).toEqual([]);
});
