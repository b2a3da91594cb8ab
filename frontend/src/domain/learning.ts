import type { EnrolmentRecord, Panel } from '../../../backend/api/contract/records/learning.ts';
import { paths } from '../lib/paths.ts';

export type Enrolment = EnrolmentRecord;
export type StudyDay = Panel['dias'][number];

/** A course that can be continued: not completed, or with classes added since. */
export const isOpen = (enrolment: Pick<Enrolment, 'estado' | 'contenidoNuevo'>): boolean =>
  enrolment.estado !== 'completado' || enrolment.contenidoNuevo;

const lastTouched = (enrolment: Pick<Enrolment, 'ultimaVista' | 'inscrito'>): string => enrolment.ultimaVista?.at ?? enrolment.inscrito;
/** Unfinished courses first, then by the last view. */
export const byActivity = <T extends Pick<Enrolment, 'estado' | 'contenidoNuevo' | 'ultimaVista' | 'inscrito'>>(
  enrolments: readonly T[],
): T[] => [...enrolments].sort((a, b) => Number(isOpen(b)) - Number(isOpen(a)) || lastTouched(b).localeCompare(lastTouched(a)));

/** The target of «Continuar»: the exact place where the next class is the one seen last, else that class, else the course. */
export const resumePath = (enrolment: Pick<Enrolment, 'id_curso' | 'siguiente' | 'ultimaVista'>): string => {
  const { id_curso, siguiente, ultimaVista } = enrolment;
  if (!siguiente) return paths.course(id_curso);
  const same = ultimaVista?.sessionId === siguiente.sessionId;
  return paths.course(id_curso, {
    moduleId: siguiente.moduleId,
    sessionId: siguiente.sessionId,
    ...(same && ultimaVista?.subtemaId ? { subtema: ultimaVista.subtemaId } : {}),
  });
};

export interface StudyFinding {
  total: number;
  daysStudied: number;
  /** The day with most minutes; null where there was none. */
  best: StudyDay | null;
  /** Minutes of the last 7 days and of the 7 before. */
  week: number;
  weekBefore: number;
}
/** A summary of a row of days, for the title of its chart. */
export const studyFinding = (days: readonly StudyDay[]): StudyFinding => {
  const sum = (part: readonly StudyDay[]) => part.reduce((total, day) => total + day.minutos, 0);
  const best = days.reduce<StudyDay | null>((top, day) => (day.minutos > (top?.minutos ?? 0) ? day : top), null);
  return {
    total: sum(days),
    daysStudied: days.filter((day) => day.minutos > 0).length,
    best,
    week: sum(days.slice(-7)),
    weekBefore: sum(days.slice(-14, -7)),
  };
};

/** The name in the greeting. */
export const preferredName = (user: { first_name: string | null; name: string; username: string | null }): string =>
  user.first_name?.trim() || user.name.trim().split(/\s+/)[0] || user.username || '';
