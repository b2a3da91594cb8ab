import './texts.ts';
import { startTransition, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { SiteRecord } from '../../../../backend/api/contract/site.ts';
import { SiteFooter } from '../../domain/site-footer.tsx';
import { SiteHeader } from '../../domain/site-header.tsx';
import { useSite } from '../../domain/use-site.ts';
import { withTexts } from '../../lib/lazy-route.ts';
import { homeOf, paths } from '../../lib/paths.ts';
import { useSchool } from '../../lib/school.ts';
import { useMaybeSession } from '../../lib/session.ts';
import { useHashTarget } from '../../lib/use-hash-target.ts';
import { useNear } from '../../lib/use-near.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { usePageHeading } from '../../ui/page.tsx';
import { Featured } from './featured.tsx';
import { HeroMap } from './hero-map.tsx';
import { Resources } from './resources.tsx';
import { SampleProgress } from './sample-progress.tsx';
import { useFront } from './use-front.ts';
import { useSection } from './use-section.ts';
import './landing.css';

type BelowPart = React.ComponentType<{ site: SiteRecord }>;
const later = [
  'prensa',
  'empleadores',
  'video',
  'testimonios',
  'comunidad',
  'becas-corporativas',
  'empresas',
  'consultoria',
  'preguntas',
] as const;

const useBelow = (wanted: boolean): { Below: BelowPart | null; missing: unknown } => {
  const [Below, setBelow] = useState<BelowPart | null>(null);
  const [missing, setMissing] = useState<unknown>(null);
  useEffect(() => {
    if (!wanted) return;
    let here = true;
    withTexts(() => import('./below.tsx')).then(
      // In a transition: the page stays responsive while this much is rendered.
      (module) => here && startTransition(() => setBelow(() => module.Below)),
      (error: unknown) => here && setMissing(error),
    );
    return () => {
      here = false;
    };
  }, [wanted]);
  return { Below, missing };
};

const goTo = (event: React.MouseEvent<HTMLAnchorElement>) => {
  const { hash } = event.currentTarget;
  const section = document.querySelector<HTMLElement>(hash);
  if (!section) return;
  event.preventDefault();
  section.scrollIntoView({ behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
  history.replaceState(history.state, '', hash);
  // Keyboard reading continues from there.
  section.tabIndex = -1;
  section.focus({ preventScroll: true });
};

export function Component() {
  const { t } = useTranslation(['landing', 'common']);
  const heading = usePageHeading(t('landing:title'));
  const user = useMaybeSession();
  const { nombre, secciones = [] } = useSchool();
  /** The next step of a signed-in person, because the links for visitors would only lead there too. */
  const panel = user && homeOf(user.user_role);
  const front = useFront();
  const { hash } = useLocation();
  const { near, place } = useNear(hash !== '');
  const site = useSite(near);
  const { Below, missing } = useBelow(near);
  const complete = Boolean(site.data && Below);
  const section = useSection(['cursos-destacados', 'testimonios', 'comunidad', 'contactanos'], complete);
  useHashTarget((complete || Boolean(site.error) || missing !== null) && Boolean(front.data ?? front.error));
  const links = {
    courses: { to: paths.featured, text: t('common:nav.courses'), current: section === 'cursos-destacados' },
    community: { to: paths.communitySection, text: t('common:nav.community'), current: section === 'comunidad' },
    // Of the sections that may be empty, only this one is left out entirely.
    testimonials: secciones.includes('testimonios')
      ? [{ to: paths.testimonials, text: t('common:nav.testimonials'), current: section === 'testimonios' }]
      : [],
    contact: { to: paths.contact, text: t('common:nav.contact'), current: section === 'contactanos' },
    costs: { to: paths.costs, text: t('common:nav.costs') },
  };
  return (
    <div className="site landing" data-density="comfortable">
      <SiteHeader
        links={[links.courses, links.community, ...links.testimonials, links.contact, links.costs]}
        menu={[
          links.courses,
          links.costs,
          ...links.testimonials,
          links.contact,
          { ...links.community, to: user ? paths.community : paths.login(paths.community) },
        ]}
      />
      <main id="contenido" tabIndex={-1}>
        <section className="hero">
          <div className="wrap hero-grid">
            <div className="hero-text">
              <h1 ref={heading} tabIndex={-1}>
                {t('landing:hero.heading')}
              </h1>
              <p className="hero-entry">{t('landing:hero.lead')}</p>
              <div className="row hero-buttons">
                <Link className="btn large" to={panel ?? paths.login()}>
                  {t(panel ? 'common:action.goPanel' : 'landing:hero.start')}
                </Link>
                <Link className="btn alt large" to={paths.featured} onClick={goTo}>
                  {t('landing:hero.explore')}
                </Link>
              </div>
            </div>
            <HeroMap />
          </div>
        </section>
        <Resources front={front.data} at={front.at} failed={Boolean(front.error)} />
        <Featured front={front} />
        <section className="section how" id="como-funciona" aria-labelledby="como">
          <div className="wrap how-grid">
            <div>
              <h2 id="como">{t('landing:how.heading', { school: nombre })}</h2>
              <p className="muted how-entry">{t('landing:how.lead')}</p>
              <ol className="how-steps">
                {t('landing:how.steps', { returnObjects: true }).map((step) => (
                  <li key={step.title}>
                    <h3>{step.title}</h3>
                    <p className="muted">{step.text}</p>
                  </li>
                ))}
              </ol>
            </div>
            <SampleProgress courses={front.data?.cursos} />
          </div>
        </section>
        <section className="section offer">
          <div className="wrap offer-grid">
            <div>
              <p className="display offer-motto">{t('landing:offer.free')}</p>
              <p>{t('landing:offer.freeText')}</p>
            </div>
            <div>
              <p className="display offer-motto">{t('landing:offer.now')}</p>
              <p>{t('landing:offer.nowText')}</p>
            </div>
            <div className="offer-buttons">
              <Link className="btn large" to={panel ?? paths.register({ campaign: 'oferta' })}>
                {t(panel ? 'common:action.goPanel' : 'landing:offer.action')}
              </Link>
              <Link to={paths.grants} onClick={goTo}>
                {t('landing:offer.grants')}
              </Link>
            </div>
          </div>
        </section>
        {site.data && Below ? (
          <Below site={site.data} />
        ) : missing !== null || site.error ? (
          <ErrorState
            title={t('landing:below.failed')}
            error={missing ?? site.error}
            onRetry={() => (missing === null ? site.refetch() : globalThis.location.reload())}
            retrying={site.isFetching}
          />
        ) : (
          <div aria-busy="true" ref={place}>
            {later.map((id) => (
              <div key={id} id={id} className="waiting" />
            ))}
          </div>
        )}
        <section className="closing" aria-labelledby="cierre">
          <div className="wrap">
            <div className="closing-panel">
              <svg viewBox="0 0 1200 360" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
                <g fill="none" strokeWidth="10" strokeLinecap="round" strokeLinejoin="round">
                  <path d="M560 400V320q0-14 10-24L746 120q10-10 24-10h460" stroke="#4fd1b0" />
                  <path d="M700-40V40q0 14 10 24l226 226q10 10 24 10h280" stroke="#ff8fbe" />
                  <path d="M1070-40v440" stroke="#8ab8ff" />
                  {/* Stations are dots: strokes without length. */}
                  <path d="M610 256h0M668 198h0M890 110h0M980 110h0M1150 110h0" stroke="#4fd1b0" strokeWidth="22" />
                  <path d="M840 194h0M904 258h0M1150 300h0" stroke="#ff8fbe" strokeWidth="22" />
                  <path d="M1070 206h0" stroke="#8ab8ff" strokeWidth="22" />
                  <path
                    d="M610 256h0M668 198h0M890 110h0M980 110h0M1150 110h0M840 194h0M904 258h0M1150 300h0M1070 206h0"
                    stroke="#0b4a3d"
                    strokeWidth="12"
                  />
                  <path d="M1070 110h0M1070 300h0" stroke="#f3faf6" strokeWidth="31" />
                  <path d="M1070 110h0M1070 300h0" stroke="#0b4a3d" strokeWidth="21" />
                </g>
                <circle cx="751" cy="115" r="17" fill="#ffc24b" stroke="#0b4a3d" strokeWidth="6" />
              </svg>
              <div className="closing-text">
                <h2 id="cierre">{t('landing:closing.heading')}</h2>
                <p>{t(panel ? 'landing:closing.back' : 'landing:closing.text')}</p>
                <Link className="btn large" to={panel ?? paths.register({ campaign: 'cierre' })}>
                  {t(panel ? 'common:action.goPanel' : 'landing:closing.action')}
                </Link>
              </div>
            </div>
          </div>
        </section>
      </main>
      <SiteFooter />
    </div>
  );
}
