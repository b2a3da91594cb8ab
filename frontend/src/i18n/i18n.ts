import i18next from 'i18next';
// Of a file of its own: the types of the rest are made of the texts that this file declares (light.ts).
import { initReactI18next } from 'react-i18next/initReactI18next';
import common from './common.es-MX.json';

/** Spanish comes with every page; English is downloaded by people who chose it. */
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

/** The namespaces of this page. Spanish error texts come with the server's answers, and later (`errors.ts`); English ones are of every page. */
const brought = new Set(['common', 'errors']);
/** The chosen language. It is shown once its texts are loaded. */
let wanted: Language = spanish;

/**
 * The Spanish texts of each namespace. A namespace declares its content here (`declare module`), so that an unknown key,
 * or one of a namespace that was not imported, does not compile.
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
 * Registers a feature's own texts with its chunk: its `texts.ts` calls this once with the `<namespace>.es-MX.json` beside it,
 * and its components import that file for its effect. Then `useTranslation('<namespace>')` as usual. Readers of English get
 * `<namespace>.en.json` of the same folder in its place, without further code in the feature.
 */
export const addTexts = <Namespace extends keyof Texts>(namespace: Namespace, texts: Texts[Namespace]): void => {
  i18next.addResourceBundle(spanish, namespace, texts, true, true);
  brought.add(namespace);
  // Started early; `textsReady` waits for it, and tries again where it failed.
  if (wanted === english) bringEnglish(namespace).catch(() => undefined);
};

/** Settles when all registered texts are loaded in the chosen language. A namespace registered later is not shown before that. */
export const textsReady = async (): Promise<void> => {
  if (wanted === english) await Promise.all(Array.from(brought, bringEnglish));
};

/** Shows everything in this language, once its texts are loaded; rejects where they cannot be. The last choice wins. */
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

/** The text of an error code in the chosen language, where this page has it (`errors.ts`). */
export const textOfCode = (code: string): string | undefined => {
  const text: unknown = i18next.getResource(i18next.language, 'errors', code);
  return typeof text === 'string' ? text : undefined;
};

/** Without `t`, whose keys nobody checks: `useTranslation` has the one that does. */
export const i18n: Omit<typeof i18next, 't'> = i18next;
