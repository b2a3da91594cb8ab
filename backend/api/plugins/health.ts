import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DeadLetter } from '../../commands/kernel/reactor.ts';
import { ALARMS, lagAlarms } from '../../commands/operations/alarms.ts';
import { SWEEP_KEY, type Sweep } from '../../commands/reactions/files.ts';
import { TRACES_KEY, type TracesLeft } from '../../commands/reactions/traces.ts';
import { readOutbox } from '../../integrations/mail/outbox.ts';
import { lagSeconds, type ProjectionState } from '../../projections/kernel/status.ts';
import { addresses } from '../contract/addresses.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { seesOperation } from './apiKey.ts';
import { isLoopback } from './limits.ts';

const unhealthy: ReadonlySet<ProjectionState> = new Set(['halted', 'failing']);
const states: readonly ProjectionState[] = ['running', 'catching-up', 'building', 'paused', 'halted', 'failing'];

/** /api/health, /api/ready, /api/health/projections and /metrics, whose registry it returns. The last two are for this machine, for administrators, and for who has the operator’s token. */
export function registerHealth(app: FastifyInstance, deps: Deps, connections: () => number): Registry {
  const { commands, demo, reader, readiness, statuses, vault } = deps;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  });
  new Gauge({
    name: 'live_connections',
    help: 'Open live connections',
    registers: [registry],
    collect() {
      this.set(connections());
    },
  });
  new Gauge({
    name: 'projection_lag_events',
    help: 'Events behind the head, by projection',
    labelNames: ['projection'],
    registers: [registry],
    async collect() {
      for (const row of await statuses()) if (row.lag.events !== null) this.set({ projection: row.name }, row.lag.events);
    },
  });
  new Gauge({
    name: 'projection_lag_seconds',
    help: 'Seconds since the first event that is not yet handled, by projection',
    labelNames: ['projection'],
    registers: [registry],
    async collect() {
      for (const row of await statuses()) this.set({ projection: row.name }, lagSeconds(row, deps.clock().getTime()) ?? 0);
    },
  });
  const alarms = async () => (await commands.load(lagAlarms, ALARMS, { within: 2_000 })).state;
  new Gauge({
    name: 'projection_state',
    help: '1 for the state that the projection is in',
    labelNames: ['projection', 'state'],
    registers: [registry],
    async collect() {
      for (const row of await statuses())
        for (const state of states) this.set({ projection: row.name, state }, Number(row.state === state));
    },
  });
  new Gauge({
    name: 'projection_lag_alarm',
    help: '1 where the projection has lagged by too much for too long',
    labelNames: ['projection'],
    registers: [registry],
    async collect() {
      const raised = await alarms();
      for (const { name } of await statuses()) this.set({ projection: name }, Number(Object.hasOwn(raised, name)));
    },
  });
  new Gauge({
    name: 'projection_documents',
    help: 'Documents of the generation that serves, by projection',
    labelNames: ['projection'],
    registers: [registry],
    async collect() {
      for (const { name, documents } of await statuses()) if (documents !== null) this.set({ projection: name }, documents);
    },
  });
  new Gauge({
    name: 'dead_letters',
    help: 'Consequences of events that a reactor gave up, by reactor',
    labelNames: ['reactor'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { value } of await vault.list<DeadLetter>('dead-letters', '')) this.inc({ reactor: value.reactor });
    },
  });
  new Gauge({
    name: 'mails_in_outbox',
    help: 'Mails that wait to be sent, and that were given up',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const { waiting, dead } = await readOutbox(vault, deps.clock().getTime());
      this.set({ state: 'waiting' }, waiting);
      this.set({ state: 'dead' }, dead);
    },
  });

  const age = (at: string | undefined): number => (at === undefined ? Number.NaN : (deps.clock().getTime() - Date.parse(at)) / 1_000);
  new Gauge({
    name: 'backup_age_seconds',
    help: 'Seconds since the newest backup of an embedded school was taken; NaN: there is none on record',
    registers: [registry],
    collect() {
      this.set(age(deps.backups.backups()[0]?.taken));
    },
  });
  new Gauge({
    name: 'restore_drill_age_seconds',
    help: 'Seconds since a backup was last restored aside and compared, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      const [last] = deps.backups.drills();
      if (last) this.set({ outcome: last.cause ?? 'sound' }, age(last.at));
    },
  });

  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.url)
      seconds.observe({ method: request.method, route: request.routeOptions.url, status: reply.statusCode }, reply.elapsedTime / 1000);
  });

  const lastBackup = () => {
    const [backup] = deps.backups.backups();
    const [drill] = deps.backups.drills();
    if (!backup) return null;
    return { ...{ taken: backup.taken, seconds: Math.round(age(backup.taken)), there: backup.there }, drill: drill ?? null };
  };

  app.get(addresses.health, async () => ({ status: 'ok', demo: demo() }));

  app.get(addresses.ready, async (request, reply) => {
    const missing = [...readiness.missing];
    const troubles: object[] = deps.damaged().map((one) => ({ kind: 'database', ...one }));
    try {
      await commands.log.store.head();
      await vault.writable();
      for (const row of await statuses())
        if (row.state === 'halted' || row.state === 'failing' || row.state === 'paused')
          troubles.push({ kind: 'projection', name: row.name, state: row.state, error: row.lastError });
      for (const { value } of await vault.list<DeadLetter>('dead-letters', '', { limit: 20 }))
        troubles.push({
          kind: 'dead-letter',
          reactor: value.reactor,
          eventType: value.eventType,
          position: value.position,
          error: value.error,
        });
      const sweep = (await vault.get<Sweep>('status', SWEEP_KEY))?.value;
      if (sweep) troubles.push({ kind: 'files', ...sweep });
      const traces = (await vault.get<TracesLeft>('status', TRACES_KEY))?.value;
      if (traces) troubles.push({ kind: 'traces', ...traces });
      for (const { id, state, purpose, attempts, error } of (await readOutbox(vault, deps.clock().getTime())).rows.slice(0, 20))
        troubles.push({ kind: 'mail', id, state, purpose, attempts, error });
      await reader.checkpoint();
    } catch {
      missing.push('stores');
    }
    if (missing.length > 0)
      return reply
        .status(503)
        .header('retry-after', '2')
        .send({ message: 'El servicio se está iniciando. Inténtalo en un momento.', code: 'NOT_READY', missing });
    // Internal details are for operators.
    return { status: 'ready', ...(request.identity && seesOperation(request.identity) && { troubles, backup: lastBackup() }) };
  });

  const mayWatch = ({ watches, ip, identity }: FastifyRequest): boolean =>
    watches || isLoopback(ip) || (identity !== null && seesOperation(identity));
  app.get(addresses.projectionHealth, async (request, reply) => {
    if (!mayWatch(request)) throw new ApiError('AUTH_REQUIRED');
    const [rows, raised, now] = [await statuses(), await alarms(), deps.clock().getTime()];
    const failing = rows.some(({ name, state }) => unhealthy.has(state) || Object.hasOwn(raised, name));
    const status = failing ? 'failing' : rows.every(({ state }) => state === 'running') ? 'ok' : 'degraded';
    return reply.status(failing ? 503 : 200).send({
      status,
      projections: rows.map((row) => ({
        name: row.name,
        state: row.state,
        lag: { events: row.lag.events, seconds: lagSeconds(row, now) },
        late: raised[row.name]?.since ?? null,
        error: row.lastError,
      })),
    });
  });

  app.get(addresses.metrics, async (request, reply) => {
    if (!mayWatch(request)) throw new ApiError('AUTH_REQUIRED');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  return registry;
}
