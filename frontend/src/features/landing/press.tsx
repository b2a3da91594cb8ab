import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SiteRecord } from '../../../../backend/api/contract/site.ts';
import { Carousel } from '../../ui/carousel.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { cutExcerpt } from './excerpt.ts';

type Note = SiteRecord['prensa'][number];
const EVERY = 10_000;

/** Press articles about the school (A06, A07). */
export function Press({ notes }: { notes: readonly Note[] }) {
  const { t } = useTranslation(['below', 'common']);
  const [open, setOpen] = useState<number | null>(null);
  const note = notes.find(({ id }) => id === open) ?? null;
  if (notes.length === 0) return null;
  return (
    <section className="section press" id="prensa" aria-labelledby="prensa-titulo">
      <div className="wrap stack">
        <div className="section-head">
          <div>
            <h2 id="prensa-titulo">{t('below:press.heading')}</h2>
            <p className="muted">{t('below:press.lead')}</p>
          </div>
        </div>
        <Carousel
          label={t('below:press.heading')}
          interval={EVERY}
          held={note !== null}
          slides={notes.map((one) => ({ key: one.id, content: <Clipping note={one} onMore={() => setOpen(one.id)} /> }))}
        />
      </div>
      <Dialog
        open={note !== null}
        onClose={() => setOpen(null)}
        title={note?.titulo ?? ''}
        titleLang="es"
        footer={note?.enlace ? <Visit href={note.enlace} /> : null}
      >
        {note ? (
          <>
            <p className="muted">{t('below:press.by', { source: note.fuente })}</p>
            <p lang="es" className="press-text">
              {note.extracto}
            </p>
          </>
        ) : null}
      </Dialog>
    </section>
  );
}

function Clipping({ note, onMore }: { note: Note; onMore: () => void }) {
  const { t } = useTranslation('below');
  const short = cutExcerpt(note.extracto);
  return (
    <article className="cutting" data-tone={note.color}>
      <Picture note={note} />
      <div className="cutting-text">
        <p lang="es" className="cutting-source">
          {note.logo ? <img src={note.logo} alt="" height={28} loading="lazy" /> : null}
          {note.fuente}
        </p>
        <h3 lang="es">{note.titulo}</h3>
        <p>
          <span lang="es">{short ?? note.extracto}</span>{' '}
          {short ? (
            <button
              type="button"
              className="link"
              aria-haspopup="dialog"
              aria-label={t('press.moreOf', { title: note.titulo })}
              onClick={onMore}
            >
              {t('press.more')}
            </button>
          ) : null}
        </p>
        {note.enlace ? <Visit href={note.enlace} /> : null}
      </div>
    </article>
  );
}

/** The article's picture; without one, a drawn newspaper page in its colour. */
function Picture({ note }: { note: Note }) {
  const [broken, setBroken] = useState(false);
  if (note.imagen && !broken)
    return (
      <img className="cutting-image" src={note.imagen} alt="" width={480} height={300} loading="lazy" onError={() => setBroken(true)} />
    );
  return (
    <svg className="cutting-image" viewBox="0 0 480 300" aria-hidden="true" preserveAspectRatio="xMidYMid slice">
      <rect width="480" height="300" fill="var(--tone-soft)" />
      <g transform="rotate(-3 240 160)">
        <rect x="90" y="44" width="300" height="260" rx="10" fill="var(--sheet)" stroke="var(--line)" strokeWidth="2" />
        <path d="M114 84h252" stroke="var(--tone)" strokeWidth="16" strokeLinecap="round" />
        <path d="M114 116h180" stroke="var(--tone)" strokeWidth="9" strokeLinecap="round" />
        <rect x="114" y="140" width="112" height="92" rx="6" fill="var(--tone-soft)" />
        <path
          d="M246 148h120M246 170h120M246 192h96M246 214h120M114 254h252M114 276h252"
          stroke="var(--line)"
          strokeWidth="7"
          strokeLinecap="round"
        />
        <path
          d="M126 214l28-28 22 18 36-42"
          fill="none"
          stroke="var(--tone)"
          strokeWidth="7"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <circle cx="212" cy="162" r="8" fill="var(--sheet)" stroke="var(--tone)" strokeWidth="5" />
      </g>
    </svg>
  );
}

function Visit({ href }: { href: string }) {
  const { t } = useTranslation('below');
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {t('press.visit')}
      <span className="sr"> {t('press.newTab')}</span>
    </a>
  );
}
