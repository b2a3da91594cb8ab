import { useTranslation } from 'react-i18next';
import type { SetupState } from '../../../../backend/api/contract/setup.ts';
import { api } from '../../api/api.ts';
import { Checklist } from '../../domain/setup-checklist.tsx';
import '../../i18n/setup.ts';

/** What the school still lacks. Before its first course nothing else can begin: then it stands first on the overview (`isNew`), and afterwards last. */
export const useMissing = ({ skip }: { skip: boolean }) => {
  const { data, isLoading } = api.useSetupStateQuery(undefined, { refetchOnMountOrArgChange: true, skip });
  return { missing: data, isNew: data?.begun?.course === false, isLoading };
};

/** On the overview: missing settings; nothing where none is missing. */
export function Missing({ of: data }: { of: SetupState | undefined }) {
  const { t } = useTranslation('setup');
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
