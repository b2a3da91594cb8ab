import './texts.ts';
import './certificates.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CertificateRecord } from '../../../../backend/api/contract/certificates.ts';
import { api } from '../../api/api.ts';
import { CourseCrumb } from '../../domain/course-crumb.tsx';
import { formatLongDate, formatRelative } from '../../lib/dates.ts';
import { paths } from '../../lib/paths.ts';
import { role } from '../../lib/roles.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useAddress } from '../../lib/use-address.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FieldFrame } from '../../ui/field.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { type RowAct, RowActs } from '../../ui/row-acts.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { type Column, DataTable, usePageCursor } from '../../ui/table/data-table.tsx';
import { useSave } from '../../ui/use-save.ts';

/** The holders of a course's certificates, for the people who teach it; administrators can revoke a certificate, and undo that. */
export function Component() {
  const { t } = useTranslation('certificates');
  const user = useSessionUser();
  const { get } = useAddress();
  const asked = Number(get('curso'));
  const isAdmin = user.user_role === role.admin;
  const id = Number.isInteger(asked) && asked > 0 ? asked : null;
  if (id !== null) return <OfCourse id={id} revokes={isAdmin} />;
  return (
    <Page title={t('course.title')} lead={t('course.lead')}>
      <Empty
        title={t('course.choose')}
        action={
          <Link className="btn" to={isAdmin ? paths.adminCourses : paths.instructorCourses}>
            {t('course.toCourses')}
          </Link>
        }
      >
        {t('course.chooseText')}
      </Empty>
    </Page>
  );
}

function OfCourse({ id, revokes }: { id: number; revokes: boolean }) {
  const { t } = useTranslation('certificates');
  const cursor = usePageCursor();
  const list = api.useCourseCertificatesQuery({ id, limit: 25, ...(cursor && { cursor }) });
  const [revoke] = api.useRevokeCertificateMutation();
  const [reinstate] = api.useReinstateCertificateMutation();
  const [renew] = api.useRenewCertificateMutation();
  const [setValidity] = api.useSetCertificateValidityMutation();
  const { save, act, busy } = useSave();
  const [revoking, setRevoking] = useState<CertificateRecord | null>(null);
  const nameOf = ({ nombre }: CertificateRecord) => nombre ?? t('course.erased');
  const [giving, setGiving] = useState<CertificateRecord | null>(null);
  const giveBack = ({ id_curso: courseId, id_usuario: userId }: CertificateRecord, motivo: string) =>
    [() => reinstate({ courseId, userId, body: { motivo } }).unwrap(), { done: t('course.reinstated') }] as const;
  const actsOf = (one: CertificateRecord): RowAct[] => [
    ...(one.nombre === null
      ? []
      : [
          {
            ...{ id: 'pagina', label: t('open'), to: paths.certificate(one.codigo) },
            name: t('openOf', { course: `${one.curso}, ${nameOf(one)}` }),
          },
        ]),
    ...(revokes && one.vence !== null && one.estado !== 'revocado' && one.nombre !== null
      ? [
          {
            ...{ id: 'renovar', label: t('course.renew'), writes: true, disabled: busy },
            onAct: () => void act(() => renew({ courseId: one.id_curso, userId: one.id_usuario }).unwrap(), { done: t('course.renewed') }),
          },
        ]
      : []),
    ...(!revokes
      ? []
      : one.estado !== 'revocado'
        ? [{ id: 'revocar', label: t('course.revoke'), onAct: () => setRevoking(one), writes: true }]
        : [{ id: 'reponer', label: t('course.reinstate'), onAct: () => setGiving(one), writes: true }]),
  ];
  const columns: readonly Column<CertificateRecord>[] = [
    { id: 'nombre', label: t('course.who'), head: true, cell: nameOf },
    {
      id: 'emitido',
      label: t('course.when'),
      cell: ({ emitido }) => (
        <Moment className="muted" at={emitido}>
          {formatRelative(emitido)}
        </Moment>
      ),
    },
    {
      id: 'estado',
      label: t('course.state'),
      cell: ({ estado, motivo, vence }) =>
        estado !== 'revocado' ? (
          <>
            <StatusTag tone={estado === 'vigente' ? 'ok' : 'urgent'}>{t(estado === 'vigente' ? 'course.valid' : 'expired')}</StatusTag>
            {vence ? <span className="table-note">{t('until', { date: formatLongDate(vence) })}</span> : null}
          </>
        ) : (
          <>
            <StatusTag tone="error">{t('revoked')}</StatusTag>
            {motivo ? <span className="table-note">{motivo}</span> : null}
          </>
        ),
    },
    {
      id: 'acciones',
      label: t('course.acts'),
      acts: true,
      cell: (one) => <RowActs label={t('course.moreOf', { name: nameOf(one) })} acts={actsOf(one)} />,
    },
  ];
  return (
    <Page title={t('course.title')} lead={t('course.lead')} breadcrumb={<CourseCrumb courseId={id} />}>
      {list.data ? (
        <FieldFrame label={t('course.validity')} hint={t('course.validityHint')} className="certificate-validity">
          {(control) => (
            <select
              {...control}
              value={list.data?.vigencia_meses}
              disabled={busy}
              onChange={({ target }) =>
                void act(() => setValidity({ id, body: { meses: Number(target.value) } }).unwrap(), {
                  done: t('course.validitySaved'),
                  after: () => void list.refetch(),
                })
              }
            >
              {[...new Set([0, 6, 12, 24, 36, 60, list.data?.vigencia_meses ?? 0])]
                .sort((a, b) => a - b)
                .map((months) => (
                  <option key={months} value={months}>
                    {months === 0 ? t('course.forever') : t('course.months', { count: months })}
                  </option>
                ))}
            </select>
          )}
        </FieldFrame>
      ) : null}
      <DataTable
        caption={t('course.title')}
        columns={columns}
        rows={list.data?.certificados}
        next={list.data?.siguiente ?? null}
        rowId={({ id_usuario }) => String(id_usuario)}
        query={list}
        failed={t('course.failed')}
        empty={<Empty title={t('course.none')}>{t('course.noneText')}</Empty>}
        bones={6}
      />
      <Confirm
        open={revoking !== null}
        onClose={() => setRevoking(null)}
        title={t('course.revokeTitle')}
        confirmLabel={t('course.revokeConfirm')}
        danger
        reason={{ label: t('course.reason'), required: true, of: `certificado.${revoking?.id_curso}.${revoking?.id_usuario}` }}
        onConfirm={async (motivo) => {
          if (!revoking) return;
          const { id_curso: courseId, id_usuario: userId } = revoking;
          await save(() => revoke({ courseId, userId, body: { motivo } }).unwrap(), {
            done: t('course.revokedDone'),
            offer: { action: { label: t('course.undo'), onClick: () => void act(...giveBack(revoking, t('course.undoReason'))) } },
          });
        }}
      >
        <p>{revoking ? t('course.revokeText', { name: nameOf(revoking) }) : ''}</p>
      </Confirm>
      <Confirm
        open={giving !== null}
        onClose={() => setGiving(null)}
        title={t('course.reinstateTitle')}
        confirmLabel={t('course.reinstate')}
        reason={{ required: true, of: `certificado.${giving?.id_curso}.${giving?.id_usuario}.vuelve` }}
        onConfirm={(motivo) => giving && save(...giveBack(giving, motivo))}
      >
        <p>{giving ? t('course.reinstateText', { name: nameOf(giving) }) : ''}</p>
      </Confirm>
    </Page>
  );
}
