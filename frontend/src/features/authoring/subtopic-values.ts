import type { EditedSubtopic } from './editor-context.ts';

export const kinds = ['video', 'lectura', 'evaluacion', 'ejercicio'] as const satisfies readonly EditedSubtopic['tipo'][];
/** Whole minutes, at least one; blank: no duration. */
export const wholeMinutes = (typed: string): boolean =>
  typed === '' || (/^\d{1,5}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= 10_000);
