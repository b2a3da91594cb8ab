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

/**
 * What a new self-hosted school still lacks, in the order of setting it up. What is set on screens leads there; what is set by whoever installed the school
 * has its environment variables at the end, for them.
 */
export function Checklist({ state: { missing = [], begun }, all = false }: { state: SetupState; all?: boolean }) {
  const { t } = useTranslation('setup');
  const steps = order
    .map((id) => {
      const to = id === 'name' || id === 'logo' || id === 'course' ? onScreens[id] : null;
      const done = id === 'name' || id === 'logo' || id === 'course' ? (begun?.[id] ?? false) : !missing.some((one) => one.id === id);
      const variable = id === 'phone' || done ? null : (missing.find((one) => one.id === id)?.variable ?? null);
      return { id, to, done, variable };
    })
    .filter(({ done }) => all || !done);
  const byInstaller = steps.filter(({ variable }) => variable !== null);
  return (
    <div className="stack">
      <ol className="setup">
        {steps.map(({ id, to, done }) => (
          <li key={id} className="setup-step">
            <p className="row">
              <strong>{t(`step.${id}.title`)}</strong>
              <StatusTag tone={done ? 'ok' : 'neutral'}>{t(done ? 'ready' : id === 'phone' ? 'later' : 'pending')}</StatusTag>
              {to && !done ? (
                <Link to={to} aria-label={`${t('open')}: ${t(`step.${id}.title`)}`}>
                  {t('open')}
                </Link>
              ) : null}
            </p>
            {done ? null : <p className="muted">{t(`step.${id}.text`)}</p>}
          </li>
        ))}
      </ol>
      {byInstaller.length > 0 ? (
        <details>
          <summary>{t('installer')}</summary>
          <p className="muted">{t('installerText')}</p>
          <dl className="setup-variables">
            {byInstaller.map(({ id, variable }) => (
              <div key={id}>
                <dt>{t(`step.${id}.title`)}</dt>
                <dd>
                  <code>{variable}</code>
                </dd>
              </div>
            ))}
          </dl>
        </details>
      ) : null}
    </div>
  );
}
