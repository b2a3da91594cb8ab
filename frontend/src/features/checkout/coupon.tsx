import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { bundleIn } from '../../domain/pending-checkout.ts';
import type { AnswerOf } from '../../lib/calls.ts';
import { money } from '../../lib/figures.ts';
import { call } from '../../lib/http.ts';
import type { Checkout } from '../../lib/paths.ts';
import { useBusy } from '../../lib/use-busy.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { Field } from '../../ui/field.tsx';
import { TaxNote } from './tax-note.tsx';

export type Discount = AnswerOf<'lookAtCoupon'>;

interface Props {
  what: Checkout;
  gift: boolean;
  /** The tax that prices include, in percent. */
  rate: number | null;
  discount: Discount | null;
  onChange: (discount: Discount | null) => void;
  /** Why the school refused the purchase because of the coupon. */
  refused: string | null;
}

/** A form for a coupon's code, which asks the school what it takes off; or, once applied, that discount and a button to remove it. */
export function Coupon({ what, gift, rate, discount, onChange, refused }: Props) {
  const { t } = useTranslation('checkout');
  const errorText = useErrorText();
  // Somebody who continues an earlier purchase still has its coupon.
  const [before] = useState(useSearchParams()[0].get('cupon') ?? '');
  const [code, setCode] = useState(before);
  const { busy, run } = useBusy();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const total = useRef<HTMLParagraphElement>(null);
  /** `pressed`: the person applied it by the button, so the focus moves on. */
  const look = async (pressed: boolean) => {
    const bundle = bundleIn(what);
    const focus = () => (pressed ? form.current?.querySelector('input')?.focus() : undefined);
    setFailure(null);
    if (!code.trim()) {
      setFailure(t('coupon.empty'));
      return focus();
    }
    try {
      const { data } = await call(calls.lookAtCoupon, {
        cupon: code.trim(),
        regalo: gift,
        ...(typeof what === 'number' ? { courseId: what } : bundle !== null && { paquete: bundle }),
      });
      onChange(data);
      // The field that had the focus has been removed.
      if (pressed) requestAnimationFrame(() => total.current?.focus());
    } catch (error) {
      setFailure(errorText(error));
      focus();
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page opens
  useEffect(() => {
    if (before.trim()) void run(() => look(false));
  }, []);
  if (discount)
    return (
      <div className="purchase-coupon">
        <dl>
          <dt>{t('coupon.price')}</dt>
          <dd className="num">{money(discount.precio, discount.moneda)}</dd>
          <dt>{t('coupon.of', { code: discount.codigo })}</dt>
          <dd className="num">−{money(discount.descuento, discount.moneda)}</dd>
        </dl>
        <p ref={total} tabIndex={-1} role="status">
          <strong className="num">{t('coupon.total', { amount: money(discount.total, discount.moneda) })}</strong>{' '}
          {what === 'premium' ? (
            <span className="muted">{t('coupon.firstMonth', { amount: money(discount.precio, discount.moneda) })}</span>
          ) : null}
        </p>
        <TaxNote amount={discount.total} currency={discount.moneda} rate={rate} />
        <button type="button" className="link" onClick={() => onChange(null)}>
          {t('coupon.remove')}
        </button>
      </div>
    );
  return (
    <details className="purchase-coupon" open={failure !== null || refused !== null || undefined}>
      <summary>{t('coupon.have')}</summary>
      <form
        ref={form}
        className="row"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void run(() => look(true));
        }}
      >
        <Field
          label={t('coupon.label')}
          value={code}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            setFailure(null);
          }}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={failure ?? refused ?? undefined}
        />
        <button type="submit" className="btn alt" aria-disabled={busy} aria-busy={busy}>
          {t(busy ? 'coupon.looking' : 'coupon.apply')}
        </button>
      </form>
    </details>
  );
}
