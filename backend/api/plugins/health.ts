import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DeadLetter } from '../../commands/kernel/reactor.ts';
import { SWEEP_KEY, type Sweep } from '../../commands/reactions/files.ts';
import { TRACES_KEY, type TracesLeft } from '../../commands/reactions/traces.ts';
import { readOutbox } from '../../integrations/mail/outbox.ts';
import { lagSeconds } from '../../projections/kernel/status.ts';
import { addresses } from '../contract/addresses.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { seesOperation } from './apiKey.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** /api/health, /api/ready and /metrics. Metrics are for this machine and for administrators. */
export function registerHealth(app: FastifyInstance, deps: Deps, connections: () => number): void {
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

  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.url)
      seconds.observe({ method: request.method, route: request.routeOptions.url, status: reply.statusCode }, reply.elapsedTime / 1000);
  });

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
    return { status: 'ready', ...(request.identity && seesOperation(request.identity) && { troubles }) };
  });

  app.get('/metrics', async (request, reply) => {
    if (!LOOPBACK.has(request.ip) && !(request.identity && seesOperation(request.identity))) throw new ApiError('AUTH_REQUIRED');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
