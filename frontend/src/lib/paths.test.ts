import { expect, it } from 'vitest';
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
