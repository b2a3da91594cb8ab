import './texts.ts';
import './certificates.css';
import { IconDots } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import type { CertificateRecord, PendingCertificate } from '../../../../backend/api/contract/certificates.ts';
import { api } from '../../api/api.ts';
import { download } from '../../api/download.ts';
import { motifOf } from '../../domain/cover-motif.tsx';
import { byActivity, resumePath } from '../../domain/learning.ts';
import { NoneYet } from '../../domain/none-yet.tsx';
import { RouteArt } from '../../domain/route-art.tsx';
import '../../i18n/enrolment.ts';
import { requestOf } from '../../lib/calls.ts';
import { formatLongDate } from '../../lib/dates.ts';
import { formatMinutes } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useSchool } from '../../lib/school.ts';
import { useSessionUser } from '../../lib/session.ts';
import { copyText } from '../../ui/copy-text.ts';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { TextField } from '../../ui/form-fields.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { CardsSkeleton } from '../../ui/skeleton.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { stationsOf, Thread } from '../../ui/thread.tsx';
import { useSave } from '../../ui/use-save.ts';

interface Named {
  id_curso: number;
  curso: string;
  nombre: string;
}

/** The certificates that a learner has, and those that can still be earned. */
export function Component() {
  const { t } = useTranslation('certificates');
  const user = useSessionUser();
  const query = api.useListCertificatesQuery(user.id);
  const { data } = query;
  const [naming, setNaming] = useState<Named | null>(null);
  const none = data && data.certificados.length + data.pendientes.length === 0;
  return (
    <Page title={t('title')} lead={t('lead')}>
      {none ? (
        <NoneYet title={t('empty')} action={t('emptyAction')}>
          {t('emptyText')}
        </NoneYet>
      ) : null}
      {data && data.certificados.length > 0 ? (
        <p className="muted">
          {t('shown')} <Link to={paths.profile}>{t('shownWhere')}</Link>
        </p>
      ) : null}
      {data && data.pendientes.length > 0 ? (
        <section className="stack" aria-labelledby="por-recibir">
          <h2 id="por-recibir">{t('pending')}</h2>
          <ul className="certificates">
            {data.pendientes.map((one) => (
              <Pending key={one.id_curso} certificate={one} onName={() => setNaming(one)} />
            ))}
          </ul>
        </section>
      ) : null}
      {data && data.certificados.length > 0 ? (
        <ul className="certificates">
          {data.certificados.map((one) => (
            <Issued key={one.id_curso} certificate={one} onName={() => setNaming({ ...one, nombre: one.nombre ?? '' })} />
          ))}
        </ul>
      ) : null}
      {data ? <OnTheWay /> : null}
      {data ? null : (
        <QueryState of={query} failed={t('loadError')}>
          <CardsSkeleton count={2} height={220} min={280} />
        </QueryState>
      )}
      {naming ? <NameDialog certificate={naming} onClose={() => setNaming(null)} /> : null}
    </Page>
  );
}

/** Courses that are not completed, each with what is left. */
function OnTheWay() {
  const { t } = useTranslation(['certificates', 'enrolment']);
  const user = useSessionUser();
  const { data = [] } = api.useListEnrolmentsQuery(user.id);
  const open = byActivity(data.filter((one) => one.estado !== 'completado' && one.totalSesiones > 0));
  if (open.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="en-camino">
      <h2 id="en-camino">{t('onTheWay')}</h2>
      <ul className="certificates">
        {open.map((one) => (
          <Card key={one.id_curso} courseId={one.id_curso} course={one.curso.nombre} waiting>
            <h3 lang="es">{one.curso.nombre}</h3>
            <Thread stations={stationsOf(one.sesionesCompletadas, one.totalSesiones)} />
            <p className="muted">
              {t('enrolment:progress', { done: one.sesionesCompletadas, count: one.totalSesiones })}
              {one.minutosRestantes > 0 ? ` · ${t('enrolment:left', { time: formatMinutes(one.minutosRestantes) })}` : ''}
            </p>
            <div className="row">
              <Link className="btn soft" to={resumePath(one)} aria-label={t('goOnIn', { course: one.curso.nombre })}>
                {t('goOn')}
              </Link>
            </div>
          </Card>
        ))}
      </ul>
    </section>
  );
}

/** A certificate, or a course that leads to one, beside the course's drawing. `waiting`: it has not been issued yet. */
function Card({
  courseId,
  course,
  waiting = false,
  children,
}: {
  courseId: number;
  course: string;
  waiting?: boolean;
  children: React.ReactNode;
}) {
  return (
    <li className="card certificate" data-waiting={waiting || undefined}>
      <RouteArt courseId={courseId} modules={4} motif={motifOf({ nombre: course, categoria: '' })} className="certificate-art" />
      <div className="certificate-body">{children}</div>
    </li>
  );
}

const addressOfPage = (code: string) => `${globalThis.location.origin}${paths.certificate(code)}`;
/** LinkedIn's own form for a certification, filled in. */
const linkedIn = ({ codigo, curso, completado, vence }: CertificateRecord, school: string): string => {
  const on = new Date(completado);
  const end = vence === null ? null : new Date(vence);
  const fields = {
    ...{ startTask: 'CERTIFICATION_NAME', name: curso, organizationName: school, certId: codigo, certUrl: addressOfPage(codigo) },
    ...{ issueYear: String(on.getFullYear()), issueMonth: String(on.getMonth() + 1) },
    ...(end && { expirationYear: String(end.getFullYear()), expirationMonth: String(end.getMonth() + 1) }),
  };
  return `https://www.linkedin.com/profile/add?${new URLSearchParams(fields)}`;
};

function Issued({ certificate, onName }: { certificate: CertificateRecord; onName: () => void }) {
  const { t } = useTranslation('certificates');
  const school = useSchool();
  const { act, busy } = useSave();
  const { codigo, curso: course, estado, minutos, completado, nombre, motivo, vence } = certificate;
  const revoked = estado === 'revocado';
  const copy = () => copyText(addressOfPage(codigo), { done: t('copied'), failed: t('copyFailed') });
  return (
    <Card courseId={certificate.id_curso} course={course} waiting={revoked}>
      <div className="certificate-head">
        <h2 lang="es">{course}</h2>
        {revoked ? <StatusTag tone="error">{t('revoked')}</StatusTag> : null}
        {estado === 'vencido' ? <StatusTag tone="urgent">{t('expired')}</StatusTag> : null}
      </div>
      <p className="muted">
        {[
          t('completedOn', { date: formatLongDate(completado) }),
          ...(vence ? [t('until', { date: formatLongDate(vence) })] : []),
          ...(minutos > 0 ? [t('duration', { time: formatMinutes(minutos) })] : []),
        ].join(' · ')}
      </p>
      <p>{t('named', { name: nombre ?? '' })}</p>
      {revoked ? <p>{motivo ? t('revokedText', { reason: motivo }) : t('revokedPlain')}</p> : null}
      <div className="row">
        <Link className={revoked ? 'btn alt' : 'btn'} to={paths.certificate(codigo)} aria-label={t('openOf', { course })}>
          {t('open')}
        </Link>
        {revoked ? null : (
          <>
            <button
              type="button"
              className="btn alt"
              disabled={busy}
              aria-label={t('pdfOf', { course })}
              onClick={() =>
                void act(() => download(requestOf(calls.certificatePdf, codigo), 'application/pdf', `certificado-${codigo}.pdf`))
              }
            >
              {t('pdf')}
            </button>
            <a
              className="btn alt"
              href={linkedIn(certificate, school.nombre)}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t('linkedinOf', { course })}
            >
              {t('linkedin')}
            </a>
            <Menu
              label={t('moreOf', { course })}
              button={<IconDots size={18} aria-hidden="true" />}
              acts={[
                { id: 'enlace', label: t('copy'), onAct: () => void copy() },
                {
                  id: 'credencial',
                  label: t('badge'),
                  onAct: () =>
                    void act(() => download(requestOf(calls.certificateBadge, codigo), 'text/plain', `certificado-${codigo}.jwt`)),
                },
                { id: 'nombre', label: t('rename'), onAct: onName },
              ]}
            />
          </>
        )}
      </div>
    </Card>
  );
}

function Pending({
  certificate: { id_curso, curso: course, completado, nombre, falta, evaluaciones },
  onName,
}: {
  certificate: PendingCertificate;
  onName: () => void;
}) {
  const { t } = useTranslation('certificates');
  const user = useSessionUser();
  const [receive] = api.useReceiveCertificateMutation();
  const { act, busy } = useSave();
  return (
    <Card courseId={id_curso} course={course} waiting>
      <h3 lang="es">{course}</h3>
      <p className="muted">{t('completedOn', { date: formatLongDate(completado) })}</p>
      <p>{t('named', { name: nombre })}</p>
      <p>{t(falta === 'correo' ? 'pendingEmail' : falta === 'evaluaciones' ? 'pendingQuizzes' : 'pendingReady')}</p>
      {falta === 'evaluaciones' ? (
        <ul lang="es">
          {evaluaciones.map(({ id_subtema, titulo }) => (
            <li key={id_subtema}>
              <Link to={paths.course(id_curso, { subtema: id_subtema })}>{titulo}</Link>
            </li>
          ))}
        </ul>
      ) : null}
      <div className="row">
        {falta === 'correo' ? (
          <Link className="btn" to={paths.verifyNotice(user.email ?? undefined)}>
            {t('confirmEmail')}
          </Link>
        ) : falta === 'evaluaciones' ? (
          <Link
            className="btn"
            to={paths.course(id_curso, evaluaciones[0] && { subtema: evaluaciones[0].id_subtema })}
            aria-label={t('toQuizzesOf', { course })}
          >
            {t('toQuizzes')}
          </Link>
        ) : (
          <button
            type="button"
            className="btn"
            disabled={busy}
            aria-busy={busy}
            aria-label={t('receiveOf', { course })}
            onClick={() => void act(() => receive({ userId: user.id, courseId: id_curso }).unwrap(), { done: t('received') })}
          >
            {t('receive')}
          </button>
        )}
        <button type="button" className="btn ghost" aria-haspopup="dialog" aria-label={t('renameOf', { course })} onClick={onName}>
          {t('rename')}
        </button>
      </div>
    </Card>
  );
}

function NameDialog({ certificate: { id_curso, curso: course, nombre }, onClose }: { certificate: Named; onClose: () => void }) {
  const { t } = useTranslation('certificates');
  const user = useSessionUser();
  const [name] = api.useNameCertificateMutation();
  const { save } = useSave();
  const schema = useMemo(() => z.object({ nombre: z.string().trim().min(1, t('nameMissing')).max(120) }), [t]);
  const form = useForm({ schema, initial: () => ({ nombre }) });
  return (
    <FormDialog
      form={form}
      title={t('renameTitle')}
      send={t('save')}
      sending={t('saving')}
      onClose={onClose}
      onSend={async (body) => {
        await save(() => name({ userId: user.id, courseId: id_curso, body }).unwrap(), { done: t('renamed') });
        onClose();
      }}
    >
      <p>{t('renameLead', { course })}</p>
      <TextField name="nombre" label={t('name')} autoComplete="name" maxLength={120} />
    </FormDialog>
  );
}
