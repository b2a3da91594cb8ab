import './texts.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { money } from '../../lib/figures.ts';
import { paths } from '../../lib/paths.ts';
import { useLive } from '../../lib/use-live.ts';

/** Bundles of courses that are sold, or that can be followed as a path; nothing where there are none. `className` is that of the list. */
export function BundleList({ className }: { className: string }) {
  const { t } = useTranslation('bundleList');
  const { data } = useLive(reads.listBundles, undefined, 'paquetes');
  if (!data || data.paquetes.length === 0) return null;
  return (
    <section className="card stack" aria-labelledby="paquetes">
      <h2 id="paquetes">{t('title')}</h2>
      <ul className={className}>
        {data.paquetes.map(({ id, slug, titulo, precio, moneda, cursos, en_venta }) => (
          <li key={id}>
            <Link lang="es" to={paths.bundle(slug)}>
              {titulo}
            </Link>
            <span className="muted">
              {' · '}
              {t('courses', { count: cursos.length })}
              {precio !== null && en_venta ? ` · ${money(precio, moneda)}` : ''}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
