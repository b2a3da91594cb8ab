import './texts.ts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api.ts';
import { formatDate } from '../../lib/dates.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Field } from '../../ui/field.tsx';
import { useSave } from '../../ui/use-save.ts';
import './events.css';

/** The secret address by which calendar programs follow one's dates: create, replace or end it. It is shown only when it is created. */
export function Feed() {
  const { t } = useTranslation('events');
  const { id: userId } = useSessionUser();
  const heading = useId();
  const { data, refetch } = api.useCalendarAddressQuery(userId);
  const [make] = api.useMakeCalendarAddressMutation();
  const [end] = api.useEndCalendarAddressMutation();
  const { save, act, busy } = useSave();
  const [made, setMade] = useState<string | null>(null);
  const [ending, setEnding] = useState(false);
  const since = data?.desde ?? null;
  const copy = () => copyText(made ?? '', { done: t('dates.copied'), failed: t('dates.copyFailed') });
  return (
    <section className="card stack" aria-labelledby={heading}>
      <h2 id={heading}>{t('dates.feed')}</h2>
      <p>{t('dates.feedText')}</p>
      {made ? (
        <div className="stack" role="status">
          <p>{t('dates.made')}</p>
          <Field label={t('dates.address')} className="events-address" value={made} readOnly onFocus={({ target }) => target.select()} />
          <div>
            <button type="button" className="btn" onClick={() => void copy()}>
              {t('dates.copy')}
            </button>
          </div>
        </div>
      ) : since ? (
        <p className="muted">{t('dates.feedSince', { day: formatDate(since) })}</p>
      ) : null}
      <div className="row">
        <button
          type="button"
          className={since || made ? 'btn alt' : 'btn'}
          aria-disabled={busy}
          onClick={() =>
            void act(() => make({ userId, body: {} }).unwrap(), {
              after: ({ direccion }: { direccion: string }) => {
                setMade(direccion);
                void refetch();
              },
            })
          }
        >
          {t(since || made ? 'dates.again' : 'dates.make')}
        </button>
        {since || made ? (
          <button type="button" className="btn alt" onClick={() => setEnding(true)}>
            {t('dates.end')}
          </button>
        ) : null}
      </div>
      <Confirm
        open={ending}
        onClose={() => setEnding(false)}
        title={t('dates.endTitle')}
        confirmLabel={t('dates.end')}
        danger
        onConfirm={() =>
          save(() => end(userId).unwrap(), {
            done: t('dates.ended'),
            after: () => {
              setMade(null);
              void refetch();
            },
          })
        }
      >
        <p>{t('dates.endText')}</p>
      </Confirm>
    </section>
  );
}
