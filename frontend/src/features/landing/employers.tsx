import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SiteRecord } from '../../../../backend/api/contract/site.ts';

/** Employers, and the figures claimed about them; their sources stand at the end of the page (A08). */
export function Employers({
  employers,
  claims,
}: {
  employers: SiteRecord['empleadores'];
  claims: readonly SiteRecord['cifras'][number][];
}) {
  const { t } = useTranslation('below');
  if (employers.length === 0 && claims.length === 0) return null;
  return (
    <section className="section employers" id="empleadores" aria-labelledby="empleadores-titulo">
      <div className="wrap stack">
        <div className="employers-head">
          <div className="stack">
            <h2 id="empleadores-titulo">{t('employers.heading')}</h2>
            <p className="muted">{t('employers.lead')}</p>
          </div>
          {claims.map((claim) => (
            <div key={claim.id} className="employers-figure">
              <p>
                <strong className="display">{claim.cifra}</strong> <span lang="es">{claim.rotulo}</span>
              </p>
            </div>
          ))}
        </div>
        {employers.length > 0 ? (
          <ul className="employers-strip">
            {employers.map((employer) => (
              <li key={employer.id}>
                <Employer employer={employer} />
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </section>
  );
}

/** Its logo, or its name where there is none. */
function Employer({ employer: { nombre, logo, enlace } }: { employer: SiteRecord['empleadores'][number] }) {
  const { t } = useTranslation('below');
  const [broken, setBroken] = useState(false);
  const mark =
    logo && !broken ? (
      <img src={logo} alt={nombre} height={36} loading="lazy" onError={() => setBroken(true)} />
    ) : (
      <span className="display">{nombre}</span>
    );
  return enlace ? (
    <a href={enlace} target="_blank" rel="noopener noreferrer">
      {mark}
      <span className="sr"> {t('press.newTab')}</span>
    </a>
  ) : (
    mark
  );
}
