import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { lagSeconds, type ProjectionState } from '../../projections/kernel/status.ts';
import { addresses } from '../contract/addresses.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { isLoopback } from '../limits.ts';
import { seesOperation } from './apiKey.ts';
import { lateProjections } from './lateProjections.ts';
import { createMetrics } from './metrics.ts';
import { findTroubles } from './troubles.ts';

const unhealthy: ReadonlySet<ProjectionState> = new Set(['halted', 'failing']);

/** /api/health, /api/ready, /api/health/projections and /metrics, whose registry it returns. The last two are for this machine, for administrators, and for who has the operator’s token. */
export function registerHealth(app: FastifyInstance, deps: Deps, connections: () => number): Registry {
  const registry = createMetrics(app, deps, connections);
  app.get(addresses.health, async () => ({ status: 'ok', demo: deps.demo() }));
  registerReadiness(app, deps);
  registerProjectionHealth(app, deps);
  app.get(addresses.metrics, async (request, reply) => {
    if (!mayWatch(request)) throw new ApiError('AUTH_REQUIRED');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  return registry;
}

const mayWatch = ({ watches, ip, identity }: FastifyRequest): boolean =>
  watches || isLoopback(ip) || (identity !== null && seesOperation(identity));

function registerReadiness(app: FastifyInstance, deps: Deps): void {
  app.get(addresses.ready, async (request, reply) => {
    const { troubles, failed } = await findTroubles(deps);
    const missing = [...deps.readiness.missing, ...(failed ? ['stores'] : [])];
    if (missing.length > 0)
      return reply
        .status(503)
        .header('retry-after', '2')
        .send({ message: 'El servicio se está iniciando. Inténtalo en un momento.', code: 'NOT_READY', missing });
    // Internal details are for operators.
    return { status: 'ready', ...(request.identity && seesOperation(request.identity) && { troubles, backup: lastBackup(deps) }) };
  });
}

function lastBackup({ backups, clock }: Deps): object | null {
  const [backup] = backups.backups();
  if (!backup) return null;
  const { taken, there } = backup;
  const [drill = null] = backups.drills();
  return { taken, seconds: Math.round((clock().getTime() - Date.parse(taken)) / 1_000), there, drill };
}

function registerProjectionHealth(app: FastifyInstance, { clock, commands, statuses }: Deps): void {
  app.get(addresses.projectionHealth, async (request, reply) => {
    if (!mayWatch(request)) throw new ApiError('AUTH_REQUIRED');
    const [rows, late, now] = [await statuses(), await lateProjections(commands), clock().getTime()];
    const failing = rows.some(({ name, state }) => unhealthy.has(state) || Object.hasOwn(late, name));
    const status = failing ? 'failing' : rows.every(({ state }) => state === 'running') ? 'ok' : 'degraded';
    return reply.status(failing ? 503 : 200).send({
      status,
      projections: rows.map((row) => ({
        name: row.name,
        state: row.state,
        lag: { events: row.lag.events, seconds: lagSeconds(row, now) },
        late: late[row.name]?.since ?? null,
        error: row.lastError,
      })),
    });
  });
}
