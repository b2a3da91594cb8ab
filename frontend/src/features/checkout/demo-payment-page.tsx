import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { money } from '../../lib/figures.ts';
import { call } from '../../lib/http.ts';
import { paths } from '../../lib/paths.ts';
import { useBusy } from '../../lib/use-busy.ts';
import { useResource } from '../../lib/use-resource.ts';
import { Empty } from '../../ui/empty.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { Page } from '../../ui/page.tsx';
import { Bone, Skeleton } from '../../ui/skeleton.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import './checkout.css';
import { Failure } from '../../ui/field.tsx';
import './texts.ts';

/** These addresses are absolute and may use another host name than the browser. */
const here = (address: string): string => {
  const { pathname, search } = new URL(address);
  return pathname + search;
};

/** Stands in for the provider’s page in a demo: it takes no card, and nobody’s money moves. */
export function Component() {
  const { t } = useTranslation('checkout');
  const errorText = useErrorText();
  const [search] = useSearchParams();
  const session = search.get('sesion') ?? '';
  const known = /^cs_[0-9a-f]{24}$/.test(session);
  const page = useResource(known ? `demo/pagos/${session}` : null, (signal) => call(calls.demoPayment, session, { signal }));
  const { busy, run } = useBusy();
  const [said, setSaid] = useState<string | null>(null);
  const act = (accion: 'pagar' | 'rechazar' | 'pedir-confirmacion' | 'confirmar' | 'no-confirmar', to = '') =>
    run(async () => {
      setSaid(null);
      try {
        const { data: done } = await call(calls.actDemoPayment, { sesion: session, body: { accion } });
        if (done.estado === 'pagada' && to !== '') globalThis.location.assign(here(to));
        else {
          if (accion === 'rechazar' || accion === 'no-confirmar') setSaid(t(accion === 'rechazar' ? 'demo.declined' : 'demo.unconfirmed'));
          page.refetch();
        }
      } catch (error) {
        setSaid(errorText(error));
      }
    });
  const back = (
    <Link className="btn" to={paths.dashboard}>
      {t('demo.back')}
    </Link>
  );
  const { data } = page;
  return (
    <Page title={t('demo.title')} lead={t('demo.lead')} width="narrow">
      {!known || page.error ? <Empty title={t('demo.unknown')} action={back} /> : null}
      {known && !data && !page.error ? (
        <Skeleton>
          <Bone height={220} radius="var(--radius)" />
        </Skeleton>
      ) : null}
      {data ? (
        <section className="card stack purchase-what">
          <h2 lang="es">{data.titulo}</h2>
          <p className="purchase-price">
            <strong>{money(data.total, data.moneda)}</strong> {data.mensual ? <span className="muted">{t('demo.monthly')}</span> : null}
          </p>
          <Failure>{said}</Failure>
          {data.estado === 'abierta' ? (
            <p className="row">
              <button type="button" className="btn large" aria-disabled={busy} onClick={() => void act('pagar', data.exito)}>
                {t('demo.pay')}
              </button>
              <button type="button" className="btn alt" aria-disabled={busy} onClick={() => void act('rechazar')}>
                {t('demo.decline')}
              </button>
              <button type="button" className="btn alt" aria-disabled={busy} onClick={() => void act('pedir-confirmacion')}>
                {t('demo.challenge')}
              </button>
              <a className="btn alt" href={here(data.regreso)}>
                {t('demo.leave')}
              </a>
            </p>
          ) : data.estado === 'por-confirmar' ? (
            <>
              <p role="status">
                <strong>{t('demo.bank')}</strong> {t('demo.bankText')}
              </p>
              <p className="row">
                <button type="button" className="btn large" aria-disabled={busy} onClick={() => void act('confirmar', data.exito)}>
                  {t('demo.confirm')}
                </button>
                <button type="button" className="btn alt" aria-disabled={busy} onClick={() => void act('no-confirmar')}>
                  {t('demo.refuse')}
                </button>
                <a className="btn alt" href={here(data.regreso)}>
                  {t('demo.leave')}
                </a>
              </p>
            </>
          ) : (
            <>
              <p>
                <StatusTag tone={data.estado === 'pagada' ? 'ok' : 'neutral'}>{t(`demo.states.${data.estado}`)}</StatusTag>
              </p>
              <p>
                <a className="btn" href={here(data.estado === 'pagada' ? data.exito : data.regreso)}>
                  {t('demo.on')}
                </a>
              </p>
            </>
          )}
        </section>
      ) : null}
    </Page>
  );
}
