import '../i18n/errors.ts';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import shop from '../features/shop/shop.es-MX.json';
import { addTexts, i18n, showLanguage, textOfCode, textsReady } from '../i18n/i18n.ts';
import { formatDate, formatDay, formatRelative } from '../lib/dates.ts';
import { formatPercent, spokenMinutes } from '../lib/format.ts';
import { chooseLanguage, offersEnglish, startLanguage } from '../lib/language.ts';
import { LanguageSwitch } from './language-switch.tsx';

const kept = () => localStorage.getItem('aulaviva.idioma');
const languagesAre = (...languages: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);

// A machine that does other things too takes its time to load the English texts.
beforeAll(async () => {
  await showLanguage('en');
  await showLanguage('es-MX');
});
beforeEach(() => localStorage.clear());
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await showLanguage('es-MX');
});

function Counted({ count }: { count: number }) {
  const { t } = useTranslation();
  return <p>{t('course.classes', { count })}</p>;
}

it('changes what is shown, the language of the document and what this device keeps, and back', async () => {
  render(
    <>
      <LanguageSwitch />
      <Counted count={1} />
      <Counted count={3} />
      <input aria-label="Nombre" defaultValue="" />
    </>,
  );
  await userEvent.type(screen.getByRole('textbox'), 'Ana');
  expect(screen.getByText('3 clases')).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: 'English' }));
  expect(await screen.findByText('3 classes')).toBeTruthy();
  expect(screen.getByText('1 class')).toBeTruthy();
  expect(screen.getByRole('group', { name: 'Language' })).toBeTruthy();
  expect(document.documentElement.lang).toBe('en');
  await waitFor(() => expect(kept()).toBe('en'));
  // Nothing was mounted anew.
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Ana');
  await userEvent.click(screen.getByRole('radio', { name: 'Español' }));
  expect(await screen.findByText('3 clases')).toBeTruthy();
  expect(document.documentElement.lang).toBe('es-MX');
  await waitFor(() => expect(kept()).toBe('es-MX'));
});

it('the last choice wins, whichever texts arrive first', async () => {
  const english = showLanguage('en');
  const spanish = showLanguage('es-MX');
  await Promise.all([english, spanish]);
  expect(i18n.language).toBe('es-MX');
});

it('what comes later comes in English too, before it is shown', async () => {
  await showLanguage('en');
  addTexts('shop', shop);
  await textsReady();
  expect(i18next.t('shop:title')).toBe('Store');
});

it('a text without English is shown in Spanish', async () => {
  await showLanguage('en');
  addTexts('nueva' as never, { titulo: 'Solo en español' } as never);
  await textsReady();
  expect(i18next.t('nueva:titulo')).toBe('Solo en español');
});

// rows: N03
it('says the errors in English by their code', async () => {
  await showLanguage('en');
  expect(textOfCode('WRONG_PASSWORD')).toBe('Wrong password.');
  await showLanguage('es-MX');
  expect(textOfCode('WRONG_PASSWORD')).toBe('Contraseña incorrecta.');
});

it('begins with what this device keeps', async () => {
  expect(await startLanguage()).toBe('es-MX');
  localStorage.setItem('aulaviva.idioma', 'en');
  expect(await startLanguage()).toBe('en');
  expect(document.documentElement.lang).toBe('en');
});

it('follows the choice of another tab', async () => {
  await startLanguage();
  render(<Counted count={2} />);
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'aulaviva.idioma', newValue: 'en' })));
  expect(await screen.findByText('2 classes')).toBeTruthy();
});

it('the browser only suggests, and only to who has chosen nothing and prefers English to Spanish', async () => {
  languagesAre('en-GB', 'es');
  expect(offersEnglish()).toBe(true);
  expect(await startLanguage()).toBe('es-MX');
  languagesAre('es-MX', 'en');
  expect(offersEnglish()).toBe(false);
  languagesAre('fr', 'en-US');
  expect(offersEnglish()).toBe(true);
  await chooseLanguage('es-MX');
  expect(offersEnglish()).toBe(false);
});

// rows: N02
it('writes dates, days and figures as the language does', async () => {
  const at = new Date(2026, 10, 20, 15, 5);
  const now = at.getTime() + 180_000;
  expect([formatDate(at), formatDay('2026-11-20', 'long'), formatRelative(at, now), spokenMinutes(61), formatPercent(55)]).toEqual([
    '20 nov 2026',
    'viernes, 20 de noviembre',
    'hace 3 minutos',
    '1 hora 1 minuto',
    '55 %',
  ]);
  await showLanguage('en');
  expect([formatDate(at), formatDay('2026-11-20', 'long'), formatRelative(at, now), spokenMinutes(61), formatPercent(55)]).toEqual([
    'Nov 20, 2026',
    'Friday, November 20',
    '3 minutes ago',
    '1 hour 1 minute',
    '55%',
  ]);
});
