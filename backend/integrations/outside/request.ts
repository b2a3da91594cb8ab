import { lookup } from 'node:dns/promises';
import { type IncomingHttpHeaders, request as plain } from 'node:http';
import { request as secure } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress } from './addresses.ts';

export interface Address {
  address: string;
  family: number;
}
/** The request would go somewhere that it may not: not the public web, another port, or credentials in the address. */
export class NotOutside extends Error {
  constructor() {
    super('the address does not lead into the public web');
    this.name = 'NotOutside';
  }
}

export interface OutsideOptions {
  /** What counts as public although it is not, as `name:port` or `address:port`. */
  permitted?: ReadonlySet<string>;
  /** Only for tests: names without a name server. */
  resolve?: (host: string) => Promise<readonly Address[]>;
}
export interface OutsideRequest {
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  signal: AbortSignal;
  /** How many bytes of the answer's body are read; 0: none. */
  mostBytes: number;
}
export interface OutsideAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The beginning of the answer's body. */
  body: string;
}

const MOST_HEADER_BYTES = 16 * 1024;

export type Outside = ReturnType<typeof createOutside>;

/**
 * Requests to addresses that somebody typed, which are not led to other targets (SSRF): http and https on their default ports, no credentials, no cookies,
 * and only addresses of the public internet. A name is resolved once and the connection goes to exactly these addresses. Redirects are answers.
 */
export function createOutside({ permitted = new Set(), resolve }: OutsideOptions = {}) {
  const find = resolve ?? ((host: string) => lookup(host, { all: true, verbatim: true }));
  const portOf = (url: URL) => url.port || (url.protocol === 'https:' ? '443' : '80');
  const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '');
  const isNamed = (url: URL): boolean => permitted.has(`${hostOf(url)}:${portOf(url)}`);

  /** The only addresses to which the connection may go. Errors: NotOutside; those of the name server. */
  async function addressesOf(url: URL, signal: AbortSignal): Promise<[Address, ...Address[]]> {
    if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') throw new NotOutside();
    const port = portOf(url);
    const host = hostOf(url);
    const given = isIP(host) === 0 ? await within(find(host), signal) : [{ address: host, family: isIP(host) }];
    const [first, ...others] = given;
    if (!first) throw Object.assign(new Error('no address'), { code: 'ENODATA' });
    const may = ({ address }: Address) =>
      permitted.has(`${address}:${port}`) || (isPublicAddress(address) && (port === '80' || port === '443'));
    // A name with any address outside the public internet is refused.
    if (!isNamed(url) && !given.every(may)) throw new NotOutside();
    return [first, ...others];
  }

  const outside = {
    /** Whether secrets may be sent there, and what comes from there believed, by the address alone: https on its port, or what somebody permitted. */
    accepts(address: string): boolean {
      const url = URL.canParse(address) ? new URL(address) : null;
      if (url === null || `${url.username}${url.password}${url.hash}` !== '') return false;
      return isNamed(url) || (url.protocol === 'https:' && url.port === '' && outside.mayBeOutside(url));
    },
    /** false: the address alone shows that nothing may be sent there: it is a number outside the public internet, or this machine's name. */
    mayBeOutside(url: URL): boolean {
      const host = hostOf(url);
      if (isNamed(url)) return true;
      return isIP(host) === 0 ? !/(^|\.)localhost\.?$/.test(host) : isPublicAddress(host);
    },
    /** Whether somebody permitted this address, though it is not of the public web or without TLS. */
    isPermitted: isNamed,
    /** Whether a host of this name exists. Errors: those of the name server. */
    resolves: async (host: string, signal: AbortSignal): Promise<boolean> => (await within(find(host), signal)).length > 0,
    async ask(url: URL, { method, headers, body, signal, mostBytes }: OutsideRequest): Promise<OutsideAnswer> {
      const addresses = await addressesOf(url, signal);
      const send = url.protocol === 'https:' ? secure : plain;
      return new Promise((done, failed) => {
        const request = send(url, {
          method,
          signal,
          agent: false,
          maxHeaderSize: MOST_HEADER_BYTES,
          headers: { ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) },
          // Not resolved again: the connection goes to the address that was checked.
          lookup: (_host, asked, answer) => (asked.all ? answer(null, addresses) : answer(null, addresses[0].address, addresses[0].family)),
        });
        request.on('response', (response) => {
          const { statusCode: status = 0, headers: answered } = response;
          let read = '';
          const end = () => done({ status, headers: answered, body: read.slice(0, mostBytes) });
          if (mostBytes === 0) {
            end();
            response.on('error', () => {}).destroy();
            return;
          }
          response.setEncoding('utf8');
          response.on('data', (part: string) => {
            read += part;
            if (read.length < mostBytes) return;
            end();
            response.destroy();
          });
          response.on('end', end);
          // The status is known: the rest of the body is not needed.
          response.on('error', end);
        });
        request.on('error', failed);
        request.end(body);
      });
    },
  };
  return outside;
}

/** A DNS query cannot be cancelled: its answer is ignored from here on. */
function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((done, failed) => {
    const stop = () => failed(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(done, failed).finally(() => signal.removeEventListener('abort', stop));
  });
}
