import { schoolDay } from '../../../../events/calendar.ts';
import type { Envelope } from '../../../../events/define.ts';
import type { EventLog } from '../../../../events/log.ts';
import type { Tongue } from '../../../../events/sentences.ts';
import { courses } from '../../../projections/courses.ts';
import type { ReadSession } from '../../../projections/kernel/reads.ts';
import type { HistoryAsked, HistoryEntry, HistoryPage } from '../../contract/history.ts';
import { ApiError } from '../../error.ts';
import { type Act, actsOf, breathe, eventsOf, reasonOf } from './acts.ts';
import { factsOf, shownFacts } from './facts.ts';
import { namesOf, whoOf } from './names.ts';
import { type NameIn, nobody, sentenceOf } from './sentences.ts';
import { createTracker } from './tracked.ts';

/** What differs from one kind of thing to another in how an act is told and shown; the rest is the same for all. */
type Said = Pick<HistoryEntry, 'frase' | 'ademas'>;
type Shown = Pick<HistoryEntry, 'version' | 'partes' | 'campos' | 'reversible'>;
/** What an act undid: everything since a version, or the changes of one act. */
type Restored = { to: number | null; undone: string | null } | null;
export interface Reader {
  tongue: Tongue;
  nameOf: (userId: number) => string;
  /** Who did it, as the subject of a sentence. */
  whoIn: (act: Act) => string;
}
export interface Telling<A extends Act> {
  log: EventLog;
  reads: ReadSession;
  /** The oldest first. */
  acts: readonly A[];
  /** Ids of people whose names are needed, besides those who acted. */
  people: (page: readonly A[]) => Iterable<number | null>;
  say: (act: A, reader: Reader) => Said;
  /** Called only for the acts of one page. */
  show: (act: A, reader: Reader) => Shown;
  restoredBy: (act: A) => Restored;
  version: number | null;
  /** Whether the caller may see the events themselves. */
  raw: boolean;
  asked: HistoryAsked;
  /** Who is who, for whom it is told; absent: as staff may know them. */
  names?: typeof namesOf;
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
/** What its events say that they undo. */
export const undoingOf = ({ events }: Act): Restored => {
  const undone = events.find(({ meta }) => meta.undoes !== undefined)?.meta.undoes;
  return undone === undefined ? null : { to: null, undone };
};

/** A page of a thing's history, the newest first; acts that undid or were undone are linked to each other. */
export async function pageOf<A extends Act>({
  log,
  reads,
  acts,
  people,
  say,
  show,
  restoredBy,
  version,
  raw,
  asked,
  names = namesOf,
}: Telling<A>): Promise<HistoryPage> {
  const { limit, cursor, quien, desde, hasta, buscar, idioma: tongue = 'es' } = asked;
  const nameOf = await names([...acts.map(({ actor }) => actor.userId), ...people(acts)], reads);
  const whoIn = ({ actor }: Act) => (actor.userId === null ? nobody(actor.role, tongue) : nameOf(actor.userId));
  const reader: Reader = { tongue, nameOf, whoIn };
  const words = plain(buscar ?? '')
    .split(/\s+/)
    .filter(Boolean);
  const said = async (act: A): Promise<boolean> => {
    const { frase, ademas } = say(act, reader);
    const text = plain([frase, ...ademas, (await reasonOf(log, act)) ?? ''].join(' '));
    return words.every((word) => text.includes(word));
  };
  const wanted: A[] = [];
  const inDays = (at: string): boolean => {
    if (desde === undefined && hasta === undefined) return true;
    const day = schoolDay(at);
    return (desde === undefined || day >= desde) && (hasta === undefined || day <= hasta);
  };
  for (const [index, act] of acts.entries()) {
    await breathe(index);
    if ((quien !== undefined && act.actor.userId !== quien) || !inDays(act.at)) continue;
    if (words.length === 0 || (await said(act))) wanted.push(act);
  }
  const at = cursor === undefined ? wanted.length : wanted.findIndex(({ id }) => id === cursor);
  if (at < 0) throw new ApiError('MALFORMED', { errors: [{ path: 'cursor', message: 'No es un cursor de esta lista.' }] });
  const page = wanted.slice(Math.max(0, at - limit), at).reverse();
  const undone = new Map(
    acts.flatMap((act) => {
      const id = restoredBy(act)?.undone;
      return id == null ? [] : [[id, act] as const];
    }),
  );
  const cambios: HistoryEntry[] = [];
  for (const act of page) {
    const { reversible, ...shown } = show(act, reader);
    const restored = restoredBy(act);
    const back = undone.get(act.id);
    cambios.push({
      ...{ id: act.id, fecha: act.at, quien: whoOf(act.actor.userId, nameOf), motivo: await reasonOf(log, act) },
      ...say(act, reader),
      ...shown,
      restaura: restored && { version: restored.to, cambio: restored.undone },
      deshecho: back ? { id: back.id, fecha: back.at, quien: whoOf(back.actor.userId, nameOf) } : null,
      reversible: reversible && !back,
      eventos: raw ? act.events.map(({ type: tipo, stream: flujo, version: numero }) => ({ tipo, flujo, numero })) : [],
    });
  }
  const did = new Set(acts.flatMap(({ actor }) => (actor.userId === null ? [] : [actor.userId])));
  return {
    cambios,
    version,
    personas: [...did].map((id) => ({ id, nombre: nameOf(id) })).sort((a, b) => a.nombre.localeCompare(b.nombre, 'es')),
    siguiente: at > limit ? (page.at(-1)?.id ?? null) : null,
  };
}

/** Frequent events that say nothing about the thing: that a page was opened, that an answer of an attempt was saved. */
const QUIET: ReadonlySet<string> = new Set(['LessonViewed', 'AnswerSaved']);

/** The history of a record, from its streams. */
export async function thingPage(
  streams: readonly string[],
  {
    log,
    reads,
    raw,
    asked,
    names,
    reversible,
    tells = (event) => !QUIET.has(event.type),
  }: Pick<Telling<Act>, 'log' | 'reads' | 'raw' | 'asked' | 'names'> & {
    reversible: (events: readonly Envelope[]) => boolean;
    /** Which events are told; absent: all but those that happen all the time. */
    tells?: (event: Envelope) => boolean;
  },
): Promise<HistoryPage> {
  const events = (await eventsOf(log, streams)).filter(tells);
  const acts = actsOf(events);
  const facts = factsOf(events);
  const nameIn = await thingNames(events, reads);
  return pageOf<Act>({
    ...{ log, reads, acts, version: null, raw, asked, ...(names && { names }) },
    people: () => [],
    say(act, { tongue, whoIn }) {
      const who = whoIn(act);
      const [frase = '', ...ademas] = new Set(act.events.map((event) => sentenceOf({ event, who, nameIn }, tongue)));
      return { frase, ademas };
    },
    show(act, { tongue }) {
      const changed = act.events.flatMap((event) => facts.get(event) ?? []);
      return { version: null, partes: [], campos: shownFacts(changed, createTracker(), tongue), reversible: reversible(act.events) };
    },
    restoredBy: undoingOf,
  });
}

/** Titles of the courses, modules, classes and subtopics that events refer to. */
async function thingNames(events: readonly Envelope[], reads: ReadSession): Promise<NameIn> {
  const ids = new Set(events.map(({ data }) => (data as { courseId?: unknown }).courseId).filter((id) => typeof id === 'number'));
  const names = new Map<string, string>();
  for (const { courseId, title, modules } of (await reads.getMany(courses, [...ids].map(String))).values()) {
    names.set(`courseId ${courseId}`, title);
    for (const module of modules) {
      names.set(`moduleId ${module.moduleId}`, module.title);
      for (const klass of module.classes) {
        names.set(`classId ${klass.classId}`, klass.title);
        for (const { subtopicId, title } of klass.subtopics) names.set(`subtopicId ${subtopicId}`, title);
      }
    }
  }
  return (field, id) => names.get(`${field} ${id}`) ?? (/^(course|module|class|subtopic)Id$/.test(field) ? `#${id}` : null);
}
