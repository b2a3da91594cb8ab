import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../i18n/i18n.ts';
import { chooseLanguage } from '../lib/language.ts';
import './scheme-switch.css';

/** Each by its own name, whatever the present language. */
const names: Record<Language, [short: string, whole: string]> = { 'es-MX': ['ES', 'Español'], en: ['EN', 'English'] };

/** Spanish or English, as one control; without a reload. */
export function LanguageSwitch({ whole = false }: { whole?: boolean }) {
  const { t, i18n } = useTranslation();
  const [coming, setComing] = useState<Language | null>(null);
  const [failed, setFailed] = useState(false);
  const name = useId();
  const choose = (language: Language) => {
    setComing(language);
    setFailed(false);
    chooseLanguage(language)
      .catch(() => setFailed(true))
      .finally(() => setComing(null));
  };
  return (
    <span className="language">
      <fieldset className="appearance" aria-busy={coming !== null}>
        <legend className="sr">{t('language.label')}</legend>
        {(['es-MX', 'en'] as const).map((language) => (
          <label key={language} lang={language} title={names[language][1]}>
            <input
              type="radio"
              name={name}
              value={language}
              checked={(coming ?? i18n.language) === language}
              onChange={() => choose(language)}
            />
            {whole ? (
              names[language][1]
            ) : (
              <>
                <span aria-hidden="true">{names[language][0]}</span>
                <span className="sr">{names[language][1]}</span>
              </>
            )}
          </label>
        ))}
      </fieldset>
      <span role="status" className={failed ? 'language-notice' : 'sr'}>
        {failed ? t('language.failed') : ''}
      </span>
    </span>
  );
}
