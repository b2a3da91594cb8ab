import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import common from './es-MX/common.json';

export const language = 'es-MX';

void i18next.use(initReactI18next).init({
  lng: language,
  fallbackLng: language,
  resources: { [language]: { common } },
  defaultNS: 'common',
  initAsync: false,
  returnNull: false,
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
});

/**
 * A feature brings its own texts with its own chunk: its `texts.ts` calls this once with the JSON of its namespace,
 * and its components import that file for its effect. Then `useTranslation('<namespace>')` as usual.
 */
export const addTexts = (namespace: string, texts: object): void => {
  i18next.addResourceBundle(language, namespace, texts, true, true);
};

/** The catalogue's text of an error code, where this page has that catalogue (`errors.ts`). */
export const textOfCode = (code: string): string | undefined => {
  const text: unknown = i18next.getResource(language, 'errors', code);
  return typeof text === 'string' ? text : undefined;
};

export const i18n = i18next;
