import '../i18n/i18n.ts';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Carousel } from './carousel.tsx';

let reduced = false;
const slides = ['uno', 'dos', 'tres'].map((key) => ({ key, content: <p>{key}</p> }));
const EVERY = 5_000;

beforeEach(() => {
  reduced = false;
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('reduced-motion') && reduced,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = (all = slides) => render(<Carousel label="Testimonios" slides={all} interval={EVERY} />);
const carousel = () => screen.getByRole('group', { name: 'Testimonios' });
/** The slides that a reader can reach: neither inert nor hidden. */
const shown = () =>
  within(carousel())
    .getAllByRole('group')
    .map((slide) => slide.textContent);
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('by itself', () => {
  // rows: A06
  it('goes forward every interval and round again', () => {
    show();
    expect(shown()).toEqual(['uno']);
    pass(EVERY - 1);
    expect(shown()).toEqual(['uno']);
    pass(1);
    expect(shown()).toEqual(['dos']);
    pass(EVERY);
    pass(EVERY);
    expect(shown()).toEqual(['uno']);
  });
  it('stands still under the pointer, and goes on without it', () => {
    show();
    fireEvent.pointerEnter(carousel(), { pointerType: 'mouse' });
    pass(EVERY * 3);
    expect(shown()).toEqual(['uno']);
    fireEvent.pointerLeave(carousel());
    pass(EVERY);
    expect(shown()).toEqual(['dos']);
  });
  it('stands still while something in it has focus, also when focus moves inside it', () => {
    show();
    act(() => screen.getByRole('button', { name: 'Anterior' }).focus());
    pass(EVERY * 2);
    act(() => screen.getByRole('button', { name: 'Siguiente' }).focus());
    pass(EVERY * 2);
    expect(shown()).toEqual(['uno']);
    act(() => screen.getByRole('button', { name: 'Siguiente' }).blur());
    pass(EVERY);
    expect(shown()).toEqual(['dos']);
  });
  it('stands still on a page that nobody looks at', () => {
    show();
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    fireEvent(document, new Event('visibilitychange'));
    pass(EVERY * 3);
    expect(shown()).toEqual(['uno']);
    visibility.mockRestore();
  });
  it('stands still while something of a slide is open over the page', () => {
    const { rerender } = render(<Carousel label="Testimonios" slides={slides} interval={EVERY} held />);
    pass(EVERY * 3);
    expect(shown()).toEqual(['uno']);
    rerender(<Carousel label="Testimonios" slides={slides} interval={EVERY} />);
    pass(EVERY);
    expect(shown()).toEqual(['dos']);
  });
  // rows: N06
  it('begins paused where motion is not wanted, and plays when it is asked to', () => {
    reduced = true;
    show();
    pass(EVERY * 3);
    expect(shown()).toEqual(['uno']);
    press('Reanudar el avance');
    pass(EVERY);
    expect(shown()).toEqual(['dos']);
  });
});

describe('by hand', () => {
  // rows: A11
  it('is paused for good by its button, and resumed by it', () => {
    show();
    press('Pausar el avance');
    pass(EVERY * 4);
    expect(shown()).toEqual(['uno']);
    fireEvent.pointerEnter(carousel(), { pointerType: 'mouse' });
    act(() => screen.getByRole('button', { name: 'Reanudar el avance' }).focus());
    press('Reanudar el avance');
    pass(EVERY);
    expect(shown(), 'though pointer and focus are still on the button').toEqual(['dos']);
  });
  it('goes back, forth and to any one, round at both ends', () => {
    show();
    press('Anterior');
    expect(shown()).toEqual(['tres']);
    press('Siguiente');
    expect(shown()).toEqual(['uno']);
    press('Ver 2 de 3');
    expect(shown()).toEqual(['dos']);
    expect(screen.getByRole('button', { name: 'Ver 2 de 3' }).getAttribute('aria-current')).toBe('true');
  });
  it('obeys the arrows, Home and End', () => {
    show();
    const next = screen.getByRole('button', { name: 'Siguiente' });
    fireEvent.keyDown(next, { key: 'ArrowRight' });
    expect(shown()).toEqual(['dos']);
    fireEvent.keyDown(next, { key: 'End' });
    expect(shown()).toEqual(['tres']);
    fireEvent.keyDown(next, { key: 'Home' });
    expect(shown()).toEqual(['uno']);
    fireEvent.keyDown(next, { key: 'ArrowLeft' });
    expect(shown()).toEqual(['tres']);
  });
  it('obeys a swipe, and not a tap', () => {
    show();
    const swipe = (from: number, to: number) => {
      fireEvent.touchStart(carousel(), { touches: [{ clientX: from }] });
      fireEvent.touchEnd(carousel(), { changedTouches: [{ clientX: to }] });
    };
    swipe(200, 190);
    expect(shown()).toEqual(['uno']);
    swipe(200, 80);
    expect(shown()).toEqual(['dos']);
    swipe(80, 200);
    expect(shown()).toEqual(['uno']);
  });
});

it('announces a slide that was asked for, not one that came by itself', () => {
  const { container } = show();
  const view = container.querySelector('.carousel-view');
  expect(view?.getAttribute('aria-live')).toBe('off');
  press('Pausar el avance');
  expect(view?.getAttribute('aria-live')).toBe('polite');
});

it('with one slide there is nothing to press, and when the last one is taken away the one before stands', () => {
  const { rerender } = show();
  press('Anterior');
  expect(shown()).toEqual(['tres']);
  rerender(<Carousel label="Testimonios" slides={slides.slice(0, 2)} interval={EVERY} />);
  expect(shown()).toEqual(['dos']);
  rerender(<Carousel label="Testimonios" slides={slides.slice(0, 1)} interval={EVERY} />);
  expect(shown()).toEqual(['uno']);
  expect(screen.queryByRole('button')).toBeNull();
});
