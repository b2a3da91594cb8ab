import autocannon from 'autocannon';

/** A load from a process of its own, so that the client does not share the server's event loop. The plan comes, and the result goes, as a message. */
export interface LoadPlan {
  url: string;
  connections: number;
  seconds: number;
  /** Each with an Idempotency-Key of its own, as a browser sends it. */
  keys?: boolean;
  /** One list per connection, in turn; each connection goes round its own. */
  requests: { method: 'GET' | 'POST' | 'PATCH'; path: string; headers: Record<string, string>; body?: string }[][];
}
export interface LoadResult {
  perSecond: number;
  p50: number;
  p99: number;
  errors: number;
}

process.once('message', async (message) => {
  const plan = message as LoadPlan;
  let next = 0;
  const result = await autocannon({
    url: plan.url,
    connections: plan.connections,
    duration: plan.seconds,
    setupClient(client) {
      const requests: autocannon.Request[] = plan.requests[next++ % plan.requests.length] ?? [];
      const setupRequest = (request: autocannon.Request) => ({
        ...request,
        headers: { ...request.headers, 'idempotency-key': crypto.randomUUID() },
      });
      client.setRequests(plan.keys ? requests.map((request) => ({ ...request, setupRequest })) : requests);
    },
  });
  process.send?.({
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result.non2xx,
  } satisfies LoadResult);
});
