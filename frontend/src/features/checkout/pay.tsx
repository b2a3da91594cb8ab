import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { giftDraft, noGift } from '../../domain/gift-draft.ts';
import { GroupChoice, type NoSeat, noSeatIn, refusalAt } from '../../domain/groups/group-choice.tsx';
import { bundleIn } from '../../domain/pending-checkout.ts';
import { call, isFailure } from '../../lib/http.ts';
import { type Checkout, paths } from '../../lib/paths.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { useErrorText } from '../../ui/error-text.ts';
import { Field, FieldFrame } from '../../ui/field.tsx';
import { Coupon, type Discount } from './coupon.tsx';

interface Props {
  what: Checkout;
  /** The courses that the purchase opens for the buyer. */
  courses: readonly { id: number; nombre: string }[];
  /** The purchase is a gift. */
  gift: boolean;
  /** The tax that prices include, in percent. */
  rate: number | null;
  demo: boolean;
  /** The ways of payment that are available. */
  card: boolean;
  transfer: boolean;
}

/** The buttons that lead to the provider’s payment page. The school computes the price: only what is bought is sent. */
export function Pay({ what, courses, gift, rate, demo, card, transfer }: Props) {
  const { t } = useTranslation('checkout');
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  // The gift's message is kept, also after «Back» or leaving the payment page.
  const { value: to, change: setTo, forget } = useDraft(gift ? giftDraft(what) : null, noGift);
  const [search] = useSearchParams();
  const asked = Number(search.get('grupo'));
  /** By course, the group in which it is taken. */
  const [groups, setGroups] = useState<Readonly<Record<number, number>>>(asked > 0 && typeof what === 'number' ? { [what]: asked } : {});
  const [discount, setDiscount] = useState<Discount | null>(null);
  const [noSeat, setNoSeat] = useState<NoSeat | null>(null);
  /** Why the coupon is no longer valid. */
  const [refused, setRefused] = useState<string | null>(null);
  const [failure, setFailure] = useState<{ text: string; reference: string } | null>(null);
  const navigate = useNavigate();
  // After «Back» from the payment page the browser may show this page as it was left, so the buttons must be enabled again.
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => persisted && setBusy(false);
    addEventListener('pageshow', shown);
    return () => removeEventListener('pageshow', shown);
  }, []);
  const bundle = bundleIn(what);
  /** `byTransfer`: the order waits for a bank transfer; its instructions are on the page of purchases. */
  const pay = async (byTransfer = false) => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    setRefused(null);
    setNoSeat(null);
    try {
      const coupon = { ...(discount && { cupon: discount.codigo }), ...(gift && { regalo: to }) };
      const grupos = courses.flatMap(({ id }) => (groups[id] === undefined ? [] : [{ id_curso: id, grupo: groups[id] }]));
      const chosen = { ...coupon, grupos };
      if (byTransfer) {
        await call(calls.buyByTransfer, {
          ...(what === 'premium' ? { plan: 'premium' as const } : bundle === null ? { courseId: Number(what) } : { paquete: bundle }),
          ...chosen,
        });
        forget();
        navigate(paths.purchases);
        return;
      }
      const { data } = await (what === 'premium'
        ? call(calls.buyPlan, coupon)
        : bundle === null
          ? call(calls.buyCourse, { courseId: Number(what), ...chosen })
          : call(calls.buyBundle, { paquete: bundle, ...chosen }));
      if (!data.url) throw new Error('no address to pay at');
      // The demo’s own payment page is on this host, whatever host name the browser uses.
      const { pathname, search } = new URL(data.url);
      globalThis.location.assign(demo ? pathname + search : data.url);
    } catch (error) {
      if (discount && isFailure(error) && error.code?.startsWith('COUPON_')) {
        setDiscount(null);
        setRefused(errorText(error));
        setBusy(false);
        return;
      }
      const refusal = noSeatIn(error, errorText);
      if (refusal) {
        setNoSeat(refusal);
        // The refused group is deselected, so that the person chooses another, or none where the course has none any more.
        setGroups((had) => Object.fromEntries(Object.entries(had).filter(([id]) => refusalAt(Number(id), refusal) === null)));
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
      {gift ? (
        <fieldset className="stack purchase-gift">
          <legend>{t('gift.whom')}</legend>
          <Field
            label={t('gift.name')}
            optional
            value={to.nombre}
            maxLength={120}
            autoComplete="off"
            onChange={({ currentTarget: { value } }) => setTo({ ...to, nombre: value })}
          />
          <Field
            label={t('gift.email')}
            optional
            hint={t('gift.emailHint')}
            type="email"
            value={to.para}
            maxLength={254}
            autoComplete="off"
            onChange={({ currentTarget: { value } }) => setTo({ ...to, para: value.trim() })}
          />
          <FieldFrame label={t('gift.message')} optional>
            {(control) => (
              <textarea
                {...control}
                rows={3}
                maxLength={600}
                value={to.mensaje}
                onChange={({ currentTarget: { value } }) => setTo({ ...to, mensaje: value })}
              />
            )}
          </FieldFrame>
        </fieldset>
      ) : null}
      {courses.map(({ id, nombre }) => (
        <GroupChoice
          key={id}
          courseId={id}
          course={courses.length > 1 ? nombre : undefined}
          value={groups[id]}
          onChange={(group) => setGroups((had) => ({ ...had, [id]: group }))}
          error={refusalAt(id, noSeat)}
        />
      ))}
      <Coupon gift={gift} rate={rate} what={what} discount={discount} onChange={setDiscount} refused={refused} />
      <p className="row purchase-pay">
        {card ? (
          <button type="button" className="btn large" aria-disabled={busy} aria-busy={busy} onClick={() => void pay()}>
            {t(busy ? 'pay.going' : what === 'premium' ? 'pay.plan' : bundle === null ? 'pay.course' : 'pay.bundle')}
          </button>
        ) : null}
        {transfer ? (
          <button
            type="button"
            className={card ? 'btn alt large' : 'btn large'}
            aria-disabled={busy}
            aria-busy={busy}
            onClick={() => void pay(true)}
          >
            {t('pay.transfer')}
          </button>
        ) : null}
      </p>
      {what === 'premium' ? null : (
        <p>
          <Link to={paths.checkout(what, !gift)}>{t(gift ? 'gift.forMe' : 'gift.give')}</Link>
        </p>
      )}
      {card ? <p className="muted">{t(demo ? 'pay.demo' : 'pay.safe')}</p> : null}
      {transfer ? <p className="muted">{t('pay.transferHint')}</p> : null}
    </>
  );
}
