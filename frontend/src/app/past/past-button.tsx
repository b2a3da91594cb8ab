import '../../domain/past/texts.ts';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PastDialog } from './past-dialog.tsx';
import './past.css';

/** In the head of the office: leads to the school as it was. */
export function PastButton() {
  const { t } = useTranslation('past');
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn alt past-open" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <IconHistory size={18} aria-hidden="true" /> <span>{t('open')}</span>
      </button>
      {open ? <PastDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}
