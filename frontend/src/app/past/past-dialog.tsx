import '../../domain/past/texts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreparing } from '../../domain/past/prepare.ts';
import { Progress } from '../../domain/past/progress.tsx';
import { useMoments } from '../../domain/past/when.ts';
import { formatLongDate } from '../../lib/dates.ts';
import { pastMoment, setPast } from '../../lib/past.ts';
import { MomentField } from '../../ui/date-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';

const DAY_MS = 86_400_000;
/** As the field has it: in the reader's zone, to the minute. */
const written = (at: number): string => new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

/** Chooses a moment, waits until it is prepared, and shows the school as of then. */
export function PastDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('past');
  const { first, wrong } = useMoments();
  const [value, setValue] = useState(() => written(Date.parse(pastMoment() ?? '') || Date.now() - 7 * DAY_MS));
  const { preparing, error, prepare, giveUp } = usePreparing();
  const quick = [
    ['week', Date.now() - 7 * DAY_MS],
    ['month', Date.now() - 30 * DAY_MS],
    ['begin', first === null ? 0 : first + DAY_MS],
  ] as const;
  const at = Date.parse(value);
  const trouble = wrong(at);
  const go = async () => {
    const moment = new Date(at).toISOString();
    if (!(await prepare(moment))) return;
    setPast(moment);
    // A new document forgets what the old one held of today.
    globalThis.location.reload();
  };
  return (
    <Dialog
      open
      title={t('open')}
      onClose={() => {
        giveUp();
        onClose();
      }}
      footer={
        <button
          type="button"
          className="btn"
          disabled={Number.isNaN(at) || trouble !== undefined || preparing !== null}
          aria-busy={preparing !== null}
          onClick={() => void go()}
        >
          {t('go')}
        </button>
      }
    >
      <div className="stack">
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
        {preparing ? <Progress {...preparing} /> : null}
        {error ? <ErrorState title={t('failed')} error={error} onRetry={() => void go()} inline /> : null}
      </div>
    </Dialog>
  );
}
