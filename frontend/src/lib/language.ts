import { type Language, showLanguage } from '../i18n/i18n.ts';
import { withRetries } from './lazy-route.ts';

/**
 * The language of the interface: Spanish, or English where it was chosen. Stored on this device, before and after signing in;
 * the inline script of index.html reads the same key before the first paint. The browser's own language only triggers an offer.
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
    // Without storage it still applies to this page.
  }
};

/** Shows the stored language; Spanish where its texts cannot be loaded. Other tabs follow a choice made here. */
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

/** Shows and stores this language. Rejects where its texts could not be loaded; then nothing has changed. */
export const chooseLanguage = async (language: Language): Promise<void> => {
  await withRetries(() => showLanguage(language), 1);
  keep(language);
};
/** Whether a language was ever chosen on this device. */
export const choseLanguage = (): boolean => read() !== null;
/** Keeps the present language for good. */
export const declineOffer = (): void => keep('es-MX');

/** Whether this reader has chosen no language yet and has a browser that prefers English to Spanish. */
export const offersEnglish = (): boolean => {
  if (read() !== null) return false;
  const known = navigator.languages.find((language) => /^(es|en)\b/i.test(language));
  return known !== undefined && /^en/i.test(known);
};
