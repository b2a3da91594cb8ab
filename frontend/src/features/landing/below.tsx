import '../../i18n/site.ts';
import './below-texts.ts';
import { useTranslation } from 'react-i18next';
import type { SiteRecord } from '../../../../backend/api/contract/site.ts';
import { Community } from './community.tsx';
import { Employers } from './employers.tsx';
import { Faq } from './faq.tsx';
import { Grants } from './grants.tsx';
import { Press } from './press.tsx';
import { PromoVideo } from './promo-video.tsx';
import { Service } from './services.tsx';
import { Testimonials } from './testimonials.tsx';
import './below.css';

/** The managed content of the landing page, section by section; a section without content is left out. */
export function Below({ site }: { site: SiteRecord }) {
  const { t } = useTranslation('site');
  return (
    <>
      <Press notes={site.prensa} />
      <Employers employers={site.empleadores} claims={site.cifras.filter(({ lugar }) => lugar === 'empleadores')} />
      <PromoVideo video={site.escuela.video} />
      <Testimonials testimonials={site.testimonios} />
      <Community channels={site.canales} />
      <Grants campaign={site.becas} />
      <Service which="corporate" site={site} />
      <Service which="consulting" site={site} />
      <Faq questions={site.preguntas} />
      <section className="mission" id="mision" aria-label={t('mission.label')}>
        <figure className="wrap">
          <blockquote>
            <p lang="es" className="display">
              {site.escuela.mision.texto}
            </p>
          </blockquote>
          <figcaption lang="es">{site.escuela.mision.autor}</figcaption>
        </figure>
      </section>
    </>
  );
}
