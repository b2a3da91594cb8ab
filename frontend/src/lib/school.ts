import { useSyncExternalStore } from 'react';
import { daysInWords } from '../../../backend/api/contract/openingDays.ts';
import type { SchoolInfo } from '../../../backend/api/contract/site.ts';
import { addressOf } from './calls.ts';
import { follow } from './follow.ts';
import { call } from './http.ts';
import { seedOf } from './seeds.ts';

/** The read that every page contains (app/draw.tsx). */
export const schoolRead = { key: 'escuela', url: addressOf(calls.schoolInfo, undefined) };

/**
 * The school's own data: name, logo, colour, contact, hours, links, and which sections and policies its pages have. Managed content, contained
 * in every page; where it could not be loaded, the default name is used and no contact is shown.
 */
export type School = Partial<SchoolInfo> & Pick<SchoolInfo, 'nombre'>;
const unnamed: School = { nombre: 'Aulaviva' };

let current: SchoolInfo | undefined;
let position: string | null | undefined;
let asked = 0;
const listeners = new Set<() => void>();
const drawnFrom = (): School => (seedOf(schoolRead.key)?.data as SchoolInfo | undefined) ?? unnamed;

/** The school's colour replaces agave; in the dark scheme it is lightened for contrast. The server has applied it in the page already. */
const paint = (color: string | null) => {
  const { documentElement: root } = document;
  if (color) root.style.setProperty('--school', color);
  else root.style.removeProperty('--school');
  root.toggleAttribute('data-school', color !== null);
};

const read = (minPosition?: string): void => {
  asked += 1;
  const mine = asked;
  call(calls.schoolInfo, undefined, { minPosition }).then(
    ({ data, position: at }) => {
      if (mine !== asked) return;
      current = data;
      position = at;
      paint(data.color);
      for (const listener of listeners) listener();
    },
    // The previous data stays; the next change reads again.
    () => undefined,
  );
};

/** For the frame of every page: follows changes such as a new name. */
export const followSchool = (): (() => void) => {
  const seed = seedOf(schoolRead.key);
  if (position === undefined) {
    position = seed?.position ?? null;
    if (!seed) read();
  }
  return follow(reads.schoolInfo, read, () => position ?? null);
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
export const useSchool = (): School => useSyncExternalStore(subscribe, () => current ?? drawnFrom(), drawnFrom);

/** «Lunes a viernes, de 10:00 a 18:00». `names`: the days of the week from Monday on, in lower case. */
export const hoursOf = (
  { dias, abre, cierra }: SchoolInfo['horario'],
  names: readonly string[],
  locale: string,
): { days: string; from: string; to: string } => {
  const days = daysInWords(dias, (day) => names[day - 1] ?? '', locale);
  return { days: days.charAt(0).toUpperCase() + days.slice(1), from: abre, to: cierra };
};
