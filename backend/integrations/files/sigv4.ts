import { createHash, createHmac } from 'node:crypto';

/** AWS Signature Version 4, of the requests that the S3 adapter makes. */

export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}
export interface Signable {
  method: string;
  /** Its path and query are already encoded as S3 wants them (see `encodePath`, `encodeQuery`). */
  url: URL;
  /** Lower-case names; `host` and `x-amz-date` are added. */
  headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body, in hex. */
  payloadHash: string;
}
export interface Scope extends S3Credentials {
  region: string;
  service: string;
  now: Date;
}

export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Uint8Array, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** RFC 3986: what is not unreserved is encoded, also what encodeURIComponent leaves. */
export const encodePart = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
export const encodePath = (key: string): string => key.split('/').map(encodePart).join('/');
export const encodeQuery = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => `${encodePart(name)}=${encodePart(value)}`)
    .sort()
    .join('&');

/** Signs the headers given, the host and the date. Answers all that have to be sent. */
export function sign(request: Signable, { accessKeyId, secretAccessKey, region, service, now }: Scope): Record<string, string> {
  const date = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = date.slice(0, 8);
  const headers: Record<string, string> = { ...request.headers, host: request.url.host, 'x-amz-date': date };
  const names = Object.keys(headers).sort();
  const signed = names.join(';');
  const canonical = [
    request.method,
    request.url.pathname,
    request.url.search.slice(1),
    ...names.map((name) => `${name}:${headers[name]?.trim().replace(/ +/g, ' ')}`),
    '',
    signed,
    request.payloadHash,
  ].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const key = [region, service, 'aws4_request'].reduce(hmac, hmac(`AWS4${secretAccessKey}`, day));
  const signature = hmac(key, toSign).toString('hex');
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${signed}, Signature=${signature}`,
  };
}
