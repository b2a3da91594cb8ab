import { IconCalendarX, IconHistory, IconPlus } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { amountOf } from '../../../../backend/api/contract/amount.ts';
import type { ManagedSite } from '../../../../backend/api/contract/site.ts';
import { asApiError } from '../../api/base.ts';
import { feed } from '../../api/feed.ts';
import { useCancelPlanPriceMutation, useSetPaymentMethodsMutation, useSetPlanPriceMutation } from '../../api/generated.ts';
import { formatExact, formatLongDate, formatMoney, formatRelative } from '../../lib/format.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { Estado } from '../../ui/estado.tsx';
import { notify } from '../../ui/notify.ts';
import { HistoryDialog, type HistoryOf } from './history.tsx';
import { focusFirstError, Input } from './input.tsx';
import { useReread } from './use-reread.ts';
import './site-admin.css';

const methods = ['tarjeta', 'transferencia', 'paypal'] as const;
const today = (): string => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Tijuana' }).format(new Date());
/** A day is a name, not an instant. */
const dayText = (day: string): string => formatLongDate(`${day}T12:00:00`);

interface Draft {
  monto: string;
  moneda: 'USD' | 'MXN';
  desde: string;
  motivo: string;
}

function PriceDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('siteAdmin');
  const errorText = useErrorText();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const {
    value: draft,
    change,
    forget,
  } = useDraft<Draft>('sitio.precio', () => ({ monto: '', moneda: 'USD', desde: today(), motivo: '' }));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [save, { isLoading: busy }] = useSetPlanPriceMutation();
  const put = (part: Partial<Draft>) => {
    change({ ...draft, ...part });
    setErrors({});
  };
  const submit = async () => {
    const monto = amountOf(draft.monto) ?? 0;
    const found = {
      ...(!(monto > 0) && { monto: t('error.amount') }),
      ...(draft.desde === '' && { desde: t('error.required') }),
    };
    setErrors(found);
    if (Object.keys(found).length > 0) return focusFirstError(form.current);
    const motivo = draft.motivo.trim();
    try {
      await save({ plan: 'premium', monto, moneda: draft.moneda, desde: draft.desde, ...(motivo && { motivo }) }).unwrap();
      await feed().caughtUp(3_000);
      forget();
      notify.success(t('done.saved'));
      onClose();
    } catch (failure) {
      const { code } = asApiError(failure);
      setErrors(
        code === 'PRICE_IN_PAST'
          ? { desde: errorText(failure) }
          : code === 'PRICE_NOT_POSITIVE'
            ? { monto: errorText(failure) }
            : { form: errorText(failure) },
      );
      focusFirstError(form.current);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      locked={busy}
      title={t('prices.setTitle')}
      footer={
        <button type="submit" form={`${id}-form`} className="btn" disabled={busy} aria-busy={busy}>
          {t(busy ? 'saving' : 'save')}
        </button>
      }
    >
      <form
        id={`${id}-form`}
        ref={form}
        data-draft="own"
        noValidate
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p className="muted">{t('prices.setHint')}</p>
        <div className="sitio-par">
          <Input label={t('prices.amount')} kind="number" value={draft.monto} error={errors.monto} onChange={(monto) => put({ monto })} />
          <Input
            label={t('prices.currency')}
            kind="choice"
            value={draft.moneda}
            choices={[
              { value: 'USD', label: 'USD' },
              { value: 'MXN', label: 'MXN' },
            ]}
            onChange={(value) => put({ moneda: value === 'MXN' ? 'MXN' : 'USD' })}
          />
        </div>
        <Input
          label={t('prices.from')}
          kind="day"
          min={today()}
          value={draft.desde}
          error={errors.desde}
          onChange={(desde) => put({ desde })}
        />
        <Input label={t('reason')} optional hint={t('reasonHint')} max={500} value={draft.motivo} onChange={(motivo) => put({ motivo })} />
        {errors.form ? (
          <p className="campo-error" role="alert">
            {errors.form}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}

/** The price book (C-01) and the ways of paying that are offered (C-06). */
export function PricesPanel({ precios, metodosDePago }: Pick<ManagedSite, 'precios' | 'metodosDePago'>) {
  const { t } = useTranslation('siteAdmin');
  const errorText = useErrorText();
  const [setting, setSetting] = useState(false);
  const [history, setHistory] = useState<HistoryOf | null>(null);
  const [cancelling, setCancelling] = useState<ManagedSite['precios'][number] | null>(null);
  const [cancelPrice] = useCancelPlanPriceMutation();
  const [saveMethods, saving] = useSetPaymentMethodsMutation();
  const reread = useReread();
  /** As just chosen, until the school has it. */
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const offered = chosen ?? metodosDePago;
  const current = precios.find(({ vigente }) => vigente);
  const priceText = ({ monto, moneda }: ManagedSite['precios'][number]) => t('prices.perMonth', { price: formatMoney(monto, moneda) });
  const toggle = async (method: (typeof methods)[number], on: boolean) => {
    const metodos = methods.filter((one) => (one === method ? on : offered.includes(one)));
    setChosen(metodos);
    try {
      await saveMethods({ metodos }).unwrap();
      await reread();
      notify.success(t('done.saved'));
    } catch (failure) {
      notify.error(errorText(failure));
    } finally {
      setChosen(null);
    }
  };
  return (
    <section className="stack" aria-label={t('section.precios')}>
      <div className="sitio-panel-cabeza">
        <span />
        <div className="row">
          <button type="button" className="btn alt" onClick={() => setHistory({ of: 'prices', name: t('section.precios') })}>
            <IconHistory size={18} aria-hidden="true" />
            {t('prices.historyOpen')}
          </button>
          <button type="button" className="btn" onClick={() => setSetting(true)}>
            <IconPlus size={18} aria-hidden="true" />
            {t('prices.set')}
          </button>
        </div>
      </div>
      <div className="sitio-precios">
        <section className="card stack" aria-labelledby="precio-premium">
          <h2 id="precio-premium">{t('prices.title')}</h2>
          {current ? (
            <p>
              <span className="muted">{t('prices.today')}: </span>
              <strong className="sitio-precio">{priceText(current)}</strong>
            </p>
          ) : (
            <Empty title={t('prices.none')} />
          )}
          {precios.length > 0 ? (
            <ol className="sitio-lista" aria-label={t('prices.list')}>
              {precios.map((price) => {
                const state = price.vigente ? 'now' : price.desde > today() ? 'planned' : 'past';
                return (
                  <li key={`${price.fijado} ${price.desde}`} className="sitio-uno">
                    <div className="sitio-que">
                      <p className="sitio-nombre">
                        <strong>{priceText(price)}</strong>{' '}
                        <Estado tone={state === 'now' ? 'ok' : state === 'planned' ? 'ahora' : 'neutro'}>
                          {t(`prices.state.${state}`)}
                        </Estado>
                      </p>
                      <p className="muted">
                        {t('prices.fromShort', { day: dayText(price.desde) })} ·{' '}
                        <time dateTime={price.fijado} title={formatExact(price.fijado)}>
                          {t('prices.setAt', { when: formatRelative(price.fijado) })}
                        </time>
                      </p>
                    </div>
                    {state === 'planned' ? (
                      <button
                        type="button"
                        className="btn alt"
                        aria-label={t('prices.cancelOf', { price: priceText(price), day: dayText(price.desde) })}
                        onClick={() => setCancelling(price)}
                      >
                        <IconCalendarX size={18} aria-hidden="true" />
                        {t('prices.cancel')}
                      </button>
                    ) : null}
                  </li>
                );
              })}
            </ol>
          ) : null}
        </section>
        <fieldset className="card stack sitio-grupo" aria-busy={saving.isLoading}>
          <legend>
            <h2>{t('prices.methods')}</h2>
          </legend>
          <p className="muted">{t('prices.methodsHint')}</p>
          {methods.map((method) => (
            <label key={method} className="casilla">
              <input type="checkbox" checked={offered.includes(method)} onChange={(event) => void toggle(method, event.target.checked)} />
              <span>{t(`prices.method.${method}`)}</span>
            </label>
          ))}
        </fieldset>
      </div>
      {setting ? <PriceDialog onClose={() => setSetting(false)} /> : null}
      <Confirm
        open={cancelling !== null}
        onClose={() => setCancelling(null)}
        title={t('prices.cancelTitle')}
        confirmLabel={t('prices.cancel')}
        danger
        reason={{ label: t('reason'), of: `precio.${cancelling?.plan}.${cancelling?.desde}` }}
        onConfirm={async (motivo) => {
          if (!cancelling) return;
          await cancelPrice({ plan: cancelling.plan, desde: cancelling.desde, ...(motivo && { motivo }) }).unwrap();
          await feed().caughtUp(3_000);
          notify.success(t('prices.cancelled'));
        }}
      >
        <p>{cancelling ? t('prices.cancelText', { price: priceText(cancelling), day: dayText(cancelling.desde) }) : ''}</p>
      </Confirm>
      <HistoryDialog of={history} onClose={() => setHistory(null)} />
    </section>
  );
}
