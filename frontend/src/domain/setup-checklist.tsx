import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SetupState } from '../../../backend/api/contract/setup.ts';
import { officePaths } from '../lib/office-paths.ts';
import { paths } from '../lib/paths.ts';
import { StatusTag } from '../ui/status-tag.tsx';
import './setup-checklist.css';
import '../i18n/setup.ts';

const onScreens = { name: officePaths.adminSite('escuela'), logo: officePaths.adminSite('escuela'), course: paths.adminCourses } as const;
const order = ['name', 'logo', 'mail', 'payments', 'course', 'google', 'phone', 'files', 'publicAddress'] as const;

/** What a new self-hosted school still lacks, in the order of setting it up: on the screens, or by an environment variable. */
export function Checklist({ state: { missing = [], begun }, all = false }: { state: SetupState; all?: boolean }) {
  const { t } = useTranslation('setup');
  const steps = order.map((id) => {
    const to = id === 'name' || id === 'logo' || id === 'course' ? onScreens[id] : null;
    const done = id === 'name' || id === 'logo' || id === 'course' ? (begun?.[id] ?? false) : !missing.some((one) => one.id === id);
    return { id, to, done, variable: missing.find((one) => one.id === id)?.variable ?? null };
  });
  return (
    <ol className="setup">
      {steps
        .filter(({ done }) => all || !done)
        .map(({ id, to, done, variable }) => {
          const later = id === 'phone';
          return (
            <li key={id} className="setup-step">
              <p className="row">
                <strong>{t(`step.${id}.title`)}</strong>
                <StatusTag tone={done ? 'ok' : 'neutro'}>{t(done ? 'ready' : later ? 'later' : 'pending')}</StatusTag>
                {to && !done ? (
                  <Link to={to} aria-label={`${t('open')}: ${t(`step.${id}.title`)}`}>
                    {t('open')}
                  </Link>
                ) : null}
              </p>
              {done ? null : (
                <p className="muted">
                  {t(`step.${id}.text`)} {variable !== null && !later ? t('variable', { variable }) : null}
                </p>
              )}
            </li>
          );
        })}
    </ol>
  );
}
