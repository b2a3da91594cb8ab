import { useTranslation } from 'react-i18next';
import { passwordRules } from '../../../backend/api/contract/choices.ts';
import '../i18n/password.ts';
import './password-rules.css';

/** `common` is known only to the server, when the form is sent. */
const rules = ['length', 'common', 'uppercase', 'symbol'] as const;
type Rule = (typeof rules)[number];
const beside: Partial<Record<Rule, 'checked' | 'recommended'>> = { common: 'checked', uppercase: 'recommended', symbol: 'recommended' };

/** What every password needs and what makes it better, ticked while it is typed; ticks are drawn, and their count is announced politely. */
export function PasswordRules({ value, id }: { value: string; id?: string | undefined }) {
  const { t } = useTranslation('password');
  const live = rules.filter((rule) => rule !== 'common');
  const met: readonly Rule[] = live.filter((rule) => passwordRules[rule](value));
  return (
    <div className="requirements" id={id}>
      <p>{t('title')}</p>
      <ul>
        {rules.map((rule) => {
          const done = met.includes(rule);
          const note = beside[rule];
          return (
            <li key={rule} data-done={done ? '' : undefined}>
              <svg viewBox="0 0 18 18" width="18" height="18" aria-hidden="true">
                {done ? (
                  <>
                    <circle cx="9" cy="9" r="8" fill="var(--agave)" />
                    <path
                      d="m5.3 9.3 2.5 2.5 5-5.3"
                      fill="none"
                      stroke="var(--sheet)"
                      strokeWidth="2"
                      strokeLinecap="round"
                      strokeLinejoin="round"
                    />
                  </>
                ) : (
                  <circle cx="9" cy="9" r="7" fill="none" stroke="var(--border)" strokeWidth="2" />
                )}
              </svg>
              <span>
                {t(rule)}
                {note ? <span className="muted"> ({t(note)})</span> : null}
                {rule === 'common' ? null : <span className="sr">: {t(done ? 'met' : 'missing')}</span>}
              </span>
            </li>
          );
        })}
      </ul>
      <p className="sr" role="status">
        {value ? t('status', { met: met.length, total: live.length }) : ''}
      </p>
    </div>
  );
}
