import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentChecks } from '../../../../backend/api/contract/projections.ts';
import { api } from '../../api/api.ts';
import { dayIn, formatDateTime } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/format.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Empty } from '../../ui/empty.tsx';
import { notify } from '../../ui/notify.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { DiffSamples } from './diff-view.tsx';
import './texts.ts';

const POLL_MS = 2_000;
const DAY_MS = 86_400_000;
const COURSES = 100;

const textsOf = {
  check: { title: 'checks.now', go: 'checks.now', text: 'checks.nowText' },
  mend: { title: 'checks.mend', go: 'checks.mend', text: 'checks.mendText' },
  part: { title: 'checks.part', go: 'checks.partGo', text: 'checks.partText' },
} as const;

/** Whether the served documents agree with the log: the result of last night's sample, examples of differences, and checks that somebody requested. */
export function ChecksPanel() {
  const { t } = useTranslation('projections');
  const query = api.useDocumentChecksQuery(undefined, { pollingInterval: POLL_MS, skipPollingIfUnfocused: true });
  const [check] = api.useCheckDocumentsMutation();
  const [act, setAct] = useState<keyof typeof textsOf | null>(null);
  const [part, setPart] = useState<Part>(() => ({ desde: dayIn(undefined, Date.now() - DAY_MS), id_curso: null, vista: '' }));
  const { data } = query;
  if (!data) return <QueryState of={query} failed={t('checks.failed')} rows={5} />;
  const texts = textsOf[act ?? 'check'];
  const { noche: night, muestras: samples, pedidas: asked } = data;
  const views = [...new Set(samples.map(({ vista }) => vista))];
  return (
    <div className="stack">
      <section className="card stack" aria-labelledby="comprobacion-noche">
        <div className="row">
          <h2 id="comprobacion-noche">{t('checks.night')}</h2>
          {night ? (
            <StatusTag tone={night.distintos > 0 ? 'error' : 'ok'}>
              {night.distintos > 0
                ? t('checks.differ', { count: night.distintos, written: formatNumber(night.distintos) })
                : t('checks.same')}
            </StatusTag>
          ) : null}
        </div>
        <p className="muted">{t('checks.hint')}</p>
        <p>
          {night
            ? t('checks.nightFacts', {
                count: night.documentos,
                written: formatNumber(night.documentos),
                views: night.vistas,
                when: formatDateTime(night.fecha),
              })
            : t('checks.noNight')}
        </p>
        <div className="row">
          <button data-writes type="button" className="btn alt" onClick={() => setAct('check')}>
            {t('checks.now')}
          </button>
          <button data-writes type="button" className="btn alt" onClick={() => setAct('part')}>
            {t('checks.part')}
          </button>
          {samples.length > 0 ? (
            <button data-writes type="button" className="btn" onClick={() => setAct('mend')}>
              {t('checks.mend')}
            </button>
          ) : null}
        </div>
        {views.map((view) => (
          <div key={view} className="projection-part">
            <h3 className="mono">{view}</h3>
            <DiffSamples samples={samples.filter(({ vista }) => vista === view)} heads={[t('checks.served'), t('checks.folded')]} />
          </div>
        ))}
      </section>
      <section className="card stack" aria-labelledby="comprobacion-pedidas">
        <h2 id="comprobacion-pedidas">{t('checks.asked')}</h2>
        {asked.length === 0 ? (
          <Empty title={t('checks.none')} />
        ) : (
          <ol className="projection-checks">
            {asked.map((one) => (
              <Asked key={one.id} one={one} />
            ))}
          </ol>
        )}
      </section>
      <Confirm
        open={act !== null}
        title={t(texts.title)}
        confirmLabel={t(texts.go)}
        blocked={act === 'part' && (part.id_curso ?? part.desde) === ''}
        reason={{ of: `comprobacion.${act}` }}
        onConfirm={async (motivo) => {
          const body = { motivo, corregir: act !== 'check' };
          let whole = true;
          // To mend, only the documents of each read model that were found to differ are named.
          if (act === 'mend')
            for (const vista of views)
              await check({ ...body, vista, claves: samples.flatMap((one) => (one.vista === vista ? [one.clave] : [])) }).unwrap();
          else if (act === 'part') whole = (await check({ ...body, ...scopeOf(part) }).unwrap()).completo;
          else await check(body).unwrap();
          notify.success(t(whole ? 'checks.begun' : 'checks.begunPart'));
          void query.refetch();
        }}
        onClose={() => setAct(null)}
      >
        <div className="stack">
          <p>{t(texts.text)}</p>
          {act === 'part' ? <PartFields part={part} onChange={setPart} /> : null}
        </div>
      </Confirm>
    </div>
  );
}

/** What is to be built again: everything changed since a day, or one course (null: by day), in one read model or in all. */
interface Part {
  desde: string;
  id_curso: string | null;
  vista: string;
}
const scopeOf = ({ desde, id_curso, vista }: Part) => ({ vista, ...(id_curso === null ? { desde } : { id_curso: Number(id_curso) }) });

function PartFields({ part, onChange }: { part: Part; onChange: (part: Part) => void }) {
  const { t } = useTranslation('projections');
  const views = api.useListProjectionsQuery().data ?? [];
  const courses = api.useManagedCoursesQuery({ limit: COURSES, orden: '-students' }).data?.cursos ?? [];
  return (
    <>
      <label className="field">
        <span className="field-label">{t('checks.what')}</span>
        <select
          className="entry"
          value={part.id_curso === null ? 'since' : 'course'}
          onChange={({ target }) => onChange({ ...part, id_curso: target.value === 'since' ? null : '' })}
        >
          <option value="since">{t('checks.whatSince')}</option>
          <option value="course">{t('checks.whatCourse')}</option>
        </select>
      </label>
      {part.id_curso === null ? (
        <DateField
          label={t('checks.sinceDay')}
          value={part.desde}
          onChange={(desde) => onChange({ ...part, desde })}
          max={dayIn(undefined, Date.now())}
        />
      ) : (
        <label className="field">
          <span className="field-label">{t('checks.course')}</span>
          <select className="entry" value={part.id_curso} onChange={({ target }) => onChange({ ...part, id_curso: target.value })}>
            <option value="">{t('checks.chooseCourse')}</option>
            {courses.map(({ id, nombre }) => (
              <option key={id} value={id}>
                {nombre}
              </option>
            ))}
          </select>
        </label>
      )}
      <label className="field">
        <span className="field-label">{t('checks.inView')}</span>
        <select className="entry" value={part.vista} onChange={({ target }) => onChange({ ...part, vista: target.value })}>
          <option value="">{t('checks.everyView')}</option>
          {views.map(({ nombre }) => (
            <option key={nombre}>{nombre}</option>
          ))}
        </select>
      </label>
    </>
  );
}

function Asked({ one }: { one: DocumentChecks['pedidas'][number] }) {
  const { t } = useTranslation('projections');
  const { resultado: result } = one;
  return (
    <li>
      <div className="row">
        <strong>{t(one.corregir ? 'checks.kind.mend' : 'checks.kind.check')}</strong>
        <StatusTag tone={result === null ? 'now' : result.distintos > 0 && !result.corregidos ? 'error' : 'ok'}>
          {result === null
            ? t('checks.running')
            : result.distintos === 0
              ? t('checks.same')
              : t(result.corregidos ? 'checks.mended' : 'checks.differ', {
                  count: result.distintos,
                  written: formatNumber(result.distintos),
                })}
        </StatusTag>
      </div>
      <p className="muted">
        {formatDateTime(one.fecha)} ·{' '}
        {one.de.length === 1 ? <code>{one.de[0]}</code> : t(one.de.length === 0 ? 'checks.ofAll' : 'checks.of', { count: one.de.length })}
        {one.quien ? ` · ${one.quien}` : ''}
        {one.motivo ? ` · ${one.motivo}` : ''}
        {result ? ` · ${t('checks.documents', { count: result.documentos, written: formatNumber(result.documentos) })}` : ''}
        {result && result.vistas.length > 0 ? ` · ${result.vistas.join(', ')}` : ''}
      </p>
    </li>
  );
}
