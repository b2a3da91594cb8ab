import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { StoreUnavailable } from '../../../events/store/port.ts';
import { type ByteRange, checkKey, type FileStore, isMark, isSame, MARKS, type StoredFile } from './port.ts';

export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}
export interface S3Place {
  bucket: string;
  /** Address of an S3-compatible store, used path-style; null: Amazon's. */
  endpoint: string | null;
  region: string;
  /** Put before every key; empty, or ends with `/`. */
  prefix: string;
}

const TIMEOUT_MS = 30_000;
const PAUSES = [200, 1_000] as const;

/** RFC 3986 encoding as S3 requires it: includes what encodeURIComponent leaves. */
const encodePart = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
export const encodePath = (key: string): string => key.split('/').map(encodePart).join('/');
export const encodeQuery = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => `${encodePart(name)}=${encodePart(value)}`)
    .sort()
    .join('&');

interface Signable {
  method: string;
  /** Its path and query are already encoded as S3 requires. */
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array | string;
}
/** All headers to send: those given, the hash of the body, the date and the signature. */
export const signed = async (
  { method, url, headers, body }: Signable,
  { now, ...scope }: S3Credentials & { region: string; now: Date },
): Promise<Headers> => {
  const hash = createHash('sha256').update(body).digest('hex');
  const signer = new AwsV4Signer({
    ...scope,
    service: 's3',
    method,
    url: url.href,
    headers: { ...headers, 'x-amz-content-sha256': hash },
    datetime: now.toISOString().replace(/[-:]|\.\d{3}/g, ''),
    allHeaders: true,
  });
  return (await signer.sign()).headers;
};

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const textOf = (xml: string, tag: string): string | null =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]?.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole) ?? null;

/** Five calls of S3 over fetch: put, get, head, delete and list (marks are empty objects). Temporary failures are retried twice. */
export function openS3Files(place: S3Place, credentials: S3Credentials, now: () => Date = () => new Date()): FileStore {
  const { bucket, endpoint, region, prefix } = place;
  const base = endpoint === null ? `https://${bucket}.s3.${region}.amazonaws.com` : `${endpoint}/${encodePath(bucket)}`;

  const call = async (
    method: string,
    key: string,
    options: { query?: Readonly<Record<string, string>>; body?: Uint8Array; headers?: Readonly<Record<string, string>> } = {},
  ): Promise<Response> => {
    const query = encodeQuery(options.query ?? {});
    const url = new URL(`${base}/${encodePath(key)}${query && `?${query}`}`);
    for (let attempt = 0; ; attempt++) {
      const headers = await signed(
        { method, url, headers: options.headers ?? {}, body: options.body ?? '' },
        { ...credentials, region, now: now() },
      );
      try {
        const answer = await fetch(url, {
          method,
          headers,
          redirect: 'error',
          signal: AbortSignal.timeout(TIMEOUT_MS),
          ...(options.body && { body: options.body as Uint8Array<ArrayBuffer> }),
        });
        if (answer.status < 500 && answer.status !== 429) return answer;
        await answer.body?.cancel();
        if (attempt === PAUSES.length) throw new Error(`S3 answered ${answer.status}`);
      } catch (error) {
        if (attempt === PAUSES.length) throw new StoreUnavailable('the files cannot be reached', error);
      }
      await pause(PAUSES[attempt]);
    }
  };
  /** An error reports only the code: the rest of the answer may name keys. */
  const refused = async (answer: Response): Promise<never> => {
    const code = textOf(await answer.text(), 'Code') ?? '';
    throw new StoreUnavailable(`S3 refused: ${answer.status} ${code}`, null);
  };
  const head = async (key: string): Promise<StoredFile | null> => {
    checkKey(key);
    const answer = await call('HEAD', prefix + key);
    if (answer.status === 404) return null;
    if (!answer.ok) return refused(answer);
    return {
      key,
      bytes: Number(answer.headers.get('content-length')),
      storedAt: new Date(answer.headers.get('last-modified') ?? 0),
    };
  };

  async function* objects(under: string): AsyncIterable<StoredFile> {
    let token: string | null = null;
    do {
      const answer = await call('GET', '', {
        query: { 'list-type': '2', ...(under && { prefix: under }), ...(token !== null && { 'continuation-token': token }) },
      });
      if (!answer.ok) return refused(answer);
      const xml = await answer.text();
      for (const [, entry = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs))
        yield {
          key: textOf(entry, 'Key') ?? '',
          bytes: Number(textOf(entry, 'Size')),
          storedAt: new Date(textOf(entry, 'LastModified') ?? 0),
        };
      token = textOf(xml, 'IsTruncated') === 'true' ? textOf(xml, 'NextContinuationToken') : null;
    } while (token !== null);
  }

  const get = async (key: string, range?: ByteRange) => {
    checkKey(key);
    const answer = await call('GET', prefix + key, range ? { headers: { range: `bytes=${range.from}-${range.to}` } } : {});
    if (answer.status === 404) {
      await answer.body?.cancel();
      return null;
    }
    if (!answer.ok || !answer.body) return refused(answer);
    const whole = /\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1] ?? answer.headers.get('content-length');
    return { bytes: Number(whole), stream: Readable.fromWeb(answer.body as ReadableStream) };
  };

  return {
    async put(key, bytes) {
      const there = (await head(key))?.bytes === bytes.length ? await get(key) : null;
      // One that was cut off or replaced since is written again.
      if (there && (await isSame(there, bytes))) return;
      const answer = await call('PUT', prefix + key, { body: bytes, headers: { 'content-type': 'application/octet-stream' } });
      if (!answer.ok) await refused(answer);
      await answer.body?.cancel();
    },
    get,
    head,
    async delete(key) {
      checkKey(key);
      const answer = await call('DELETE', prefix + key);
      if (!answer.ok && answer.status !== 404) await refused(answer);
      await answer.body?.cancel();
    },
    async mark(school) {
      const answer = await call('PUT', `${prefix}${MARKS}/${school}`, { body: new Uint8Array() });
      if (!answer.ok) await refused(answer);
      await answer.body?.cancel();
      const found: string[] = [];
      for await (const { key } of objects(`${prefix}${MARKS}/`)) found.push(key.slice(`${prefix}${MARKS}/`.length));
      return found.filter(isMark);
    },
    async *list() {
      for await (const { key, ...about } of objects(prefix)) {
        const own = key.slice(prefix.length);
        try {
          checkKey(own);
        } catch {
          // Not written by this code.
          continue;
        }
        yield { key: own, ...about };
      }
    },
    async close() {},
  };
}
