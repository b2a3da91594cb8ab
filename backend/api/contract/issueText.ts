import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

const kinds: Readonly<Record<string, string>> = {
  string: 'Debe ser un texto.',
  number: 'Debe ser un número.',
  int: 'Debe ser un número entero.',
  boolean: 'Debe ser true o false.',
  array: 'Debe ser una lista.',
  object: 'Debe ser un objeto.',
  date: 'Debe ser una fecha.',
};
const other = 'No es un valor aceptado.';
const units: Readonly<Record<string, string>> = { string: ' caracteres', array: ' elementos', set: ' elementos', file: ' bytes' };

/** Numbers beyond this are not exact, and not worth showing. */
const limit = (issue: { origin: string }, kind: 'máximo' | 'mínimo', value: number | bigint): string =>
  Math.abs(Number(value)) >= Number.MAX_SAFE_INTEGER
    ? `Ese número es demasiado ${kind === 'máximo' ? 'grande' : 'pequeño'}.`
    : `El ${kind} es ${value}${units[issue.origin] ?? ''}.`;

/** The problem of a field, in words for the author of the call: the rule, not how it is checked. */
export function issueText(issue: Issue, missing: boolean): string {
  if (missing) return 'Falta este dato.';
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? other;
    case 'too_big':
      return limit(issue, 'máximo', issue.maximum);
    case 'too_small':
      return issue.inclusive === false ? `Debe ser mayor que ${issue.minimum}.` : limit(issue, 'mínimo', issue.minimum);
    case 'invalid_value':
      return `Debe ser ${issue.values.length === 1 ? '' : 'uno de: '}${issue.values.map(String).join(', ')}.`;
    case 'invalid_format':
      return 'No tiene el formato esperado.';
    case 'not_multiple_of':
      return `Debe ser múltiplo de ${issue.divisor}.`;
    case 'unrecognized_keys':
      return `Sobra: ${issue.keys.join(', ')}.`;
    case 'custom':
      // A rule without words of its own.
      return issue.message === 'Invalid input' ? other : issue.message;
    default:
      return other;
  }
}
