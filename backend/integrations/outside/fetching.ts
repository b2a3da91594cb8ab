import { NotOutside, type Outside } from './request.ts';

const TIMEOUT_MS = 5_000;
/** More than any discovery document, set of keys or token. */
const MOST_BYTES = 256 * 1024;
const WITHOUT_BODY = new Set([204, 205, 304]);

/** `fetch` for what libraries ask of addresses that somebody typed: by https alone unless the operator permits an address, into the public web alone, bounded in time and size, without following redirects. */
export const fetchOutside =
  (outside: Outside): typeof fetch =>
  async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.protocol !== 'https:' && !outside.isPermitted(url)) throw new NotOutside();
    const late = AbortSignal.timeout(TIMEOUT_MS);
    const { status, body } = await outside.ask(url, {
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' && { body: init.body }),
      signal: init.signal ? AbortSignal.any([init.signal, late]) : late,
      mostBytes: MOST_BYTES,
    });
    return new Response(WITHOUT_BODY.has(status) ? null : body, { status });
  };
