import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Participation } from '../../../../backend/api/contract/reports.ts';
import { api } from '../../api/api.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { paths } from '../../lib/paths.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { CardsSkeleton } from '../../ui/skeleton.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useSave } from '../../ui/use-save.ts';
import './texts.ts';
import '../../domain/comment-texts.ts';

type Appealing = { of: 'comment' | 'sanction'; id: number };

/** The results of one's reports, of one's comments that were removed, and of one’s sanctions. */
export function Component() {
  const { t } = useTranslation(['participation', 'comments']);
  const user = useSessionUser();
  const query = api.useParticipationQuery(user.id);
  const { data } = query;
  const [appealing, setAppealing] = useState<Appealing | null>(null);
  const [appealRemoval] = api.useAppealRemovalMutation();
  const [appealSanction] = api.useAppealSanctionMutation();
  const { save } = useSave();
  const nothing = data && data.reportes.length + data.retirados.length + data.sanciones.length === 0;
  return (
    <Page title={t('title')} lead={t('lead')}>
      {data ? null : (
        <QueryState of={query} failed={t('failed')}>
          <CardsSkeleton count={2} height={120} min={280} />
        </QueryState>
      )}
      {nothing ? <Empty title={t('empty.title')}>{t('empty.text')}</Empty> : null}
      {data ? <Lists data={data} onAppeal={setAppealing} /> : null}
      <Confirm
        open={appealing !== null}
        onClose={() => setAppealing(null)}
        title={t('appeal.title')}
        confirmLabel={t('appeal.send')}
        reason={{ label: t('appeal.label'), required: true, of: `apelacion.${appealing?.of}.${appealing?.id}` }}
        onConfirm={async (texto) => {
          if (!appealing) return;
          const { of, id } = appealing;
          await save(
            () =>
              of === 'comment'
                ? appealRemoval({ id, body: { texto } }).unwrap()
                : appealSanction({ userId: user.id, sanctionId: id, body: { texto } }).unwrap(),
            { done: t('appeal.done') },
          );
        }}
      >
        <p>{t('appeal.text')}</p>
      </Confirm>
    </Page>
  );
}

function Lists({ data, onAppeal }: { data: Participation; onAppeal: (what: Appealing) => void }) {
  const { t } = useTranslation(['participation', 'comments']);
  return (
    <>
      {data.sanciones.length > 0 ? (
        <section className="stack" aria-labelledby="sanciones">
          <h2 id="sanciones">{t('sanctions.title')}</h2>
          <ul className="stack">
            {data.sanciones.map((one) => (
              <li key={one.id} className="card stack">
                <p className="row">
                  <strong>{t(`sanctions.${one.tipo}`)}</strong>
                  {one.vigente ? <StatusTag tone="now">{t('sanctions.stands')}</StatusTag> : null}
                  {one.levantada ? <StatusTag tone="ok">{t('sanctions.lifted')}</StatusTag> : null}
                </p>
                {one.motivo ? <p lang="es">{one.motivo}</p> : null}
                <p className="muted">
                  {formatDateTime(one.fecha)}
                  {one.hasta ? ` · ${t('sanctions.until', { when: formatDateTime(one.hasta) })}` : ''}
                </p>
                {one.apelacion ? (
                  <p className="muted">
                    {one.apelacion.respuesta ? t('appeal.upheld', { reason: one.apelacion.respuesta.motivo ?? '—' }) : t('appeal.waits')}
                  </p>
                ) : one.levantada ? null : (
                  <p>
                    <button type="button" className="link" onClick={() => onAppeal({ of: 'sanction', id: one.id })}>
                      {t('appeal.action')}
                    </button>
                  </p>
                )}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {data.retirados.length > 0 ? (
        <section className="stack" aria-labelledby="retirados">
          <h2 id="retirados">{t('removed.title')}</h2>
          <ul className="stack">
            {data.retirados.map((one) => (
              <li key={one.id_comentario} className="card stack">
                {one.comentario ? <blockquote lang="es">{one.comentario}</blockquote> : null}
                <p>{t('removed.reason', { reason: one.motivo ?? '—' })}</p>
                <p className="muted">{formatDateTime(one.fecha)}</p>
                {one.apelacion === 'ninguna' ? (
                  <p>
                    <button type="button" className="link" onClick={() => onAppeal({ of: 'comment', id: one.id_comentario })}>
                      {t('appeal.action')}
                    </button>
                  </p>
                ) : (
                  <p className="muted">{t(one.apelacion === 'pendiente' ? 'appeal.waits' : 'appeal.stands')}</p>
                )}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {data.reportes.length > 0 ? (
        <section className="stack" aria-labelledby="reportes">
          <h2 id="reportes">{t('reports.title')}</h2>
          <ul className="stack">
            {data.reportes.map((one) => (
              <li key={one.id} className="card stack">
                <p className="row">
                  <strong>{t(`comments:reasons.${one.motivo}`)}</strong>
                  <StatusTag tone={one.resultado === null ? 'now' : 'ok'}>{t(`reports.${one.resultado ?? 'pendiente'}`)}</StatusTag>
                </p>
                <p className="muted">
                  {t('reports.sent', { when: formatDateTime(one.fecha) })}
                  {one.resuelto ? ` · ${t('reports.resolved', { when: formatDateTime(one.resuelto) })}` : ''}
                </p>
                {one.resultado === 'retirado' ? null : (
                  <p>
                    <Link to={paths.course(null, { subtema: one.id_subtema, comment: one.id_comentario })}>{t('reports.go')}</Link>
                  </p>
                )}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}
