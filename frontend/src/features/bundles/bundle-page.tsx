import './texts.ts';
import './bundle.css';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useParams } from 'react-router-dom';
import type { BundleRecord } from '../../../../backend/api/contract/bundles.ts';
import { idOfSlug } from '../../../../backend/api/contract/slug.ts';
import { motifOf } from '../../domain/cover-motif.tsx';
import { RouteArt } from '../../domain/route-art.tsx';
import { money } from '../../lib/figures.ts';
import { formatPercent } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useLive } from '../../lib/use-live.ts';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { CardsSkeleton } from '../../ui/skeleton.tsx';
import { PathStart } from './path-start.tsx';

/** A bundle of courses: what is in it, in which order, and what it costs together and apart. The number at the end of the address identifies it. */
export function Component() {
  const { t } = useTranslation('bundles');
  const { slug = '' } = useParams();
  const id = idOfSlug(slug);
  const query = useLive(reads.listBundles, undefined, 'paquetes');
  const { data } = query;
  const bundle = data?.paquetes.find((one) => one.id === id);
  if (bundle && bundle.slug !== slug) return <Navigate to={paths.bundle(bundle.slug)} replace />;
  return (
    <Page title={bundle?.titulo ?? t('title')} heading={bundle ? <span lang="es">{bundle.titulo}</span> : undefined}>
      {bundle ? (
        <Bundle of={bundle} />
      ) : data ? (
        <Empty
          title={t('missing')}
          action={
            <Link className="btn" to={paths.catalogue()}>
              {t('toCatalogue')}
            </Link>
          }
        >
          {t('missingText')}
        </Empty>
      ) : (
        <QueryState of={query} failed={t('failed')}>
          <CardsSkeleton count={2} height={320} min={300} />
        </QueryState>
      )}
    </Page>
  );
}

function Bundle({ of: { id, slug, descripcion, precio, moneda, suma, en_venta, cursos } }: { of: BundleRecord }) {
  const { t } = useTranslation(['bundles', 'common']);
  return (
    <div className="bundle">
      <section className="stack" aria-labelledby="cursos-del-paquete">
        {descripcion ? (
          <p lang="es" className="bundle-about">
            {descripcion}
          </p>
        ) : null}
        <h2 id="cursos-del-paquete">{t(precio === null ? 'pathCourses' : 'courses')}</h2>
        <p className="muted">{t('pathOf', { count: cursos.length })}</p>
        <ol className="bundle-courses">
          {cursos.map((course) => (
            <li key={course.id} className="card">
              <RouteArt courseId={course.id} modules={4} motif={motifOf({ nombre: course.nombre, categoria: '' })} className="bundle-art" />
              <span className="bundle-course">
                <span lang="es">{course.slug ? <Link to={paths.coursePage(course.slug)}>{course.nombre}</Link> : course.nombre}</span>
                <span className="muted">{t('common:course.classes', { count: course.clases })}</span>
              </span>
              <span className="num">
                {course.precio
                  ? money(course.precio, course.moneda)
                  : course.precio === null && course.tipo === 'Premium'
                    ? t('byPlan')
                    : t('free')}
              </span>
            </li>
          ))}
        </ol>
      </section>
      <section className="card stack bundle-price" aria-labelledby="precio-del-paquete">
        <h2 id="precio-del-paquete">{t(precio === null ? 'how' : 'price')}</h2>
        {precio === null ? (
          <>
            <p>{t('notSold')}</p>
            <PathStart slug={slug} courses={cursos} />
          </>
        ) : (
          <>
            <dl>
              <dt>{t('apart')}</dt>
              <dd className="num">{money(suma, moneda)}</dd>
              <dt>{t('together')}</dt>
              <dd className="num bundle-total">{money(precio, moneda)}</dd>
            </dl>
            {suma > precio ? (
              <p>
                <strong>
                  {t('saves', { amount: money(suma - precio, moneda), percent: formatPercent(Math.floor(((suma - precio) * 100) / suma)) })}
                </strong>
              </p>
            ) : null}
            {en_venta ? (
              <>
                <p>
                  <Link className="btn large wide" to={paths.checkout(`paquete-${id}`)}>
                    {t('buy')}
                  </Link>
                </p>
                <p>
                  <Link to={paths.checkout(`paquete-${id}`, true)}>{t('gift')}</Link>
                </p>
                <p className="muted">{t('owned')}</p>
                <p className="muted">{t('stays')}</p>
              </>
            ) : (
              <p>{t('notNow')}</p>
            )}
          </>
        )}
      </section>
    </div>
  );
}
