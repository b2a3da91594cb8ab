import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { RISK_DAYS } from '../../../../backend/api/contract/choices.ts';
import { api } from '../../api/api.ts';
import { WhatIf } from '../../domain/what-if/what-if.tsx';
import { officePaths } from '../../lib/office-paths.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Field } from '../../ui/field.tsx';

const AS_IT_STANDS = { dias: '90' } as const;

/** The school-wide rules, each with a value to try on the past. They are changed elsewhere. */
export function RulesPanel() {
  const { t } = useTranslation('whatIf');
  const changes = useSessionUser().user_role === role.admin;
  // A rule that is not in the address is tried with its present value, which the answer contains.
  const saved = { reports: api.useWhatIfReportsQuery(AS_IT_STANDS).data, refunds: api.useWhatIfRefundsQuery(AS_IT_STANDS).data };
  const [typed, setTyped] = useState<{ reports?: string; refunds?: string; quiet?: string }>({});
  const shown = (rule: 'reports' | 'refunds') => typed[rule] ?? saved[rule]?.antes.toString();
  const [reports, refunds] = [shown('reports'), shown('refunds')];
  const quiet = typed.quiet ?? String(RISK_DAYS);
  return (
    <section className="stack rules-panel" aria-labelledby="reglas">
      <h2 id="reglas">{t('rules.title')}</h2>
      <p className="muted">
        {t('rules.lead')} {t('rules.quizzes')}
      </p>
      <Field
        label={t('rules.reportes')}
        hint={changes ? <Link to={officePaths.adminComments}>{t('rules.reportesWhere')}</Link> : undefined}
        type="number"
        min={0}
        max={100}
        value={reports ?? ''}
        onChange={({ target }) => setTyped({ ...typed, reports: target.value })}
      />
      <WhatIf rule="reportes" typed={reports} open />
      <Field
        label={t('rules.reembolsos')}
        hint={changes ? <Link to={officePaths.adminSite('politicas')}>{t('rules.reembolsosWhere')}</Link> : undefined}
        type="number"
        min={0}
        max={1_000}
        value={refunds ?? ''}
        onChange={({ target }) => setTyped({ ...typed, refunds: target.value })}
      />
      <WhatIf rule="reembolsos" typed={refunds} open />
      <Field
        label={t('rules.inactividad')}
        hint={t('rules.inactividadHint')}
        type="number"
        min={1}
        max={365}
        value={quiet}
        onChange={({ target }) => setTyped({ ...typed, quiet: target.value })}
      />
      <WhatIf rule="inactividad" typed={quiet} open />
    </section>
  );
}
