import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import common from './common.es-MX.json';

/** Spanish comes with every page; English is downloaded by those who chose it. */
export type Language = 'es-MX' | 'en';
const spanish = 'es-MX';
const english = 'en';

void i18next.use(initReactI18next).init({
  lng: spanish,
  fallbackLng: spanish,
  resources: { [spanish]: { common } },
  defaultNS: 'common',
  initAsync: false,
  returnNull: false,
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
});

/** Those that this page has. The light pages lack the errors' Spanish, which the server says; their English it does not. */
const brought = new Set(['common', 'errors']);
/** What was chosen. It is shown once its texts are here. */
let wanted: Language = spanish;

/**
 * The Spanish texts of each namespace. Who adds a namespace says here what is in it (`declare module`), so that a key that is not there,
 * or one that nobody brought, does not compile.
 */
export interface Texts {
  common: typeof common;
}

const bringEnglish = async (namespace: string): Promise<void> => {
  if (i18next.hasResourceBundle(english, namespace)) return;
  const { englishOf } = await import('./english.ts');
  const texts = await englishOf(namespace);
  if (texts) i18next.addResourceBundle(english, namespace, texts);
};

/**
 * A feature brings its own texts with its own chunk: its `texts.ts` calls this once with `<namespace>.es-MX.json` that stands beside it,
 * and its components import that file for its effect. Then `useTranslation('<namespace>')` as usual. Who reads English gets
 * `<namespace>.en.json` of the same folder in its place, without another word from the feature.
 */
export const addTexts = <Namespace extends keyof Texts>(namespace: Namespace, texts: Texts[Namespace]): void => {
  i18next.addResourceBundle(spanish, namespace, texts, true, true);
  brought.add(namespace);
  // Begun early; `textsReady` waits for it, and asks again where it failed.
  if (wanted === english) bringEnglish(namespace).catch(() => undefined);
};

/** Settles when all that was brought so far is here in the chosen language. What comes later is not shown before that. */
export const textsReady = async (): Promise<void> => {
  if (wanted === english) await Promise.all(Array.from(brought, bringEnglish));
};

/** Shows everything in this language, once its texts are here; rejects where they cannot be had. The last choice wins. */
export const showLanguage = async (next: Language): Promise<void> => {
  const before = i18next.language as Language;
  wanted = next;
  try {
    await textsReady();
  } catch (error) {
    if (wanted === next) wanted = before;
    throw error;
  }
  if (wanted !== next) return;
  document.documentElement.lang = next;
  await i18next.changeLanguage(next);
};

/** The catalogue's text of an error code, where this page has that catalogue (`errors.ts`). */
export const textOfCode = (code: string): string | undefined => {
  const text: unknown = i18next.getResource(i18next.language, 'errors', code);
  return typeof text === 'string' ? text : undefined;
};

export const i18n = i18next;
