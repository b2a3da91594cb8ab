import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUnreadable } from '../../../events/codec.ts';
import { PersonalKeyMissing, PersonErased } from '../../../events/privacy.ts';
import { PastIsReadOnly } from '../../../events/store/bounded.ts';
import { EventTooLarge, InvalidAppend, StoreFault, VersionConflict } from '../../../events/store/port.ts';
import { DomainError } from '../../commands/kernel/errors.ts';
import { GroupRefused } from '../../commands/learning/groups.ts';
import { BadCursor } from '../../projections/reading/cursor.ts';
import { NotBuilt } from '../../projections/reading/reads.ts';
import { type ErrorCode, errorCatalogue, limitOfHours } from '../contract/errors.ts';
import { ApiError, isCode } from '../error.ts';

const fastifyCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_TYPE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MALFORMED',
  FST_ERR_BAD_URL: 'MALFORMED',
  FST_ERR_MAX_PARAM_LENGTH: 'MALFORMED',
};

/** No room on a disk, in a quota, or for a file of that size. */
const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

export function toApiError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  if (error instanceof GroupRefused && isCode(error.code))
    return new ApiError(error.code, { errors: [{ path: `grupos.${error.courseId}`, message: errorCatalogue[error.code][1] }] });
  if (error instanceof DomainError && isCode(error.code)) return new ApiError(error.code);
  if (error instanceof VersionConflict) return new ApiError('CONFLICT');
  if (error instanceof EventTooLarge) return new ApiError('TOO_LARGE');
  if (error instanceof InvalidAppend) return new ApiError('MALFORMED');
  if (error instanceof StoreFault) return new ApiError('STORE_UNAVAILABLE', { headers: { 'retry-after': '2' } });
  if (error instanceof NotBuilt) return new ApiError('NOT_READY', { headers: { 'retry-after': '2' } });
  if (error instanceof BadCursor)
    return new ApiError('MALFORMED', { errors: [{ path: 'cursor', message: 'No es un cursor de esta lista.' }] });
  if (error instanceof PastIsReadOnly) return new ApiError('PAST_READ_ONLY');
  if (error instanceof PersonErased) return new ApiError('USER_ERASED');
  if (error instanceof PersonalKeyMissing) return new ApiError('KEY_MISSING');
  if (isUnreadable(error)) return new ApiError('EVENT_UNREADABLE');
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code && FULL.has(code)) return new ApiError('DISK_FULL', { headers: { 'retry-after': '30' } });
  if (code && fastifyCodes[code]) return new ApiError(fastifyCodes[code]);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new ApiError(statusCode === 413 ? 'TOO_LARGE' : statusCode === 415 ? 'UNSUPPORTED_TYPE' : 'MALFORMED');
  return null;
}

/** What is logged of errors that whoever looks after the school must hear of. */
const TO_LOOK_AFTER: Partial<Record<ErrorCode, string>> = {
  DISK_FULL: 'a disk is full',
  KEY_MISSING: 'a personal key is missing',
  EVENT_UNREADABLE: 'an event that this release cannot read',
};

/** The most codes that are named: a header has to stay short. */
const CODES_SENT = 20;

/** Seconds. */
const HOUR = 3_600;

/** What an error says: the text of its code, or of how many hours a limit lasts, and its detail. */
export function textOf({ code, headers, detail }: ApiError): string {
  const wait = Number(headers['retry-after'] ?? 0);
  if (code === 'TOO_MANY_REQUESTS' && wait >= HOUR) return limitOfHours(Math.ceil(wait / HOUR));
  const [, text] = errorCatalogue[code];
  return detail === undefined ? text : `${text}: ${detail}`;
}

/** Sends an error in the one shape: `{message, code, errors?}`; `X-Error-Codes` has the code of each of `errors`, in order. Unforeseen errors are INTERNAL, logged with the request's id and not shown; what somebody must look after is logged too. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const found = toApiError(error);
  const known = found?.code === 'AUTH_REQUIRED' && request.sessionOver ? new ApiError('SESSION_ENDED') : found;
  const logged = known ? TO_LOOK_AFTER[known.code] : 'unforeseen error';
  if (logged) request.log.error({ err: error, correlationId: request.correlationId }, logged);
  const answered = known ?? new ApiError('INTERNAL');
  const { code, errors, headers, status } = answered;
  const [usual] = errorCatalogue[code];
  const message = textOf(answered);
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
      ...(errors && {
        errors: errors.map(({ path, message, current }) => ({ path, message, ...(current !== undefined && { actual: current }) })),
      }),
      ...(known ? {} : { id: request.id }),
    });
}

/** `past`: the application of a moment, where somebody who is not found may have come later. */
export function registerErrors(app: FastifyInstance, past: boolean): void {
  app.setErrorHandler((error, request, reply) => {
    const later = past && toApiError(error)?.code === 'USER_NOT_FOUND';
    return sendError(later ? new ApiError('PAST_NO_ACCOUNT') : error, request, reply);
  });
}
