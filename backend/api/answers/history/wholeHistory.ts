import { addDays } from '../../../../events/calendar.ts';
import type { Envelope } from '../../../../events/define.ts';
import type { EventLog } from '../../../../events/log.ts';
import { type EventType, registry } from '../../../../events/registry.ts';
import type { Tongue } from '../../../../events/sentences.ts';
import type { Position } from '../../../../events/store/port.ts';
import { folded, telling } from '../../../projections/catalogue/catalogueWords.ts';
import { courses } from '../../../projections/courses.ts';
import { factPages } from '../../../projections/factPages.ts';
import { type FactFilter, MOST_WORDS, type WordTest } from '../../../projections/facts/factFilter.ts';
import type { FactIndex } from '../../../projections/facts/factIndex.ts';
import { codesOf, type FactLine, type ThingKind } from '../../../projections/facts/factLines.ts';
import { orders } from '../../../projections/orders.ts';
import type { ReadSession } from '../../../projections/reading/reads.ts';
import { campaigns } from '../../../projections/scholarships.ts';
import type { ThingNames } from '../../../projections/thingNames.ts';
import { webinars } from '../../../projections/webinars.ts';
import type { FactsAsked, FactsPage, FactThing, FactThingKind } from '../../contract/facts.ts';
import type { Pasts } from '../../deps.ts';
import { areaInWords, describeFacts, kindInWords, operatorTypes, quietTypes } from './factsInWords.ts';
import { namesOf, whoOf } from './names.ts';

/** Longer spans are counted by month. */
const MOST_DAYS = 92;
/** How long one answer may spend on reading reasons that were not read since the process started, in milliseconds. */
const REASONS_MS = 250;
/** The most streams that are read at once. */
const TOGETHER = 16;

/** Kinds of things that have codes of their own. */
const kinds: Partial<Record<FactThingKind, ThingKind>> = {
  ...{ persona: 'person', curso: 'course', modulo: 'module', clase: 'class', leccion: 'subtopic', recurso: 'resource' },
  ...{
    comentario: 'comment',
    evento: 'webinar',
    aviso: 'notification',
    contacto: 'lead',
    campana: 'campaign',
    codigo: 'code',
    lote: 'batch',
    pedido: 'order',
  },
};
export const thingOfKind = Object.fromEntries(Object.entries(kinds).map(([tipo, kind]) => [kind, tipo])) as Record<
  ThingKind,
  FactThingKind
>;
const streamOfThing: Partial<Record<FactThingKind, string>> = { inscripcion: 'enrolment-', resena: 'review-', flujo: '' };
export const partsOfThing = (thing: string): [FactThingKind, string] => {
  const at = thing.indexOf(':');
  return [thing.slice(0, at) as FactThingKind, thing.slice(at + 1)];
};
const numberOr = (id: string): number | string => (/^\d{1,10}$/.test(id) ? Number(id) : id);

/** Which facts are about these things. */
export function aboutThings(things: readonly string[]): Pick<FactFilter, 'about' | 'streams'> {
  const about: number[] = [];
  const streams: string[] = [];
  for (const [tipo, id] of things.map(partsOfThing)) {
    const kind = kinds[tipo];
    if (kind) about.push(...codesOf(kind, numberOr(id)));
    else streams.push(`${streamOfThing[tipo]}${id}`);
  }
  return { about, ...(streams.length > 0 && { streams }) };
}

/** Words that occur in every sentence. */
const SILENT = new Set('a al con de del el en la las lo los para por que se su un una y the of to in on and an'.split(' '));
const bareSentences = new Map<string, Record<Tongue, string>>();
const sentenceWords = (type: string, tongue: Tongue): string => {
  let known = bareSentences.get(type);
  if (!known) {
    const { es = '', en = '' } = registry.get(type)?.sentence ?? {};
    const bare = (text: string) => folded(text.replace(/\{\w+\}/g, ' '));
    known = { es: bare(es), en: bare(en) };
    bareSentences.set(type, known);
  }
  return known[tongue];
};

/** The words of a search, each with everything it may mean. */
async function wordsOf(text: string | undefined, tongue: Tongue, names: ThingNames): Promise<WordTest[]> {
  const said = folded(text ?? '')
    .split(/[\s«»“”"]+/)
    .filter(Boolean);
  const words = telling(said, SILENT, MOST_WORDS);
  const codes = await names.codes(words);
  return words.map((word, index) => ({
    text: word,
    types: new Set([...registry.keys()].filter((type) => sentenceWords(type, tongue).includes(word))),
    codes: codes[index] ?? new Set(),
  }));
}

/** Refusals, and readings, revelations and downloads of people's data. */
const security: ReadonlySet<string> = new Set([
  ...(['AccessRefused', 'PersonalDataRead', 'PersonalDataCounted', 'PersonalValueRevealed', 'AssistantAsked'] as const),
  ...(['ViewingStarted', 'ViewingEnded', 'PeopleExported', 'EventsExported'] as const),
] satisfies EventType[]);
const allButSecurity: ReadonlySet<string> = new Set([...registry.keys()].filter((type) => !security.has(type)));

/** `boundOf`: of a moment that somebody looks at, where it ends. */
export async function filterOf(asked: FactsAsked, names: ThingNames, boundOf: Pasts['boundOf']): Promise<FactFilter> {
  const { idioma, buscar, quien, rol, sobre, area, tipo, desde, hasta, tras, todo, operacion, vista } = asked;
  const secure = vista === 'seguridad';
  const moment = tras ? Date.parse(tras) : null;
  const types =
    tipo !== undefined
      ? new Set([tipo])
      : area === undefined
        ? undefined
        : new Set([...registry.values()].flatMap((one) => (one.category === area ? [one.type] : [])));
  return {
    ...{ types, actor: quien, role: rol, from: desde, to: hasta, words: await wordsOf(buscar, idioma, names) },
    since: moment === null ? undefined : (boundOf(moment) ?? { moment }),
    ...aboutThings(sobre),
    // An event type that was chosen by name is shown, however frequent it is.
    hidden: secure
      ? allButSecurity
      : new Set([...(todo ? [] : quietTypes), ...(operacion ? [] : operatorTypes)].filter((type) => type !== tipo)),
  };
}

/** What an event was done for, in the words of whoever did it; null where there is none, and of who is erased. */
export async function reasonAt(log: EventLog, stream: string, version: number): Promise<string | null> {
  for await (const { meta } of log.readStream(stream, version, version, 'where lost')) {
    const { reason } = meta;
    // What the index holds in memory outlives this reading: nothing of who is just being erased.
    if (typeof reason === 'object' && (await log.anyErased(reason.by))) return null;
    return log.reasonOf(meta);
  }
  return null;
}

/** The events where these lines stand, in their order. */
export async function eventsAt(lines: readonly FactLine[], log: EventLog): Promise<Envelope[]> {
  const found: Envelope[] = [];
  for (let at = 0; at < lines.length; at += TOGETHER)
    found.push(
      ...(
        await Promise.all(
          lines.slice(at, at + TOGETHER).map(async ([, , , stream, version]) => {
            for await (const event of log.readStream(stream, version, version, 'where lost')) return [event];
            return [];
          }),
        )
      ).flat(),
    );
  return found;
}

/** Counts by day for up to a few months, otherwise by month; the oldest first. */
function spansOf(days: ReadonlyMap<string, number>): FactsPage['cuentas']['tiempos'] {
  if (days.size <= MOST_DAYS) return Array.from(days, ([day, cantidad]) => ({ desde: day, hasta: day, cantidad }));
  const months = new Map<string, number>();
  for (const [day, count] of days) months.set(day.slice(0, 7), (months.get(day.slice(0, 7)) ?? 0) + count);
  return Array.from(months, ([month, cantidad]) => {
    const first = `${month}-01`;
    return { desde: first, hasta: addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1), cantidad };
  });
}

/** The things that a filter names, with their names where they have one. */
export async function namedThings(things: readonly string[], reads: ReadSession, names: ThingNames): Promise<FactThing[]> {
  const all = things.map(partsOfThing);
  const idsOf = (wanted: FactThingKind) => all.flatMap(([tipo, id]) => (tipo === wanted ? [id] : []));
  const ofTwo: readonly FactThingKind[] = ['inscripcion', 'resena', 'pedido'];
  const pairs = all.flatMap(([tipo, id]) => (ofTwo.includes(tipo) ? [id.split('_')] : []));
  const bought = await reads.getMany(
    orders,
    idsOf('pedido').map((id) => id.replace('_', '-')),
  );
  const parts = all.flatMap(([tipo, id]) => {
    const kind = kinds[tipo];
    return kind === 'module' || kind === 'class' || kind === 'subtopic' ? [{ kind, id }] : [];
  });
  const called = await names.called(parts);
  const nameOf = await namesOf([...idsOf('persona'), ...pairs.map(([person]) => person ?? '')].map(Number).filter(Number.isInteger), reads);
  const titles = await reads.getMany(courses, [...idsOf('curso'), ...pairs.flatMap(([, course]) => course ?? [])]);
  const meetings = await reads.getMany(webinars, idsOf('evento'));
  const campaign = await reads.getMany(campaigns, idsOf('campana'));
  return all.map(([tipo, id]): FactThing => {
    const [person = '', course = ''] = id.split('_');
    const ofCourse = () => `${nameOf(Number(person))} · ${titles.get(course)?.title ?? `#${course}`}`;
    const part = () => called.get(`${kinds[tipo]} ${id}`);
    const nombre = {
      ...{ modulo: part, clase: part, leccion: part, inscripcion: ofCourse, resena: ofCourse },
      pedido: () => `${nameOf(Number(person))} · ${bought.get(`${person}-${course}`)?.title ?? `#${course}`}`,
      persona: () => nameOf(Number(id)),
      curso: () => titles.get(id)?.title,
      evento: () => meetings.get(id)?.title,
      campana: () => campaign.get(id)?.name,
    }[tipo as 'persona']?.();
    return { tipo, id, nombre: nombre ?? null };
  });
}

/** The history of the whole school: its facts by any filter, in words. */
export function createWholeHistory(index: FactIndex, names: ThingNames, log: EventLog, boundOf: Pasts['boundOf']) {
  return {
    /** A page of the facts that were asked for, before a position (exclusive; null: the newest), with counts over all of them. */
    async page(asked: FactsAsked, at: { limit: number; before: Position | null }, reads: ReadSession): Promise<FactsPage> {
      const { idioma: tongue, area, sobre, quien } = asked;
      // The position of the index counts towards the freshness of the answer.
      await reads.getMany(factPages, []);
      const found = await index.find(await filterOf(asked, names, boundOf), { ...at, reasonsMs: REASONS_MS });
      const { counts, lines, total, before, more, last, unread } = found;
      const events = await eventsAt(lines, log);
      const areas = new Map<string, number>();
      for (const [type, count] of counts.types) {
        const category = registry.get(type)?.category ?? '';
        areas.set(category, (areas.get(category) ?? 0) + count);
      }
      const most = <K>(map: ReadonlyMap<K, number>) => [...map].sort(([, one], [, other]) => other - one);
      const nameOf = await namesOf([...counts.actors.keys(), quien ?? null], reads);
      return {
        hechos: await describeFacts(events, { log, reads, tongue }),
        ...{ total, antes: before, siguiente: more ? (lines.at(-1)?.[0] ?? null) : null, ultimo: last, porLeer: unread },
        cuentas: {
          areas: most(areas).map(([category, cantidad]) => ({ area: category, nombre: areaInWords(category, tongue), cantidad })),
          tipos: most(counts.types)
            .filter(([type]) => area === undefined || registry.get(type)?.category === area)
            .map(([tipo, cantidad]) => ({ tipo, nombre: kindInWords(tipo, tongue), cantidad })),
          personas: Array.from(counts.actors, ([id, cantidad]) => ({ id, nombre: nameOf(id), cantidad })),
          masPersonas: counts.people - counts.actors.size,
          roles: most(counts.roles).map(([rol, cantidad]) => ({ rol, cantidad })),
          tiempos: spansOf(counts.days),
        },
        filtros: { quien: whoOf(quien ?? null, nameOf), sobre: await namedThings(sobre, reads, names) },
      };
    },
    /** How many came after a position. */
    since: async (asked: FactsAsked, after: Position | null): Promise<number> =>
      index.since(await filterOf(asked, names, boundOf), after, REASONS_MS),
  };
}
