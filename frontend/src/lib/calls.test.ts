import { calls as all } from 'virtual:calls';
import { expect, expectTypeOf, it } from 'vitest';
import { contracts } from '../../../backend/api/contract/all.ts';
import { type AnswerOf, type ArgOf, type CallName, requestOf } from './calls.ts';

it('knows every call of the contract by its name', () => {
  expect(Object.keys(all)).toEqual(Object.values(contracts).map(({ id }) => id));
  expect(calls.login).toBe(all['login']);
});

it('sends a call that takes one thing with that thing', () => {
  expect(requestOf(calls.getUser, 7)).toEqual({ method: 'GET', url: '/api/auth/users/7' });
  expect(requestOf(calls.verifyEmail, 'a b')).toEqual({ method: 'GET', url: '/api/auth/verify-email?token=a+b' });
  const body = { email: 'ana@ejemplo.mx', password: 'x' };
  // The body itself: what `command` says of it is known by it.
  expect(requestOf(calls.login, body).body).toBe(body);
});

it('sends a call that takes several things with each in its place, and leaves out of the query what is not said', () => {
  const body = { nombre: 'Mi llave' };
  expect(requestOf(calls.renamePasskey, { passkeyId: 'a/b', body })).toEqual({
    method: 'PUT',
    url: '/api/cuenta/llaves/a%2Fb',
    body,
  });
  expect(requestOf(calls.renamePasskey, { passkeyId: 'a', body }).body).toBe(body);
  expect(requestOf(calls.deleteUser, { id: 7, motivo: null })).toEqual({ method: 'DELETE', url: '/api/auth/users/7' });
  expect(requestOf(calls.listCourses, {}).url).toBe('/api/cursos/cursos');
  expect(requestOf(calls.listCourses, { todos: '1', search: 'ñ' }).url).toBe('/api/cursos/cursos?search=%C3%B1&todos=1');
});

it('sends a call that takes nothing with nothing', () => {
  expect(requestOf(calls.logout, undefined)).toEqual({ method: 'POST', url: '/api/auth/logout' });
});

it('types what a call takes and answers as the contract does', () => {
  expectTypeOf<ArgOf<'getUser'>>().toEqualTypeOf<number>();
  expectTypeOf<ArgOf<'logout'>>().toEqualTypeOf<void>();
  expectTypeOf<ArgOf<'login'>>().toEqualTypeOf<{ email: string; password: string }>();
  expectTypeOf<ArgOf<'publicProfile'>>().toEqualTypeOf<{ id: number; como?: 'everyone' | 'staff' | undefined }>();
  expectTypeOf<AnswerOf<'saveLastView'>['message']>().toEqualTypeOf<string>();
  expectTypeOf<CallName>().toEqualTypeOf<keyof typeof contracts>();
});
