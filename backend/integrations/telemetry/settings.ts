/** Where traces and metrics go, by OTLP over HTTP. */
export interface TelemetrySettings {
  /** Without `/v1/traces` and `/v1/metrics`. */
  endpoint: string;
  /** They may hold a secret: never logged. */
  headers: Readonly<Record<string, string>>;
  service: string;
  /** The share of traces that is sent, 0 to 1: the same ones from every thread and process. */
  ratio: number;
  metricsEveryMs: number;
}

/** `name=value,other=value`, percent-encoded as OpenTelemetry writes it; null where it is not such a list. */
export function readHeaders(text: string): Record<string, string> | null {
  const headers: Record<string, string> = {};
  for (const part of text.split(',').filter((one) => one.trim() !== '')) {
    const [name = '', ...rest] = part.split('=');
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name.trim()) || rest.length === 0) return null;
    try {
      headers[name.trim()] = decodeURIComponent(rest.join('=').trim());
    } catch {
      return null;
    }
  }
  return headers;
}
