import { IconHistory, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { amountOf } from '../../../../backend/api/contract/amount.ts';
import { currencies, paymentMethods } from '../../../../backend/api/contract/choices.ts';
import type { ManagedSite } from '../../../../backend/api/contract/site.ts';
import { api } from '../../api/api.ts';
import { dayIn, formatDay, formatRelative } from '../../lib/dates.ts';
import { money } from '../../lib/figures.ts';
import { useSchool } from '../../lib/school.ts';
import { DayField } from '../../ui/choice-fields.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { Form, FormDialog, useForm } from '../../ui/form.tsx';
import { AreaField, ChoiceField, TextField } from '../../ui/form-fields.tsx';
import { notify } from '../../ui/notify.ts';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useSave } from '../../ui/use-save.ts';
import { HistoryDialog, type HistoryOf } from './history.tsx';
import { useReread } from './use-reread.ts';
import './site-admin.css';
import { Moment } from '../../ui/moment.tsx';

const dayText = (day: string): string => formatDay(day, 'full');

function PriceDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('siteAdmin');
  const today = dayIn(useSchool().zona);
  const [setPrice] = api.useSetPlanPriceMutation();
  const { save } = useSave();
  const schema = useMemo(
    () =>
      z.object({
        monto: z
          .string()
          .refine((typed) => (amountOf(typed) ?? 0) > 0, t('error.amount'))
          .transform((typed) => amountOf(typed) ?? 0),
        moneda: z.enum(currencies),
        desde: z.string().min(1, t('error.required')),
        motivo: z.string().trim(),
      }),
    [t],
  );
  const form = useForm({
    schema,
    draft: 'sitio.precio',
    initial: () => ({ monto: '', moneda: 'USD' as const, desde: today, motivo: '' }),
  });
  return (
    <FormDialog
      form={form}
      title={t('prices.setTitle')}
      send={t('save')}
      sending={t('saving')}
      onClose={onClose}
      onSend={(price) =>
        save(() => setPrice({ plan: 'premium', ...price }).unwrap(), {
          done: t('done.saved'),
          after: () => {
            form.discard();
            onClose();
          },
        })
      }
    >
      <p className="muted">{t('prices.setHint')}</p>
      <div className="site-pair">
        <TextField name="monto" label={t('prices.amount')} inputMode="decimal" required />
        <ChoiceField name="moneda" label={t('prices.currency')} required>
          {currencies.map((currency) => (
            <option key={currency}>{currency}</option>
          ))}
        </ChoiceField>
      </div>
      <DayField name="desde" label={t('prices.from')} min={today} />
      <TextField name="motivo" label={t('reason')} optional hint={t('reasonHint')} maxLength={500} />
    </FormDialog>
  );
}

/** The instructions for bank transfers: without them, nobody can pay by transfer. */
function TransferForm({ now }: { now: string }) {
  const { t } = useTranslation('siteAdmin');
  const [set] = api.useSetPaymentMethodsMutation();
  const { save } = useSave();
  const reread = useReread();
  const form = useForm({ schema: transferSchema, initial: () => ({ transferencia: now }) });
  return (
    <Form
      form={form}
      of="transferencia"
      onSend={(body) => save(() => set(body).unwrap(), { done: t('done.saved'), after: () => void reread() })}
    >
      <AreaField name="transferencia" label={t('prices.transfer')} hint={t('prices.transferHint')} maxLength={1_000} />
      <p>
        <button type="submit" className="btn alt" disabled={form.formState.isSubmitting}>
          {t('prices.transferSave')}
        </button>
      </p>
    </Form>
  );
}
const transferSchema = z.object({ transferencia: z.string().trim() });

/** The tax that every price includes. Past purchases keep the tax of their day. */
function TaxForm({ now }: { now: number | null }) {
  const { t } = useTranslation('siteAdmin');
  const [set] = api.useSetPaymentMethodsMutation();
  const { save } = useSave();
  const reread = useReread();
  const schema = useMemo(
    () =>
      z.object({
        iva: z
          .string()
          .refine((typed) => (amountOf(typed) ?? 101) <= 100, t('prices.taxWrong'))
          .transform((typed) => amountOf(typed) ?? 0),
      }),
    [t],
  );
  const form = useForm({ schema, initial: () => ({ iva: now === null ? '' : String(now) }) });
  return (
    <section className="card stack" aria-labelledby="precio-iva">
      <h2 id="precio-iva">{t('prices.taxTitle')}</h2>
      <p className="muted">{t('prices.taxHint')}</p>
      {now === null ? <p role="note">{t('prices.taxUnknown')}</p> : null}
      <Form form={form} of="iva" onSend={(body) => save(() => set(body).unwrap(), { done: t('done.saved'), after: () => void reread() })}>
        <TextField name="iva" label={t('prices.tax')} inputMode="decimal" maxLength={6} />
        <p>
          <button type="submit" className="btn alt" disabled={form.formState.isSubmitting}>
            {t('prices.taxSave')}
          </button>
        </p>
      </Form>
    </section>
  );
}

/** Pesos for a dollar with at most four decimals, as the Bank of Mexico publishes it. */
const RATE = /^\d{1,3}([.,]\d{1,4})?$/;

/** What a dollar costs, with its day: prices in dollars are then shown in pesos too. */
function ExchangeForm({ now }: { now: ManagedSite['cambio'] }) {
  const { t } = useTranslation('siteAdmin');
  const today = dayIn(useSchool().zona);
  const [set] = api.useSetPaymentMethodsMutation();
  const { save, act, busy } = useSave();
  const reread = useReread();
  const schema = useMemo(
    () =>
      z.object({
        pesos: z
          .string()
          .trim()
          .transform((typed) => (RATE.test(typed) ? Number(typed.replace(',', '.')) : 0))
          .refine((pesos) => pesos >= 1, t('prices.exchangeWrong')),
        dia: z.string().min(1, t('error.required')),
      }),
    [t],
  );
  const form = useForm({ schema, initial: () => ({ pesos: now?.pesos.toFixed(4) ?? '', dia: now?.dia ?? today }) });
  return (
    <section className="card stack" aria-labelledby="precio-cambio">
      <h2 id="precio-cambio">{t('prices.exchangeTitle')}</h2>
      <p className="muted">{t('prices.exchangeHint')}</p>
      <Form
        form={form}
        of="cambio"
        onSend={(cambio) => save(() => set({ cambio }).unwrap(), { done: t('done.saved'), after: () => void reread() })}
      >
        <div className="site-pair">
          <TextField name="pesos" label={t('prices.exchange')} inputMode="decimal" maxLength={8} />
          <DayField name="dia" label={t('prices.exchangeDay')} max={today} />
        </div>
        <p className="row">
          <button type="submit" className="btn alt" disabled={form.formState.isSubmitting}>
            {t('prices.exchangeSave')}
          </button>
          {now ? (
            <button
              data-writes
              type="button"
              className="link"
              disabled={busy}
              onClick={() => void act(() => set({ cambio: null }).unwrap(), { done: t('done.saved'), after: () => void reread() })}
            >
              {t('prices.exchangeRemove')}
            </button>
          ) : null}
        </p>
      </Form>
    </section>
  );
}

/** The price book (C-01) and the payment methods offered (C-06). */
export function PricesPanel({
  precios,
  metodosDePago,
  transferencia,
  iva,
  cambio,
}: Pick<ManagedSite, 'precios' | 'metodosDePago' | 'transferencia' | 'iva' | 'cambio'>) {
  const { t } = useTranslation('siteAdmin');
  const errorText = useErrorText();
  const today = dayIn(useSchool().zona);
  const [setting, setSetting] = useState(false);
  const [history, setHistory] = useState<HistoryOf | null>(null);
  const [cancelling, setCancelling] = useState<ManagedSite['precios'][number] | null>(null);
  const [cancelPrice] = api.useCancelPlanPriceMutation();
  const { save } = useSave();
  const [saveMethods, saving] = api.useSetPaymentMethodsMutation();
  const reread = useReread();
  /** The choice just made, until the school has it. */
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const offered = chosen ?? metodosDePago;
  const current = precios.find(({ vigente }) => vigente);
  const priceText = ({ monto, moneda }: ManagedSite['precios'][number]) => t('prices.perMonth', { price: money(monto, moneda) });
  const toggle = async (method: (typeof paymentMethods)[number], on: boolean) => {
    const metodos = paymentMethods.filter((one) => (one === method ? on : offered.includes(one)));
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
      <div className="site-panel-head">
        <span />
        <div className="row">
          <button type="button" className="btn alt" onClick={() => setHistory({ of: 'prices', name: t('section.precios') })}>
            <IconHistory size={18} aria-hidden="true" />
            {t('prices.historyOpen')}
          </button>
          <button data-writes type="button" className="btn" onClick={() => setSetting(true)}>
            <IconPlus size={18} aria-hidden="true" />
            {t('prices.set')}
          </button>
        </div>
      </div>
      <div className="site-prices">
        <section className="card stack" aria-labelledby="precio-premium">
          <h2 id="precio-premium">{t('prices.title')}</h2>
          {current ? (
            <p>
              <span className="muted">{t('prices.today')}: </span>
              <strong className="site-price">{priceText(current)}</strong>
            </p>
          ) : (
            <Empty title={t('prices.none')} />
          )}
          {precios.length > 0 ? (
            <ol className="site-list" aria-label={t('prices.list')}>
              {precios.map((price) => {
                // The newest first: of two for the same day the first applies.
                const last = precios.find(({ plan, desde }) => plan === price.plan && desde === price.desde) === price;
                const state = price.vigente ? 'now' : last && price.desde > today ? 'planned' : 'past';
                return (
                  <li key={`${price.fijado} ${price.desde}`} className="site-one">
                    <div className="site-what">
                      <p>
                        <strong>{priceText(price)}</strong>{' '}
                        <StatusTag tone={state === 'now' ? 'ok' : state === 'planned' ? 'now' : 'neutral'}>
                          {t(`prices.state.${state}`)}
                        </StatusTag>
                      </p>
                      <p className="muted">
                        {t('prices.fromShort', { day: dayText(price.desde) })} ·{' '}
                        <Moment at={price.fijado}>{t('prices.setAt', { when: formatRelative(price.fijado) })}</Moment>
                      </p>
                    </div>
                    {state === 'planned' ? (
                      <button
                        data-writes
                        type="button"
                        className="btn alt"
                        aria-label={t('prices.cancelOf', { price: priceText(price), day: dayText(price.desde) })}
                        onClick={() => setCancelling(price)}
                      >
                        <IconTrash size={18} aria-hidden="true" />
                        {t('prices.cancel')}
                      </button>
                    ) : null}
                  </li>
                );
              })}
            </ol>
          ) : null}
        </section>
        <fieldset className="card stack site-group" aria-busy={saving.isLoading}>
          <legend>
            <h2>{t('prices.methods')}</h2>
          </legend>
          <p className="muted">{t('prices.methodsHint')}</p>
          {paymentMethods.map((method) => (
            <label key={method} className="checkbox">
              <input type="checkbox" checked={offered.includes(method)} onChange={(event) => void toggle(method, event.target.checked)} />
              <span>{t(`prices.method.${method}`)}</span>
            </label>
          ))}
          {offered.includes('transferencia') ? <TransferForm key={transferencia} now={transferencia} /> : null}
        </fieldset>
        <TaxForm key={iva} now={iva} />
        <ExchangeForm key={cambio ? `${cambio.pesos} ${cambio.dia}` : ''} now={cambio} />
      </div>
      {setting ? <PriceDialog onClose={() => setSetting(false)} /> : null}
      <Confirm
        open={cancelling !== null}
        onClose={() => setCancelling(null)}
        title={t('prices.cancelTitle')}
        confirmLabel={t('prices.cancel')}
        danger
        reason={{ of: `precio.${cancelling?.plan}.${cancelling?.desde}` }}
        onConfirm={async (motivo) => {
          if (!cancelling) return;
          const { plan, desde } = cancelling;
          await save(() => cancelPrice({ plan, desde, ...(motivo && { motivo }) }).unwrap(), { done: t('prices.cancelled') });
        }}
      >
        <p>{cancelling ? t('prices.cancelText', { price: priceText(cancelling), day: dayText(cancelling.desde) }) : ''}</p>
      </Confirm>
      <HistoryDialog of={history} onClose={() => setHistory(null)} />
    </section>
  );
}
