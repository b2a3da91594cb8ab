import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { deadLettersByReactor } from '../../commands/kernel/reactor.ts';
import { outcomeOf } from '../../commands/operations/chain.ts';
import { countOutbox } from '../../integrations/mail/outbox.ts';
import { lagSeconds, projectionStates } from '../../projections/kernel/status.ts';
import type { Deps } from '../deps.ts';
import { lateProjections } from './lateProjections.ts';

/** Adds a gauge whose value is read when the metrics are asked for. */
type AddGauge = (name: string, help: string, labelNames: readonly string[], read: (gauge: Gauge) => void | Promise<void>) => void;

/** The registry behind /metrics: of this process, of its calls and connections, of projections, and of what operators wait for. */
export function createMetrics(app: FastifyInstance, deps: Deps, connections: () => number): Registry {
  const registry = new Registry();
  const addGauge: AddGauge = (name, help, labelNames, read) => {
    new Gauge({
      ...{ name, help, labelNames, registers: [registry] },
      collect() {
        return read(this);
      },
    });
  };
  collectDefaultMetrics({ register: registry });
  measureCalls(app, registry);
  addGauge('live_connections', 'Open live connections', [], (gauge) => gauge.set(connections()));
  addProjectionGauges(addGauge, deps);
  addMessageGauges(addGauge, deps);
  addBackupGauges(addGauge, deps);
  addLogGauge(addGauge, deps);
  addStateMetrics(addGauge, deps, registry);
  return registry;
}

/** By status in full; by route only how many, how long and how many failed: buckets of each of some hundred routes are a megabyte at each reading. */
function measureCalls(app: FastifyInstance, registry: Registry): void {
  const registers = [registry];
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests',
    labelNames: ['status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers,
  });
  const labelNames = ['method', 'route'];
  const requests = new Counter({ name: 'http_route_requests_total', help: 'HTTP requests, by route', labelNames, registers });
  const spent = new Counter({ name: 'http_route_seconds_total', help: 'Seconds spent on HTTP requests, by route', labelNames, registers });
  const failures = new Counter({ name: 'http_route_failures_total', help: 'HTTP requests answered 5xx, by route', labelNames, registers });
  app.addHook('onResponse', ({ method, routeOptions: { url: route } }, reply, done) => {
    if (route) {
      const { statusCode: status, elapsedTime } = reply;
      seconds.observe({ status }, elapsedTime / 1000);
      requests.inc({ method, route });
      spent.inc({ method, route }, elapsedTime / 1000);
      if (status >= 500) failures.inc({ method, route });
    }
    done();
  });
}

function addProjectionGauges(addGauge: AddGauge, { clock, commands, statuses }: Deps): void {
  addGauge('projection_lag_events', 'Events behind the head, by projection', ['projection'], async (gauge) => {
    for (const { name, lag } of await statuses()) if (lag.events !== null) gauge.set({ projection: name }, lag.events);
  });
  addGauge(
    'projection_lag_seconds',
    'Seconds since the first event that is not yet handled, by projection',
    ['projection'],
    async (gauge) => {
      for (const row of await statuses()) gauge.set({ projection: row.name }, lagSeconds(row, clock().getTime()) ?? 0);
    },
  );
  addGauge('projection_state', '1 for the state that the projection is in', ['projection', 'state'], async (gauge) => {
    for (const row of await statuses())
      for (const state of projectionStates) gauge.set({ projection: row.name, state }, Number(row.state === state));
  });
  addGauge('projection_lag_alarm', '1 where the projection has lagged by too much for too long', ['projection'], async (gauge) => {
    const late = await lateProjections(commands);
    for (const { name } of await statuses()) gauge.set({ projection: name }, Number(Object.hasOwn(late, name)));
  });
  addGauge('projection_documents', 'Documents of the generation that serves, by projection', ['projection'], async (gauge) => {
    for (const { name, documents } of await statuses()) if (documents !== null) gauge.set({ projection: name }, documents);
  });
}

function addMessageGauges(addGauge: AddGauge, { vault }: Deps): void {
  addGauge('dead_letters', 'Consequences of events that a reactor gave up, by reactor', ['reactor'], async (gauge) => {
    gauge.reset();
    for (const [reactor, letters] of await deadLettersByReactor(vault)) gauge.set({ reactor }, letters);
  });
  addGauge('mails_in_outbox', 'Mails that wait to be sent, and that were given up', ['state'], async (gauge) => {
    const { waiting, dead } = await countOutbox(vault);
    gauge.set({ state: 'waiting' }, waiting);
    gauge.set({ state: 'dead' }, dead);
  });
}

function addBackupGauges(addGauge: AddGauge, { clock, backups }: Deps): void {
  const age = (at: string | undefined): number => (at === undefined ? Number.NaN : (clock().getTime() - Date.parse(at)) / 1_000);
  addGauge(
    'backup_age_seconds',
    'Seconds since the newest backup of an embedded school was taken; NaN: there is none on record',
    [],
    (gauge) => gauge.set(age(backups.backups()[0]?.taken)),
  );
  addGauge('restore_drill_age_seconds', 'Seconds since a backup was last restored aside and compared, by outcome', ['outcome'], (gauge) => {
    gauge.reset();
    const [last] = backups.drills();
    if (last) gauge.set({ outcome: last.cause ?? 'sound' }, age(last.at));
  });
}

function addLogGauge(addGauge: AddGauge, { clock, chain }: Deps): void {
  const help =
    'Seconds since the log was last compared with its hashes, by outcome: sound, changed, missing, other (not what a hash kept elsewhere says)';
  addGauge('log_verification_age_seconds', help, ['outcome'], async (gauge) => {
    gauge.reset();
    const { last } = await chain.state();
    if (last) gauge.set({ outcome: outcomeOf(last) }, (clock().getTime() - Date.parse(last.at)) / 1_000);
  });
}

/** The folded states that this process keeps in memory, by thread. */
function addStateMetrics(addGauge: AddGauge, { states }: Deps, registry: Registry): void {
  addGauge('kept_states', 'Folded states of streams that are kept in memory', ['thread'], async (gauge) => {
    for (const { thread, entries } of await states.read()) gauge.set({ thread }, entries);
  });
  addGauge('kept_states_bytes', 'The bytes that the kept states count for', ['thread'], async (gauge) => {
    for (const { thread, bytes } of await states.read()) gauge.set({ thread }, bytes);
  });
  new Counter({
    name: 'kept_state_lookups_total',
    help: 'How often a state was needed, by whether it was kept (hit) or its stream was read whole (miss)',
    labelNames: ['thread', 'found'],
    registers: [registry],
    async collect() {
      const now = await states.read();
      this.reset();
      for (const { thread, hits, misses } of now) {
        this.inc({ thread, found: 'hit' }, hits);
        this.inc({ thread, found: 'miss' }, misses);
      }
    },
  });
}
