import './texts.ts';
import { useTranslation } from 'react-i18next';
import { Confirm } from '../../ui/confirm.tsx';

interface Props {
  course: { id: number; nombre: string };
  open: boolean;
  onClose: () => void;
  onRestore: (reason: string) => Promise<unknown>;
}

/** Asks before an archived course comes back, wherever that is offered. */
export function RestoreCourse({ course: { id, nombre }, open, onClose, onRestore }: Props) {
  const { t } = useTranslation('restoreCourse');
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={t('title', { course: nombre })}
      confirmLabel={t('restore')}
      reason={{ of: `curso.${id}.restore` }}
      onConfirm={onRestore}
    >
      <p>{t('text')}</p>
    </Confirm>
  );
}
