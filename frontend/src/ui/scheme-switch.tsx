import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type Scheme, setScheme, useScheme } from './scheme.ts';
import './scheme-switch.css';

const figures: Record<Scheme, React.ReactNode> = {
  light: (
    <>
      <circle cx="10" cy="10" r="3.6" />
      <path d="M10 1.8v2M10 16.2v2M1.8 10h2M16.2 10h2M4.2 4.2l1.4 1.4M14.4 14.4l1.4 1.4M4.2 15.8l1.4-1.4M14.4 5.6l1.4-1.4" />
    </>
  ),
  system: (
    <>
      <rect x="2.5" y="3.5" width="15" height="10" rx="2" />
      <path d="M7 17h6M10 13.5V17" />
    </>
  ),
  dark: <path d="M16.8 11.9A7.2 7.2 0 0 1 8.1 3.2a7.2 7.2 0 1 0 8.7 8.7Z" />,
};

/** Light, system, dark: three radio buttons drawn as one control. */
export function SchemeSwitch() {
  const { t } = useTranslation();
  const scheme = useScheme();
  const name = useId();
  return (
    <fieldset className="appearance">
      <legend className="sr">{t('scheme.label')}</legend>
      {(['light', 'system', 'dark'] as const).map((option) => (
        <label key={option} title={t(`scheme.${option}`)}>
          <input type="radio" name={name} value={option} checked={scheme === option} onChange={() => setScheme(option)} />
          <svg
            viewBox="0 0 20 20"
            width="18"
            height="18"
            aria-hidden="true"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.7"
            strokeLinecap="round"
            strokeLinejoin="round"
          >
            {figures[option]}
          </svg>
          <span className="sr">{t(`scheme.${option}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
