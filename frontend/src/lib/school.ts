import { useEffect, useSyncExternalStore } from 'react';
import type { SchoolRecord } from '../../../backend/api/contract/site.ts';
import { call } from './http.ts';

/**
 * The school's own data: name, contact, hours, links. Managed content; these stand until it has been read. The documents leave e-mail and phone open:
 * an address under `.example` belongs to nobody, so that no visitor's mail ever reaches a stranger.
 */
export const initialSchool: SchoolRecord = {
  nombre: 'Aulaviva',
  logo: null,
  color: null,
  correo: 'hola@aulaviva.example',
  telefono: null,
  direccion: 'Tijuana, Baja California',
  horario: { dias: [1, 2, 3, 4, 5], abre: '10:00', cierra: '18:00', zona: 'America/Tijuana' },
  mensajeria: null,
  redes: [],
  mision: {
    texto: 'Nuestra misión es ayudar a las personas a convertirse en los próximos líderes de la inteligencia artificial.',
    autor: 'Dirección general',
  },
  video: null,
};

let current = initialSchool;
let known = false;
let reading: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** The school's colour takes the place of agave; in the dark it is lightened, so that it reads on night as it does on white. */
const paint = (color: string | null) => {
  const style = document.documentElement.style;
  if (color) style.setProperty('--escuela', color);
  else style.removeProperty('--escuela');
  document.documentElement.toggleAttribute('data-escuela', color !== null);
};

export const setSchool = (next: SchoolRecord): void => {
  known = true;
  current = next;
  paint(next.color);
  for (const listener of listeners) listener();
};

/** Reads it once per document; `fresh` again. Where it cannot be had, what stood there stays. */
export const readSchool = ({ fresh = false }: { fresh?: boolean } = {}): Promise<void> => {
  if (known && !fresh) return Promise.resolve();
  reading ??= call<SchoolRecord>('/api/sitio/escuela')
    .then(({ data }) => setSchool(data))
    .catch(() => undefined)
    .finally(() => {
      reading = undefined;
    });
  return reading;
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
export const useSchool = (): SchoolRecord =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => initialSchool,
  );

/** For pages that read nothing else of the site: asks once the page rests. */
export const useSchoolRead = (): SchoolRecord => {
  useEffect(() => {
    const timer = setTimeout(() => void readSchool(), 800);
    return () => clearTimeout(timer);
  }, []);
  return useSchool();
};

/** «Lunes a viernes, de 10:00 a 18:00». `names`: the days of the week from Monday on, as they stand inside a sentence. */
export const hoursOf = (
  { dias, abre, cierra }: SchoolRecord['horario'],
  names: readonly string[],
  locale: string,
): { days: string; from: string; to: string } => {
  const sorted = [...new Set(dias)].sort((a, b) => a - b);
  const first = sorted[0] ?? 1;
  const last = sorted.at(-1) ?? first;
  const named = (day: number): string => names[day - 1] ?? '';
  const row = sorted.length > 2 && last - first === sorted.length - 1;
  const days = row
    ? [named(first), named(last)].join(locale.startsWith('en') ? ' to ' : ' a ')
    : new Intl.ListFormat(locale).format(sorted.map(named));
  return { days: days.charAt(0).toUpperCase() + days.slice(1), from: abre, to: cierra };
};
