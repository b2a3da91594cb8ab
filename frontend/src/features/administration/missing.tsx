import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { Checklist } from '../../domain/setup-checklist.tsx';
import '../../i18n/setup.ts';

/** On the overview: missing settings; nothing where none is missing. */
export function Missing() {
  const { t } = useTranslation('setup');
  const { data } = api.useSetupStateQuery(undefined, { refetchOnMountOrArgChange: true });
  if (!data?.missing || !data.begun) return null;
  if (data.missing.length === 0 && Object.values(data.begun).every(Boolean)) return null;
  return (
    <section className="card stack" aria-labelledby="por-configurar">
      <div>
        <h2 id="por-configurar">{t('checklist')}</h2>
        <p className="muted">{t('checklistLead')}</p>
      </div>
      <Checklist state={data} />
    </section>
  );
}
