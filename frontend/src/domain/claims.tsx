import '../i18n/site.ts';
import { useTranslation } from 'react-i18next';
import type { SiteRecord } from '../../../backend/api/contract/site.ts';
import { formatDay } from '../lib/dates.ts';
import './claims.css';

type Claim = SiteRecord['cifras'][number];

/** Marketing figures of the school, each with its source and date: none is shown without (A08, A15, A16). */
export function Claims({ claims }: { claims: readonly Claim[] }) {
  const { t } = useTranslation('site');
  if (claims.length === 0) return null;
  return (
    <ul className="figures" aria-label={t('claims.label')}>
      {claims.map(({ id, cifra, rotulo, fuente, responsable, fecha }) => (
        <li key={id}>
          <p lang="es">
            <strong className="display">{cifra}</strong> {rotulo}
          </p>
          <p className="muted">
            <span lang="es">{fuente}.</span> {t('claims.by', { owner: responsable, date: formatDay(fecha, 'full') })}
          </p>
        </li>
      ))}
    </ul>
  );
}
