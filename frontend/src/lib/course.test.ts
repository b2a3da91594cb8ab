import { describe, expect, it } from 'vitest';
import { cardAction, money, priceOf } from './course.ts';

const course = (over: Partial<Parameters<typeof cardAction>[0]> = {}) => ({
  id: 7,
  tipo: 'Básico' as const,
  precio: 0 as number | null,
  moneda: 'MXN',
  id_maestro: 4,
  ...over,
});
const student = (plan = 1) => ({ id: 9, user_role: 1, tipo_usuario: plan });
const own = { fuente: 'propia' } as const;

describe('the button of a card', () => {
  it('sends a visitor to sign in, and starts a free course afterwards', () => {
    expect(cardAction(course(), null, null)).toEqual({ kind: 'login', to: '/login?returnTo=%2Fcourses%3FcourseId%3D7', pending: true });
    expect(cardAction(course({ tipo: 'Premium', precio: null }), null, null)).toEqual({
      kind: 'login',
      to: '/login?returnTo=%2Flist-courses',
      pending: false,
    });
    expect(cardAction(course({ precio: 199 }), null, null)).toMatchObject({ kind: 'login', pending: false });
  });
  it('waits until it knows what the person has', () => {
    expect(cardAction(course(), student(), undefined)).toEqual({ kind: 'unknown' });
  });
  it('starts what is open to all: Básico at nothing or without a price', () => {
    expect(cardAction(course(), student(), null)).toEqual({ kind: 'start' });
    expect(cardAction(course({ precio: null }), student(), null)).toEqual({ kind: 'start' });
  });
  it('continues what the person is enrolled in', () => {
    expect(cardAction(course(), student(), own)).toEqual({ kind: 'continue', to: '/courses?courseId=7' });
  });
  it('locks Premium without the plan, whatever its price, and opens it with the plan', () => {
    for (const precio of [null, 0, 199]) {
      expect(cardAction(course({ tipo: 'Premium', precio }), student(), null)).toEqual({ kind: 'locked' });
      expect(cardAction(course({ tipo: 'Premium', precio }), student(2), null)).toEqual({ kind: 'start' });
    }
  });
  it('keeps what was bought or given open without the plan, and closes what came with the plan (C-05)', () => {
    const premium = course({ tipo: 'Premium', precio: null });
    expect(cardAction(premium, student(), { fuente: 'compra' })).toMatchObject({ kind: 'continue' });
    expect(cardAction(premium, student(), { fuente: 'asignado' })).toMatchObject({ kind: 'continue' });
    expect(cardAction(premium, student(), { fuente: 'plan' })).toEqual({ kind: 'locked' });
    expect(cardAction(premium, student(2), { fuente: 'plan' })).toMatchObject({ kind: 'continue' });
  });
  it('offers nothing for a priced Básico, which this release does not sell yet', () => {
    expect(cardAction(course({ precio: 199 }), student(2), null)).toEqual({ kind: 'unavailable' });
  });
  it('shows a course to its instructor and to administrators', () => {
    expect(cardAction(course(), { id: 1, user_role: 2, tipo_usuario: 1 }, null)).toMatchObject({ kind: 'preview' });
    expect(cardAction(course(), { id: 4, user_role: 3, tipo_usuario: 1 }, null)).toMatchObject({ kind: 'preview' });
    expect(cardAction(course(), { id: 5, user_role: 3, tipo_usuario: 1 }, null)).toEqual({ kind: 'start' });
  });
});

it('tells a price as what it is, with its currency named (C-02, C-04, C-79)', () => {
  expect(money(1199, 'MXN')).toBe('$1,199.00 MXN');
  expect(priceOf({ tipo: 'Básico', precio: null, moneda: 'MXN' })).toEqual({ kind: 'free' });
  expect(priceOf({ tipo: 'Premium', precio: 0, moneda: 'MXN' })).toEqual({ kind: 'free' });
  expect(priceOf({ tipo: 'Premium', precio: null, moneda: 'MXN' })).toEqual({ kind: 'premium' });
  expect(priceOf({ tipo: 'Básico', precio: 199, moneda: 'MXN' })).toEqual({ kind: 'priced', text: '$199.00 MXN' });
});
