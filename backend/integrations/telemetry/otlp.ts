import { randomBytes } from 'node:crypto';
import { type Attributes, type HrTime, type Link, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Registry } from 'prom-client';
import { type Span, spans } from '../../../events/spans.ts';
import { categoryOf, type EventStore, type Position, type Recorded } from '../../../events/store/port.ts';
import { metricsData } from './metrics.ts';
import type { TelemetrySettings } from './settings.ts';
import { appendSpanId, callSpanId, readTraceparent, traceIdOf } from './traceIds.ts';

/**
 * Sends what `events/spans.ts` tells in this thread, and the metrics of /metrics, by OTLP. Loaded only where the operator has named a place: nothing else
 * imports OpenTelemetry. No span has an address, a stream, a name or a person's id: routes by their pattern, streams by their category.
 */

interface Log {
  warn(fields: object, message: string): void;
}
export interface TelemetryOptions {
  thread: 'api' | 'background';
  store: EventStore;
  logger: Log;
  /** The registry behind /metrics; null in a process without one. */
  metrics: Registry | null;
}

/** How many acts of one batch or push get spans of their own. */
const MOST_ACTS = 32;
const MOST_KNOWN = 5_000;
const SEND_MS = 2_000;
const WARN_EVERY_MS = 60_000;

interface Act {
  commandId: string;
  correlationId: string;
  stream: string;
}
const actOf = ({ metadata, stream }: Recorded): Act | null => {
  const { commandId, correlationId } = metadata;
  return typeof commandId === 'string' && typeof correlationId === 'string' ? { commandId, correlationId, stream } : null;
};

async function recordAt(store: EventStore, position: Position): Promise<Recorded | null> {
  let before: Position | null = null;
  for await (const record of store.readAll(position, { backwards: true, limit: 1 })) before = record.position;
  for await (const record of store.readAll(before, { limit: 1 })) return record.position === position ? record : null;
  return null;
}

const hrTime = (ms: number): HrTime => [Math.floor(ms / 1_000), Math.round((ms % 1_000) * 1e6)];

/** A set of bounded size that drops its oldest entries. */
function recent(most: number) {
  const known = new Set<string>();
  return {
    has: (one: string) => known.has(one),
    delete: (one: string) => known.delete(one),
    add(one: string) {
      known.add(one);
      for (const oldest of known) {
        if (known.size <= most) return;
        known.delete(oldest);
      }
    },
  };
}

export { processMetrics } from './metrics.ts';

export function openTelemetry(settings: TelemetrySettings, { thread, store, logger, metrics }: TelemetryOptions) {
  const resource = resourceFromAttributes({ 'service.name': settings.service, 'service.instance.id': String(process.pid) });
  let warnedAt = Number.NEGATIVE_INFINITY;
  /** Neither the request nor the response is logged: a response may repeat the secret headers. */
  const failed = (what: string, error: Error | undefined) => {
    if (performance.now() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = performance.now();
    const code = (error as { code?: unknown } | undefined)?.code;
    logger.warn({ what, ...(code !== undefined && { code }) }, 'traces or metrics could not be sent');
  };
  const endpoint = settings.endpoint.replace(/\/+$/, '');
  const place = (signal: string) => ({ url: `${endpoint}/v1/${signal}`, headers: { ...settings.headers } });

  const traces = new OTLPTraceExporter(place('traces'));
  const exporter: SpanExporter = {
    export: (batch, done) =>
      traces.export(batch, (result) => {
        if (result.error) failed('traces', result.error);
        done(result);
      }),
    shutdown: () => traces.shutdown(),
  };
  const next = { trace: '', span: '' };
  const provider = new TracerProvider({
    resource,
    sampler: new TraceIdRatioBasedSampler(settings.ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_MS })],
    idGenerator: { generateTraceId: () => next.trace, generateSpanId: () => next.span },
  });
  const tracer = provider.getTracer('aulaviva');

  interface Finished extends Span {
    name: string;
    traceId: string;
    spanId?: string;
    parent?: string | null;
    kind?: SpanKind;
    attributes: Attributes;
    links?: Link[];
    /** The kind of error: its message may name a stream. */
    error?: string | null;
  }
  const finish = ({ name, traceId, spanId, parent, kind, attributes, links, error, began, ended }: Finished): void => {
    next.trace = traceId;
    next.span = spanId ?? randomBytes(8).toString('hex');
    const context = parent
      ? trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId: parent, traceFlags: TraceFlags.SAMPLED, isRemote: true })
      : ROOT_CONTEXT;
    const span = tracer.startSpan(
      name,
      { startTime: hrTime(began), kind: kind ?? SpanKind.INTERNAL, attributes, ...(links && { links }) },
      context,
    );
    if (error) span.setStatus({ code: SpanStatusCode.ERROR, message: error });
    span.end(hrTime(ended));
  };
  const anywhere = () => randomBytes(16).toString('hex');
  const about = (correlationId: string): Attributes => ({ 'aulaviva.correlation_id': correlationId });

  /** Calls that are being answered; and answered ones, whose repeats (same key) are linked to them. */
  const open = recent(MOST_KNOWN);
  const answered = recent(MOST_KNOWN);
  /** The acts of these events, with how many of each. */
  const actsOf = (events: readonly Recorded[]): Map<string, { act: Act; count: number }> => {
    const acts = new Map<string, { act: Act; count: number }>();
    for (const event of events) {
      const act = actOf(event);
      const known = act && acts.get(act.correlationId);
      if (known) known.count++;
      else if (act && acts.size < MOST_ACTS) acts.set(act.correlationId, { act, count: 1 });
    }
    return acts;
  };
  const following = ({ act }: { act: Act }) => ({
    traceId: traceIdOf(act.correlationId),
    parent: appendSpanId(act.commandId, act.stream),
    attributes: about(act.correlationId),
  });

  const deaf = [
    spans.callBegan.listen(({ correlationId }) => open.add(correlationId)),
    spans.call.listen(({ correlationId, method, route, status, traceparent, ...span }) => {
      const caller = traceparent === null ? null : readTraceparent(traceparent);
      const again = correlationId !== null && answered.has(correlationId);
      if (correlationId !== null) {
        open.delete(correlationId);
        answered.add(correlationId);
      }
      finish({
        ...span,
        name: route === undefined ? method : `${method} ${route}`,
        kind: SpanKind.SERVER,
        traceId: correlationId === null ? anywhere() : traceIdOf(correlationId),
        ...(correlationId !== null && (again ? { parent: callSpanId(correlationId) } : { spanId: callSpanId(correlationId) })),
        attributes: {
          'http.request.method': method,
          'http.response.status_code': status,
          ...(route !== undefined && { 'http.route': route }),
          ...(correlationId !== null && about(correlationId)),
        },
        ...(caller && { links: [{ context: { ...caller, traceFlags: TraceFlags.SAMPLED, isRemote: true } }] }),
        error: status >= 500 ? String(status) : null,
      });
    }),
    spans.append.listen(({ stream, types, meta, failed, ...span }) => {
      const { commandId, correlationId, causationId } = meta;
      // What the clock starts has no call above it.
      const first = commandId === correlationId && causationId === correlationId && !open.has(correlationId);
      finish({
        ...span,
        name: `append ${categoryOf(stream)}`,
        traceId: traceIdOf(correlationId),
        // A refused append may be followed by one that is written.
        ...(failed === null && { spanId: appendSpanId(commandId, stream) }),
        parent: first ? null : callSpanId(correlationId),
        attributes: {
          ...about(correlationId),
          ...{ 'aulaviva.category': categoryOf(stream), 'aulaviva.events': types.length },
          'aulaviva.event_types': [...new Set(types)].slice(0, 10),
        },
        error: failed?.name ?? null,
      });
    }),
    spans.fold.listen(({ events, catchingUp, ...span }) => {
      if (catchingUp)
        finish({ ...span, name: 'fold (catching up)', traceId: anywhere(), attributes: { 'aulaviva.batch_events': events.length } });
      else
        for (const one of actsOf(events).values()) {
          const { attributes, ...place } = following(one);
          const counts = { 'aulaviva.events': one.count, 'aulaviva.batch_events': events.length };
          finish({ ...span, ...place, name: 'fold', attributes: { ...attributes, ...counts } });
        }
    }),
    spans.reaction.listen(({ reactor, event, failed, ...span }) => {
      const act = actOf(event);
      if (!act) return;
      const { attributes, ...place } = following({ act });
      const what = { 'aulaviva.reactor': reactor, 'aulaviva.event_type': event.type };
      finish({ ...span, ...place, name: `react ${reactor}`, attributes: { ...attributes, ...what }, error: failed?.name ?? null });
    }),
    spans.push.listen(({ positions, connections, ...span }) => {
      void (async () => {
        const found = await Promise.all(positions.slice(0, MOST_ACTS).map((position) => recordAt(store, position)));
        for (const one of actsOf(found.filter((record) => record !== null)).values()) {
          const { attributes, ...place } = following(one);
          finish({
            ...span,
            ...place,
            name: 'push',
            kind: SpanKind.PRODUCER,
            attributes: { ...attributes, 'aulaviva.connections': connections },
          });
        }
      })().catch(() => undefined);
    }),
  ];

  const figures = metrics ? new OTLPMetricExporter(place('metrics')) : null;
  const began = hrTime(Date.now());
  const sendMetrics = async (): Promise<void> => {
    if (!figures || !metrics) return;
    try {
      const data = await metricsData(metrics, began, hrTime(Date.now()));
      await new Promise<void>((done) =>
        figures.export({ resource, scopeMetrics: [{ scope: { name: 'aulaviva' }, metrics: data }] }, ({ error }) => {
          if (error) failed('metrics', error);
          done();
        }),
      );
    } catch (error) {
      failed('metrics', error as Error);
    }
  };
  const sending = figures ? setInterval(() => void sendMetrics(), settings.metricsEveryMs).unref() : undefined;

  return {
    thread,
    /** Sends what is buffered, and waits for that a moment at most. */
    async close(): Promise<void> {
      clearInterval(sending);
      for (const stop of deaf) stop();
      const sent = Promise.all([sendMetrics(), provider.shutdown()]).then(() => figures?.shutdown());
      await Promise.race([sent.catch(() => undefined), new Promise((done) => setTimeout(done, 1_000).unref())]);
    },
  };
}
