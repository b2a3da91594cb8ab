import '../../domain/past/texts.ts';
import { IconCheck, IconHistory, IconLink, IconListSearch } from '@tabler/icons-react';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { baseApi } from '../../api/base.ts';
import { store } from '../../api/store.ts';
import { usePreparing } from '../../domain/past/prepare.ts';
import { Progress } from '../../domain/past/progress.tsx';
import { useMoments } from '../../domain/past/when.ts';
import { PAST_NAME } from '../../lib/asked-past.ts';
import { dayIn, formatDateTime, formatDay } from '../../lib/dates.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { leavePast, pastAskedInVain, seesOwnPast, setPast, usePast } from '../../lib/past.ts';
import { paths } from '../../lib/paths.ts';
import { useCopy } from '../../lib/use-copy.ts';
import { forgetResources } from '../../lib/use-resource.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { PastDialog } from './past-dialog.tsx';

export { PastPrepared } from './past-prepared.tsx';

import '../page-banner.css';
import './past.css';

const DAY_MS = 86_400_000;
/** How long the slider must rest between two key presses before its moment is shown. */
const PAUSE_MS = 150;

/** What a page is about, by the name that the history of the whole school has for it. */
const thingOf = (pathname: string, search: string): string | undefined => {
  const asked = new URLSearchParams(search);
  const course = /\/courses\/(\d+)\//.exec(pathname)?.[1] ?? asked.get('courseId') ?? asked.get('curso');
  const person = asked.get('persona') ?? asked.get('userId');
  return person ? `persona:${person}` : course ? `curso:${course}` : undefined;
};

/**
 * On every page that shows the school as it was: the moment that is shown, a slider over the days, what has happened since, and the way back to today. Where an address
 * asked for a moment that cannot be shown, it says so.
 */
export function PastBanner() {
  const moment = usePast();
  const [why, setWhy] = useState(pastAskedInVain);
  if (moment !== null) return <Shown moment={moment} />;
  if (why === 'choose') return <PastDialog onClose={() => setWhy(null)} />;
  return why === null ? null : <InVain why={why} onDone={() => setWhy(null)} />;
}

function InVain({ why, onDone }: { why: 'later' | 'unread'; onDone: () => void }) {
  const { t } = useTranslation('past');
  const [choosing, setChoosing] = useState(false);
  return (
    <aside className="page-banner past" aria-label={t('label')}>
      <IconHistory size={20} stroke={1.7} aria-hidden="true" />
      <p role="alert">
        <strong>{t(why)}</strong> <span>{t('isToday')}</span>
      </p>
      <div className="row">
        <button type="button" className="btn alt" onClick={() => setChoosing(true)}>
          {t('change')}
        </button>
        <button type="button" className="btn" onClick={onDone}>
          {t('today')}
        </button>
      </div>
      {choosing ? <PastDialog onClose={() => setChoosing(false)} /> : null}
    </aside>
  );
}

function Shown({ moment }: { moment: string }) {
  const { t } = useTranslation('past');
  const { pathname, search } = useLocation();
  const [choosing, setChoosing] = useState(false);
  const slider = useId();
  const { first: begun, wrong } = useMoments();
  const { preparing, error, prepare } = usePreparing();
  const [now] = useState(() => Date.now());
  const shownAt = Date.parse(moment);
  const [at, setAt] = useState(shownAt);
  useEffect(() => setAt(shownAt), [shownAt]);
  const first = begun ?? shownAt;
  // One step per day: back from the chosen moment to the first day, and forward until now.
  const back = Math.floor((shownAt - first) / DAY_MS);
  const on = Math.floor((now - shownAt) / DAY_MS);
  const show = async (next: number) => {
    const wanted = new Date(next).toISOString();
    if (next === shownAt || !(await prepare(wanted))) return;
    setPast(wanted);
    forgetResources();
    store.dispatch(baseApi.util.resetApiState());
  };
  // Key presses follow each other quickly: only the last one is applied.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the day under the slider starts the pause
  useEffect(() => {
    if (at === shownAt) return;
    const timer = setTimeout(() => void show(at), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [at]);
  const { copied, copy } = useCopy(() => {
    const address = new URL(globalThis.location.href);
    address.searchParams.set(PAST_NAME, moment);
    return address.href;
  });
  const Copied = copied ? IconCheck : IconLink;
  /** The history itself is always shown as of today; «Back» returns to this moment. */
  const compare = () => {
    const here = new URL(globalThis.location.href);
    here.searchParams.set(PAST_NAME, moment);
    globalThis.history.replaceState(globalThis.history.state, '', here);
    const address = seesOwnPast()
      ? `${paths.history}?desde=${dayIn(undefined, shownAt)}`
      : officePaths.wholeHistory({ tras: moment, ...(sobre && { sobre }) });
    globalThis.location.assign(`${address}&${PAST_NAME}=`);
  };
  const sobre = thingOf(pathname, search);
  return (
    <aside className="page-banner past" aria-label={t('label')}>
      <IconHistory size={20} stroke={1.7} aria-hidden="true" />
      <p>
        <strong>{wrong(shownAt) ?? t('as', { date: formatDateTime(moment) })}</strong> <span className="past-word">{t('only')}</span>
      </p>
      {back + on > 0 ? (
        <label className="past-slider" htmlFor={slider}>
          <span className="sr">{t('slide')}</span>
          <input
            id={slider}
            type="range"
            min={-back}
            max={on}
            step={1}
            value={Math.round((at - shownAt) / DAY_MS)}
            aria-valuetext={formatDay(dayIn(undefined, at), 'full')}
            onChange={(event) => setAt(shownAt + Number(event.target.value) * DAY_MS)}
          />
          <span>{formatDay(dayIn(undefined, at))}</span>
        </label>
      ) : null}
      <div className="row">
        <button type="button" className="btn alt" onClick={() => setChoosing(true)}>
          {t('change')}
        </button>
        <button type="button" className="btn alt" onClick={compare}>
          <IconListSearch size={20} stroke={1.7} aria-hidden="true" />
          <span className="past-word">{t('since_then')}</span>
        </button>
        <button type="button" className="btn alt" onClick={() => void copy()}>
          <Copied size={20} stroke={1.7} aria-hidden="true" />
          <span className="past-word">{t(copied ? 'copied' : 'copy')}</span>
        </button>
        <button type="button" className="btn" onClick={leavePast}>
          {t('today')}
        </button>
      </div>
      {preparing?.takes ? <Progress {...preparing} /> : null}
      {error ? <ErrorState title={t('failed')} error={error} onRetry={() => void show(at)} inline /> : null}
      {choosing ? <PastDialog onClose={() => setChoosing(false)} /> : null}
    </aside>
  );
}
