import type { Envelope } from '../../../../events/define.ts';
import type { Tongue } from '../../../../events/sentences.ts';
import { type StreamName, streams } from '../../../../events/streams.ts';
import type { ReadSession } from '../../../projections/reading/reads.ts';
import { users } from '../../../projections/users.ts';
import { BOM, csvRow } from '../../contract/csv.ts';
import type { OwnHistoryKind } from '../../contract/history.ts';
import { momentCell, momentHead } from '../csvMoments.ts';
import { shownName } from '../people.ts';
import { QUIET } from './things.ts';

/** The kind of each event in a person's own history, by which they filter it. Events that are not named here are about their courses. */
const kindOf: Partial<Record<StreamName, OwnHistoryKind>> = {
  ...{ user: 'cuenta', sessions: 'sesiones', rights: 'cuenta', following: 'cuenta', admins: 'cuenta', support: 'cuenta' },
  ...{ study: 'actividad', watching: 'actividad', materials: 'actividad', community: 'actividad', inbox: 'actividad' },
};
const personal = (Object.keys(streams) as StreamName[]).filter((name) => streams[name].about === 'person');
export const streamsOfKind = (kind: OwnHistoryKind): StreamName[] => personal.filter((name) => (kindOf[name] ?? 'cursos') === kind);

/** What happens continually, such as minutes on a page, counts as measured, whichever stream it is in. */
export const isMeasured = ({ type }: Envelope): boolean => QUIET.has(type);
const inCourse: readonly string[] = streamsOfKind('cursos');
export const inCourses = ({ stream }: Envelope): boolean => inCourse.includes(stream.slice(0, stream.indexOf('-')));

/** Who is who, as the person themselves may know others: who shows no name to everybody acts for the school. */
export async function namesForOne(
  own: number,
  tongue: Tongue,
  ids: Iterable<number | null>,
  reads: ReadSession,
): Promise<(userId: number) => string> {
  const wanted = [...new Set([...ids].filter((id) => id !== null))];
  const people = await reads.getMany(users, wanted.map(String));
  const school = tongue === 'es' ? 'La escuela' : 'The school';
  return (userId) => {
    const person = people.get(String(userId));
    return (person && shownName(person, userId === own ? 'self' : 'everyone')) || school;
  };
}

interface OwnEvent {
  fecha: string;
  frase: string;
  ademas: readonly string[];
  motivo: string | null;
}
export const ownHistoryCsv = (entries: readonly OwnEvent[]): string =>
  BOM +
  csvRow([momentHead('fecha'), 'hecho', 'además', 'motivo']) +
  entries.map(({ fecha, frase, ademas, motivo }) => csvRow([momentCell(fecha), frase, ademas.join(' · '), motivo])).join('');
