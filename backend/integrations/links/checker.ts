import { lookup } from 'node:dns/promises';
import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress } from './addresses.ts';
import type { LinkAnswer, LinkChecker } from './port.ts';

interface Address {
  address: string;
  family: number;
}

const TIMEOUT_MS = 10_000;
const MOST_REDIRECTS = 5;
const MOST_HEADER_BYTES = 16 * 1024;
const NO_SUCH_NAME = new Set(['ENOTFOUND', 'ENODATA']);

export interface CheckerOptions {
  timeoutMs?: number;
  /** Only for tests: local servers that count as public ones, as `address:port`. No setting reaches it. */
  permitted?: ReadonlySet<string>;
  /** Only for tests: names without a name server. */
  resolve?: (host: string) => Promise<readonly Address[]>;
  /** Only for tests: the server that is asked about a video. */
  embedOf?: (link: URL) => string | null;
}

/**
 * The oEmbed address of a video: its page answers 200 whether it exists or not, oEmbed does not. Only for links to a single video; it knows no channels.
 */
export function embedOf(link: URL): string | null {
  const host = link.hostname.replace(/^(www|m|music)\./, '');
  const [first = '', second = ''] = link.pathname.split('/').filter(Boolean);
  const youtube =
    host === 'youtu.be'
      ? first
      : host === 'youtube.com' || host === 'youtube-nocookie.com'
        ? first === 'watch'
          ? link.searchParams.get('v')
          : /^(embed|v|shorts|live)$/.test(first)
            ? second
            : null
        : null;
  const ask = (service: string, video: string) => `${service}${encodeURIComponent(video)}`;
  if (youtube && /^[\w-]{11}$/.test(youtube))
    return ask('https://www.youtube.com/oembed?format=json&url=', `https://www.youtube.com/watch?v=${youtube}`);
  return host === 'vimeo.com' && /^\d+$/.test(first) ? ask('https://vimeo.com/api/oembed.json?url=', link.href) : null;
}

class Unknown extends Error {
  readonly reason: Extract<LinkAnswer, { state: 'unknown' }>['reason'];
  constructor(reason: Unknown['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Checks whether a link works, without being led to other targets (SSRF): http and https on their default ports, no credentials, no cookies, and only
 * addresses of the public internet. A name is resolved once and the connection goes to exactly these addresses, anew for every redirect. No body is read.
 */
export function createLinkChecker(options: CheckerOptions = {}): LinkChecker {
  const { timeoutMs = TIMEOUT_MS, permitted = new Set<string>() } = options;
  const embed = options.embedOf ?? embedOf;
  const resolve = options.resolve ?? ((host: string) => lookup(host, { all: true, verbatim: true }));

  /** The only addresses to which the connection may go. */
  async function addressesOf(url: URL, signal: AbortSignal): Promise<[Address, ...Address[]]> {
    const port = url.port || (url.protocol === 'https:' ? '443' : '80');
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const given = isIP(host) === 0 ? await within(resolve(host), signal) : [{ address: host, family: isIP(host) }];
    const [first, ...others] = given;
    if (!first) throw Object.assign(new Error('no address'), { code: 'ENODATA' });
    const may = ({ address }: Address) =>
      permitted.has(`${address}:${port}`) || (isPublicAddress(address) && (port === '80' || port === '443'));
    // A name with any address outside the public internet is refused.
    if (!given.every(may)) throw new Unknown('refused');
    return [first, ...others];
  }

  /** The status and the redirect target; the body is not read. */
  async function ask(method: 'HEAD' | 'GET', url: URL, signal: AbortSignal): Promise<{ status: number; location: string | null }> {
    const addresses = await addressesOf(url, signal);
    const send = url.protocol === 'https:' ? secure : plain;
    return new Promise((done, failed) => {
      const request = send(url, {
        method,
        signal,
        agent: false,
        maxHeaderSize: MOST_HEADER_BYTES,
        headers: { 'user-agent': 'Aulaviva (looks for dead links)', accept: '*/*' },
        // Not resolved again: the connection goes to the address that was checked.
        lookup: (_host, asked, answer) => (asked.all ? answer(null, addresses) : answer(null, addresses[0].address, addresses[0].family)),
      });
      request.on('response', (response) => {
        done({ status: response.statusCode ?? 0, location: response.headers.location ?? null });
        response.on('error', () => {}).destroy();
      });
      request.on('error', failed);
      request.end();
    });
  }

  /** Whether a video exists; one that may not be embedded, or is private, may well exist. */
  async function lookAt(video: URL, signal: AbortSignal, at: (host: string) => void): Promise<LinkAnswer> {
    at(video.hostname);
    const { status } = await ask('GET', video, signal);
    if (status >= 200 && status < 300) return { state: 'alive' };
    // YouTube answers 400 for an id that never existed.
    if (status === 404 || status === 400) return { state: 'dead', reason: 'not-found' };
    if (status === 410) return { state: 'dead', reason: 'gone' };
    throw new Unknown('status');
  }

  async function follow(link: string, signal: AbortSignal, at: (host: string) => void): Promise<LinkAnswer> {
    let next = link;
    for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
      const url = URL.canParse(next) ? new URL(next) : null;
      if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') throw new Unknown('refused');
      const video = embed(url);
      if (video !== null) return lookAt(new URL(video), signal, at);
      at(url.hostname);
      let answer = await ask('HEAD', url, signal);
      // Some servers do not support HEAD, or answer it wrongly.
      if (answer.status >= 400) answer = await ask('GET', url, signal);
      const { status, location } = answer;
      if (status >= 200 && status < 300) return { state: 'alive' };
      if (status === 404) return { state: 'dead', reason: 'not-found' };
      if (status === 410) return { state: 'dead', reason: 'gone' };
      if (status < 300 || status >= 400 || location === null || !URL.canParse(location, url)) throw new Unknown('status');
      next = new URL(location, url).href;
    }
    throw new Unknown('redirects');
  }

  return {
    async check(link, stop) {
      const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(stop ? [stop] : [])]);
      let host = '';
      try {
        const answer = await follow(link, signal, (hop) => {
          host = hop;
        });
        return { ...answer, host };
      } catch (error) {
        if (error instanceof Unknown) return { state: 'unknown', reason: error.reason, host };
        if (signal.aborted) return { state: 'unknown', reason: 'timeout', host };
        const { code = '', syscall } = error as NodeJS.ErrnoException;
        if (NO_SUCH_NAME.has(code)) return { state: 'dead', reason: 'no-host', host };
        return { state: 'unknown', reason: syscall === 'getaddrinfo' ? 'no-name' : 'unreachable', host };
      }
    },
    async resolves(host) {
      try {
        return (await within(resolve(host), AbortSignal.timeout(timeoutMs))).length > 0;
      } catch {
        return false;
      }
    },
  };
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
