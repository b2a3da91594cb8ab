import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';

/** What a figure is made of, on demand: course by course, each a way into it. */
export function Evidence({ title, rows }: { title: string; rows: readonly { id: number; name: string; value: string }[] }) {
  const { t } = useTranslation('dashboard');
  if (rows.length === 0) return null;
  return (
    <details className="evidencia">
      <summary>
        {t('stats.evidence')}
        <span className="sr">: {title}</span>
      </summary>
      <ul className="evidencia-lista">
        {rows.map((row) => (
          <li key={row.id}>
            <Link to={paths.course(row.id)}>{row.name}</Link>
            <span className="mono">{row.value}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
