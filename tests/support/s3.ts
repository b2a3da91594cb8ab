import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** An HTTP server that stands for S3, path-style. It verifies every signature from what arrived, by its own reading of the algorithm. */

export interface FakeS3 {
  endpoint: string;
  objects: Map<string, { bytes: Buffer; modified: Date }>;
  /** Answers the next requests with these statuses instead. */
  failNext: number[];
  /** Code of each refusal so far. */
  refusals: string[];
  stop(): Promise<void>;
}

export const S3_TEST_CREDENTIALS = { accessKeyId: 'AKIATESTTESTTEST', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
export const S3_TEST_BUCKET = 'aulaviva-pruebas';
const REGION = 'us-east-1';
const PAGE = 10;

const hex = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const mac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

function refusalOf(request: IncomingMessage, body: Buffer): string | null {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  if (!found) return 'AccessDenied';
  const [, keyId, day = '', region, names = '', signature = ''] = found;
  if (keyId !== S3_TEST_CREDENTIALS.accessKeyId) return 'InvalidAccessKeyId';
  if (region !== REGION) return 'AuthorizationHeaderMalformed';
  const signed = names.split(';');
  if (!signed.includes('host') || !signed.includes('x-amz-content-sha256') || !signed.includes('x-amz-date')) return 'AccessDenied';
  // Every header of AWS's own must be signed.
  if (Object.keys(request.headers).some((name) => name.startsWith('x-amz-') && !signed.includes(name))) return 'AccessDenied';
  const date = String(request.headers['x-amz-date']);
  const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? [];
  const at = Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`);
  if (!date.startsWith(day) || !(Math.abs(Date.now() - at) < 15 * 60_000)) return 'RequestTimeTooSkewed';
  if (request.headers['x-amz-content-sha256'] !== hex(body)) return 'XAmzContentSHA256Mismatch';
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const canonical = `${request.method}\n${path}\n${query.split('&').sort().join('&')}\n${signed
    .map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
    .join('')}\n${names}\n${hex(body)}`;
  const key = mac(mac(mac(mac(`AWS4${S3_TEST_CREDENTIALS.secretAccessKey}`, day), REGION), 's3'), 'aws4_request');
  const expected = mac(key, `AWS4-HMAC-SHA256\n${date}\n${day}/${REGION}/s3/aws4_request\n${hex(canonical)}`);
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch';
}

export async function startFakeS3(): Promise<FakeS3> {
  const objects: FakeS3['objects'] = new Map();
  const failNext: number[] = [];
  const refusals: string[] = [];

  const list = (query: URLSearchParams): string => {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? '';
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, PAGE);
    const entries = page.map((key) => {
      const { bytes, modified } = objects.get(key) ?? { bytes: Buffer.alloc(0), modified: new Date() };
      return `<Contents><Key>${key.replace(/&/g, '&amp;')}</Key><LastModified>${modified.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`;
    });
    const more = keys.length > PAGE;
    return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${entries.join('')}${
      more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    }</ListBucketResult>`;
  };
  const refuse = (response: ServerResponse, status: number, code: string): void => {
    refusals.push(code);
    response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
  };

  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const status = failNext.shift();
    if (status !== undefined) return refuse(response, status, 'SlowDown');
    const refusal = refusalOf(request, body);
    if (refusal) return refuse(response, 403, refusal);
    const url = new URL(request.url ?? '', 'http://s3');
    const [, bucket = '', ...rest] = decodeURIComponent(url.pathname).split('/');
    const key = rest.join('/');
    if (bucket !== S3_TEST_BUCKET) return refuse(response, 404, 'NoSuchBucket');
    if (key === '') return void response.writeHead(200, { 'content-type': 'application/xml' }).end(list(url.searchParams));
    const found = objects.get(key);
    if (request.method === 'PUT') {
      objects.set(key, { bytes: body, modified: new Date() });
      return void response.writeHead(200).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    if (!found) return refuse(response, 404, 'NoSuchKey');
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const part = from === undefined ? found.bytes : found.bytes.subarray(Number(from), Number(to) + 1);
    response.writeHead(from === undefined ? 200 : 206, {
      'content-length': part.length,
      'last-modified': found.modified.toUTCString(),
      ...(from !== undefined && { 'content-range': `bytes ${from}-${to}/${found.bytes.length}` }),
    });
    response.end(request.method === 'HEAD' ? undefined : part);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    failNext,
    refusals,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
