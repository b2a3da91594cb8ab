import { type HrTime, ValueType } from '@opentelemetry/api';
import { AggregationTemporality, DataPointType, type MetricData } from '@opentelemetry/sdk-metrics';
import { collectDefaultMetrics, Registry } from 'prom-client';

type Labels = Readonly<Record<string, string | number>>;
interface Value {
  value: number;
  labels: Labels;
  metricName?: string;
}

/** The buckets of each set of labels: Prometheus counts what is at most their bound, OpenTelemetry what lies between two. */
function histograms(name: string, values: readonly Value[]) {
  const found = new Map<string, { labels: Labels; bounds: number[]; upTo: number[]; sum: number; count: number }>();
  for (const { metricName, labels: given, value } of values) {
    const { le, ...labels } = given;
    const key = JSON.stringify(labels);
    const one = found.get(key) ?? { labels, bounds: [], upTo: [], sum: 0, count: 0 };
    found.set(key, one);
    if (metricName === `${name}_sum`) one.sum = value;
    else if (metricName === `${name}_count`) one.count = value;
    else if (le !== undefined && le !== '+Inf') {
      one.bounds.push(Number(le));
      one.upTo.push(value);
    }
  }
  return [...found.values()].map(({ labels, bounds, upTo, sum, count }) => ({
    attributes: labels,
    value: { buckets: { boundaries: bounds, counts: [...upTo, count].map((total, index) => total - (upTo[index - 1] ?? 0)) }, sum, count },
  }));
}

/** What /metrics tells, under the same names, as OpenTelemetry sends it. */
export async function metricsData(registry: Registry, startTime: HrTime, endTime: HrTime): Promise<MetricData[]> {
  const data: MetricData[] = [];
  for (const metric of await registry.getMetricsAsJSON()) {
    const { name, help } = metric;
    const values = metric.values as Value[];
    const type = String(metric.type);
    const common = {
      descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
    };
    const points = () =>
      values.filter(({ value }) => Number.isFinite(value)).map(({ labels, value }) => ({ startTime, endTime, attributes: labels, value }));
    if (type === 'histogram') {
      const dataPoints = histograms(name, values).map((point) => ({ startTime, endTime, ...point }));
      data.push({ ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints });
    } else if (type === 'counter') data.push({ ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() });
    else if (type === 'gauge') data.push({ ...common, dataPointType: DataPointType.GAUGE, dataPoints: points() });
  }
  return data;
}

/** Of a process that answers no calls (`ROLES` without api): its own memory, processor and event loop. What the school's stores say is told by those that do. */
export function processMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
