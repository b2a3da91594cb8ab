import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, isFailure } from '../../lib/http.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { Coupon, type Discount } from './coupon.tsx';

/** Leads to the provider’s page, where it is paid. What it costs is the school’s to say: only what is bought is sent. */
export function Pay({ what, demo }: { what: 'premium' | number; demo: boolean }) {
  const { t } = useTranslation('checkout');
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const [discount, setDiscount] = useState<Discount | null>(null);
  /** Why the coupon is not good any more. */
  const [refused, setRefused] = useState<string | null>(null);
  const [failure, setFailure] = useState<{ text: string; reference: string } | null>(null);
  const pay = async () => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    setRefused(null);
    try {
      const coupon = discount ? { cupon: discount.codigo } : {};
      const { data } = await (what === 'premium' ? call(calls.buyPlan, coupon) : call(calls.buyCourse, { courseId: what, ...coupon }));
      if (!data.url) throw new Error('no address to pay at');
      // The demo’s own page is of this host, however it is called here.
      const { pathname, search } = new URL(data.url);
      globalThis.location.assign(demo ? pathname + search : data.url);
    } catch (error) {
      if (discount && isFailure(error) && error.code?.startsWith('COUPON_')) {
        setDiscount(null);
        setRefused(errorText(error));
        setBusy(false);
        return;
      }
      const own = !isFailure(error) || error.code === 'PAYMENT_PROVIDER_FAILED' || error.status >= 500;
      const text = own ? `${t(what === 'premium' ? 'pay.planFailed' : 'pay.courseFailed')} ${t('pay.nothingMoved')}` : errorText(error);
      setFailure({ text, reference: isFailure(error) ? (error.reference ?? '') : '' });
      setBusy(false);
    }
  };
  return (
    <>
      {failure ? (
        <div className="field-error" role="alert">
          <p>{failure.text}</p>
          {failure.reference ? <p className="mono">{t('pay.reference', { id: failure.reference })}</p> : null}
        </div>
      ) : null}
      <Coupon what={what} discount={discount} onChange={setDiscount} refused={refused} />
      <p>
        <button type="button" className="btn large" aria-disabled={busy} aria-busy={busy} onClick={() => void pay()}>
          {t(busy ? 'pay.going' : what === 'premium' ? 'pay.plan' : 'pay.course')}
        </button>
      </p>
      <p className="muted">{t(demo ? 'pay.demo' : 'pay.safe')}</p>
    </>
  );
}
