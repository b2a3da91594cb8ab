import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { takeFile } from './take-file.ts';

/** Serves a file, cutting off each answer after the given number of bytes. */
async function served(file: string, cuts: readonly number[], tag: string | null) {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    asked.push(request.headers.range);
    const most = cuts[asked.length - 1] ?? Number.POSITIVE_INFINITY;
    if (most < 0) return void response.destroy();
    const part = file.slice(from);
    response.writeHead(from > 0 && request.headers['if-range'] === tag ? 206 : 200, {
      'content-length': part.length,
      ...(tag !== null && { etag: tag, 'accept-ranges': 'bytes' }),
    });
    response.write(part.slice(0, most), () => (most < part.length ? response.destroy() : response.end()));
  });
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked };
}
const file = Array.from({ length: 5_000 }, (_, at) => `renglón ${at}\n`.normalize('NFD').replace(/[^\x20-\x7e\n]/g, '')).join('');
const waited: number[] = [];
const wait = async (ms: number) => void waited.push(ms);

test('a file whose connection is cut goes on from its byte, as often as it comes further', async () => {
  const { url, asked } = await served(file, [20_000, 20_000, -1, 5_000], '"1"');
  const { data } = await takeFile({ url }, wait);
  expect(await data.text()).toBe(file);
  expect(asked).toEqual([undefined, 'bytes=20000-', 'bytes=40000-', 'bytes=40000-', 'bytes=45000-']);
});

test('a download gives up where it comes no further, and at once where the file may be another one by now', async () => {
  waited.length = 0;
  const away = await served(file, [20_000, -1, -1, -1, -1, -1, -1], '"1"');
  await expect(takeFile({ url: away.url }, wait)).rejects.toMatchObject({ code: 'NETWORK' });
  expect(waited).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
  const unnamed = await served(file, [20_000], null);
  await expect(takeFile({ url: unnamed.url }, wait)).rejects.toMatchObject({ code: 'NETWORK' });
  expect(unnamed.asked).toHaveLength(1);
});
