import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { metricsData, processMetrics } from '../../backend/integrations/telemetry/metrics.ts';
import { following } from '../support/liveClient.ts';
import { join, joinAs, makeCourse, type Person } from '../support/people.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** What a school tells of itself by OpenTelemetry, received by a real server; and that its dashboard asks for metrics that there are. */

interface Value {
  stringValue?: string;
  intValue?: number;
}
interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Value }[];
  links?: { traceId: string; spanId: string }[];
}
interface SentMetric {
  name: string;
  gauge?: { dataPoints: object[] };
  histogram?: { dataPoints: { count: number; bucketCounts: number[]; explicitBounds: number[] }[] };
}
interface Sent {
  resourceSpans?: { scopeSpans: { spans: SentSpan[] }[] }[];
  resourceMetrics?: { scopeMetrics: { metrics: SentMetric[] }[] }[];
}

const SECRET = 'una-clave-que-nadie-lee';
let receiver: Receiver;
let school: School;
let ana: Person;
let classId: number;
const lines: string[] = [];
beforeAll(async () => {
  receiver = await openReceiver();
  school = await openSchool({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: new URL(receiver.url).origin,
      OTEL_EXPORTER_OTLP_HEADERS: `x-clave=${SECRET}`,
      OTEL_METRIC_EXPORT_INTERVAL: '1000',
    },
    logged: (line) => lines.push(line),
  });
  const admin = await joinAs(school, 'directora', 'administrator');
  const teacher = await joinAs(school, 'maestra', 'instructor');
  const course = await makeCourse(school, admin.token, teacher.id, [1]);
  classId = course.modules[0]?.classes[0] ?? 0;
  ana = await join(school, 'ana_de_la_traza');
});
afterAll(async () => {
  await school.stop();
  await receiver.close();
});

const sent = (): Sent[] => receiver.messages.map(({ body }) => body as Sent);
const spans = (): SentSpan[] =>
  sent().flatMap(({ resourceSpans = [] }) => resourceSpans.flatMap((of) => of.scopeSpans.flatMap((one) => one.spans)));
const attribute = (span: SentSpan | undefined, name: string) => span?.attributes.find(({ key }) => key === name)?.value.stringValue;
const CALL = 'PUT /api/guardadas/:userId/:sessionId';
const CALLER = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };

test('what follows from one call is one trace, by its correlation id: call, append, fold and push', async () => {
  const live = await following(school.url, { token: ana.token, topics: [`guardadas:${ana.id}`] });
  const at = `/api/guardadas/${ana.id}/${classId}`;
  const headers = { 'idempotency-key': 'una-vez', ...CALLER };
  for (const _ of ['once', 'again']) expect((await school.ask('PUT', at, { token: ana.token, headers })).status).toBe(200);
  await until(() => live.items.length > 0, 'the change to be pushed');
  live.close();
  const { log } = school.running.deps.commands;
  let correlationId = '';
  for await (const { metadata } of log.store.readAll(null, { types: ['ClassBookmarked'] })) correlationId = String(metadata.correlationId);

  const traceId = correlationId.replaceAll('-', '');
  const trace = await until(() => {
    const found = spans().filter((span) => span.traceId === traceId);
    const has = (name: string, times = 1) => found.filter((span) => span.name === name).length >= times;
    // They are sent in batches, of each thread its own.
    return has('push') && has('fold') && has(CALL, 2) && found;
  }, 'the spans of the trace');
  const named = (name: string) => trace.filter((span) => span.name === name);
  const [call, repeated] = named(CALL);
  const [append] = named('append bookmarks');
  expect(attribute(call, 'aulaviva.correlation_id')).toBe(correlationId);
  expect(call?.parentSpanId).toBeUndefined();
  // The same command once more has the answer of the first, and no append.
  expect(repeated?.parentSpanId).toBe(call?.spanId);
  expect(named('append bookmarks')).toHaveLength(1);
  expect(append?.parentSpanId).toBe(call?.spanId);
  for (const name of ['fold', 'push']) expect(named(name)[0]?.parentSpanId, name).toBe(append?.spanId);
  for (const { startTimeUnixNano, endTimeUnixNano } of trace)
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
  // A program of this machine has its own trace.
  expect(call?.links).toMatchObject([{ traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }]);
});

test('a reaction belongs to the trace of the call that it follows from', async () => {
  // A session that began gets its deadline.
  const reaction = await until(() => spans().find(({ name }) => name === 'react sessions'), 'a reaction');
  const call = spans().find(({ traceId, parentSpanId }) => traceId === reaction.traceId && parentSpanId === undefined);
  expect(call?.name).toMatch(/^POST \/api\/auth\//);
});

test('no span has a person, an address or what was asked; strangers cannot point at other traces', async () => {
  const stranger = { ...CALLER, 'x-forwarded-for': '203.0.113.7' };
  await school.ask('GET', '/api/cursos/buscar?texto=palabra-buscada', { headers: stranger });
  await school.ask('GET', '/api/cursos?buscar=palabra-buscada', { headers: stranger });
  const seen = spans().length;
  await until(() => spans().length > seen, 'spans of what a stranger asked');
  const text = receiver.messages.map((message) => message.text).join('\n');
  for (const private_ of ['palabra-buscada', ana.email, ana.username, `-${ana.id}"`, `guardadas/${ana.id}`, '203.0.113.7', ana.token])
    expect(text.includes(private_), private_).toBe(false);
  const pointing = spans().filter(({ links = [] }) => links.length > 0);
  expect(new Set(pointing.map(({ name }) => name))).toEqual(new Set(['PUT /api/guardadas/:userId/:sessionId']));
});

test('metrics are those of /metrics; a place that refuses is logged in one line without the headers', async () => {
  const metrics = await until(() => {
    const found = sent().flatMap(({ resourceMetrics = [] }) =>
      resourceMetrics.flatMap((of) => of.scopeMetrics.flatMap((one) => one.metrics)),
    );
    return found.some(({ histogram }) => histogram?.dataPoints.length) && found;
  }, 'metrics');
  const names = [...new Set(metrics.map(({ name }) => name))];
  const text = (await school.ask('GET', '/metrics')).text;
  const typed = [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name);
  expect(names.sort()).toEqual(typed.sort());
  const points = metrics.flatMap(({ name, histogram }) => (name === 'http_request_duration_seconds' ? (histogram?.dataPoints ?? []) : []));
  expect(points.length).toBeGreaterThan(0);
  for (const { count, bucketCounts, explicitBounds } of points) {
    expect(bucketCounts).toHaveLength(explicitBounds.length + 1);
    expect(bucketCounts.reduce((sum, one) => sum + one, 0)).toBe(count);
  }
  expect(receiver.messages.every(({ headers }) => headers['x-clave'] === SECRET)).toBe(true);
  receiver.always = 401;
  await until(() => lines.some((line) => line.includes('could not be sent')), 'the line about what was refused');
  receiver.always = null;
  expect(lines.join('\n')).not.toContain(SECRET);
});

test('a process that answers no calls sends what it knows of itself', async () => {
  const told = await metricsData(processMetrics(), [0, 0], [1, 0]);
  const names = told.map(({ descriptor }) => descriptor.name);
  for (const name of ['process_resident_memory_bytes', 'process_cpu_seconds_total', 'nodejs_eventloop_lag_seconds'])
    expect(names).toContain(name);
});

test('the dashboard asks for metrics and labels that /metrics has', async () => {
  const dashboard = readFileSync(path.resolve(import.meta.dirname, '../../docs/grafana/aulaviva.json'), 'utf8');
  const asked = [...dashboard.matchAll(/"expr": "(.*)"/g)].map(([, text = '']) => JSON.parse(`"${text}"`) as string);
  expect(asked.length).toBeGreaterThan(20);
  const text = (await school.ask('GET', '/metrics')).text;
  const labels = new Map<string, Set<string>>();
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\S+)/gm))
    for (const suffix of type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']) labels.set(name + suffix, new Set());
  for (const [, name = '', given = ''] of text.matchAll(/^([a-z]\w*)\{(.*)\} /gm))
    for (const [, label = ''] of given.matchAll(/(\w+)="/g)) labels.get(name)?.add(label);
  // Prometheus gives these to whatever it reads; and nothing has failed or been backed up in this school.
  const always = ['job', 'instance'];
  const known: Record<string, string[]> = {
    ...{
      http_route_failures_total: ['method', 'route'],
      dead_letters: ['reactor'],
      restore_drill_age_seconds: ['outcome'],
      log_verification_age_seconds: ['outcome'],
    },
  };
  for (const expression of asked) {
    const selectors = [...expression.matchAll(/\b([a-z]\w*)\{([^}]*)\}/g)];
    expect(selectors.length, expression).toBeGreaterThan(0);
    for (const [, name = '', given = ''] of selectors) {
      expect(labels.has(name), `${name} in ${expression}`).toBe(true);
      const grouped = [...expression.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', '));
      const used = [...[...given.matchAll(/(\w+)[=!]/g)].map(([, label = '']) => label), ...grouped];
      for (const label of used)
        expect([...(labels.get(name) ?? []), ...(known[name] ?? []), ...always], `${label} of ${name} in ${expression}`).toContain(label);
    }
  }
});

test('a school that sends nothing loads nothing of OpenTelemetry: it is imported in one folder, which is loaded where a place is named', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const importing: string[] = [];
  const atOnce: string[] = [];
  const loading: string[] = [];
  for (const folder of ['events', 'backend'])
    for (const entry of readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.name.endsWith('.ts')) continue;
      const file = path.relative(root, path.join(entry.parentPath, entry.name));
      const source = readFileSync(path.join(root, file), 'utf8');
      if (/from '@opentelemetry\//.test(source)) importing.push(file);
      if (/^import .*telemetry\/(otlp|metrics)\.ts'/m.test(source)) atOnce.push(file);
      if (/await import\('.*telemetry\/otlp\.ts'\)/.test(source)) loading.push(file);
    }
  expect(importing.sort()).toEqual(['backend/integrations/telemetry/metrics.ts', 'backend/integrations/telemetry/otlp.ts']);
  expect(atOnce).toEqual([]);
  expect(loading.sort()).toEqual(['backend/process/background.ts', 'backend/process/composition.ts']);
});
