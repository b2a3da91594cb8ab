import '../../i18n/site.ts';
import './below-texts.ts';
import type { SiteRecord } from '../../../../backend/api/contract/site.ts';
import { Community } from './community.tsx';
import { Companies } from './companies.tsx';
import { Employers } from './employers.tsx';
import { Faq } from './faq.tsx';
import { Grants } from './grants.tsx';
import { Press } from './press.tsx';
import { PromoVideo } from './promo-video.tsx';
import { Sources } from './sources.tsx';
import { Testimonials } from './testimonials.tsx';
import './below.css';

/** The managed content of the landing page, section by section; a section without content is left out. */
export function Below({ site }: { site: SiteRecord }) {
  return (
    <>
      <Press notes={site.prensa} />
      <Employers employers={site.empleadores} claims={site.cifras.filter(({ lugar }) => lugar === 'empleadores')} />
      <PromoVideo video={site.escuela.video} />
      <Testimonials testimonials={site.testimonios} />
      <Community channels={site.canales} />
      <Grants campaign={site.becas} />
      <Companies site={site} />
      <Faq questions={site.preguntas} />
      <Sources claims={site.cifras} channels={site.canales} />
    </>
  );
}
