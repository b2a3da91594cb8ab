import '../../domain/past/texts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreparing } from '../../domain/past/prepare.ts';
import { PrepareDialog } from '../../domain/past/prepare-dialog.tsx';
import { useMoments } from '../../domain/past/when.ts';
import { formatLongDate } from '../../lib/dates.ts';
import { pastMoment, setPast } from '../../lib/past.ts';
import { MomentField } from '../../ui/date-field.tsx';

const DAY_MS = 86_400_000;
/** The value format of the field: in the reader's zone, to the minute. */
const written = (at: number): string => new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

/** Chooses a moment, waits until it is prepared, and shows the school as of then. */
export function PastDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('past');
  const { first, wrong } = useMoments();
  const [value, setValue] = useState(() => written(Date.parse(pastMoment() ?? '') || Date.now() - 7 * DAY_MS));
  const past = usePreparing();
  const quick = [
    ['week', Date.now() - 7 * DAY_MS],
    ['month', Date.now() - 30 * DAY_MS],
    ['begin', first === null ? 0 : first + DAY_MS],
  ] as const;
  const at = Date.parse(value);
  const trouble = wrong(at);
  const go = async () => {
    const moment = new Date(at).toISOString();
    if (!(await past.prepare(moment))) return;
    setPast(moment);
    // Loading a new document forgets everything of today's school.
    globalThis.location.reload();
  };
  return (
    <PrepareDialog
      of={past}
      title={t('open')}
      valid={!Number.isNaN(at) && trouble === undefined}
      go={t('go')}
      onGo={go}
      failed={t('failed')}
      error={past.error}
      onClose={onClose}
    >
      <p>{t('lead')}</p>
      <MomentField
        label={t('when')}
        value={value}
        onChange={setValue}
        error={trouble}
        hint={first === null ? undefined : t('since', { date: formatLongDate(first) })}
      />
      <div className="row">
        {quick
          .filter(([, moment]) => first !== null && moment >= first && moment <= Date.now())
          .map(([name, moment]) => (
            <button key={name} type="button" className="btn soft" onClick={() => setValue(written(moment))}>
              {t(`quick.${name}`)}
            </button>
          ))}
      </div>
    </PrepareDialog>
  );
}
