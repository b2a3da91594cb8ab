import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createPlain, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type CheckerOptions, createLinkChecker, embedOf } from '../../backend/integrations/links/checker.ts';
import { isPublicAddress } from '../../backend/integrations/outside/addresses.ts';

/** The one that looks for dead links, against real servers: what it says of them, and where it never goes. */

type Answering = (request: IncomingMessage, response: ServerResponse) => void;
async function serve(answering: Answering, address = '127.0.0.1') {
  const asked: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    headers.push(request.headers);
    answering(request, response);
  });
  await new Promise<void>((done) => server.listen(0, address, done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, at: `${address}:${port}`, url: `http://${address}:${port}`, asked, headers };
}
const answers =
  (status: number, headers: Record<string, string> = {}): Answering =>
  (_, response) =>
    response.writeHead(status, headers).end();
const checking = (permitted: readonly string[], more: CheckerOptions = {}) =>
  createLinkChecker({ timeoutMs: 2_000, permitted: new Set(permitted), ...more });

describe('what a link answers', () => {
  test.each([
    [200, { state: 'alive' }],
    [206, { state: 'alive' }],
    [404, { state: 'dead', reason: 'not-found' }],
    [410, { state: 'dead', reason: 'gone' }],
    [401, { state: 'unknown', reason: 'status' }],
    [403, { state: 'unknown', reason: 'status' }],
    [429, { state: 'unknown', reason: 'status' }],
    [500, { state: 'unknown', reason: 'status' }],
    [503, { state: 'unknown', reason: 'status' }],
    [304, { state: 'unknown', reason: 'status' }],
  ])('status %i', async (status, expected) => {
    const { url, at } = await serve(answers(status));
    expect(await checking([at]).check(`${url}/x`)).toEqual({ ...expected, host: '127.0.0.1' });
  });

  // rows: C10
  test('a video is looked for by oEmbed, for its page answers whether it is there or not', async () => {
    for (const [status, expected] of [
      [200, { state: 'alive' }],
      [404, { state: 'dead', reason: 'not-found' }],
      [400, { state: 'dead', reason: 'not-found' }],
      [401, { state: 'unknown', reason: 'status' }],
      [403, { state: 'unknown', reason: 'status' }],
      [302, { state: 'unknown', reason: 'status' }],
      [503, { state: 'unknown', reason: 'status' }],
    ] as const) {
      const provider = await serve(answers(status, { location: 'http://127.0.0.1/' }));
      const ask = checking([provider.at], { embedOf: (link) => `${provider.url}/oembed?url=${encodeURIComponent(link.href)}` });
      expect(await ask.check('https://www.youtube.com/watch?v=aaaaaaaaaaa')).toEqual({ ...expected, host: '127.0.0.1' });
      expect(provider.asked).toEqual(['GET /oembed?url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3Daaaaaaaaaaa']);
    }
    // Whom it asks is looked at like every other address.
    expect(await checking([], { embedOf: () => 'http://127.0.0.1:1/oembed' }).check('https://youtu.be/aaaaaaaaaaa')).toMatchObject({
      state: 'unknown',
      reason: 'refused',
    });
    const asked = (link: string) => embedOf(new URL(link));
    for (const link of [
      'https://youtu.be/aaaaaaaaaaa?t=5',
      'https://m.youtube.com/watch?v=aaaaaaaaaaa&list=x',
      'https://youtube.com/shorts/aaaaaaaaaaa',
    ])
      expect(asked(link)).toBe(asked('https://www.youtube.com/watch?v=aaaaaaaaaaa'));
    expect(asked('https://vimeo.com/1084537')).toBe('https://vimeo.com/api/oembed.json?url=https%3A%2F%2Fvimeo.com%2F1084537');
    for (const link of [
      'https://www.youtube.com/@canal',
      'https://youtube.com/playlist?list=x',
      'https://vimeo.com/user1',
      'https://youtube.com.ejemplo.mx/watch?v=aaaaaaaaaaa',
    ])
      expect(asked(link)).toBeNull();
  });

  test('a server that knows no HEAD, or says 404 to it, is asked with GET', async () => {
    for (const head of [405, 404, 501, 403]) {
      const { url, at, asked } = await serve((request, response) => response.writeHead(request.method === 'HEAD' ? head : 200).end('x'));
      expect(await checking([at]).check(url)).toMatchObject({ state: 'alive' });
      expect(asked).toEqual(['HEAD /', 'GET /']);
    }
  });

  test('redirects are followed, up to five', async () => {
    const { url, at } = await serve((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) return void response.writeHead(200).end();
      response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    expect(await checking([at]).check(`${url}/5`)).toMatchObject({ state: 'alive' });
    expect(await checking([at]).check(`${url}/6`)).toMatchObject({ state: 'unknown', reason: 'redirects' });
  });

  test('redirects without an end, or to nothing that is an address', async () => {
    const round = await serve(answers(301, { location: '/otra-vez' }));
    expect(await checking([round.at]).check(round.url)).toMatchObject({ state: 'unknown', reason: 'redirects' });
    expect(round.asked.length).toBe(6);
    const odd = await serve(answers(302, { location: 'http://' }));
    expect(await checking([odd.at]).check(odd.url)).toMatchObject({ state: 'unknown', reason: 'status' });
  });

  test('a server that never answers, or drips, is given up in time', async () => {
    const silent = await serve(() => {});
    const drips = createPlain((socket: Socket) => {
      socket.on('error', () => {});
      socket.write('HTTP/1.1 200 OK\r\n');
      const drop = setInterval(() => socket.write('x-a: 1\r\n'), 20);
      socket.on('close', () => clearInterval(drop));
    });
    await new Promise<void>((done) => drips.listen(0, '127.0.0.1', done));
    onTestFinished(() => void drips.close());
    const { port } = drips.address() as AddressInfo;
    for (const at of [silent.at, `127.0.0.1:${port}`]) {
      const began = performance.now();
      expect(await checking([at], { timeoutMs: 300 }).check(`http://${at}/`)).toMatchObject({ state: 'unknown', reason: 'timeout' });
      expect(performance.now() - began).toBeLessThan(2_000);
    }
  });

  test('a huge body is cut off unread', async () => {
    const cut = Promise.withResolvers<number>();
    const piece = Buffer.alloc(64 * 1024);
    const { url, at } = await serve((request, response) => {
      if (request.method === 'HEAD') return void response.writeHead(405).end();
      let sent = 0;
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      response.on('close', () => cut.resolve(sent));
      const more = () => {
        while (!response.destroyed && response.write(piece)) sent += piece.length;
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    expect(await checking([at]).check(url)).toMatchObject({ state: 'alive' });
    // What stood in the buffers of both ends.
    expect(await cut.promise).toBeLessThan(16 * 1024 * 1024);
  });

  test('headers without an end, and what is not HTTP, tell nothing', async () => {
    const { url, at } = await serve((_, response) => response.writeHead(200, { 'x-long': 'x'.repeat(64 * 1024) }).end());
    expect(await checking([at]).check(url)).toMatchObject({ state: 'unknown', reason: 'unreachable' });
    const other = createPlain((socket) => socket.on('error', () => {}).end('220 hola\r\n'));
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    expect(await checking([`127.0.0.1:${port}`]).check(`http://127.0.0.1:${port}/`)).toMatchObject({ reason: 'unreachable' });
  });

  test('neither cookies nor anything of the school goes along, and the server is told who asks', async () => {
    const { url, at, headers } = await serve((request, response) =>
      request.url === '/dos'
        ? response.writeHead(200).end()
        : response.writeHead(302, { location: '/dos', 'set-cookie': 'rastro=1' }).end(),
    );
    await checking([at]).check(url);
    expect(headers.length).toBe(2);
    for (const sent of headers) {
      expect(Object.keys(sent).sort()).toEqual(['accept', 'connection', 'host', 'user-agent']);
      expect(sent['user-agent']).toContain('Aulaviva');
    }
  });
});

describe('names', () => {
  const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code, syscall: 'getaddrinfo' }));
  test('one that nobody has is dead, one that could not be asked for is not', async () => {
    const link = 'http://no-existe.prueba/x';
    expect(await checking([], { resolve: failing('ENOTFOUND') }).check(link)).toEqual({
      state: 'dead',
      reason: 'no-host',
      host: 'no-existe.prueba',
    });
    expect(await checking([], { resolve: failing('EAI_AGAIN') }).check(link)).toMatchObject({ state: 'unknown', reason: 'no-name' });
    expect(await checking([], { resolve: () => new Promise(() => {}), timeoutMs: 100 }).check(link)).toMatchObject({ reason: 'timeout' });
    expect(await checking([], { resolve: failing('ENOTFOUND') }).resolves('no-existe.prueba')).toBe(false);
  });

  test('the connection goes to the address that was looked at, whatever the name says a moment later', async () => {
    const good = await serve(answers(200));
    let asked = 0;
    const checker = checking([good.at], {
      resolve: async () => [{ address: asked++ === 0 ? '127.0.0.1' : '127.0.0.66', family: 4 }],
    });
    expect(await checker.check(`http://cambia.prueba:${good.port}/`)).toMatchObject({ state: 'alive' });
    expect(good.headers[0]?.host).toBe(`cambia.prueba:${good.port}`);
    // The second hop asks again, and what it is told now is refused.
    expect(await checker.check(`http://cambia.prueba:${good.port}/`)).toMatchObject({ state: 'unknown', reason: 'refused' });
    expect(good.asked.length).toBe(1);
  });
});

test('of several addresses the next is tried where one is not there', async () => {
  const good = await serve(answers(200));
  const there = { address: '127.0.0.1', family: 4 };
  const away = { address: '::1', family: 6 };
  const checker = checking([good.at, `::1:${good.port}`], { resolve: async () => [away, there] });
  expect(await checker.check(`http://dos.prueba:${good.port}/`)).toMatchObject({ state: 'alive' });
});

describe('where it never goes', () => {
  const strict = createLinkChecker({ timeoutMs: 2_000 });
  test('this machine and its neighbours, however they are written', async () => {
    const own = await serve(answers(404));
    for (const link of [
      own.url,
      'http://127.0.0.1/',
      'http://localhost/',
      'http://127.1/',
      'http://2130706433/',
      'http://0x7f.0.0.1/',
      'http://0177.0.0.1/',
      'http://0.0.0.0/',
      'http://10.0.0.1/',
      'http://172.16.3.4/',
      'http://192.168.1.1/',
      'http://100.64.0.1/',
      'http://169.254.169.254/latest/meta-data/',
      'http://168.63.129.16/',
      'http://[::1]/',
      'http://[::]/',
      'http://[::ffff:127.0.0.1]/',
      'http://[::ffff:a9fe:a9fe]/',
      'http://[64:ff9b::7f00:1]/',
      'http://[fd00:ec2::254]/',
      'http://[fe80::1]/',
      'http://[ff02::1]/',
      'http://[2002:7f00:1::]/',
      'http://255.255.255.255/',
      'http://224.0.0.1/',
    ])
      expect(await strict.check(link), link).toMatchObject({ state: 'unknown', reason: 'refused' });
    expect(own.asked).toEqual([]);
  });

  test('a name that leads to this machine, alone or among others', async () => {
    const own = await serve(answers(404));
    for (const addresses of [['127.0.0.1'], ['::1'], ['::ffff:127.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['fe80::1%eth0']])
      expect(
        await createLinkChecker({ resolve: async () => addresses.map((address) => ({ address, family: 4 })) }).check(
          'http://dentro.prueba/',
        ),
        addresses.join(),
      ).toMatchObject({ state: 'unknown', reason: 'refused' });
    expect(own.asked).toEqual([]);
  });

  test('to an address inside by a redirect', async () => {
    const inside = await serve(answers(404), '127.0.0.2');
    for (const location of [
      `${inside.url}/secreto`,
      'http://169.254.169.254/latest/meta-data/',
      'http://[::1]/',
      'http://localhost/',
      '//10.0.0.1/',
      'file:///etc/passwd',
      'ftp://ejemplo.mx/',
      'gopher://127.0.0.1:6379/_FLUSHALL',
      'http://alguien:clave@127.0.0.1/',
    ]) {
      const outside = await serve(answers(302, { location }));
      expect(await checking([outside.at]).check(outside.url), location).toMatchObject({ state: 'unknown', reason: 'refused' });
      expect(outside.asked).toEqual(['HEAD /']);
    }
    expect(inside.asked).toEqual([]);
  });

  test('other ports, other schemes, credentials, and what is no link', async () => {
    const resolve = async () => [{ address: '93.184.216.34', family: 4 }];
    for (const link of [
      'http://ejemplo.mx:22/',
      'http://ejemplo.mx:8080/',
      'https://ejemplo.mx:6379/',
      'http://alguien@ejemplo.mx/',
      'https://alguien:clave@ejemplo.mx/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'data:text/html,x',
      'mailto:a@b.mx',
      '/api/files/x',
      '',
      'http://',
    ])
      expect(await createLinkChecker({ resolve }).check(link), link).toMatchObject({ state: 'unknown', reason: 'refused' });
  });

  test('every reserved network is closed, the public internet open', () => {
    for (const address of [
      '93.184.216.34',
      '1.1.1.1',
      '8.8.8.8',
      '172.15.0.1',
      '172.32.0.1',
      '100.63.0.1',
      '2606:4700::1111',
      '2a00:1450::1',
    ])
      expect(isPublicAddress(address), address).toBe(true);
    for (const address of [
      '192.0.0.192',
      '192.88.99.1',
      '198.18.0.1',
      '198.51.100.1',
      '203.0.113.1',
      '240.0.0.1',
      '2001::1',
      '2001:db8::1',
      '3fff::1',
      'x',
      '',
    ])
      expect(isPublicAddress(address), address).toBe(false);
  });
});
