import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { download } from '../../api/download.ts';
import { requestOf } from '../../lib/calls.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useSave } from '../../ui/use-save.ts';
import './texts.ts';

const rules = ['ids', 'times', 'groups', 'texts', 'record'] as const;

/** Explains how the data for research is anonymised, and downloads it. */
export function ResearchDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('analytics');
  const { act, busy } = useSave();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('research.title')}
      footer={
        <button
          type="button"
          className="btn"
          disabled={busy}
          aria-busy={busy}
          onClick={() =>
            void act(() => download(requestOf(calls.researchDataset, undefined), '*/*', 'investigacion.zip'), { done: t('export.done') })
          }
        >
          <IconDownload size={18} aria-hidden="true" /> {t('research.take')}
        </button>
      }
    >
      <p>{t('research.lead')}</p>
      <ul className="research-rules">
        {rules.map((rule) => (
          <li key={rule}>{t(`research.rule.${rule}`)}</li>
        ))}
      </ul>
    </Dialog>
  );
}
