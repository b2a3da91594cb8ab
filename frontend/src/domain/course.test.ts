import { describe, expect, it } from 'vitest';
import { money } from '../lib/figures.ts';
import { cardAction, openedAction, priceOf } from './course.ts';

const course = (over: Partial<Parameters<typeof cardAction>[0]> = {}) => ({
  id: 7,
  tipo: 'Básico' as const,
  precio: 0 as number | null,
  moneda: 'MXN',
  id_maestro: 4,
  coinstructores: [],
  ...over,
});
const student = (plan = 1) => ({ id: 9, user_role: 1, tipo_usuario: plan });
const own = { fuente: 'propia' } as const;

const locked = (buy: string | null = null) => ({ kind: 'locked', to: '/checkout?plan=premium', buy });
const buying = '/checkout?courseId=7';

describe('the button of a course', () => {
  it('lets a visitor begin what is free, buy what has a price, and look at what Premium is', () => {
    const free = { kind: 'login', to: '/login?returnTo=%2Fcourses%3FcourseId%3D7', pending: true };
    expect(cardAction(course(), null, null)).toEqual(free);
    expect(cardAction(course({ precio: null }), null, undefined)).toEqual(free);
    expect(cardAction(course({ precio: 199 }), null, null)).toEqual({ kind: 'buy', to: buying });
    expect(cardAction(course({ tipo: 'Premium', precio: null }), null, null)).toEqual(locked());
    expect(cardAction(course({ tipo: 'Premium', precio: 499 }), null, null)).toEqual(locked(buying));
  });
  it('waits until it knows what the person has', () => {
    expect(cardAction(course(), student(), undefined)).toEqual({ kind: 'unknown' });
    expect(cardAction(course({ tipo: 'Premium' }), student(2), undefined)).toEqual({ kind: 'unknown' });
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
      expect(cardAction(course({ tipo: 'Premium', precio }), student(), null)).toEqual(locked(precio ? buying : null));
      expect(cardAction(course({ tipo: 'Premium', precio }), student(2), null)).toEqual({ kind: 'start' });
    }
  });
  // rows: B08
  it('never locks what was bought or given, and closes what came with the plan (B08, C-05)', () => {
    for (const precio of [null, 199]) {
      const premium = course({ tipo: 'Premium', precio });
      for (const fuente of ['compra', 'asignado'] as const) {
        expect(cardAction(premium, student(), { fuente })).toEqual({ kind: 'continue', to: '/courses?courseId=7' });
        expect(cardAction(course({ precio: 199 }), student(), { fuente })).toMatchObject({ kind: 'continue' });
      }
      expect(cardAction(premium, student(), { fuente: 'plan' })).toMatchObject({ kind: 'locked' });
      expect(cardAction(premium, student(2), { fuente: 'plan' })).toMatchObject({ kind: 'continue' });
    }
  });
  it('sells a priced Básico, also to who has the plan, and takes it from nobody who was in it before it had a price (C-79, C-05)', () => {
    for (const plan of [1, 2]) expect(cardAction(course({ precio: 199 }), student(plan), null)).toEqual({ kind: 'buy', to: buying });
    expect(cardAction(course({ precio: 199 }), student(), own).kind).toBe('continue');
  });
  // rows: A21
  it('goes by the course’s tier and price alone, never by its name (A21, C-08)', () => {
    const named = { ...course({ precio: null }), nombre: 'Curso de Python' };
    expect(cardAction(named, student(), null)).toEqual({ kind: 'start' });
  });
  // rows: A21
  it('sells a priced Premium course where the course itself is open, to visitors and members alike; its card keeps the lock (A21, B08)', () => {
    const premium = course({ tipo: 'Premium', precio: 1_999 });
    for (const person of [null, student()]) {
      expect(cardAction(premium, person, null)).toEqual(locked(buying));
      expect(openedAction(cardAction(premium, person, null))).toEqual({ kind: 'buy', to: buying });
    }
    const byPlan = cardAction(course({ tipo: 'Premium', precio: null }), null, null);
    expect(openedAction(byPlan)).toEqual(locked());
    expect(openedAction(cardAction(premium, student(2), null))).toEqual({ kind: 'start' });
  });
  it('shows a course to its instructor and to administrators', () => {
    expect(cardAction(course(), { id: 1, user_role: 2, tipo_usuario: 1 }, null)).toMatchObject({ kind: 'preview' });
    expect(cardAction(course(), { id: 4, user_role: 3, tipo_usuario: 1 }, null)).toMatchObject({ kind: 'preview' });
    expect(cardAction(course(), { id: 5, user_role: 3, tipo_usuario: 1 }, null)).toEqual({ kind: 'start' });
  });
  // rows: B09
  it('flips with the plan, a grant and its end, and with nothing else', () => {
    const premium = course({ tipo: 'Premium', precio: 499 });
    const seen = [
      cardAction(premium, student(1), null),
      cardAction(premium, student(2), null),
      cardAction(premium, student(2), { fuente: 'plan' }),
      cardAction(premium, student(1), { fuente: 'plan' }),
      cardAction(premium, student(1), { fuente: 'asignado' }),
    ];
    expect(seen.map(({ kind }) => kind)).toEqual(['locked', 'start', 'continue', 'locked', 'continue']);
  });
});

// rows: B13
it('tells a price as what it is, with its currency named (C-02, C-04, C-79)', () => {
  expect(money(1499, 'MXN')).toBe('$1,499.00 MXN');
  expect(money(50, 'USD')).toBe('$50.00 USD');
  expect(priceOf({ tipo: 'Básico', precio: null, moneda: 'MXN' })).toEqual({ kind: 'free' });
  expect(priceOf({ tipo: 'Premium', precio: 0, moneda: 'MXN' })).toEqual({ kind: 'free' });
  expect(priceOf({ tipo: 'Premium', precio: null, moneda: 'MXN' })).toEqual({ kind: 'premium' });
  expect(priceOf({ tipo: 'Básico', precio: 199, moneda: 'MXN' })).toEqual({ kind: 'priced', text: '$199.00 MXN' });
});
