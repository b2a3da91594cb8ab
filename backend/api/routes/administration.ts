import { z } from 'zod';
import { lastDays, schoolDay } from '../../../events/calendar.ts';
import { maskedFields } from '../../../events/define.ts';
import { registry } from '../../../events/registry.ts';
import { streams } from '../../../events/streams.ts';
import { upcastings } from '../../../events/upcasters.ts';
import { HANDLED_KEY, type HandledTypes } from '../../commands/kernel/reactor.ts';
import { accounts } from '../../projections/accounts.ts';
import { projections } from '../../projections/all.ts';
import { eventTypes } from '../../projections/eventTypes.ts';
import { noFigures, school, shownFigure, shownFigures } from '../../projections/school.ts';
import type { Implement } from '../calls/implement.ts';
import { administration } from '../contract/administration.ts';
import { type EventDictionaryEntry, figure as figureSchema, type Overview } from '../contract/records/operations.ts';
import type { Deps } from '../deps.ts';

const OVERVIEW_DAYS = 14;
const DICTIONARY_DAYS = 30;

const figureIds = figureSchema.shape.id.options;

const fieldType = (schema: Record<string, unknown>): string => {
  if (Array.isArray(schema.enum)) return schema.enum.join(' | ');
  const either = (schema.anyOf ?? schema.oneOf) as Record<string, unknown>[] | undefined;
  if (either) return [...new Set(either.map(fieldType))].join(' | ');
  if (schema.type === 'array') return `${fieldType((schema.items ?? {}) as Record<string, unknown>)}[]`;
  return String(schema.format ?? schema.type ?? 'json');
};

const example = (schema: Record<string, unknown>): unknown => {
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const either = (schema.anyOf ?? schema.oneOf) as Record<string, unknown>[] | undefined;
  if (either?.[0]) return example(either[0]);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries((schema.properties ?? {}) as Record<string, Record<string, unknown>>).map(([name, part]) => [name, example(part)]),
      );
    case 'array':
      return [example((schema.items ?? {}) as Record<string, unknown>)];
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return schema.format === 'date' ? '2026-11-21' : '…';
  }
};

/** What is removed from a sentence together with a value in braces: its quotes and preposition, a bracket, what follows a colon, the last words. */
const blanks = [
  /[:;][^{]*\{\w+\}.*$/,
  / from \{\w+\} to \{\w+\}/,
  / \{\w+\}-\{\w+\}/,
  / \(\{\w+\}\)/g,
  / (?:(?:of|to|from|for) )?“\{\w+\}”/g,
  / (?:(?:of|to|from|for) )?\{\w+\}$/,
];
/** A sentence without who did it and what about: `completed the class “{classId}” of “{courseId}”` → `Completed the class.` */
const plainly = (sentence: string): string => {
  const whole = sentence.replace('{quien} ', '');
  const words = blanks.reduce((said, blank) => said.replace(blank, ''), whole).replace(/\{\w+\}/g, '…');
  // «hid “{que}”»
  const end = words !== whole && !words.includes(' ') ? ' …' : '.';
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${end}`;
};

/** What the schemas say of each event type; derived once, nothing of it is written by hand. */
const dictionary = [...registry.values()].map((definition) => {
  const schema = z.toJSONSchema(definition.schema, { unrepresentable: 'any' }) as {
    properties?: Record<string, Record<string, unknown>>;
    required?: string[];
  };
  const personal = new Set<string>(maskedFields(definition));
  return {
    tipo: definition.type,
    version: definition.version,
    categoria: definition.category,
    nombreCategoria: streams[definition.category].called,
    resumen: definition.summary,
    resumen_en: plainly(definition.sentence.en),
    campos: Object.entries(schema.properties ?? {}).map(([nombre, part]) => ({
      nombre,
      tipo: fieldType(part),
      obligatorio: schema.required?.includes(nombre) ?? false,
      personal: personal.has(nombre),
    })),
    lectores: projections.filter((projection) => projection.on[definition.type]).map((projection) => projection.name),
    ejemplo: Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, part]) => [name, personal.has(name) ? 'cifrado' : example(part)]),
    ),
  };
});

/** Figures of the school, and its dictionary of events with their volumes. */
export function administrationRoutes(implement: Implement, { vault }: Pick<Deps, 'vault'>): void {
  implement(administration.overview, {
    async handle(_, call): Promise<Overview> {
      const days = lastDays(schoolDay(call.now.toISOString()), OVERVIEW_DAYS);
      const docs = await call.reads.getMany(school, ['total', ...days]);
      const { docs: found } = await call.reads.find(accounts, { where: { kind: 'block' } });
      const blocks = found.map(({ doc }) => doc);
      const value = (id: Overview['cifras'][number]['id'], day?: string): number => {
        if (id !== 'usuarios' && id !== 'estudiantes') return shownFigures(docs.get(day ?? 'total')?.figures ?? noFigures())[id];
        const figure = id === 'usuarios' ? 'users' : 'students';
        return shownFigure(blocks.reduce((sum, block) => sum + ((day === undefined ? block.figures : block.days[day])?.[figure] ?? 0), 0));
      };
      const moments = [...docs.values(), ...blocks].map(({ at }) => at).sort();
      return {
        cifras: figureIds.map((id) => ({ id, valor: value(id), dias: days.map((fecha) => ({ fecha, valor: value(id, fecha) })) })),
        posicion: (await call.reads.position()) ?? '',
        actualizado: moments.at(-1) ?? null,
      };
    },
  });

  implement(administration.eventDictionary, {
    async handle(_, call): Promise<EventDictionaryEntry[]> {
      const days = lastDays(schoolDay(call.now.toISOString()), DICTIONARY_DAYS);
      const volumes = await call.reads.getMany(
        eventTypes,
        dictionary.map((entry) => entry.tipo),
      );
      const handled = (await vault.get<HandledTypes>('status', HANDLED_KEY))?.value ?? [];
      return dictionary.map((entry) => {
        const volume = volumes.get(entry.tipo);
        return {
          ...entry,
          reacciones: handled.filter(({ types }) => types.includes(entry.tipo)).map(({ reactor }) => reactor),
          autores: Object.entries(volume?.roles ?? {})
            .map(([rol, cantidad]) => ({ rol, cantidad }))
            .sort((one, other) => other.cantidad - one.cantidad),
          versiones: Array.from({ length: entry.version }, (_, index) => {
            const stored = volume?.versions[index + 1];
            return {
              version: index + 1,
              cantidad: stored?.count ?? 0,
              primero: stored?.first ?? null,
              ultimo: stored?.last ?? null,
              cambio: upcastings.get(`${entry.tipo}@${index}`) ?? null,
            };
          }),
          cantidad: volume?.count ?? 0,
          primero: volume?.first ?? null,
          ultimo: volume?.last ?? null,
          dias: days.map((day) => volume?.days[day] ?? 0),
        };
      });
    },
  });
}
