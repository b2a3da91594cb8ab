import './texts.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Overview } from '../../../../backend/api/contract/records/operations.ts';
import { usePreparing } from '../../domain/past/prepare.ts';
import { PrepareDialog } from '../../domain/past/prepare-dialog.tsx';
import { useMoments } from '../../domain/past/when.ts';
import { dayIn, formatDay } from '../../lib/dates.ts';
import { formatMinutes, formatNumber } from '../../lib/format.ts';
import { call } from '../../lib/http.ts';
import { useAddress } from '../../lib/use-address.ts';
import { DateField } from '../../ui/date-field.tsx';

type Figures = Overview['cifras'];
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

/** A day as a moment: its end in the reader's zone (ISO); '' for today, which stands for now and needs no preparation. */
const momentOf = (day: string): string => {
  const end = new Date(`${day}T23:59:59`).getTime();
  return end >= Date.now() ? '' : new Date(end).toISOString();
};

/** The figures of the school at the end of two days, side by side. Both days are in the address. */
export function CompareDates({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('admin');
  const { get, put } = useAddress();
  const [first = '', second = ''] = (get('comparar') ?? '').split('_');
  const one = DAY.test(first) ? first : dayIn(undefined, Date.now() - 30 * DAY_MS);
  const other = DAY.test(second) ? second : dayIn(undefined);
  const past = usePreparing();
  const [found, setFound] = useState<{ days: string; figures: readonly [Figures, Figures] } | null>(null);
  const [trouble, setTrouble] = useState<unknown>(null);
  const days = `${one}_${other}`;
  const choose = (next: [string, string]) => put({ comparar: next.join('_') });
  const figuresOf = async (day: string): Promise<Figures | null> => {
    const moment = momentOf(day);
    if (moment !== '' && !(await past.prepare(moment))) return null;
    return (await call(calls.overview, undefined, { asOf: moment })).data.cifras;
  };
  const compare = async () => {
    setTrouble(null);
    try {
      const before = await figuresOf(one);
      const after = before && (await figuresOf(other));
      if (before && after) setFound({ days, figures: [before, after] });
    } catch (failure) {
      setTrouble(failure);
    }
  };
  const { wrong } = useMoments();
  /** Today is always valid: it counts up to now. */
  const wrongDay = (day: string) => wrong(day > dayIn(undefined) ? Number.POSITIVE_INFINITY : Date.parse(momentOf(day)));
  const valid = [one, other].every((day) => wrongDay(day) === undefined);
  return (
    <PrepareDialog
      of={past}
      side="right"
      title={t('compare.title')}
      valid={valid}
      go={t('compare.go')}
      onGo={compare}
      failed={t('compare.failed')}
      error={trouble ?? past.error}
      onClose={() => {
        put({ comparar: null });
        onClose();
      }}
      after={found?.days === days ? <Compared days={[one, other]} figures={found.figures} /> : null}
    >
      <p className="muted">{t('compare.lead')}</p>
      <div className="row">
        <DateField label={t('compare.one')} value={one} error={wrongDay(one)} onChange={(day) => choose([day, other])} />
        <DateField label={t('compare.other')} value={other} error={wrongDay(other)} onChange={(day) => choose([one, day])} />
      </div>
    </PrepareDialog>
  );
}

function Compared({
  days: [one, other],
  figures: [before, after],
}: {
  days: readonly [string, string];
  figures: readonly [Figures, Figures];
}) {
  const { t } = useTranslation('admin');
  return (
    <table className="compare">
      <caption className="sr">{t('compare.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('compare.figure')}</th>
          <th scope="col">{formatDay(one, 'full')}</th>
          <th scope="col">{formatDay(other, 'full')}</th>
          <th scope="col">{t('compare.difference')}</th>
        </tr>
      </thead>
      <tbody>
        {after.map(({ id, valor }) => {
          const was = before.find((figure) => figure.id === id)?.valor ?? 0;
          const format = id === 'tiempoEstudiado' ? formatMinutes : formatNumber;
          const change = valor - was;
          return (
            <tr key={id}>
              <th scope="row">{t(`overview.names.${id}`)}</th>
              <td className="num">{format(was)}</td>
              <td className="num">{format(valor)}</td>
              <td className="num">{change === 0 ? t('compare.same') : `${change > 0 ? '+' : '−'}${format(Math.abs(change))}`}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
