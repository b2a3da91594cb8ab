import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { Checklist } from '../../domain/setup-checklist.tsx';
import { call } from '../../lib/http.ts';
import { paths } from '../../lib/paths.ts';
import { useResource } from '../../lib/use-resource.ts';
import { Sheet } from '../../ui/sheet.tsx';
import '../../i18n/setup.ts';

/** After the first administrator: name, logo, mail, payments later, first course. */
export function Steps() {
  const { t } = useTranslation('setup');
  const { data } = useResource('setup-steps', (signal) => call(calls.setupState, undefined, { signal }));
  return (
    <Sheet title={t('stepsTitle')} lead={t('stepsLead')}>
      {data ? <Checklist state={data} all /> : null}
      <Link className="btn" to={paths.adminOverview}>
        {t('toOverview')}
      </Link>
    </Sheet>
  );
}
