import './texts.ts';
import './verify.css';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { z } from 'zod';
import type { VerifiedCertificate } from '../../../../backend/api/contract/certificates.ts';
import { requestOf } from '../../lib/calls.ts';
import { formatLongDate } from '../../lib/dates.ts';
import { formatMinutes, formatPosition } from '../../lib/format.ts';
import { call } from '../../lib/http.ts';
import { paths } from '../../lib/paths.ts';
import { useResource } from '../../lib/use-resource.ts';
import { Empty } from '../../ui/empty.tsx';
import { toFailure } from '../../ui/error-text.ts';
import { Form, useForm } from '../../ui/form.tsx';
import { TextField } from '../../ui/form-fields.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';

/** What anybody sees who opens a certificate's address: whether it is valid, in plain words; and below, how this can be verified. */
export function Component() {
  const { t } = useTranslation('certificates');
  const code = useParams()['code'] ?? '';
  const query = useResource(`certificado ${code}`, (signal) => call(calls.verifyCertificate, code, { signal }));
  const { data, error } = query;
  const missing = error ? toFailure(error).code === 'CERTIFICATE_NOT_FOUND' : false;
  return (
    <Page title={t('verify.title')} width="narrow">
      {missing ? (
        <Lookup key={code} />
      ) : data ? (
        <Verified of={data} />
      ) : (
        <QueryState of={query} failed={t('verify.loadError')}>
          <Bone height={320} radius="var(--radius)" />
        </QueryState>
      )}
    </Page>
  );
}

/** The code of a pasted address is what stands last in it. */
const codeIn = (typed: string): string => typed.split(/[?#]/, 1)[0]?.split('/').findLast(Boolean) ?? typed;

/** No certificate has this code: most often it was copied in part, or typed wrong. */
function Lookup() {
  const { t } = useTranslation('certificates');
  const navigate = useNavigate();
  const schema = useMemo(() => z.object({ codigo: z.string().trim().min(1, t('verify.codeMissing')) }), [t]);
  const form = useForm({ schema, initial: () => ({ codigo: '' }) });
  return (
    <div className="card">
      <Empty title={t('verify.missing')}>{t('verify.missingText')}</Empty>
      <Form
        form={form}
        className="verified-lookup"
        onSend={async ({ codigo }) => navigate(paths.certificate(encodeURIComponent(codeIn(codigo))))}
      >
        <TextField
          name="codigo"
          label={t('verify.code')}
          hint={t('verify.codeHint')}
          maxLength={300}
          spellCheck={false}
          autoComplete="off"
          required
        />
        <button type="submit" className="btn">
          {t('verify.again')}
        </button>
      </Form>
    </div>
  );
}

function Result({ of: { estado, escuela: school, certificado, comprobacion } }: { of: VerifiedCertificate }) {
  const { t } = useTranslation('certificates');
  const [bad, title, text] =
    estado === 'borrado'
      ? [true, t('verify.erased'), t('verify.erasedText', { school })]
      : estado === 'revocado'
        ? [true, t('verify.gone'), t('verify.goneText', { school, date: formatLongDate(certificado?.revocado ?? '') })]
        : estado === 'vencido' && comprobacion?.firma && comprobacion.hechos
          ? [true, t('verify.ended'), t('verify.endedText', { school, date: formatLongDate(certificado?.vence ?? '') })]
          : comprobacion?.firma && comprobacion.hechos
            ? [false, t('verify.good'), t('verify.goodText', { school })]
            : [true, t('verify.doubt'), t('verify.doubtText', { school })];
  return (
    <div className="verified-result" data-bad={bad || undefined} role="status">
      <strong>{title}</strong>
      <span>{text}</span>
    </div>
  );
}

function Verified({ of }: { of: VerifiedCertificate }) {
  const { t } = useTranslation('certificates');
  const { codigo, certificado, comprobacion } = of;
  return (
    <article className="verified">
      <Result of={of} />
      {certificado ? (
        <div className="card">
          <dl className="verified-facts">
            <dt>{t('verify.holder')}</dt>
            <dd className="verified-holder">{certificado.nombre}</dd>
            <dt>{t('verify.course')}</dt>
            <dd lang="es">{certificado.curso}</dd>
            {certificado.instructor ? (
              <>
                <dt>{t('verify.instructor')}</dt>
                <dd>{certificado.instructor}</dd>
              </>
            ) : null}
            <dt>{t('verify.length')}</dt>
            <dd>
              {[
                t('verify.classes', { count: certificado.clases }),
                ...(certificado.minutos > 0 ? [t('duration', { time: formatMinutes(certificado.minutos) })] : []),
              ].join(' · ')}
            </dd>
            <dt>{t('verify.completed')}</dt>
            <dd>{formatLongDate(certificado.completado)}</dd>
            <dt>{t('verify.issued')}</dt>
            <dd>{formatLongDate(certificado.emitido)}</dd>
            {certificado.vence ? (
              <>
                <dt>{t('verify.until')}</dt>
                <dd>{formatLongDate(certificado.vence)}</dd>
              </>
            ) : null}
            <dt>{t('verify.code')}</dt>
            <dd className="mono">{codigo}</dd>
          </dl>
        </div>
      ) : null}
      {of.estado === 'vigente' || of.estado === 'vencido' ? (
        <p className="row">
          <a className="btn" href={requestOf(calls.certificatePdf, codigo).url}>
            {t('pdf')}
          </a>
          <a className="btn alt" href={requestOf(calls.certificateBadge, codigo).url} download={`certificado-${codigo}.jwt`}>
            {t('badge')}
          </a>
        </p>
      ) : null}
      {comprobacion ? <How check={comprobacion} /> : null}
    </article>
  );
}

function How({ check }: { check: NonNullable<VerifiedCertificate['comprobacion']> }) {
  const { t } = useTranslation('certificates');
  return (
    <details>
      <summary>{t('verify.how')}</summary>
      <p>{t('verify.howText')}</p>
      <dl className="verified-facts">
        <dt>{t('verify.signature')}</dt>
        <dd>
          <StatusTag tone={check.firma ? 'ok' : 'error'}>{t(check.firma ? 'verify.signatureGood' : 'verify.signatureBad')}</StatusTag>
        </dd>
        <dt>{t('verify.facts')}</dt>
        <dd>
          <StatusTag tone={check.hechos ? 'ok' : 'error'}>
            {check.hechos ? t('verify.factsGood', { count: check.eventos.length }) : t('verify.factsBad')}
          </StatusTag>
        </dd>
        <dt>{t('verify.key')}</dt>
        <dd className="mono">{check.clave}</dd>
      </dl>
      <p>
        <a href={requestOf(calls.certificateKeys, undefined).url}>{t('verify.keys')}</a>
      </p>
      <h2>{t('verify.statement')}</h2>
      <pre className="verified-raw">{check.declaracion}</pre>
      <h2>{t('verify.value')}</h2>
      <pre className="verified-raw">{check.valor}</pre>
      <h2>{t('verify.events')}</h2>
      <ol className="verified-events">
        {check.eventos.map(({ tipo, id, posicion }) => (
          <li key={id}>
            {t(`verify.event.${tipo}`)} · <span className="mono">{id}</span> ·{' '}
            {t('verify.position', { position: formatPosition(posicion) })}
          </li>
        ))}
      </ol>
    </details>
  );
}
