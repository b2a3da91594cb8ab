import { type EventLog, readableStream } from '../../../events/log.ts';
import { PoisonEventSkipped, type OperationSettings as Recorded } from '../../../events/operations.ts';
import { type Position, StoreFault } from '../../../events/store/port.ts';
import { streamOf } from '../../../events/streams.ts';
import { HANDLED_KEY, type HandledTypes } from '../../commands/kernel/reactor.ts';
import { ALARMS } from '../../commands/operations/alarms.ts';
import { projectionOperations } from '../../commands/operations/projection.ts';
import { operationSettings, SETTINGS } from '../../commands/operations/settings.ts';
import { projections } from '../../projections/all.ts';
import { eventTypes } from '../../projections/eventTypes.ts';
import { stepsOf } from '../../projections/inspection/steps.ts';
import { keysOf } from '../../projections/kernel/fold.ts';
import type { AnyProjection } from '../../projections/kernel/projection.ts';
import type { Diff } from '../../projections/kernel/readStore.ts';
import { replayKey } from '../../projections/kernel/status.ts';
import { users } from '../../projections/users.ts';
import { shownName } from '../answers/people.ts';
import { projectionHistory } from '../answers/projectionHistory.ts';
import { projectionRowOf } from '../answers/projectionRow.ts';
import { type Call, type Implement, signedIn } from '../calls/implement.ts';
import { NO_REASON } from '../contract/common.ts';
import { projectionCalls as contract, type LagAlarm, type OperationSettings } from '../contract/projections.ts';
import type { ProjectionHistory, ProjectionRow } from '../contract/records/operations.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

/** Read models: their status, their history, and what may be requested of them. */
const known = (name: string) => {
  const projection = projections.find((one) => one.name === name);
  if (!projection) throw new ApiError('PROJECTION_NOT_FOUND');
  return projection;
};

export function projectionRoutes(implement: Implement, deps: Deps): void {
  readingRoutes(implement, deps);
  stepRoutes(implement, deps);
  actRoutes(implement, deps);
  settingRoutes(implement, deps);
}

/** Keys of the documents that an event is about; none where the projection cannot say that either. */
async function keysAt(log: EventLog, projection: AnyProjection, stream: string, version: number): Promise<readonly string[]> {
  try {
    for await (const event of log.readStream(stream, version, version)) return keysOf(projection, event);
  } catch (error) {
    if (error instanceof StoreFault) throw error;
  }
  return [];
}

/** The status of each projection, and its history. */
function readingRoutes(implement: Implement, { commands, reader, statuses, vault }: Deps): void {
  implement(contract.listProjections, {
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
  implement(contract.poisonDetail, {
    async handle({ params }) {
      const projection = known(params.nombre);
      const row = (await statuses()).find(({ name }) => name === projection.name);
      if (!row?.poison) throw new ApiError('NOT_HALTED');
      const { type, message, stack, stream, version } = row.poison;
      const serving = (await reader.generations()).find((one) => one.projection === projection.name && one.role === 'serving');
      const keys = await keysAt(commands.log, projection, stream, version);
      const found = serving ? await reader.getMany(serving, keys) : new Map<string, never>();
      return {
        manejador: `${projection.name} · ${type}`,
        error: message,
        pila: stack,
        evento: { flujo: stream, numero: version },
        documentos: keys.map((clave) => ({ clave, documento: found.get(clave)?.doc ?? null })),
      };
    },
  });
  implement(contract.projectionHistory, {
    async handle({ params, query: { limit, cursor } }, call): Promise<ProjectionHistory> {
      const { name, on } = known(params.nombre);
      const before = cursor === undefined ? Number.POSITIVE_INFINITY : Number(cursor);
      if (Number.isNaN(before))
        throw new ApiError('MALFORMED', { errors: [{ path: 'cursor', message: 'No es un cursor de esta lista.' }] });
      const volumes = await call.reads.getMany(eventTypes, Object.keys(on));
      const handled = (await vault.get<HandledTypes>('status', HANDLED_KEY))?.value ?? [];
      const consume = Object.keys(on)
        .sort()
        .map((tipo) => ({
          tipo,
          cantidad: volumes.get(tipo)?.count ?? 0,
          ultimo: volumes.get(tipo)?.last ?? null,
          reacciones: handled.flatMap(({ reactor, types }) => (types.includes(tipo) ? [reactor] : [])),
        }));
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

const STEPS = 50;
const EXAMPLES = 5;
/** For how long one answer may read the log, and how many one person may ask for in an hour. */
const STEPS_MS = 10_000;
const STEPS_PER_HOUR = 600;
const HOUR_MS = 3_600_000;

/** A document event by event. */
function stepRoutes(implement: Implement, { commands, limits }: Deps): void {
  implement(contract.documentSteps, {
    async handle({ params, query: { clave, antes } }, call) {
      const projection = known(params.nombre);
      const some = await call.reads.find<object>(projection as never, { limit: EXAMPLES });
      const ejemplos = some.docs.map(({ key }) => key);
      if (clave === undefined) return { pasos: [], total: 0, completo: true, detenido: null, ejemplos };
      await limits.count('document-steps', String(signedIn(call).userId), STEPS_PER_HOUR, HOUR_MS);
      const skips = new Set<Position>();
      for await (const event of readableStream(commands.log, streamOf('operations', projection.name)))
        if (event.type === PoisonEventSkipped.type) skips.add((event.data as { position: Position }).position);
      const { steps, total, complete, poison } = await stepsOf(commands.log, projection, clave, {
        ...{ limit: STEPS, before: antes ?? Number.POSITIVE_INFINITY, skips, until: performance.now() + STEPS_MS },
        now: () => performance.now(),
      });
      return {
        pasos: steps.map(({ number, event, before, after }) => ({
          ...{ numero: number, flujo: event.stream, version: event.version, posicion: event.position, tipo: event.type },
          ...{ fecha: event.meta.occurredAt, antes: before, despues: after },
        })),
        ...{ total, completo: complete, ejemplos },
        detenido: poison && { tipo: poison.event.type, error: String(poison.error) },
      };
    },
  });
}

/** Operators' requests about a projection: each is an event, on which the projector acts. */
function actRoutes(implement: Implement, { commands, reader, statuses }: Deps): void {
  const ask = async (name: string, command: Parameters<typeof projectionOperations.decide>[0], call: Call, reason: string | undefined) => {
    const done = await commands.handle(projectionOperations, name, command, call.context(reason ?? NO_REASON));
    call.wrote(done.position);
    return done;
  };
  const rowOf = async (name: string) => (await statuses()).find((row) => row.name === name);
  const settings = async () => (await commands.load(operationSettings, SETTINGS)).state;

  implement(contract.replayProjection, {
    async handle({ params, body }, call) {
      const projection = known(params.nombre);
      const { name, version } = projection;
      const highest = Math.max(0, ...(await reader.generations()).filter((one) => one.projection === name).map((one) => one.generation));
      const { state } = await ask(name, { projection: name, type: 'replay', highest, codeVersion: version }, call, body.motivo);
      return { message: 'Reconstrucción iniciada', generacion: state.last };
    },
  });
  implement(contract.cancelReplay, {
    async handle({ params, body }, call) {
      const { name } = known(params.nombre);
      await ask(name, { projection: name, type: 'cancel' }, call, body.motivo);
      return { message: 'Reconstrucción cancelada' };
    },
  });
  implement(contract.switchProjection, {
    async handle({ params, body }, call) {
      const { name } = known(params.nombre);
      const forced = body.forzar === true;
      if (forced && body.motivo === undefined) throw new ApiError('REASON_REQUIRED');
      const limit = (await settings()).differencePercent / 100;
      await ask(name, { projection: name, type: 'switch', limit, forced }, call, body.motivo);
      return { message: 'La vista reconstruida pasa a servirse' };
    },
  });
  implement(contract.returnProjection, {
    async handle({ params, body }, call) {
      const { name } = known(params.nombre);
      const kept = (await rowOf(name))?.previous.map(({ generation }) => generation) ?? [];
      await ask(name, { projection: name, type: 'return', generation: body.generacion ?? kept[0] ?? 0, kept }, call, body.motivo);
      return { message: 'Se vuelve a la versión anterior' };
    },
  });
  implement(contract.pauseProjection, {
    async handle({ params, body }, call) {
      const { name } = known(params.nombre);
      const until = body.minutos === undefined ? null : new Date(call.now.getTime() + body.minutos * 60_000).toISOString();
      await ask(name, { projection: name, type: 'pause', until }, call, body.motivo);
      return { message: 'Proyección en pausa' };
    },
  });
  implement(contract.resumeProjection, {
    async handle({ params, body }, call) {
      const { name } = known(params.nombre);
      await ask(name, { projection: name, type: 'resume', halted: (await rowOf(name))?.state === 'halted' }, call, body.motivo);
      return { message: 'Proyección reanudada' };
    },
  });
  implement(contract.skipPoison, {
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

const shownSettings = ({ differencePercent, keepDays, lagSeconds, lagMinutes }: Recorded): OperationSettings => ({
  diferencia: differencePercent,
  diasGuardados: keepDays,
  segundosDeRetraso: lagSeconds,
  minutosDeRetraso: lagMinutes,
});

/** Of those that are over. */
const MOST_ALARMS = 50;

/** How read models are watched, and what came of it. */
function settingRoutes(implement: Implement, { commands }: Deps): void {
  implement(contract.lagAlarms, {
    async handle(): Promise<LagAlarm[]> {
      const alarms: LagAlarm[] = [];
      for await (const { type, data, meta } of readableStream(commands.log, `operations-${ALARMS}`)) {
        const { projection, seconds = 0, events = null } = data as { projection: string; seconds?: number; events?: number | null };
        if (type === 'LagAlarmRaised')
          alarms.push({ proyeccion: projection, desde: meta.occurredAt, segundos: seconds, eventos: events, hasta: null });
        const raised = type === 'LagAlarmCleared' && alarms.findLast(({ proyeccion }) => proyeccion === projection);
        if (raised) raised.hasta = meta.occurredAt;
      }
      const last = alarms.reverse();
      // Open alarms are all listed, because they are counted; there are no more of them than projections.
      return [...last.filter(({ hasta }) => hasta === null), ...last.filter(({ hasta }) => hasta !== null).slice(0, MOST_ALARMS)];
    },
  });
  implement(contract.operationSettings, {
    async handle() {
      return shownSettings((await commands.load(operationSettings, SETTINGS)).state);
    },
  });
  implement(contract.changeOperationSettings, {
    async handle({ body: { diferencia, diasGuardados, segundosDeRetraso, minutosDeRetraso, motivo } }, call) {
      const settings = {
        differencePercent: diferencia,
        keepDays: diasGuardados,
        lagSeconds: segundosDeRetraso,
        lagMinutes: minutosDeRetraso,
      };
      const done = await commands.handle(operationSettings, SETTINGS, { type: 'change', settings }, call.context(motivo ?? NO_REASON));
      call.wrote(done.position);
      return shownSettings(done.state);
    },
  });
}
