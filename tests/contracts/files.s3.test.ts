import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodePath, encodeQuery, openS3Files, type S3Place, signed } from '../../backend/integrations/files/s3.ts';
import { collect } from '../support/domain.ts';
import { type FakeS3, S3_TEST_BUCKET, S3_TEST_CREDENTIALS, startFakeS3 } from '../support/s3.ts';
import { filesContract, keyOf } from './files.ts';

let server: FakeS3;
beforeAll(async () => {
  server = await startFakeS3();
});
afterAll(() => server.stop());
const place = (more: Partial<S3Place> = {}): S3Place => ({
  bucket: S3_TEST_BUCKET,
  endpoint: server.endpoint,
  region: 'us-east-1',
  prefix: '',
  ...more,
});

filesContract('S3', async () => {
  server.objects.clear();
  return {
    store: openS3Files(place(), S3_TEST_CREDENTIALS),
    open: async () => openS3Files(place(), S3_TEST_CREDENTIALS),
    dispose: async () => {
      expect(server.refusals.filter((code) => code !== 'NoSuchKey')).toEqual([]);
    },
  };
});

describe('S3', () => {
  const bytes = Buffer.from('contenido');
  const key = keyOf(bytes);

  test('keeps to its prefix and does not see what others keep', async () => {
    server.objects.clear();
    server.objects.set('otros/cosa.txt', { bytes, modified: new Date() });
    server.objects.set('escuela & cía/x', { bytes, modified: new Date() });
    const store = openS3Files(place({ prefix: 'escuela/' }), S3_TEST_CREDENTIALS);
    await store.put(key, bytes);
    expect([...server.objects.keys()]).toContain(`escuela/${key}`);
    expect((await collect(store.list())).map((one) => one.key)).toEqual([key]);
    expect(await openS3Files(place(), S3_TEST_CREDENTIALS).head(key)).toBeNull();
  });

  test('writes again what was cut off', async () => {
    server.objects.clear();
    const store = openS3Files(place(), S3_TEST_CREDENTIALS);
    server.objects.set(key, { bytes: bytes.subarray(0, 3), modified: new Date() });
    await store.put(key, bytes);
    expect(server.objects.get(key)?.bytes.equals(bytes)).toBe(true);
  });

  test('tries again what fails for a moment, and gives up after three', async () => {
    const store = openS3Files(place(), S3_TEST_CREDENTIALS);
    server.failNext.push(503, 500);
    await store.put(key, bytes);
    server.failNext.push(503, 503, 503);
    await expect(store.head(key)).rejects.toMatchObject({ name: 'StoreUnavailable' });
    expect(server.failNext).toEqual([]);
  });

  test('a wrong secret, or a clock that is far off, is refused by the server and said without naming a key', async () => {
    const wrong = openS3Files(place(), { ...S3_TEST_CREDENTIALS, secretAccessKey: 'another' });
    await expect(wrong.put(key, bytes)).rejects.toMatchObject({ name: 'StoreUnavailable' });
    const late = openS3Files(place(), S3_TEST_CREDENTIALS, () => new Date(Date.now() - 3_600_000));
    await expect(late.get(key)).rejects.toThrow('S3 refused: 403 RequestTimeTooSkewed');
    expect(server.refusals).toContain('RequestTimeTooSkewed');
  });

  test('a server that is not there is a store that is away', async () => {
    const store = openS3Files(place({ endpoint: 'http://127.0.0.1:9' }), S3_TEST_CREDENTIALS);
    await expect(store.head(key)).rejects.toMatchObject({ name: 'StoreUnavailable' });
  });
});

/** The examples that Amazon publishes: "Signature Calculations for the Authorization Header", bucket examplebucket, 24 May 2013. */
describe('signatures as Amazon documents them', () => {
  const scope = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
    now: new Date('2013-05-24T00:00:00Z'),
  };
  const signatureOf = async (method: string, path: string, headers: Record<string, string>, body = '') => {
    const url = new URL(`https://examplebucket.s3.amazonaws.com/${path}`);
    const all = await signed({ method, url, headers, body }, scope);
    return /Signature=(.*)$/.exec(all.get('authorization') ?? '')?.[1];
  };

  test('GET Object', async () => {
    expect(await signatureOf('GET', 'test.txt', { range: 'bytes=0-9' })).toBe(
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    );
  });
  test('PUT Object', async () => {
    const headers = { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' };
    expect(await signatureOf('PUT', encodePath('test$file.text'), headers, 'Welcome to Amazon S3.')).toBe(
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    );
  });
  test('GET Bucket lifecycle', async () => {
    expect(await signatureOf('GET', `?${encodeQuery({ lifecycle: '' })}`, {})).toBe(
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    );
  });
  test('List Objects', async () => {
    expect(await signatureOf('GET', `?${encodeQuery({ prefix: 'J', 'max-keys': '2' })}`, {})).toBe(
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    );
  });
});
