import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { spanClock, spans } from '../../../events/spans.ts';
import { addresses } from '../contract/addresses.ts';
import { isLoopback } from '../limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The id under which everything that follows from this call is found; null before it is known, and on pages. */
    correlationId: string | null;
  }
}

/** What is asked every few seconds, by machines. */
const WATCHED: readonly (string | undefined)[] = [addresses.health, addresses.ready, addresses.projectionHealth, addresses.metrics];

/** Publishes the end of each call (events/spans.ts). A caller's own `traceparent` counts where a key, or a program of this machine, makes the call. */
export function registerSpans(app: FastifyInstance, publishes: boolean): void {
  app.decorateRequest('correlationId', null);
  if (!publishes) return;
  const publish = (request: FastifyRequest, reply: FastifyReply): void => {
    const { method, routeOptions, correlationId } = request;
    if (WATCHED.includes(routeOptions.url)) return;
    const ended = spanClock();
    spans.call.publish({
      began: ended - reply.elapsedTime,
      ended,
      correlationId,
      method,
      route: routeOptions.url,
      status: reply.statusCode,
      traceparent: tracedBy(request),
    });
  };
  const tracedBy = ({ headers: { traceparent }, identity, ip }: FastifyRequest): string | null =>
    typeof traceparent === 'string' && (identity?.key || isLoopback(ip)) ? traceparent.slice(0, 100) : null;
  app.addHook('onResponse', (request, reply, done) => {
    if (spans.call.hasSubscribers) publish(request, reply);
    done();
  });
}
