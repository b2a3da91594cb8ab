import { IconDownload, IconFileCheck, IconShieldCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { api } from '../../api/api.ts';
import { download } from '../../api/download.ts';
import { requestOf } from '../../lib/calls.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/format.ts';
import { officePaths } from '../../lib/office-paths.ts';
import { FileButton } from '../../ui/file-button.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useSave } from '../../ui/use-save.ts';
import './texts.ts';

const POLL_MS = 2_000;

/** Whether the log is unchanged: the last verification, one on request, and the signed hash to store elsewhere. */
export function IntegrityPanel() {
  const { t } = useTranslation('wholeHistory');
  const { act } = useSave();
  const query = api.useIntegrityQuery(undefined, { pollingInterval: POLL_MS, skipPollingIfUnfocused: true });
  const [verify, verifying] = api.useVerifyLogMutation();
  const { data } = query;
  if (!data) return <QueryState of={query} failed={t('integrity.failed')} inline rows={3} />;
  const { ultima: last, enCurso: running } = data;
  const broken = last?.roto;
  const changed = broken || last?.huella?.igual === false;
  const compare = async (file: File) => {
    // A file that is not a signed hash contains no claim to compare.
    const root = await file
      .text()
      .then(JSON.parse, () => null)
      .catch(() => null);
    const { declaracion = '', firma = '', llave } = root ?? {};
    const { x = '', kid = '' } = llave ?? {};
    const words = [declaracion, firma, x, kid].map(String);
    const key = { kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA', x: words[2] ?? '', kid: words[3] ?? '' } as const;
    await verify({ huella: { declaracion: words[0] ?? '', firma: words[1] ?? '', llave: key } }).unwrap();
    await query.refetch();
  };
  return (
    <section className="card stack" aria-labelledby="integridad">
      <div className="row">
        <h2 id="integridad">{t('integrity.title')}</h2>
        {last ? <StatusTag tone={changed ? 'error' : 'ok'}>{t(changed ? 'integrity.broken' : 'integrity.sound')}</StatusTag> : null}
      </div>
      <p className="muted">{t('integrity.lead')}</p>
      <p>
        {last
          ? t('integrity.last', { count: last.hechos, written: formatNumber(last.hechos), when: formatDateTime(last.fecha) })
          : t('integrity.never')}
      </p>
      {broken ? (
        <p role="alert">
          {broken.evento ? (
            <>
              {t('integrity.changed')}{' '}
              <Link className="mono" to={officePaths.eventLog({ evento: `${broken.evento.flujo}@${broken.evento.numero}` })}>
                {broken.evento.flujo} #{broken.evento.numero}
              </Link>
            </>
          ) : (
            t('integrity.missing', { count: broken.sanos, written: formatNumber(broken.sanos) })
          )}
        </p>
      ) : null}
      {running ? (
        <p role="status" className="row">
          <progress {...(running.de > 0 && { value: running.hechos, max: running.de })} aria-label={t('integrity.running')} />
          <span className="muted">
            {t('integrity.progress', { count: running.de, done: formatNumber(running.hechos), written: formatNumber(running.de) })}
          </span>
        </p>
      ) : null}
      {last?.huella ? (
        <p role={last.huella.igual ? undefined : 'alert'}>
          {t(last.huella.igual ? 'integrity.same' : 'integrity.other', {
            count: last.huella.hechos,
            written: formatNumber(last.huella.hechos),
            when: formatDateTime(last.huella.fecha),
          })}
        </p>
      ) : null}
      <div className="row">
        <button
          data-writes
          type="button"
          className="btn"
          disabled={running !== null || verifying.isLoading}
          onClick={() =>
            void act(
              () =>
                verify({})
                  .unwrap()
                  .then(() => query.refetch()),
              { done: t('integrity.begun') },
            )
          }
        >
          <IconShieldCheck size={18} aria-hidden="true" /> {t('integrity.verify')}
        </button>
        <button
          type="button"
          className="btn alt"
          onClick={() =>
            void act(() => download(requestOf(calls.logRoot, undefined), '*/*', 'huella.json'), { done: t('integrity.downloaded') })
          }
        >
          <IconDownload size={18} aria-hidden="true" /> {t('integrity.root')}
        </button>
        <FileButton
          label={t('integrity.compare')}
          accept={['application/json', '.json']}
          disabled={running !== null || verifying.isLoading}
          onChoose={(file) => void act(() => compare(file), { done: t('integrity.begun') })}
        >
          <IconFileCheck size={18} aria-hidden="true" /> {t('integrity.compare')}
        </FileButton>
      </div>
    </section>
  );
}
