import type { z } from 'zod';
import { uuid5 } from '../../../events/ids.ts';
import { readable } from '../../../events/log.ts';
import { registry } from '../../../events/registry.ts';
import type { Recorded } from '../../../events/store/port.ts';
import { access } from '../../commands/operations/access.ts';
import { searches } from '../../commands/operations/searches.ts';
import { folded } from '../../projections/catalogue/catalogueWords.ts';
import { searches as searchDocs } from '../../projections/searches.ts';
import { createThingNames } from '../../projections/thingNames.ts';
import { causesOf, eventAt } from '../answers/history/causes.ts';
import { describeFacts } from '../answers/history/factsInWords.ts';
import { lanesOf } from '../answers/history/lanes.ts';
import { namesOf } from '../answers/history/names.ts';
import { securityOf } from '../answers/history/security.ts';
import { sealedFields } from '../answers/history/stored.ts';
import { undoWaysIn } from '../answers/history/undoing.ts';
import { createWholeHistory, thingOfKind } from '../answers/history/wholeHistory.ts';
import { shownName } from '../answers/people.ts';
import { type Implement, signedIn } from '../calls/implement.ts';
import { undoneTypes } from '../calls/inverses.ts';
import { eventFilters } from '../contract/events.ts';
import { factCalls as contract, factFilters, factsAsked } from '../contract/facts.ts';
import { histories } from '../contract/history.ts';
import { type PolicyName, type PolicyRow, policies } from '../contract/policy.ts';
import { caseFilters } from '../contract/reports.ts';
import { type RoleName, roleCodes } from '../contract/roles.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

const SUGGESTED = 12;

/** Search over the whole history. */
export function factRoutes(implement: Implement, deps: Deps): void {
  const { reads, reader, vault, facts: index } = deps;
  const { log } = deps.commands;
  const names = createThingNames(reads, reader, (person) => shownName(person, 'staff'));
  const whole = createWholeHistory(index, names, log, deps.pasts.boundOf);
  const placeOf = (text: string | undefined) => {
    const place = text === undefined ? null : log.store.parsePosition(text);
    if (text !== undefined && place === null) throw new ApiError('POSITION_INVALID');
    return place;
  };
  implement(contract.findFacts, {
    handle: async ({ query: { limit, cursor, ...asked } }, call) => whole.page(asked, { limit, before: placeOf(cursor) }, call.reads),
  });
  implement(contract.newFacts, {
    handle: async ({ query: { despues, ...asked } }) => ({ nuevos: await whole.since(asked, placeOf(despues)) }),
  });
  implement(contract.factLanes, {
    handle: ({ query }, call) => lanesOf(query, { index, names, log, reads: call.reads }),
  });
  const found = async (flujo: string, numero: number) => {
    const event = await eventAt(log, flujo, numero);
    if (!event) throw new ApiError('EVENT_NOT_FOUND');
    return event;
  };
  implement(contract.readFact, {
    async handle({ query: { idioma: tongue, flujo, numero } }, call) {
      const [fact] = await describeFacts([await found(flujo, numero)], { log, reads: call.reads, tongue });
      if (!fact) throw new ApiError('EVENT_NOT_FOUND');
      return fact;
    },
  });
  implement(contract.causes, {
    handle: async ({ query: { idioma: tongue, flujo, numero } }, call) =>
      causesOf(await found(flujo, numero), { index, vault, log, reads: call.reads, tongue }),
  });
  implement(contract.undoWays, { handle: async ({ query }) => undoWaysIn(query.idioma, undoneTypes) });
  implement(contract.securitySummary, {
    handle: ({ query: { dias } }, call) => securityOf(Number(dias), call.now, call.reads),
  });
  revealing(implement, deps);
  keeping(implement, deps);
  implement(contract.findThings, {
    async handle({ query: { buscar } }) {
      const words = folded(buscar).split(/\s+/).filter(Boolean);
      const found = await names.suggest(words, SUGGESTED);
      return found.map(({ kind, id, name, within }) => ({ tipo: thingOfKind[kind], id: String(id), nombre: name, en: within }));
    },
  });
}

/** Sealed values of people that one administrator may reveal in a day. */
const REVEALED_A_DAY = 100;
const DAY_MS = 24 * 60 * 60_000;

/** Reveals one value that is masked everywhere, for a reason that is recorded with it. */
function revealing(implement: Implement, { commands, limits }: Deps): void {
  const { log } = commands;
  implement(histories.revealValue, {
    async handle({ body: { flujo, numero, campo, motivo } }, call) {
      const { userId } = signedIn(call);
      let stored: Recorded | null = null;
      for await (const one of log.store.readStream(flujo, numero)) {
        stored = one;
        break;
      }
      if (!stored) throw new ApiError('EVENT_NOT_FOUND');
      const [event] = await readable(log, [stored], 'where lost');
      const read = event?.data as Record<string, unknown> | undefined;
      const value = read?.[campo] ?? null;
      if (!sealedFields(stored).includes(campo) || value === null) throw new ApiError('NOTHING_TO_REVEAL');
      await limits.count('reveal', String(userId), REVEALED_A_DAY, DAY_MS);
      const { personal } = registry.get(stored.type) ?? {};
      const person = personal && read?.[personal.of];
      const data = {
        ...{ userId, personId: typeof person === 'number' ? person : null, stream: flujo, number: numero },
        ...{ eventType: stored.type, field: campo },
      };
      const command = { type: 'note', event: { type: 'PersonalValueRevealed', data } } as const;
      call.wrote((await commands.handle(access, userId, command, call.context(motivo))).position);
      return { valor: value };
    },
  });
}

const pages = { historia: 'history', eventos: 'events', reportes: 'reports' } as const;
type SearchPage = keyof typeof pages;
const filtersOf: Record<SearchPage, { names: readonly string[]; asked: z.ZodType }> = {
  historia: { names: factFilters, asked: factsAsked },
  eventos: { names: Object.keys(eventFilters.shape), asked: eventFilters },
  reportes: { names: Object.keys(caseFilters.shape), asked: caseFilters },
};
/** Who may search the history or the log, and for which role they may keep a search. */
const rulesOf: Record<SearchPage, { look: PolicyName; share: PolicyName }> = {
  historia: { look: 'history.search', share: 'history.undo' },
  eventos: { look: 'analytics.read', share: 'analytics.queries' },
  reportes: { look: 'comments.moderate', share: 'comments.rules' },
};
const mayAs = (role: RoleName, name: PolicyName): boolean => (policies[name] as PolicyRow).any?.includes(roleCodes[role]) === true;

/** Without an area, the first one that this role may search. */
const pageOf = (asked: SearchPage | undefined, role: RoleName): SearchPage =>
  asked ?? (Object.keys(pages) as SearchPage[]).find((page) => mayAs(role, rulesOf[page].look)) ?? 'historia';

/** The filters of an address of the page, in one order; null where there is none. Errors: MALFORMED. */
function addressOf(page: SearchPage, text: string): string | null {
  const { names, asked } = filtersOf[page];
  const given = new URLSearchParams(text);
  const kept = Object.fromEntries(names.flatMap((name) => (given.get(name) ? [[name, given.get(name) ?? '']] : [])));
  if (!asked.safeParse(kept).success)
    throw new ApiError('MALFORMED', { errors: [{ path: 'direccion', message: 'No es una búsqueda de esta página.' }] });
  return Object.keys(kept).length === 0 ? null : new URLSearchParams(kept).toString();
}

function keeping(implement: Implement, { commands }: Deps): void {
  implement(contract.listSearches, {
    async handle({ query }, call) {
      const { userId, role } = signedIn(call);
      const pagina = pageOf(query.pagina, role);
      if (!mayAs(role, rulesOf[pagina].look)) throw new ApiError('FORBIDDEN');
      const page = pages[pagina];
      const own = await call.reads.find(searchDocs, { where: { page, userId }, sort: ['name'] });
      const shared = await call.reads.find(searchDocs, { where: { page, shared: true }, sort: ['name'] });
      const all = [...own.docs, ...shared.docs.filter(({ doc }) => doc.userId !== userId)].map(({ doc }) => doc);
      const nameOf = await namesOf(
        all.map((doc) => doc.userId),
        call.reads,
      );
      // Analysts see nobody's name.
      const named = mayAs(role, 'history.search');
      return all.map(({ searchId, folder, name, address, shared: compartida, userId: id, at }) => ({
        ...{ id: searchId, nombre: name, carpeta: folder, direccion: address, compartida, fecha: at },
        de: { id, nombre: named ? nameOf(id) : '' },
      }));
    },
  });
  implement(contract.keepSearch, {
    async handle({ body: { nombre, carpeta, direccion, compartida, ...asked } }, call) {
      const { userId, role } = signedIn(call);
      const pagina = pageOf(asked.pagina, role);
      const { look, share } = rulesOf[pagina];
      if (!mayAs(role, look) || (compartida && !mayAs(role, share))) throw new ApiError('FORBIDDEN');
      const address = addressOf(pagina, direccion);
      if (address === null) throw new ApiError('SEARCH_EMPTY');
      const searchId = uuid5('search', userId, ...(pagina === 'historia' ? [] : [pagina]), folded(nombre));
      const kept = { page: pages[pagina], folder: carpeta ?? null, name: nombre, address, shared: compartida };
      call.wrote((await commands.handle(searches, userId, { type: 'keep', userId, searchId, ...kept }, call.context())).position);
      return { message: 'Búsqueda guardada', id: searchId };
    },
  });
  implement(contract.forgetSearch, {
    async handle({ params: { busqueda: searchId } }, call) {
      const { userId: caller, role } = signedIn(call);
      if (await commands.isDone(searches, caller, call.context())) return { message: 'Búsqueda quitada' };
      const kept = await call.reads.get(searchDocs, searchId);
      const mine = kept?.userId === caller;
      // A search that somebody keeps privately is hidden from everybody else; one that they share can be removed by an administrator.
      if (!kept || !(mine || (kept.shared && mayAs(role, 'history.undo')))) throw new ApiError('SEARCH_NOT_FOUND');
      const command = { type: 'forget', userId: kept.userId, searchId } as const;
      call.wrote((await commands.handle(searches, kept.userId, command, call.context())).position);
      return { message: 'Búsqueda quitada' };
    },
  });
}
