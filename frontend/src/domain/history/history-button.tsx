import './texts.ts';
import { IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../lib/lazy-route.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import './history-button.css';
import type { HistoryOf } from './history-of.ts';

const load = () => import('./history-view.tsx').then((module) => module.HistoryView);
/** Loaded on demand. */
export const HistoryPart = lazyPart<{ of: HistoryOf }>(load);

/** «Historial» of a thing that has no tabs. `name`: what it is called, for screen reader users who hear the button among others. */
export function HistoryButton({ of, name, className = 'btn alt' }: { of: HistoryOf; name: string; className?: string }) {
  const { t } = useTranslation('history');
  return (
    <DialogButton
      className={className}
      label={t('titleOf', { name })}
      prepare={() => void load()}
      dialog={(open, onClose) => (
        <Dialog open={open} onClose={onClose} title={t('titleOf', { name })} side="right">
          <HistoryPart of={of} />
        </Dialog>
      )}
    >
      <IconHistory size={18} stroke={1.7} aria-hidden="true" />
      {t('title')}
    </DialogButton>
  );
}
