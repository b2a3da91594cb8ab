import { type Language, showLanguage } from '../i18n/i18n.ts';
import { withRetries } from './lazy-route.ts';

/**
 * The language of the interface: Spanish, or English where it was chosen. Kept on this device, before and after signing in;
 * the inline script of index.html reads the same key before the first paint. The browser's own language only suggests.
 */
const key = 'aulaviva.idioma';

const read = (): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};
const keep = (language: Language): void => {
  try {
    localStorage.setItem(key, language);
  } catch {
    // A browser without storage still changes for this page.
  }
};

/** Shows the language that this device keeps; Spanish where its texts cannot be had. Other tabs follow a choice made here. */
export const startLanguage = async (): Promise<Language> => {
  addEventListener('storage', (event) => {
    if (event.key === key && (event.newValue === 'en' || event.newValue === 'es-MX'))
      void showLanguage(event.newValue).catch(() => undefined);
  });
  if (read() !== 'en') return 'es-MX';
  try {
    await withRetries(() => showLanguage('en'));
    return 'en';
  } catch {
    document.documentElement.lang = 'es-MX';
    return 'es-MX';
  }
};

/** Shows this language and keeps the choice. Rejects where its texts could not be downloaded; then nothing has changed. */
export const chooseLanguage = async (language: Language): Promise<void> => {
  await withRetries(() => showLanguage(language), 1);
  keep(language);
};
/** Stays with what is shown, for good. */
export const declineOffer = (): void => keep('es-MX');

/** Whether this reader, who has chosen nothing yet, has a browser that prefers English to Spanish. */
export const offersEnglish = (): boolean => {
  if (read() !== null) return false;
  const known = navigator.languages.find((language) => /^(es|en)\b/i.test(language));
  return known !== undefined && /^en/i.test(known);
};
