import { z } from 'zod';
import { errorCatalogue } from '../contract/errors.ts';
import type { FieldNames, RouteContract } from '../contract/route.ts';
import { ApiError, at, invalid } from '../error.ts';
import { toApiError } from '../plugins/errors.ts';

/** What is checked of a call besides its schemas: texts, names of fields, versions; and which field a refusal belongs to. */

/** Control characters, except tabs and line ends; and lone surrogates. */
const CONTROL = /[^\P{Cc}\t\n\r]|\p{Cs}/u;
/** The path of the first text that has one; null where none does. Not recursive: the nesting may be as deep as a body is long. */
export function controlIn(sent: unknown): string | null {
  const left: [path: string, value: unknown][] = [['', sent]];
  for (let next = left.pop(); next; next = left.pop()) {
    const [path, value] = next;
    if (typeof value === 'string') {
      if (CONTROL.test(value)) return path;
    } else if (typeof value === 'object' && value !== null)
      for (const [name, part] of Object.entries(value)) left.push([path === '' ? name : `${path}.${name}`, part]);
  }
  return null;
}

interface Misnamed {
  path: string;
  code: 'FIELD_UNKNOWN' | 'FIELD_TWICE';
}
/** Fields of one object with unknown names, or given twice; then those of the items of its lists. */
function misnamedIn(schema: unknown, { read, twins = [], parts = {} }: FieldNames, sent: unknown, prefix = ''): Misnamed[] {
  if (!(schema instanceof z.ZodObject) || typeof sent !== 'object' || sent === null) return [];
  const given = sent as Record<string, unknown>;
  const known = new Set([...Object.keys(schema.shape), ...read]);
  const says = (name: string) => given[name] !== undefined && given[name] !== null && given[name] !== '';
  return [
    ...Object.keys(given).flatMap((name) =>
      known.has(name) ? [] : [{ path: `${prefix}${name.slice(0, 100)}`, code: 'FIELD_UNKNOWN' as const }],
    ),
    ...twins.flatMap(([one, other]) =>
      // Of two names, the read-only one never counts; sent alone its value would be lost.
      says(other) && given[one] !== given[other] && says(one) === Object.hasOwn(schema.shape, other)
        ? [{ path: `${prefix}${other}`, code: says(one) ? ('FIELD_TWICE' as const) : ('FIELD_UNKNOWN' as const) }]
        : [],
    ),
    ...Object.entries(parts).flatMap(([name, names]) => {
      const list = given[name];
      return Array.isArray(list)
        ? list.flatMap((item, at) => misnamedIn(itemOf(schema.shape[name]), names, item, `${prefix}${name}.${at}.`))
        : [];
    }),
  ];
}
/** The schema of the items of a list, whether or not the list is optional. */
const itemOf = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional ? itemOf(schema.unwrap()) : schema instanceof z.ZodArray ? schema.element : undefined;

/** For a body with declared names: its fields with unknown names, or given twice. */
export function misnamed({ names, body }: RouteContract, sent: unknown): ApiError | null {
  const wrong = names ? misnamedIn(body, names, sent).slice(0, 20) : [];
  const [first] = wrong;
  return first ? new ApiError(first.code, { errors: wrong.map((one) => ({ ...one, message: errorCatalogue[one.code][1] })) }) : null;
}

/** The version required by If-Match. Weak tags and lists of tags give none: no answer here has them. */
export function demandedVersion({ versionOf }: RouteContract, header: string | undefined): number | null {
  if (header === undefined) return null;
  const [, quoted, plain] = /^(?:"(\d{1,9})"|(\d{1,9}))$/.exec(header.trim()) ?? [];
  const version = quoted ?? plain;
  if (version === undefined) throw new ApiError('IF_MATCH_INVALID');
  if (versionOf === undefined) throw new ApiError('IF_MATCH_NOT_COMPARED');
  return Number(version);
}

/** An error that the contract assigns to a field names that field. */
export function atItsField({ fieldErrors }: RouteContract, body: unknown, error: unknown): unknown {
  const known = fieldErrors && toApiError(error);
  const paths = known && !known.errors ? fieldErrors[known.code] : undefined;
  if (!known || paths === undefined) return error;
  const named = typeof paths === 'string' ? [paths] : paths;
  const path = named.find((one) => at(body, one.split('.')) !== undefined) ?? named[0] ?? '';
  const { code, detail, status, headers } = known;
  const text = errorCatalogue[code][1];
  return new ApiError(code, {
    errors: [{ path, message: detail === undefined ? text : `${text}: ${detail}`, code }],
    headers,
    ...(detail !== undefined && { detail }),
    ...(status !== undefined && { status }),
  });
}

/** One part of a call by its schema, with no control characters in it. Throws: of a body, what is wrong with each field; of an address, MALFORMED. */
export function parse<S extends z.ZodType>(
  schema: S | undefined,
  input: unknown,
  part: 'params' | 'query' | 'body',
): z.output<S> | undefined {
  if (!schema) return undefined;
  const result = schema.safeParse(input ?? {});
  const odd = result.success ? controlIn(result.data) : null;
  if (result.success && odd === null) return result.data as z.output<S>;
  const error = result.success
    ? new ApiError('INVALID_TEXT', { errors: [{ path: odd ?? '', message: errorCatalogue.INVALID_TEXT[1] }] })
    : invalid(result.error, input);
  throw part === 'body' ? error : new ApiError('MALFORMED', error.errors ? { errors: error.errors } : {});
}
