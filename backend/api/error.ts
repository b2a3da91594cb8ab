import type { z } from 'zod';
import { type ErrorCode, errorCatalogue } from './contract/errors.ts';
import { issueText } from './contract/issueText.ts';

/** A problem of one field; without a code of its own it has that of the whole error. */
export interface FieldError {
  path: string;
  message: string;
  code?: ErrorCode;
  /** The present value, which differs from the one that was expected. */
  current?: unknown;
}

/** An error answer, thrown from routes and hooks. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldError[] | undefined;
  readonly headers: Record<string, string>;
  /** Appended to the message of the code. */
  readonly detail: string | undefined;
  /** Replaces the message of the code. */
  readonly status: number | undefined;
  constructor(
    code: ErrorCode,
    options: { errors?: FieldError[]; headers?: Record<string, string>; detail?: string; status?: number } = {},
  ) {
    super(code);
    this.name = 'ApiError';
    this.code = code;
    this.errors = options.errors;
    this.headers = options.headers ?? {};
    this.detail = options.detail;
    this.status = options.status;
  }
}

export const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code);

/** The value at a path of the sent body. */
export const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (found, part) => (typeof found === 'object' && found !== null ? (found as Record<PropertyKey, unknown>)[part] : undefined),
    value,
  );

/** A schema's refusal as an error of the catalogue: REQUIRED_FIELDS where something is absent or blank, a rule's own code where it names one, else MALFORMED. */
export function invalid(error: z.ZodError, input: unknown): ApiError {
  const codes = new Set<ErrorCode>();
  const errors = error.issues.map((issue) => {
    const value = at(input, issue.path);
    const missing = issue.path.length > 0 && (value === undefined || value === null || value === '');
    const code: ErrorCode = missing ? 'REQUIRED_FIELDS' : isCode(issue.message) ? issue.message : 'MALFORMED';
    codes.add(code);
    const message = isCode(issue.message) ? errorCatalogue[issue.message][1] : issueText(issue, missing);
    return { path: issue.path.map(String).join('.'), message, code };
  });
  const code = codes.has('REQUIRED_FIELDS') ? 'REQUIRED_FIELDS' : codes.size === 1 ? ([...codes][0] as ErrorCode) : 'MALFORMED';
  return new ApiError(code, { errors });
}
