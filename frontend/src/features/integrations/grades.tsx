import { useTranslation } from 'react-i18next';
import type { PlatformRecord } from '../../../../backend/api/contract/platforms.ts';
import { api } from '../../api/api.ts';
import type { AnswerOf } from '../../lib/calls.ts';
import { formatRelative } from '../../lib/dates.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Moment } from '../../ui/moment.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useSave } from '../../ui/use-save.ts';
import './integrations.css';
import './texts.ts';

type Pending = AnswerOf<'listGrades'>['pendientes'][number];

/** The grades sent to a platform: when one last arrived, and those that did not. */
export function Grades({ platform, onClose }: { platform: PlatformRecord; onClose: () => void }) {
  const { t } = useTranslation('integrations');
  const list = api.useListGradesQuery(platform.id, { pollingInterval: 5_000, skipPollingIfUnfocused: true });
  const { data } = list;
  return (
    <Dialog open onClose={onClose} title={t('grades.title', { name: platform.nombre })} side="right">
      {data ? (
        <div className="stack">
          <p className="muted">{t(data.envia ? 'grades.lead' : 'grades.off')}</p>
          {data.ultima === null ? null : (
            <p>
              {t('grades.last')} <Moment at={data.ultima}>{formatRelative(data.ultima)}</Moment>
            </p>
          )}
          {data.total > data.pendientes.length ? <p>{t('grades.more', { count: data.total - data.pendientes.length })}</p> : null}
          {data.pendientes.length > 0 ? (
            <ol className="deliveries">
              {data.pendientes.map((one) => (
                <Grade key={one.id} platform={platform} grade={one} />
              ))}
            </ol>
          ) : data.ultima === null ? (
            <Empty title={t('grades.noneYet')}>{t('grades.noneYetHint')}</Empty>
          ) : (
            <Empty title={t('grades.none')} />
          )}
        </div>
      ) : (
        <QueryState of={list} failed={t('grades.failed')} inline rows={6} />
      )}
    </Dialog>
  );
}

function Grade({ platform, grade }: { platform: PlatformRecord; grade: Pending }) {
  const { t } = useTranslation('integrations');
  const { id, persona, curso, clase, fecha, intentos, falla, estado, otra_vez } = grade;
  const [resend] = api.useResendGradeMutation();
  const { act, busy } = useSave();
  return (
    <li>
      <p className="row">
        <StatusTag tone={otra_vez === null ? 'error' : 'now'}>{t(otra_vez === null ? 'grades.stopped' : 'grades.waits')}</StatusTag>
        <span>{persona}</span>
      </p>
      <p>{clase === null ? curso : `${curso}: ${clase}`}</p>
      <p className="muted">
        <Moment at={fecha}>{formatRelative(fecha)}</Moment>
        {intentos > 0 ? ` · ${t('deliveries.attempt', { number: intentos })}` : null}
      </p>
      <p>
        {t(`grades.fault.${falla}`)}
        {estado === null ? null : ` ${t('hooks.status', { status: estado })}`}
      </p>
      {platform.estado === 'activa' ? (
        <div className="row delivery-acts">
          <button
            data-writes
            type="button"
            className="link"
            disabled={busy}
            onClick={() =>
              void act(() => resend({ plataforma: platform.id, body: { calificacion: id } }).unwrap(), { done: t('grades.sent') })
            }
          >
            {t('grades.again')} <span className="sr">{persona}</span>
          </button>
        </div>
      ) : null}
    </li>
  );
}
