import { useTranslation } from 'react-i18next';
import { i18n, textOfCode } from '../i18n/i18n.ts';
import { isFailure } from '../lib/http.ts';
import type { Failure, FieldError } from '../live/sending.ts';

/** Seconds. What the catalogue says of limits speaks of minutes. */
const HOUR = 3_600;

/** Turns any exception into a Failure. */
export const toFailure = (error: unknown): Failure =>
  isFailure(error) ? error : { status: 0, code: 'UNKNOWN', message: '', reference: undefined, fields: [], retryAfter: 0 };

/** The message for a failure: the catalogue's text of its code, else the server's. */
export const useErrorText = (): ((error: unknown) => string) => {
  const { t } = useTranslation();
  return (error) => {
    const { code, message, retryAfter } = toFailure(error);
    if (code === 'NETWORK') return t('state.network');
    if (retryAfter >= HOUR) return t('state.limit', { count: Math.ceil(retryAfter / HOUR) });
    return textOfCode(code) ?? (message || t('crash.title'));
  };
};

/** The message for one field: in Spanish the server's, which may be more exact; else the text of its code. */
export const textOfField = ({ code, message }: FieldError): string =>
  (i18n.language === 'es-MX' ? message : (code && textOfCode(code)) || message) || '';
