import '../i18n/site.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './carousel.css';

export interface Slide {
  key: string | number;
  content: React.ReactNode;
}

/** A shorter movement of the finger is a tap, not a swipe. */
const SWIPE = 48;

/** True while a condition outside pauses the carousel: reduced motion, or a hidden page. */
const useStill = (): { reduced: boolean; hidden: boolean } => {
  const [reduced, setReduced] = useState(false);
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    const motion = matchMedia('(prefers-reduced-motion: reduce)');
    const look = () => {
      setReduced(motion.matches);
      setHidden(document.visibilityState === 'hidden');
    };
    look();
    motion.addEventListener('change', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      motion.removeEventListener('change', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return { reduced, hidden };
};

/**
 * One slide at a time, advancing every `interval` ms and starting over. It pauses under the pointer, while something in it has focus, on a hidden page,
 * and for good once paused (WCAG 2.2.2); with reduced motion it starts paused. Arrows, Home and End move it by keyboard.
 */
export function Carousel({
  label,
  slides,
  interval,
  held = false,
}: {
  label: string;
  slides: readonly Slide[];
  interval: number;
  /** A dialog of a slide is open: its slide must be there when the focus returns. */
  held?: boolean;
}) {
  const { t } = useTranslation('site');
  const [wanted, setWanted] = useState(0);
  const [choice, setChoice] = useState<'playing' | 'paused' | null>(null);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const { reduced, hidden } = useStill();
  const touched = useRef<number | null>(null);
  const count = slides.length;
  // When a slide is removed while it is shown, the last one is shown.
  const at = Math.min(wanted, count - 1);
  const playing = choice === null ? !reduced : choice === 'playing';
  const running = playing && !hovered && !focused && !hidden && !held && count > 1;
  const go = (to: number) => setWanted(((to % count) + count) % count);
  const toggle = () => {
    setChoice(playing ? 'paused' : 'playing');
    // A person who presses play sees it move, although pointer and focus are still on the button.
    setHovered(false);
    setFocused(false);
  };
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => setWanted((at + 1) % count), interval);
    return () => clearTimeout(timer);
  }, [running, at, count, interval]);
  if (count === 0) return null;
  const keys: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a carousel is a group with a name, and no fieldset; its section is the landmark
    <div
      role="group"
      className="carousel"
      aria-roledescription={t('carousel.role')}
      aria-label={label}
      data-in-motion={running ? '' : undefined}
      onPointerEnter={(event) => event.pointerType !== 'touch' && setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={(event) => setFocused(event.currentTarget.contains(event.relatedTarget))}
      onKeyDown={(event) => {
        const to = keys[event.key];
        if (to === undefined || count < 2) return;
        event.preventDefault();
        go(to);
      }}
      onTouchStart={(event) => {
        touched.current = event.touches[0]?.clientX ?? null;
      }}
      onTouchEnd={(event) => {
        const moved = (event.changedTouches[0]?.clientX ?? 0) - (touched.current ?? Number.NaN);
        touched.current = null;
        if (Math.abs(moved) > SWIPE) go(at + (moved < 0 ? 1 : -1));
      }}
    >
      <div className="carousel-view" aria-live={running ? 'off' : 'polite'}>
        {slides.map(({ key, content }, index) => (
          // biome-ignore lint/a11y/useSemanticElements: a slide is a group with a name, and no fieldset
          <div
            key={key}
            role="group"
            className="carousel-slide"
            aria-label={t('carousel.slide', { at: index + 1, of: count })}
            aria-hidden={index === at ? undefined : true}
            inert={index !== at}
          >
            {content}
          </div>
        ))}
      </div>
      {count > 1 ? (
        <div className="carousel-controls">
          <button type="button" className="btn icon alt" aria-label={t('carousel.previous')} onClick={() => go(at - 1)}>
            <Glyph path="m12.5 4.5-6 5.5 6 5.5" />
          </button>
          <button type="button" className="btn icon alt" aria-label={t(playing ? 'carousel.pause' : 'carousel.play')} onClick={toggle}>
            <Glyph path={playing ? 'M7 4.5v11M13 4.5v11' : 'M7 4.5v11l8.5-5.5Z'} />
          </button>
          <button type="button" className="btn icon alt" aria-label={t('carousel.next')} onClick={() => go(at + 1)}>
            <Glyph path="m7.5 4.5 6 5.5-6 5.5" />
          </button>
          <ol className="carousel-dots" aria-label={t('carousel.dots')}>
            {slides.map(({ key }, index) => (
              <li key={key}>
                <button
                  type="button"
                  aria-label={t('carousel.goTo', { at: index + 1, of: count })}
                  aria-current={index === at ? 'true' : undefined}
                  onClick={() => go(index)}
                />
              </li>
            ))}
          </ol>
        </div>
      ) : null}
    </div>
  );
}

function Glyph({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2.2">
      <path d={path} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
