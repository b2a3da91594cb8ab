import { schoolDay } from '../../../../events/calendar.ts';
import type { Envelope } from '../../../../events/define.ts';
import type { EventLog } from '../../../../events/log.ts';
import type { Tongue } from '../../../../events/sentences.ts';
import { courses } from '../../../projections/courses.ts';
import { groups } from '../../../projections/groups.ts';
import type { ReadSession } from '../../../projections/reading/reads.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { HistoryAsked, HistoryEntry, HistoryPage } from '../../contract/history.ts';
import { ApiError } from '../../error.ts';
import { type Act, type ActBrief, actsOf, breathe, eventsOf, reasonOf } from './acts.ts';
import { factsOf, hostsIn, shownFacts } from './facts.ts';
import { namesOf, whoOf } from './names.ts';
import { type NameIn, nobody, sentenceOf } from './sentences.ts';
import { createTracker } from './tracked.ts';

/** What differs from one kind of thing to another in how an act is told and shown; the rest is the same for all. */
type Said = Pick<HistoryEntry, 'frase' | 'ademas'>;
type Shown = Pick<HistoryEntry, 'version' | 'partes' | 'campos' | 'reversible'>;
export interface Reader {
  tongue: Tongue;
  nameOf: (userId: number) => string;
  /** Whoever did it, as a sentence begins. */
  whoIn: (act: ActBrief) => string;
}
export interface PageSources<B extends ActBrief, A extends B & Act> {
  log: EventLog;
  reads: ReadSession;
  /** Oldest first. */
  acts: readonly B[];
  /** Some of them, in their order, with their events: those of a page, or all where words are sought. */
  open: (acts: readonly B[]) => Promise<readonly A[]>;
  /** Whose names the acts of a page need, beside those who did them. */
  people: (page: readonly A[]) => Iterable<number | null>;
  say: (act: A, reader: Reader) => Said;
  /** Called only for the acts of one page. */
  show: (act: A, reader: Reader) => Shown;
  version: number | null;
  /** The refusal where nothing ever happened to it: it never was. Absent: it is there before its first act. */
  missing?: ErrorCode;
  /** Whether the caller may see the events themselves. */
  raw: boolean;
  asked: HistoryAsked;
  /** Who is who, for whom it is told; absent: as staff may know them. */
  names?: typeof namesOf;
  /** To whom it is told: their own acts are sentences without a subject. */
  self?: number;
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
/** A page of the history of a thing, newest first, with what its undoing and undone acts are called by each other. */
export async function pageOf<B extends ActBrief, A extends B & Act>({
  log,
  reads,
  acts,
  open,
  people,
  say,
  show,
  version,
  missing,
  raw,
  asked,
  names = namesOf,
  self,
}: PageSources<B, A>): Promise<HistoryPage> {
  if (missing && acts.length === 0) throw new ApiError(missing);
  const { limit, cursor, quien, desde, hasta, buscar, idioma: tongue = 'es' } = asked;
  const doers = await names(
    acts.map(({ actor }) => actor.userId),
    reads,
  );
  const whoIn = ({ actor: { userId, role } }: ActBrief) => (userId === null ? nobody(role, tongue) : userId === self ? '' : doers(userId));
  const words = plain(buscar ?? '')
    .split(/\s+/)
    .filter(Boolean);
  const said = async (act: A): Promise<boolean> => {
    const { frase, ademas } = say(act, { tongue, nameOf: doers, whoIn });
    const text = plain([frase, ...ademas, (await reasonOf(log, act)) ?? ''].join(' '));
    return words.every((word) => text.includes(word));
  };
  const wanted: B[] = [];
  const inDays = (at: string): boolean => {
    if (desde === undefined && hasta === undefined) return true;
    const day = schoolDay(at);
    return (desde === undefined || day >= desde) && (hasta === undefined || day <= hasta);
  };
  const within = acts.filter(({ actor, at }) => (quien === undefined || actor.userId === quien) && inDays(at));
  if (words.length === 0) wanted.push(...within);
  else
    for (const [index, act] of (await open(within)).entries()) {
      await breathe(index);
      if (await said(act)) wanted.push(act);
    }
  const at = cursor === undefined ? wanted.length : wanted.findIndex(({ id }) => id === cursor);
  if (at < 0) throw new ApiError('MALFORMED', { errors: [{ path: 'cursor', message: 'No es un cursor de esta lista.' }] });
  const page = (await open(wanted.slice(Math.max(0, at - limit), at))).toReversed();
  const nameOf = await names([...acts.map(({ actor }) => actor.userId), ...people(page)], reads);
  const reader: Reader = { tongue, nameOf, whoIn };
  const undone = new Map(
    acts.flatMap((act) => {
      const id = act.restored?.undone;
      return id == null ? [] : [[id, act] as const];
    }),
  );
  const cambios: HistoryEntry[] = [];
  for (const act of page) {
    const { reversible, ...shown } = show(act, reader);
    const { restored } = act;
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
export const QUIET: ReadonlySet<string> = new Set(['LessonViewed', 'AnswerSaved']);

/** The history of a record, from its streams. */
export async function thingPage(
  streams: readonly string[],
  {
    log,
    reads,
    raw,
    asked,
    names,
    self,
    missing,
    reversible,
    includes = (event) => !QUIET.has(event.type),
  }: Pick<PageSources<Act, Act>, 'log' | 'reads' | 'raw' | 'asked' | 'names' | 'self' | 'missing'> & {
    reversible: (events: readonly Envelope[]) => boolean;
    /** The event types that the history lists; absent: all but the very frequent ones. */
    includes?: (event: Envelope) => boolean;
  },
): Promise<HistoryPage> {
  const events = (await eventsOf(log, streams)).filter(includes);
  const acts = actsOf(events);
  const facts = factsOf(events);
  const changedBy = (act: Act) => act.events.flatMap((event) => facts.get(event) ?? []);
  const nameIn = await thingNames(events, reads);
  return pageOf<Act, Act>({
    ...{ log, reads, acts, version: null, raw, asked },
    ...{ ...(missing && { missing }), ...(names && { names }), ...(self !== undefined && { self }) },
    open: async (some) => some,
    people: (page) => hostsIn(page.flatMap((act) => changedBy(act))),
    say(act, { tongue, whoIn }) {
      const who = whoIn(act);
      const [frase = '', ...ademas] = new Set(act.events.map((event) => sentenceOf({ event, who, nameIn }, tongue)));
      return { frase, ademas };
    },
    show(act, reader) {
      return { version: null, partes: [], campos: shownFacts(changedBy(act), createTracker(), reader), reversible: reversible(act.events) };
    },
  });
}

/** Titles of the courses, modules, classes and subtopics, and names of the groups, that events refer to. */
export async function thingNames(events: readonly Envelope[], reads: ReadSession): Promise<NameIn> {
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
  const inGroups = events.flatMap(({ type, data }) => {
    const { courseId, groupId, from } = data as { courseId?: number; groupId?: number; from?: number };
    return type === 'GroupSeatMoved' ? [groupId, from].map((one) => `${courseId}_${one}`) : [];
  });
  for (const [key, { name }] of await reads.getMany(groups, [...new Set(inGroups)])) names.set(`groupId ${key}`, name);
  return (field, id, courseId) =>
    names.get(`${field} ${field === 'groupId' ? `${courseId}_` : ''}${id}`) ??
    (/^(course|module|class|subtopic|group)Id$/.test(field) ? `#${id}` : null);
}
