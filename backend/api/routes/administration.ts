import { z } from 'zod';
import { lastDays, schoolDay } from '../../../events/calendar.ts';
import { registry } from '../../../events/registry.ts';
import { streams } from '../../../events/streams.ts';
import { projectionOperations } from '../../commands/operations/projection.ts';
import { accounts } from '../../projections/accounts.ts';
import { projections } from '../../projections/all.ts';
import { eventTypes } from '../../projections/eventTypes.ts';
import type { Diff } from '../../projections/kernel/readStore.ts';
import { replayKey } from '../../projections/kernel/status.ts';
import { noFigures, school, shownFigure, shownFigures } from '../../projections/school.ts';
import { users } from '../../projections/users.ts';
import { shownName } from '../answers/people.ts';
import { projectionHistory } from '../answers/projectionHistory.ts';
import { projectionRowOf } from '../answers/projectionRow.ts';
import { administration } from '../contract/administration.ts';
import { NO_REASON } from '../contract/common.ts';
import {
  type EventDictionaryEntry,
  figure as figureSchema,
  type Overview,
  type ProjectionHistory,
  type ProjectionRow,
} from '../contract/records/operations.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import type { Call, Implement } from '../implement.ts';

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

/** What the schemas say of each event type; derived once, nothing of it is written by hand. */
const dictionary = [...registry.values()].map((definition) => {
  const schema = z.toJSONSchema(definition.schema, { unrepresentable: 'any' }) as {
    properties?: Record<string, Record<string, unknown>>;
    required?: string[];
  };
  const personal = new Set<string>(definition.personal?.fields ?? []);
  return {
    tipo: definition.type,
    version: definition.version,
    categoria: definition.category,
    nombreCategoria: streams[definition.category].called,
    resumen: definition.summary,
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

export function administrationRoutes(implement: Implement, deps: Deps): void {
  figureRoutes(implement);
  projectionRoutes(implement, deps);
  projectionActRoutes(implement, deps);
}

/** Figures of the school, and its dictionary of events with their volumes. */
function figureRoutes(implement: Implement): void {
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
      return dictionary.map((entry) => {
        const volume = volumes.get(entry.tipo);
        return {
          ...entry,
          cantidad: volume?.count ?? 0,
          primero: volume?.first ?? null,
          ultimo: volume?.last ?? null,
          dias: days.map((day) => volume?.days[day] ?? 0),
        };
      });
    },
  });
}

/** Read models: their status, their history, and what may be requested of them. */
const known = (name: string) => {
  const projection = projections.find((one) => one.name === name);
  if (!projection) throw new ApiError('PROJECTION_NOT_FOUND');
  return projection;
};

/** The status of each projection, and its history. */
function projectionRoutes(implement: Implement, { commands, statuses, vault }: Deps): void {
  implement(administration.listProjections, {
    async handle(_, call): Promise<ProjectionRow[]> {
      const rows = await statuses();
      const now = call.now.getTime();
      return Promise.all(
        rows.map(async (row) =>
          projectionRowOf(row, row.replay?.diff ? ((await vault.get<Diff>('status', replayKey(row.name)))?.value.samples ?? []) : [], now),
        ),
      );
    },
  });
  implement(administration.projectionHistory, {
    async handle({ params, query: { limit, cursor } }, call): Promise<ProjectionHistory> {
      const { name, on } = known(params.nombre);
      const before = cursor === undefined ? Number.POSITIVE_INFINITY : Number(cursor);
      if (Number.isNaN(before))
        throw new ApiError('MALFORMED', { errors: [{ path: 'cursor', message: 'No es un cursor de esta lista.' }] });
      const volumes = await call.reads.getMany(eventTypes, Object.keys(on));
      const consume = Object.keys(on)
        .sort()
        .map((tipo) => ({ tipo, cantidad: volumes.get(tipo)?.count ?? 0, ultimo: volumes.get(tipo)?.last ?? null }));
      const [last] = [...volumes.values()].sort((a, b) => b.last.localeCompare(a.last));
      const all = (await projectionHistory(commands.log, name)).filter(({ version }) => version < before).reverse();
      const page = all.slice(0, limit);
      const siguiente = all.length > limit ? String(page.at(-1)?.version) : null;
      if (siguiente !== null) call.header('x-next-cursor', siguiente);
      const ids = page.flatMap(({ userId }) => (userId === null ? [] : [String(userId)]));
      const people = await call.reads.getMany(users, [...new Set(ids)]);
      const who = (userId: number | null) => {
        const person = userId === null ? undefined : people.get(String(userId));
        return person ? shownName(person, 'staff') : null;
      };
      return {
        consume,
        ultimo: last ? { tipo: last.type, fecha: last.last } : null,
        historia: page.map(({ userId, ...act }) => ({ ...act, quien: who(userId) })),
        siguiente,
      };
    },
  });
}

/** Operators' requests about a projection: each is an event, on which the projector acts. */
function projectionActRoutes(implement: Implement, { commands, reader, statuses }: Deps): void {
  const ask = async (name: string, command: Parameters<typeof projectionOperations.decide>[0], call: Call, reason: string | undefined) => {
    const done = await commands.handle(projectionOperations, name, command, call.context(reason ?? NO_REASON));
    call.wrote(done.position);
    return done;
  };

  implement(administration.replayProjection, {
    async handle({ params, body }, call) {
      const projection = known(params.nombre);
      const { name, version } = projection;
      const highest = Math.max(0, ...(await reader.generations()).filter((one) => one.projection === name).map((one) => one.generation));
      const { state } = await ask(name, { projection: name, type: 'replay', highest, codeVersion: version }, call, body.motivo);
      return { message: 'Reconstrucción iniciada', generacion: state.last };
    },
  });
  implement(administration.cancelReplay, {
    async handle({ params, body }, call) {
      const { name } = known(params.nombre);
      await ask(name, { projection: name, type: 'cancel' }, call, body.motivo);
      return { message: 'Reconstrucción cancelada' };
    },
  });
  implement(administration.switchProjection, {
    async handle({ params, body }, call) {
      const { name } = known(params.nombre);
      await ask(name, { projection: name, type: 'switch' }, call, body.motivo);
      return { message: 'La vista reconstruida pasa a servirse' };
    },
  });
  implement(administration.returnProjection, {
    async handle({ params, body }, call) {
      const { name } = known(params.nombre);
      const previous = (await reader.generations()).find((one) => one.projection === name && one.role === 'previous')?.generation ?? null;
      await ask(name, { projection: name, type: 'return', previous }, call, body.motivo);
      return { message: 'Se vuelve a la versión anterior' };
    },
  });
  implement(administration.pauseProjection, {
    async handle({ params, body }, call) {
      const { name } = known(params.nombre);
      await ask(name, { projection: name, type: 'pause' }, call, body.motivo);
      return { message: 'Proyección en pausa' };
    },
  });
  const rowOf = async (name: string) => (await statuses()).find((row) => row.name === name);
  implement(administration.resumeProjection, {
    async handle({ params, body }, call) {
      const { name } = known(params.nombre);
      await ask(name, { projection: name, type: 'resume', halted: (await rowOf(name))?.state === 'halted' }, call, body.motivo);
      return { message: 'Proyección reanudada' };
    },
  });
  implement(administration.skipPoison, {
    async handle({ params, body }, call) {
      const { name } = known(params.nombre);
      const poison = (await rowOf(name))?.poison;
      await ask(
        name,
        { projection: name, type: 'skip', poison: poison ? { position: poison.position, eventType: poison.type } : null },
        call,
        body.motivo,
      );
      return { message: 'Evento saltado, con registro' };
    },
  });
}
