import { IconDots } from '@tabler/icons-react';
import '../i18n/table.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useNarrow } from '../lib/use-narrow.ts';
import { Menu, type MenuAct } from './menu.tsx';

/** The buttons of a page's head. Under 768 px the lesser ones (`acts`: links, and buttons that open dialogs) are a menu beside the main one. */
export function HeadActs({ acts, children }: { acts: readonly MenuAct[]; children?: React.ReactNode }) {
  const { t } = useTranslation('table');
  const narrow = useNarrow();
  if (narrow && acts.length > 1)
    return (
      <>
        {children}
        <Menu label={t('moreActs')} button={<IconDots size={20} aria-hidden="true" />} className="btn icon alt" acts={acts} />
      </>
    );
  return (
    <>
      {acts.map(({ id, label, icon, to, onAct, disabled, writes }) =>
        to === undefined ? (
          <button
            key={id}
            data-writes={writes}
            type="button"
            className="btn alt"
            aria-haspopup="dialog"
            disabled={disabled}
            onClick={onAct}
          >
            {icon}
            {label}
          </button>
        ) : (
          <Link key={id} data-writes={writes} className="btn alt" to={to}>
            {icon}
            {label}
          </Link>
        ),
      )}
      {children}
    </>
  );
}
