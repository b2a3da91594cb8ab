import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '../../../backend/api/contract/errors.ts';
import { i18n, textOfCode } from '../i18n/i18n.ts';
import { ApiError, type FieldError } from '../lib/http.ts';

/** The contract's codes, `NETWORK` without an answer, `UNKNOWN` for anything else; codes of a newer server pass as they are. */
export type FailureCode = ErrorCode | 'NETWORK' | 'UNKNOWN' | (string & {});

export interface Failure {
  /** HTTP status, 0 without an answer. */
  status: number;
  code: FailureCode;
  /** What the server said, when it said something. */
  message: string;
  reference: string | undefined;
  fields: readonly FieldError[];
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** One shape for what can fail: the light client's error, the store's (`api/base.ts`), anything thrown. */
export const toFailure = (error: unknown): Failure => {
  if (error instanceof ApiError)
    return {
      status: error.status,
      code: error.code,
      message: error.status === 0 ? '' : error.message,
      reference: error.reference,
      fields: error.fields,
    };
  if (isRecord(error) && typeof error['status'] === 'number') {
    const { status, code, message, reference } = error;
    return {
      status,
      code: status === 0 ? 'NETWORK' : typeof code === 'string' ? code : 'UNKNOWN',
      message: typeof message === 'string' ? message : '',
      reference: typeof reference === 'string' ? reference : undefined,
      fields: Array.isArray(error['errors']) ? (error['errors'] as FieldError[]) : [],
    };
  }
  return { status: 0, code: 'UNKNOWN', message: '', reference: undefined, fields: [] };
};

/** The person's sentence for a failure: the catalogue's text of its code, else what the server said. */
export const useErrorText = (): ((error: unknown) => string) => {
  const { t } = useTranslation();
  return (error) => {
    const { code, message } = toFailure(error);
    if (code === 'NETWORK') return t('state.network');
    return textOfCode(code) ?? (message || t('state.unknown'));
  };
};

/** What is wrong with one field: in Spanish as the server says it, which may be more exact; else the text of its code. */
export const textOfField = ({ code, message }: FieldError): string =>
  (i18n.language === 'es-MX' ? message : (code && textOfCode(code)) || message) || '';
