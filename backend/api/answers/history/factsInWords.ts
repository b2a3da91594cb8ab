import type { Envelope } from '../../../../events/define.ts';
import type { EventLog } from '../../../../events/log.ts';
import { type EventType, registry } from '../../../../events/registry.ts';
import type { Tongue } from '../../../../events/sentences.ts';
import { type StreamCategory, streams } from '../../../../events/streams.ts';
import { calledOf } from '../../../projections/facts/factLines.ts';
import type { ReadSession } from '../../../projections/reading/reads.ts';
import { campaigns } from '../../../projections/scholarships.ts';
import { siteContent } from '../../../projections/siteContent.ts';
import { webinars } from '../../../projections/webinars.ts';
import { NO_REASON } from '../../contract/common.ts';
import type { Fact, FactThing } from '../../contract/facts.ts';
import { undoneBy } from './acts.ts';
import { namesOf, whoOf } from './names.ts';
import { type NameIn, nobody, sentenceOf } from './sentences.ts';
import { QUIET, thingNames } from './things.ts';
import { eitherWay } from './words.ts';

/** Facts of the whole history, each in a sentence that stands by itself: who did what, and to what of whom. */

const catalogue: Readonly<Record<string, StreamCategory | undefined>> = streams;
/** Decisions on what is reserved. */
const DECIDED: ReadonlySet<string> = new Set(['CouponCreated', 'CouponEnded'] satisfies EventType[]);
/** What happens by itself or is only measured: listed in the history only on request. */
export const isQuiet = (type: string): boolean => {
  const category = registry.get(type)?.category ?? '';
  const about = catalogue[category];
  if (DECIDED.has(type)) return false;
  if (QUIET.has(type) || category === 'numbers' || type === 'InboxSeen' || type === 'NotificationRead') return true;
  return about?.about === 'person' ? !about.inHistory : about?.about === 'reserved' && category !== 'batch';
};
export const quietTypes: ReadonlySet<string> = new Set([...registry.keys()].filter(isQuiet));

/** Operation of the software that a school wants to know of nonetheless: who took its data along. */
const TAKEN: ReadonlySet<string> = new Set(['PeopleExported', 'EventsExported', 'EventsExportEnded'] satisfies EventType[]);
/** What tells a school nothing: read models, alarms, retries. */
export const operatorTypes: ReadonlySet<string> = new Set(
  [...registry.values()].flatMap(({ category, type }) => (category === 'operations' && !TAKEN.has(type) ? [type] : [])),
);

/** What an event does, without its author and its object's name: «archivó el curso». */
export const kindInWords = (type: string, tongue: Tongue): string => {
  const found = registry.get(type)?.sentence;
  if (!found) return type;
  const bare = found[tongue]
    .replace('{quien}', '')
    .replace(/[«“]?\{(\w+)\}[»”]?/g, (_, field: string) => eitherWay(field, tongue) ?? '…')
    .trim();
  return bare.charAt(0).toLocaleUpperCase() + bare.slice(1);
};
export const areaInWords = (category: string, tongue: Tongue): string => catalogue[category]?.called[tongue] ?? category;

interface Data {
  [field: string]: unknown;
}
/** Everybody with an account whom an event names, besides its author. */
const peopleIn = (data: Data): number[] => {
  const named = ['userId', 'personId', 'authorId', 'instructorId', 'hostId', 'ownerId'].map((field) => data[field]);
  return [...new Set(named)].filter((id) => typeof id === 'number');
};
const ids = (events: readonly Envelope[], field: string): string[] => [
  ...new Set(events.flatMap(({ data }) => ((data as Data)[field] == null ? [] : [String((data as Data)[field])]))),
];

/** Names of what events refer to, besides courses: live events, campaigns, and items of the site. */
async function moreNames(events: readonly Envelope[], reads: ReadSession): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const [key, { title }] of await reads.getMany(webinars, ids(events, 'webinarId'))) names.set(`webinarId ${key}`, title);
  for (const [key, { name }] of await reads.getMany(campaigns, ids(events, 'campaignId'))) names.set(`campaignId ${key}`, name);
  for (const [key, { section }] of await reads.getMany(siteContent, ids(events, 'section')))
    for (const { itemId, item } of section?.items ?? []) names.set(`item ${key} ${itemId}`, calledOf(item));
  return names;
}

export interface FactSources {
  log: EventLog;
  reads: ReadSession;
  tongue: Tongue;
}

/** The events in words, in their order. */
export async function describeFacts(events: readonly Envelope[], { log, reads, tongue }: FactSources): Promise<Fact[]> {
  const people = events.flatMap(({ data, meta }) => {
    return [meta.actor.userId, ...peopleIn(data as Data)].filter((id) => id !== null);
  });
  const nameOf = await namesOf(people, reads);
  const inCourses = await thingNames(events, reads);
  const more = await moreNames(events, reads);
  const nameIn: NameIn = (field, id, courseId) => more.get(`${field} ${id}`) ?? inCourses(field, id, courseId);
  const facts: Fact[] = [];
  for (const event of events) {
    const { id, type, stream, version, position, meta, data } = event;
    const { userId, role } = meta.actor;
    const quien = whoOf(userId, nameOf);
    const frase = sentenceOf({ event, who: quien?.nombre ?? nobody(role, tongue), nameIn }, tongue);
    const reason = await log.reasonOf(meta);
    facts.push({
      ...{ id, flujo: stream, numero: version, posicion: position, tipo: type, area: registry.get(type)?.category ?? '' },
      ...{ fecha: meta.occurredAt, quien, rol: role, frase, motivo: reason === NO_REASON ? null : reason },
      sobre: thingsOf(data as Data, userId, nameOf, (field, key) => more.get(`${field} ${key}`) ?? inCourses(field, Number(key))).filter(
        ({ nombre }) => !frase.includes(`«${nombre}»`) && !frase.includes(`“${nombre}”`),
      ),
      deshace: undoneBy(event)?.undone ?? null,
    });
  }
  return facts;
}

/** The people and things that an event is about, besides its author. */
function thingsOf(
  data: Data,
  actor: number | null,
  nameOf: (userId: number) => string,
  nameIn: (field: string, id: string) => string | null,
): FactThing[] {
  const found: FactThing[] = [];
  for (const id of peopleIn(data)) if (id !== actor) found.push({ tipo: 'persona', id: String(id), nombre: nameOf(id) });
  for (const [field, tipo] of [
    ['courseId', 'curso'],
    ['webinarId', 'evento'],
    ['campaignId', 'campana'],
  ] as const) {
    const id = data[field];
    const nombre = id == null ? null : nameIn(field, String(id));
    if (nombre) found.push({ tipo, id: String(id), nombre });
  }
  if (typeof data['leadId'] === 'string') found.push({ tipo: 'contacto', id: data['leadId'], nombre: null });
  return found;
}
