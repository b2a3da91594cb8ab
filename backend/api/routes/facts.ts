import { folded } from '../../projections/catalogueWords.ts';
import { createFactIndex } from '../../projections/factIndex.ts';
import { createThingNames } from '../../projections/thingNames.ts';
import { causesOf, eventAt } from '../answers/history/causes.ts';
import { tellFacts } from '../answers/history/toldFacts.ts';
import { createWholeHistory, thingOfKind } from '../answers/history/wholeHistory.ts';
import { shownName } from '../answers/people.ts';
import { factCalls as contract } from '../contract/facts.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import type { Implement } from '../implement.ts';

const SUGGESTED = 12;

/** Search over the whole history. */
export function factRoutes(implement: Implement, { commands: { log }, reads, reader, vault }: Deps): void {
  const names = createThingNames(reads, reader, (person) => shownName(person, 'staff'));
  const index = createFactIndex(reads, reader, {
    folded,
    async reasonAt(stream, version) {
      for await (const { meta } of log.readStream(stream, version, version)) {
        const { reason } = meta;
        // What the index holds in memory outlives this reading: nothing of who is just being erased.
        if (typeof reason === 'object' && (await log.anyErased(reason.by))) return null;
        return log.reasonOf(meta);
      }
      return null;
    },
  });
  const whole = createWholeHistory(index, names, log);
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
  const found = async (flujo: string, numero: number) => {
    const event = await eventAt(log, flujo, numero);
    if (!event) throw new ApiError('EVENT_NOT_FOUND');
    return event;
  };
  implement(contract.readFact, {
    async handle({ query: { idioma: tongue, flujo, numero } }, call) {
      const [told] = await tellFacts([await found(flujo, numero)], { log, reads: call.reads, tongue });
      if (!told) throw new ApiError('EVENT_NOT_FOUND');
      return told;
    },
  });
  implement(contract.causes, {
    handle: async ({ query: { idioma: tongue, flujo, numero } }, call) =>
      causesOf(await found(flujo, numero), { index, vault, log, reads: call.reads, tongue }),
  });
  implement(contract.findThings, {
    async handle({ query: { buscar } }) {
      const words = folded(buscar).split(/\s+/).filter(Boolean);
      const found = await names.suggest(words, SUGGESTED);
      return found.map(({ kind, id, name, within }) => ({ tipo: thingOfKind[kind], id: String(id), nombre: name, en: within }));
    },
  });
}
