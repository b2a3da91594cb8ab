import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import type { AnswerOf } from '../../lib/calls.ts';
import { formatDateTime, formatDay } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/format.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { useSave } from '../../ui/use-save.ts';
import './texts.ts';

type Open = AnswerOf<'openComparisons'>['comparaciones'][number];

/** Comparisons that found a difference. Each stays until the same days are compared without one, or somebody says how it was settled. */
export function OpenComparisons() {
  const { t } = useTranslation('payments');
  const { data } = api.useOpenComparisonsQuery();
  const [settling, setSettling] = useState<Open | null>(null);
  const [settle] = api.useSettleDifferencesMutation();
  const { save } = useSave();
  if (!data || data.comparaciones.length === 0) return null;
  const daysOf = ({ desde, hasta }: Open) => t('compare.open.days', { from: formatDay(desde, 'long'), to: formatDay(hasta, 'long') });
  return (
    <section className="card stack" aria-labelledby="diferencias-abiertas">
      <h2 id="diferencias-abiertas">{t('compare.open.title')}</h2>
      <p className="muted">{t('compare.open.lead')}</p>
      <ul className="stack">
        {data.comparaciones.map((one) => (
          <li key={`${one.desde} ${one.hasta}`} className="row">
            <span>
              <strong>{daysOf(one)}</strong> · {t('compare.differs', { count: one.diferencias, shown: formatNumber(one.diferencias) })}{' '}
              <span className="muted">{formatDateTime(one.fecha)}</span>
            </span>
            <button
              data-writes
              type="button"
              className="btn alt"
              aria-haspopup="dialog"
              aria-label={t('compare.open.settleOf', { days: daysOf(one) })}
              onClick={() => setSettling(one)}
            >
              {t('compare.open.settle')}
            </button>
          </li>
        ))}
      </ul>
      <Confirm
        open={settling !== null}
        onClose={() => setSettling(null)}
        title={settling ? t('compare.open.settleOf', { days: daysOf(settling) }) : ''}
        confirmLabel={t('compare.open.settle')}
        reason={{ label: t('compare.open.why'), required: true }}
        onConfirm={(motivo) =>
          save(
            () => settle({ desde: settling?.desde ?? '', hasta: settling?.hasta ?? '', fecha: settling?.fecha ?? '', motivo }).unwrap(),
            { done: t('compare.open.done') },
          )
        }
      >
        <p>{t('compare.open.text')}</p>
      </Confirm>
    </section>
  );
}
