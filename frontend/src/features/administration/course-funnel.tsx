import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CourseFunnel as Funnel } from '../../../../backend/api/contract/teaching.ts';
import { api } from '../../api/api.ts';
import { formatNumber, formatPercent } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Empty } from '../../ui/empty.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import './texts.ts';

/** The class before which most learners stop: they completed the class before it (for the first class: they are enrolled) but not this one. */
export const stuckAt = ({ inscripciones, modulos }: Funnel) => {
  let before = inscripciones;
  let found: { title: string; module: string; before: number; lost: number } | null = null;
  for (const module of modulos)
    for (const { titulo, completaron } of module.clases) {
      const lost = before - completaron;
      if (lost > (found?.lost ?? 0)) found = { title: titulo, module: module.titulo, before, lost };
      before = completaron;
    }
  return found;
};

/** The progress of the learners of one course, class by class. */
export function CourseFunnel({ courseId, name }: { courseId: number; name: string }) {
  const { t } = useTranslation('admin');
  const query = api.useCourseFunnelQuery(courseId);
  const { data } = query;
  const stuck = data && stuckAt(data);
  const share = (count: number) => (data && data.inscripciones > 0 ? Math.round((count * 100) / data.inscripciones) : 0);
  return (
    <section className="stack" aria-labelledby="embudo">
      <h2 id="embudo">{t('funnel.title', { course: name })}</h2>
      {data ? (
        data.inscripciones === 0 || data.modulos.length === 0 ? (
          <Empty title={t(data.inscripciones === 0 ? 'instructor.risk.nobody' : 'funnel.noClasses')} />
        ) : (
          <div className="card stack">
            <p>
              <strong>
                {stuck
                  ? t('funnel.finding', {
                      count: stuck.lost,
                      number: formatNumber(stuck.lost),
                      before: formatNumber(stuck.before),
                      title: stuck.title,
                      module: stuck.module,
                    })
                  : t('funnel.all')}
              </strong>
            </p>
            <ol className="course-funnel">
              {data.modulos.map((module) => (
                <li key={module.id}>
                  <h3 lang="es">{module.titulo}</h3>
                  <ol className="course-funnel-module">
                    {module.clases.map(({ id, titulo, completaron }) => (
                      <li key={id} className="course-funnel-class">
                        <Link lang="es" to={paths.course(courseId, { moduleId: module.id, sessionId: id })}>
                          {titulo}
                        </Link>
                        <span className="course-funnel-bar" aria-hidden="true">
                          <span style={{ inlineSize: `${share(completaron)}%` }} />
                        </span>
                        <span>
                          <span className="num">{formatPercent(share(completaron))}</span>{' '}
                          <span className="muted">
                            {t('funnel.of', { done: formatNumber(completaron), all: formatNumber(data.inscripciones) })}
                          </span>
                        </span>
                      </li>
                    ))}
                  </ol>
                </li>
              ))}
            </ol>
            <p className="muted">{t('funnel.definition')}</p>
          </div>
        )
      ) : (
        <QueryState of={query} failed={t('funnel.loadError')} inline rows={6} />
      )}
    </section>
  );
}
