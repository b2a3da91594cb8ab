import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SiteRecord } from '../../../../backend/api/contract/site.ts';
import { Carousel } from '../../ui/carousel.tsx';

type Testimonial = SiteRecord['testimonios'][number];
const EVERY = 5_000;

/** Learners' testimonials (A11). */
export function Testimonials({ testimonials }: { testimonials: readonly Testimonial[] }) {
  const { t } = useTranslation('below');
  if (testimonials.length === 0) return null;
  return (
    <section className="section testimonials" id="testimonios" aria-labelledby="testimonios-titulo">
      <div className="wrap testimonials-grid">
        <div className="stack">
          <h2 id="testimonios-titulo">{t('testimonials.heading')}</h2>
          <p className="muted">{t('testimonials.lead')}</p>
        </div>
        <Carousel
          label={t('testimonials.heading')}
          interval={EVERY}
          slides={testimonials.map((one) => ({ key: one.id, content: <Said testimonial={one} /> }))}
        />
      </div>
    </section>
  );
}

function Said({ testimonial: { nombre, papel, imagen, texto } }: { testimonial: Testimonial }) {
  return (
    <figure className="quote" lang="es">
      <blockquote>
        <p lang="es">{texto}</p>
      </blockquote>
      <figcaption>
        <Face name={nombre} image={imagen} />
        <span>
          <strong>{nombre}</strong>
          {papel ? (
            <span lang="es" className="muted">
              {papel}
            </span>
          ) : null}
        </span>
      </figcaption>
    </figure>
  );
}

function Face({ name, image }: { name: string; image: string | null }) {
  const [broken, setBroken] = useState(false);
  if (image && !broken)
    return <img className="quote-face" src={image} alt="" width={52} height={52} loading="lazy" onError={() => setBroken(true)} />;
  const initials = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join('');
  return (
    <span className="quote-face" aria-hidden="true">
      {initials}
    </span>
  );
}
