import { useTranslation } from 'react-i18next';
import { BACKUP_DAYS, DRILL_DAYS } from '../../../../backend/api/contract/choices.ts';
import { api } from '../../api/api.ts';
import type { AnswerOf } from '../../lib/calls.ts';
import { formatDateTime, formatRelative } from '../../lib/dates.ts';
import { formatBytes, formatNumber, formatPercent, formatSeconds } from '../../lib/format.ts';
import { Meter } from '../../ui/meter.tsx';
import { Moment } from '../../ui/moment.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useSave } from '../../ui/use-save.ts';
import { Copies } from './copies-section.tsx';
import './texts.ts';

type Health = AnswerOf<'storeHealth'>;
const POLL_MS = 3_000;
const DAY_MS = 86_400_000;
const isOlder = (at: string, days: number): boolean => Date.now() - Date.parse(at) > days * DAY_MS;
const seconds = (milliseconds: number): string => formatSeconds(Math.max(1, Math.round(milliseconds / 1_000)));

/** Whether the school could be restored: its size on disk, its backups, and test restores of a backup. */
export function StorePanel() {
  const { t } = useTranslation('projections');
  const query = api.useStoreHealthQuery(undefined, { pollingInterval: POLL_MS, skipPollingIfUnfocused: true });
  const { data } = query;
  if (!data) return <QueryState of={query} failed={t('store.failed')} rows={5} />;
  return (
    <div className="stack">
      <Sizes health={data} />
      <States health={data} again={() => void query.refetch()} />
      <BackupList health={data} />
      <Drills health={data} again={() => void query.refetch()} />
      <Copies health={data} again={() => void query.refetch()} />
    </div>
  );
}

function Sizes({ health: { partes, libre, disco, propio } }: { health: Health }) {
  const { t } = useTranslation('projections');
  return (
    <section className="card stack" aria-labelledby="almacen-partes">
      <h2 id="almacen-partes">{t('store.sizes')}</h2>
      {propio ? null : <p className="muted">{t('store.elsewhere')}</p>}
      <dl className="store-sizes">
        {partes.map(({ id, bytes, archivos }) => (
          <div key={id}>
            <dt>{t(`store.part.${id}`)}</dt>
            <dd className="num">
              {formatBytes(bytes)}
              {archivos === null ? null : (
                <span className="muted"> · {t('store.files', { count: archivos, written: formatNumber(archivos) })}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {libre === null || disco === null ? null : (
        <div className="row">
          <Meter label={t('store.disk')} value={disco - libre} max={disco} />
          <span>{t('store.free', { free: formatBytes(libre), total: formatBytes(disco) })}</span>
        </div>
      )}
    </section>
  );
}

/** The folded states that are kept in memory so that a command need not read its stream whole. */
function States({ health: { estados }, again }: { health: Health; again: () => void }) {
  const { t } = useTranslation('projections');
  const { act } = useSave();
  const [drop, dropping] = api.useDropStatesMutation();
  return (
    <section className="card stack" aria-labelledby="almacen-estados">
      <h2 id="almacen-estados">{t('store.states')}</h2>
      <p className="muted">{t('store.statesHint')}</p>
      <dl className="store-sizes store-states">
        {estados.map(({ hilo, cantidad, bytes, limite, aciertos, lecturas }) => (
          <div key={hilo}>
            <dt>{t(`store.thread.${hilo}`)}</dt>
            <dd className="num">
              {t('store.statesKept', { count: cantidad, written: formatNumber(cantidad) })}
              <span className="muted table-note">{t('store.statesBytes', { size: formatBytes(bytes), most: formatBytes(limite) })}</span>
              <span className="muted table-note">
                {aciertos + lecturas === 0
                  ? t('store.statesUnasked')
                  : t('store.statesFound', {
                      share: formatPercent(Math.floor((100 * aciertos) / (aciertos + lecturas))),
                      hits: formatNumber(aciertos),
                      all: formatNumber(aciertos + lecturas),
                    })}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <div className="row">
        <button
          data-writes
          type="button"
          className="btn alt"
          disabled={dropping.isLoading || estados.every(({ cantidad }) => cantidad === 0)}
          onClick={() => void act(() => drop().unwrap().then(again), { done: t('store.statesDropped') })}
        >
          {t('store.dropStates')}
        </button>
      </div>
    </section>
  );
}

function BackupList({ health: { respaldos, propio } }: { health: Health }) {
  const { t } = useTranslation('projections');
  const [last] = respaldos;
  const old = last !== undefined && isOlder(last.fecha, BACKUP_DAYS);
  return (
    <section className="card stack" aria-labelledby="almacen-respaldos">
      <div className="row">
        <h2 id="almacen-respaldos">{t('store.backups')}</h2>
        {last ? (
          <StatusTag tone={old ? 'urgent' : 'ok'}>
            <Moment at={last.fecha}>{t('store.last', { when: formatRelative(last.fecha) })}</Moment>
          </StatusTag>
        ) : propio ? (
          <StatusTag tone="urgent">{t('store.noBackup')}</StatusTag>
        ) : null}
      </div>
      <p className="muted">{t('store.backupsHint')}</p>
      {respaldos.length === 0 ? (
        propio && (
          <p>
            {t('store.howBackup')} <code>{`npm run backup -- ${t('store.folder')}`}</code>
          </p>
        )
      ) : (
        <ol className="projection-checks">
          {respaldos.map((one) => (
            <li key={`${one.fecha} ${one.carpeta}`}>
              <div className="row">
                <strong>{formatDateTime(one.fecha)}</strong>
                {one.esta ? null : <StatusTag tone="neutral">{t('store.gone')}</StatusTag>}
              </div>
              <p className="muted">
                <span className="mono store-place">{one.carpeta}</span>
                {' · '}
                {t('store.backupFacts', {
                  size: formatBytes(one.bytes),
                  events: formatNumber(one.posicion ?? 0),
                  time: seconds(one.milisegundos),
                })}
              </p>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Drills({ health: { respaldos, simulacros, simulacro_fallido, enCurso, propio }, again }: { health: Health; again: () => void }) {
  const { t } = useTranslation('projections');
  const { act } = useSave();
  const [begin, beginning] = api.useBeginDrillMutation();
  const [last] = simulacros;
  return (
    <section className="card stack" aria-labelledby="almacen-simulacros">
      <div className="row">
        <h2 id="almacen-simulacros">{t('store.drills')}</h2>
        {last ? (
          <StatusTag tone={last.causa !== null ? 'error' : isOlder(last.fecha, DRILL_DAYS) ? 'urgent' : 'ok'}>
            <Moment at={last.fecha}>
              {t(last.causa === null ? 'store.lastSound' : 'store.lastUnsound', { when: formatRelative(last.fecha) })}
            </Moment>
          </StatusTag>
        ) : respaldos.length > 0 ? (
          <StatusTag tone="urgent">{t('store.untried')}</StatusTag>
        ) : null}
      </div>
      <p className="muted">{t('store.drillsHint')}</p>
      {enCurso ? (
        <p role="status" className="row">
          <progress {...(enCurso.de > 0 && { value: enCurso.hechos, max: enCurso.de })} aria-label={t('store.drillRunning')} />
          <span className="muted">
            {enCurso.fase === 'restaura'
              ? t('store.restoring')
              : t('store.comparing', { done: formatNumber(enCurso.hechos), of: formatNumber(enCurso.de) })}
          </span>
        </p>
      ) : null}
      {simulacro_fallido === null ? null : (
        <div role="alert">
          <p>{t('store.drillFailed')}</p>
          <p className="mono store-place">{simulacro_fallido}</p>
        </div>
      )}
      {propio ? (
        <div className="row">
          <button
            data-writes
            type="button"
            className="btn"
            disabled={enCurso !== null || beginning.isLoading || !respaldos.some(({ esta }) => esta)}
            onClick={() => void act(() => begin().unwrap().then(again), { done: t('store.begun') })}
          >
            {t('store.drill')}
          </button>
          {respaldos.some(({ esta }) => esta) ? null : <span className="muted">{t('store.nothingToTry')}</span>}
        </div>
      ) : null}
      {simulacros.length === 0 ? (
        <p className="muted">{t('store.noDrill')}</p>
      ) : (
        <ol className="projection-checks">
          {simulacros.map((one) => (
            <li key={one.fecha}>
              <div className="row">
                <strong>{formatDateTime(one.fecha)}</strong>
                <StatusTag tone={one.causa === null ? 'ok' : 'error'}>
                  {one.causa === null ? t('store.sound') : t(`store.cause.${one.causa}`)}
                </StatusTag>
              </div>
              <p className="muted">
                {t('store.drillFacts', {
                  count: one.hechos,
                  of: formatDateTime(one.respaldo),
                  events: formatNumber(one.hechos),
                  time: seconds(one.milisegundos),
                })}
              </p>
              {one.detalle === null ? null : <p className="mono store-place">{one.detalle}</p>}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
