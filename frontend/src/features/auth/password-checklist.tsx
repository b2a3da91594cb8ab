import { useTranslation } from 'react-i18next';
import { passwordRules } from '../../../../backend/api/contract/auth.ts';

const rules = ['length', 'uppercase', 'symbol'] as const;

/** The policy of every password, ticked while it is typed; the ticks are figures, and the count is announced politely. */
export function PasswordChecklist({ value, id }: { value: string; id?: string }) {
  const { t } = useTranslation('auth');
  const met = rules.filter((rule) => passwordRules[rule](value));
  return (
    <div className="requisitos" id={id}>
      <p className="requisitos-titulo">{t('checklist.title')}</p>
      <ul>
        {rules.map((rule) => {
          const done = met.includes(rule);
          return (
            <li key={rule} data-done={done ? '' : undefined}>
              <svg viewBox="0 0 18 18" width="18" height="18" aria-hidden="true">
                {done ? (
                  <>
                    <circle cx="9" cy="9" r="8" fill="var(--agave)" />
                    <path
                      d="m5.3 9.3 2.5 2.5 5-5.3"
                      fill="none"
                      stroke="var(--hoja)"
                      strokeWidth="2"
                      strokeLinecap="round"
                      strokeLinejoin="round"
                    />
                  </>
                ) : (
                  <circle cx="9" cy="9" r="7" fill="none" stroke="var(--borde)" strokeWidth="2" />
                )}
              </svg>
              {t(`checklist.${rule}`)}
              <span className="sr">: {t(done ? 'checklist.met' : 'checklist.missing')}</span>
            </li>
          );
        })}
      </ul>
      <p className="sr" role="status">
        {value ? t('checklist.status', { met: met.length, total: rules.length }) : ''}
      </p>
    </div>
  );
}
