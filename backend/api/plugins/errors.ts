import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { PersonErased } from '../../../events/privacy.ts';
import { EventTooLarge, InvalidAppend, StoreFault, VersionConflict } from '../../../events/store/port.ts';
import { DomainError } from '../../commands/kernel/errors.ts';
import { BadCursor } from '../../projections/kernel/readStore.ts';
import { NotBuilt } from '../../projections/kernel/reads.ts';
import { type ErrorCode, errorCatalogue } from '../contract/errors.ts';
import { issueText } from '../issueText.ts';

/** What is wrong with one field; without a code of its own it is that of the whole. */
export interface FieldError {
  path: string;
  message: string;
  code?: ErrorCode;
}

/** An answer that is not the expected one, thrown from routes and hooks. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldError[] | undefined;
  readonly headers: Record<string, string>;
  /** Follows the message of the code. */
  readonly detail: string | undefined;
  /** Instead of that of the code. */
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

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code);

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
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

const fastifyCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_TYPE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MALFORMED',
  FST_ERR_BAD_URL: 'MALFORMED',
  FST_ERR_MAX_PARAM_LENGTH: 'MALFORMED',
};

function toApiError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  if (error instanceof DomainError && isCode(error.code)) return new ApiError(error.code);
  if (error instanceof VersionConflict) return new ApiError('CONFLICT');
  if (error instanceof EventTooLarge) return new ApiError('TOO_LARGE');
  if (error instanceof InvalidAppend) return new ApiError('MALFORMED');
  if (error instanceof StoreFault) return new ApiError('STORE_UNAVAILABLE', { headers: { 'retry-after': '2' } });
  if (error instanceof NotBuilt) return new ApiError('NOT_READY', { headers: { 'retry-after': '2' } });
  if (error instanceof BadCursor)
    return new ApiError('MALFORMED', { errors: [{ path: 'cursor', message: 'No es un cursor de esta lista.' }] });
  if (error instanceof PersonErased) return new ApiError('USER_ERASED');
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code && fastifyCodes[code]) return new ApiError(fastifyCodes[code]);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new ApiError(statusCode === 413 ? 'TOO_LARGE' : statusCode === 415 ? 'UNSUPPORTED_TYPE' : 'MALFORMED');
  return null;
}

/** Most of the codes that are named: a header has to stay short. */
const CODES_SENT = 20;

/** Sends an error in the one shape: `{message, code, errors?}`; `X-Error-Codes` names the code of each of `errors`, in their order. Anything unforeseen is INTERNAL, logged with the request's id, never shown. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toApiError(error);
  if (!known) request.log.error({ err: error }, 'unforeseen error');
  const { code, errors, headers, detail, status } = known ?? new ApiError('INTERNAL');
  const [usual, text] = errorCatalogue[code];
  const message = detail === undefined ? text : `${text}: ${detail}`;
  if (errors?.length)
    headers['x-error-codes'] = errors
      .slice(0, CODES_SENT)
      .map((one) => one.code ?? code)
      .join(',');
  return reply
    .status(status ?? usual)
    .headers(headers)
    .type('application/json; charset=utf-8')
    .send({
      message,
      code,
      ...(errors && { errors: errors.map(({ path, message }) => ({ path, message })) }),
      ...(known ? {} : { id: request.id }),
    });
}

export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
}
