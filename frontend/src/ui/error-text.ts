import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '../../../backend/api/contract/errors.ts';
import errors from '../i18n/es-MX/errors.json';
import { ApiError } from '../lib/http.ts';

export type KnownCode = ErrorCode | 'NETWORK' | 'UNKNOWN';

export interface Failure {
  /** HTTP status, 0 without an answer. */
  status: number;
  code: KnownCode;
  /** What the server said, when it said something. */
  message: string;
  reference: string | undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isKnown = (code: unknown): code is KnownCode => typeof code === 'string' && code in errors;

/** One shape for what can fail: the light client's error, the store's (`api/base.ts`), anything thrown. */
export const toFailure = (error: unknown): Failure => {
  if (error instanceof ApiError) return { status: error.status, code: isKnown(error.code) ? error.code : 'UNKNOWN', message: error.message, reference: error.reference };
  if (isRecord(error) && typeof error['status'] === 'number') {
    const { status, code, message, reference } = error;
    return {
      status,
      code: isKnown(code) ? code : status === 0 ? 'NETWORK' : 'UNKNOWN',
      message: typeof message === 'string' ? message : '',
      reference: typeof reference === 'string' ? reference : undefined,
    };
  }
  return { status: 0, code: 'UNKNOWN', message: '', reference: undefined };
};

/** The person's sentence for a failure: the catalogue's text of its code, else what the server said. */
export const useErrorText = (): ((error: unknown) => string) => {
  const { t } = useTranslation('errors');
  return (error) => {
    const failure = toFailure(error);
    return failure.code === 'UNKNOWN' && failure.message ? failure.message : t(failure.code);
  };
};
