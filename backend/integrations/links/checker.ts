import { createOutside, NotOutside, type OutsideOptions } from '../outside/request.ts';
import type { LinkAnswer, LinkChecker } from './port.ts';

const TIMEOUT_MS = 10_000;
const MOST_REDIRECTS = 5;
const NO_SUCH_NAME = new Set(['ENOTFOUND', 'ENODATA']);

/** `permitted` is only for tests: no setting reaches it. */
export interface CheckerOptions extends OutsideOptions {
  timeoutMs?: number;
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

const HEADERS = { 'user-agent': 'Aulaviva (looks for dead links)', accept: '*/*' };

/** Checks whether a link works, where it leads into the public web (`createOutside`), anew for every redirect. No body is read. */
export function createLinkChecker(options: CheckerOptions = {}): LinkChecker {
  const { timeoutMs = TIMEOUT_MS } = options;
  const embed = options.embedOf ?? embedOf;
  const outside = createOutside(options);

  /** The status and the redirect target. */
  async function ask(method: 'HEAD' | 'GET', url: URL, signal: AbortSignal): Promise<{ status: number; location: string | null }> {
    const { status, headers } = await outside.ask(url, { method, headers: HEADERS, signal, mostBytes: 0 });
    return { status, location: headers.location ?? null };
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
      if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') throw new NotOutside();
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
        if (error instanceof NotOutside) return { state: 'unknown', reason: 'refused', host };
        if (error instanceof Unknown) return { state: 'unknown', reason: error.reason, host };
        if (signal.aborted) return { state: 'unknown', reason: 'timeout', host };
        const { code = '', syscall } = error as NodeJS.ErrnoException;
        if (NO_SUCH_NAME.has(code)) return { state: 'dead', reason: 'no-host', host };
        return { state: 'unknown', reason: syscall === 'getaddrinfo' ? 'no-name' : 'unreachable', host };
      }
    },
    async resolves(host) {
      try {
        return await outside.resolves(host, AbortSignal.timeout(timeoutMs));
      } catch {
        return false;
      }
    },
  };
}
