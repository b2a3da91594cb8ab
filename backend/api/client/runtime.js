// The client of an Aulaviva school. It needs nothing but `fetch` and Web Crypto: Node 20 or later, Deno, Bun, or a browser.
import { calls } from './calls.js';

const WRITE = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
/** Milliseconds before each further attempt, where the school does not say how long to wait. */
const PAUSES = [300, 1_000, 3_000];
const MOST_PAUSE = 30_000;

export class AulavivaError extends Error {
  constructor(status, body, call) {
    super(body?.message ?? `the school answered ${status}`);
    this.name = 'AulavivaError';
    this.status = status;
    this.code = body?.code ?? 'INTERNAL';
    this.errors = body?.errors ?? [];
    this.call = call;
  }
}

const wait = (ms, signal) =>
  new Promise((done, failed) => {
    const stop = () => {
      clearTimeout(timer);
      failed(signal.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      done();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });

const filled = (path, params = {}) =>
  path.replace(/\{(\w+)\}/g, (_, name) => {
    if (params[name] === undefined || params[name] === null) throw new TypeError(`params.${name} is missing`);
    return encodeURIComponent(String(params[name]));
  });
const queryOf = (query = {}) => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== null) search.append(name, String(value));
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
};

export function createClient({ url, key, fetch: send = globalThis.fetch, retries = PAUSES.length }) {
  const base = url.replace(/\/+$/, '');
  /** The last of what this client wrote: its own reads wait for it. */
  let written = '';
  const call = async (name, { params, query, body, ifMatch, idempotencyKey, signal } = {}) => {
    const [method, path, type] = calls[name];
    const write = WRITE.has(method);
    const form = typeof FormData !== 'undefined' && body instanceof FormData;
    const headers = {
      accept: type ?? 'application/json',
      'x-client': 'client-ts/1',
      ...(key && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && !form && { 'content-type': 'application/json' }),
      // Repeated by this client, or by whoever calls it with the same key, a write is done once.
      ...(write && { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() }),
      ...(write && ifMatch !== undefined && { 'if-match': String(ifMatch) }),
      ...(!write && written !== '' && { 'x-min-position': written }),
    };
    const request = { method, headers, signal, ...(body !== undefined && { body: form ? body : JSON.stringify(body) }) };
    const address = base + filled(path, params) + queryOf(query);
    for (let attempt = 0; ; attempt++) {
      let response;
      try {
        response = await send(address, request);
      } catch (error) {
        if (signal?.aborted || attempt >= retries) throw error;
        await wait(PAUSES[Math.min(attempt, PAUSES.length - 1)], signal);
        continue;
      }
      if ((response.status === 429 || response.status === 503) && attempt < retries) {
        const seconds = Number(response.headers.get('retry-after'));
        await response.body?.cancel();
        await wait(seconds > 0 ? Math.min(seconds * 1_000, MOST_PAUSE) : PAUSES[Math.min(attempt, PAUSES.length - 1)], signal);
        continue;
      }
      if (!response.ok) throw new AulavivaError(response.status, await response.json().catch(() => null), name);
      const position = response.headers.get('x-position');
      if (write && position !== null && position > written) written = position;
      return {
        data: type === undefined ? await response.json() : response,
        position,
        next: response.headers.get('x-next-cursor'),
        stale: response.headers.get('x-stale') === 'true',
      };
    }
  };
  return Object.fromEntries(Object.keys(calls).map((name) => [name, (given) => call(name, given)]));
}

/** All pages of a list, one after the other. */
export async function* pages(list, given = {}) {
  for (let cursor = given.query?.cursor; ; ) {
    const page = await list({ ...given, query: { ...given.query, ...(cursor !== undefined && cursor !== null && { cursor }) } });
    yield page;
    cursor = page.next ?? page.data?.siguiente ?? null;
    if (cursor === null) return;
  }
}

const bytes = (text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
const headerOf = (headers, name) => (typeof headers.get === 'function' ? headers.get(name) : [headers[name]].flat()[0]) ?? '';

/** Checks that a message comes from the school, by Standard Webhooks, and reads it. Throws where it does not. `body`: the text as it came. */
export async function readWebhook({ headers, body, secret, toleranceSeconds = 300, now = Date.now() }) {
  const [id, timestamp, given] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headerOf(headers, name));
  const age = Math.abs(now / 1_000 - Number(timestamp));
  if (!id || !(age <= toleranceSeconds)) throw new Error('the message is too old, or says not when it was sent');
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const one of [secret].flat()) {
    const key = await crypto.subtle.importKey('raw', bytes(one.replace(/^whsec_/, '')), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ]);
    for (const signature of given.split(' ')) {
      if (!signature.startsWith('v1,')) continue;
      let decoded;
      try {
        decoded = bytes(signature.slice(3));
      } catch {
        continue;
      }
      if (await crypto.subtle.verify('HMAC', key, decoded, signed)) return JSON.parse(body);
    }
  }
  throw new Error('the message is not signed with this secret');
}
