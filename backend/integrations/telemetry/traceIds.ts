import { createHash } from 'node:crypto';

/** How ids of a trace follow from what the log has: every thread and process finds the same ones, and a person one from the other. */

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const hashed = (digits: number, parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, digits);

/** The correlation id without its hyphens; of one that is no UUID, its hash. */
export const traceIdOf = (correlationId: string): string =>
  UUID.test(correlationId) ? correlationId.replaceAll('-', '') : hashed(32, [correlationId]);

/** The call that a trace begins with. */
export const callSpanId = (correlationId: string): string => hashed(16, ['call', correlationId]);
export const appendSpanId = (commandId: string, stream: string): string => hashed(16, ['append', commandId, stream]);

/** `traceparent` of the W3C; null where it is none. */
export function readTraceparent(header: string): { traceId: string; spanId: string } | null {
  const [, traceId = '', spanId = ''] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(header.trim()) ?? [];
  return /[1-9a-f]/.test(traceId) && /[1-9a-f]/.test(spanId) ? { traceId, spanId } : null;
}
