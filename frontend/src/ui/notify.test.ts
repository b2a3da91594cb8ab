import { expect, it } from 'vitest';
import { durationOf } from './notify.ts';

it('gives short notices 2 s, long ones 5 s, and keeps errors (C-51)', () => {
  expect(durationOf('¡Teléfono actualizado!', false)).toBe(2_000);
  expect(durationOf('a'.repeat(60), false)).toBe(2_000);
  expect(durationOf('Si el correo existe, recibirás un enlace para restablecer tu contraseña.', false)).toBe(5_000);
  expect(durationOf('Error de red', true)).toBe(Number.POSITIVE_INFINITY);
});
