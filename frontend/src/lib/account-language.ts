import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { call, isFailure } from './http.ts';
import { choseLanguage } from './language.ts';
import { useMaybeSession } from './session.ts';

/** What was last told to the school from this device. */
const key = 'aulaviva.idiomaCuenta';

/** Tells the school the language that somebody chose for its pages, so that its mails are in the same: once for each choice, and not from the past. */
export function useAccountLanguage(today: boolean): void {
  const user = useMaybeSession();
  const { language } = useTranslation().i18n;
  const chosen = language === 'en' ? 'en' : 'es';
  const told = today && user && user.viewer === undefined && choseLanguage() ? `${user.id} ${chosen}` : null;
  useEffect(() => {
    if (told === null) return;
    try {
      if (localStorage.getItem(key) === told) return;
      localStorage.setItem(key, told);
    } catch {
      return;
    }
    call(calls.setLanguage, { idioma: chosen }).catch((error: unknown) => {
      // Refused on an account that visitors share; else it did not arrive, and is told by the next page.
      if (!isFailure(error) || error.status !== 403) localStorage.removeItem(key);
    });
  }, [told, chosen]);
}
