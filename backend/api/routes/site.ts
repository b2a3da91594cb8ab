import type { z } from 'zod';
import { schoolDay } from '../../../events/calendar.ts';
import { type EnglishWords, type SiteSection, translatedSection } from '../../../events/site.ts';
import { englishOf, priceOn, type SectionContent } from '../../../events/siteContent.ts';
import type { HandleOptions } from '../../commands/kernel/handle.ts';
import { school } from '../../commands/site/school.ts';
import type { ReadSession } from '../../projections/reading/reads.ts';
import { users } from '../../projections/users.ts';
import { shownName } from '../answers/people.ts';
import { openCampaign, readSite, shown, siteRecordOf } from '../answers/site.ts';
import { type SiteHistoryEntry, siteHistory } from '../answers/siteHistory.ts';
import {
  englishToApi,
  exchangeToApi,
  itemFromApi,
  itemToApi,
  managedSchoolToApi,
  methodNames,
  nameOfMethod,
  percentOf,
  priceToApi,
  schoolFromApi,
  schoolToApi,
  sectionNames,
} from '../answers/siteNames.ts';
import { valuesOf } from '../answers/siteValues.ts';
import type { Call, Implement } from '../calls/implement.ts';
import { NO_REASON, SAVED } from '../contract/common.ts';
import { type ManagedItem, type SiteChange, type SiteSectionName, site, siteItemSchemas, siteSections } from '../contract/site.ts';
import type { Deps } from '../deps.ts';
import { ApiError, invalid } from '../error.ts';

/** WCAG contrast of an opaque #rrggbb against white. */
const contrastWithWhite = (color: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05);
};
const READABLE = 4.5;

const because = (call: Call, motivo: string | undefined) => call.context(motivo ?? NO_REASON);

export function siteRoutes(implement: Implement, deps: Deps): void {
  readingRoutes(implement);
  schoolRoutes(implement, deps);
  priceRoutes(implement, deps);
  itemRoutes(implement, deps);
  historyRoutes(implement, deps);
}

/** What everybody reads of the site, and what its editors do. */
function readingRoutes(implement: Implement): void {
  implement(site.site, {
    async handle({ query }, call) {
      const parts = await readSite(call.reads);
      return siteRecordOf(parts, await openCampaign(call.reads), call.now.toISOString(), query.idioma);
    },
  });

  implement(site.schoolInfo, {
    async handle(_, call) {
      const parts = await readSite(call.reads);
      return {
        ...schoolToApi(parts.school),
        secciones: siteSections.filter((name) => shown(parts.section(sectionNames[name])).length > 0),
        politicas: shown(parts.section('policies')).flatMap(({ item }) => ('code' in item ? [item.code] : [])),
      };
    },
  });

  implement(site.managedSite, {
    async handle(_, call) {
      const parts = await readSite(call.reads);
      const now = call.now.toISOString();
      const current = priceOn(parts.prices, 'premium', schoolDay(now));
      const managed = (name: SiteSectionName): ManagedItem[] =>
        parts.section(sectionNames[name]).items.map((one) => ({
          id: one.itemId,
          visible: one.visible,
          quitado: one.removed,
          version: one.version,
          creado: one.addedAt,
          cambiado: one.changedAt,
          ingles: one.english ? { ...englishToApi(one.english), vigente: englishOf(one) !== null } : null,
          contenido: itemToApi(sectionNames[name], one.item),
        }));
      const values = valuesOf({ policies: parts.section('policies'), prices: parts.prices, school: parts.school }, now);
      return {
        secciones: Object.fromEntries(siteSections.map((name) => [name, managed(name)])) as Record<SiteSectionName, ManagedItem[]>,
        escuela: managedSchoolToApi(parts.school),
        precios: [...parts.prices.prices]
          .reverse()
          .map((price) => ({ ...priceToApi(price), fijado: price.setAt, vigente: price === current })),
        metodosDePago: parts.prices.methods.map((method) => nameOfMethod[method]),
        transferencia: parts.prices.transfer,
        iva: percentOf(parts.prices.taxRate),
        cambio: exchangeToApi(parts.prices.exchange),
        variables: Object.entries(values).map(([nombre, valor]) => ({ nombre, valor })),
      };
    },
  });
}

function schoolRoutes(implement: Implement, { commands, site: commandsOf }: Deps): void {
  implement(site.changeSchool, {
    async handle({ body: { motivo, ...changes } }, call) {
      if (changes.color && contrastWithWhite(changes.color) < READABLE)
        throw new ApiError('LOW_CONTRAST', { errors: [{ path: 'color', message: 'Elige un color más oscuro.' }] });
      const video = changes.video;
      if (video && !video.subtitulos && motivo === undefined) {
        const { state } = await commands.load(school, 'school');
        // Contrast that was accepted before, with a reason, needs none again.
        const waived = state.video?.url === video.enlace && !state.video.captions;
        if (!waived) throw new ApiError('CAPTIONS_REQUIRED');
      }
      call.wrote(await commandsOf.changeSchool(schoolFromApi(changes), because(call, motivo)));
      return SAVED;
    },
  });
}

function priceRoutes(implement: Implement, { site: commandsOf }: Deps): void {
  implement(site.setPlanPrice, {
    async handle({ body: { plan, monto, moneda, desde, motivo } }, call) {
      const price = { amount: Math.round(monto * 100), currency: moneda };
      call.wrote(await commandsOf.setPrice({ plan, price, period: 'month', validFrom: desde }, because(call, motivo)));
      return SAVED;
    },
  });

  implement(site.cancelPlanPrice, {
    async handle({ params: { plan, desde }, query: { motivo } }, call) {
      call.wrote(await commandsOf.cancelPrice(plan, desde, because(call, motivo)));
      return SAVED;
    },
  });

  implement(site.setPaymentMethods, {
    async handle({ body: { metodos, transferencia, iva, cambio, motivo } }, call) {
      if (cambio !== undefined) {
        const rate = cambio && { value: Math.round(cambio.pesos * 10_000), day: cambio.dia };
        call.wrote(await commandsOf.setExchangeRate(rate, because(call, motivo)));
      }
      if (iva !== undefined) call.wrote(await commandsOf.setTaxRate(Math.round(iva * 100), because(call, motivo)));
      if (transferencia !== undefined) call.wrote(await commandsOf.setTransfer(transferencia, because(call, motivo)));
      if (metodos)
        call.wrote(
          await commandsOf.setMethods(
            metodos.map((name) => methodNames[name]),
            because(call, motivo),
          ),
        );
      return SAVED;
    },
  });
}

/** The content in the section's shape with its English, or the errors of its fields. */
const contentOf = (name: SiteSectionName, given: unknown, ingles: { titulo: string; texto: string } | null | undefined) => {
  const schema: z.ZodType = siteItemSchemas[name];
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const refused = invalid(parsed.error, given);
    const errors = refused.errors?.map(({ path, message }) => ({ path: `contenido.${path}`, message }));
    throw new ApiError(refused.code, errors ? { errors } : {});
  }
  const section = sectionNames[name];
  if (ingles && !translatedSection.safeParse(section).success)
    throw new ApiError('MALFORMED', { errors: [{ path: 'ingles', message: 'Esta sección se muestra solo en español.' }] });
  const english: EnglishWords | null | undefined = ingles && { title: ingles.titulo, text: ingles.texto };
  return { section, item: itemFromApi(section, parsed.data as object), english };
};

/** The item's own version: others of its section may change meanwhile. */
const itemMatching = (itemId: number, { ifMatch }: Call): HandleOptions<SectionContent> => ({
  check(state) {
    const found = state.items.find((one) => one.itemId === itemId);
    if (ifMatch !== null && found && found.version !== ifMatch) throw new ApiError('VERSION_CONFLICT');
  },
});

function itemRoutes(implement: Implement, { site: commandsOf }: Deps): void {
  implement(site.addSiteItem, {
    async handle({ params, body: { contenido, ingles, visible, motivo } }, call) {
      const { section, item, english } = contentOf(params.seccion, contenido, ingles);
      const { itemId, position } = await commandsOf.add(section, item, visible, because(call, motivo), english);
      call.wrote(position);
      return { ...SAVED, id: itemId };
    },
  });

  implement(site.editSiteItem, {
    async handle({ params, body: { contenido, ingles, motivo } }, call) {
      const { section, item, english } = contentOf(params.seccion, contenido, ingles);
      const options = { ...itemMatching(params.itemId, call), english };
      call.wrote(await commandsOf.edit(section, params.itemId, item, because(call, motivo), options));
      return SAVED;
    },
  });

  implement(site.orderSiteItems, {
    async handle({ params, body: { orden, motivo } }, call) {
      const section = sectionNames[params.seccion];
      call.wrote(await commandsOf.act({ type: 'reorder', section, order: orden }, because(call, motivo)));
      return SAVED;
    },
  });

  const acts = [
    [site.showSiteItem, 'show'],
    [site.hideSiteItem, 'hide'],
    [site.restoreSiteItem, 'restore'],
  ] as const;
  for (const [contract, type] of acts)
    implement(contract, {
      async handle({ params: { seccion, itemId }, body: { motivo } }, call) {
        const command = { type, section: sectionNames[seccion], itemId };
        call.wrote(await commandsOf.act(command, because(call, motivo), itemMatching(itemId, call)));
        return SAVED;
      },
    });
  implement(site.removeSiteItem, {
    async handle({ params: { seccion, itemId }, query: { motivo } }, call) {
      const command = { type: 'remove' as const, section: sectionNames[seccion], itemId };
      call.wrote(await commandsOf.act(command, because(call, motivo), itemMatching(itemId, call)));
      return SAVED;
    },
  });
}

function historyRoutes(implement: Implement, { commands }: Deps): void {
  /** The newest first; the cursor is the version before which to continue. */
  const history = async (
    stream: SiteSection | 'school' | 'prices',
    { limit, cursor, elemento }: { limit: number; cursor?: string | undefined; elemento?: number | undefined },
    call: { reads: ReadSession; header(name: string, value: string): void },
  ): Promise<{ cambios: SiteChange[]; siguiente: string | null }> => {
    const before = cursor === undefined ? Number.POSITIVE_INFINITY : Number(cursor);
    if (Number.isNaN(before)) throw new ApiError('MALFORMED', { errors: [{ path: 'cursor', message: 'No es un cursor de esta lista.' }] });
    const all = (await siteHistory(commands.log, stream, elemento)).filter(({ version }) => version < before).reverse();
    const page = all.slice(0, limit);
    const last = page.at(-1);
    const siguiente = all.length > limit && last ? String(last.version) : null;
    if (siguiente !== null) call.header('x-next-cursor', siguiente);
    const ids = [...new Set(page.flatMap(({ userId }) => (userId === null ? [] : [String(userId)])))];
    const people = await call.reads.getMany(users, ids);
    const who = (userId: SiteHistoryEntry['userId']) => {
      const person = userId === null ? undefined : people.get(String(userId));
      return person ? shownName(person, 'staff') : null;
    };
    return { cambios: page.map(({ userId, ...change }) => ({ ...change, quien: who(userId) })), siguiente };
  };
  implement(site.siteHistory, { handle: ({ params, query }, call) => history(sectionNames[params.seccion], query, call) });
  implement(site.schoolHistory, { handle: ({ query }, call) => history('school', query, call) });
  implement(site.priceHistory, { handle: ({ query }, call) => history('prices', query, call) });
}
