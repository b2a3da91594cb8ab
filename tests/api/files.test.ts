import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ErrorCode, errorCatalogue } from '../../backend/api/contract/errors.ts';
import type { KeptFile, UploadAnswer } from '../../backend/api/contract/files.ts';
import { readConfig } from '../../backend/process/config.ts';
import { animatedGif, animatedPng, animatedWebp, CAMERA, form, imageBomb, photograph, picture } from '../support/images.ts';
import { join, joinAs, PASSWORD, type Person, settled } from '../support/people.ts';
import { S3_TEST_BUCKET, S3_TEST_CREDENTIALS, startFakeS3 } from '../support/s3.ts';
import { embedded, openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** How many uploads an hour are allowed. */
const UPLOADS = 30;

let school: School;
let ana: Person;
let beto: Person;
let admin: Person;
let teacher: Person;
const clock = { ahead: 0 };

beforeAll(async () => {
  school = await openSchool({ env: { UPLOAD_LIMIT: String(UPLOADS) }, clock: () => new Date(Date.now() + clock.ahead) });
  ana = await join(school, 'ana');
  beto = await join(school, 'beto');
  admin = await joinAs(school, 'direccion', 'administrator');
  teacher = await joinAs(school, 'maestra', 'instructor');
}, 60_000);
afterAll(() => school.stop());
// Each test gets an hour of uploads of its own.
beforeEach(() => {
  clock.ahead += 3_600_001;
});

interface Sent {
  status: number;
  headers: Headers;
  body: UploadAnswer & { message?: string; code?: string; errors?: { path: string; message: string }[] };
}
const send = async (who: { token: string } | null, body: FormData, query = '', headers: Record<string, string> = {}): Promise<Sent> => {
  const answer = await fetch(`${school.url}/api/files/upload${query}`, {
    method: 'POST',
    headers: { ...(who && { authorization: `Bearer ${who.token}` }), ...headers },
    body,
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Sent['body'] };
};
const face = (who: Person, content: Uint8Array, more: { name?: string; type?: string } = {}) =>
  send(who, form([{ content, ...more }]), '?bucket=img_perfiluser');
const read = async (address: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(new URL(address, school.url), { headers });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
};
const onDisk = () =>
  readdirSync(school.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => /\.(webp|pdf|begun)$/.test(entry.name)).length;
const refused = (sent: Sent, status: number, detail: string) => {
  expect(sent.body).toMatchObject({ code: 'UPLOAD_FAILED', message: `Error al subir la imagen: ${detail}`, errors: [{ message: detail }] });
  const code = sent.headers.get('x-error-codes') as ErrorCode;
  expect(errorCatalogue[code][0]).toBe(status);
  if (code !== 'FILE_TOO_LARGE') expect(errorCatalogue[code][1]).toBe(detail);
  expect(sent.status).toBe(status);
};

describe('an upload', () => {
  // rows: P08
  test('answers in both shapes, for either field, with the bucket in the query, in the form or nowhere', async () => {
    const content = await picture('png');
    const inQuery = await send(ana, form([{ content }]), '?bucket=img_perfiluser');
    expect(inQuery.status).toBe(200);
    const [file] = inQuery.body.files;
    expect(inQuery.body.urls).toEqual([file?.fileUrl]);
    expect(file).toMatchObject({ mime: 'image/webp', fileUrl: `/api/files/${file?.id}` });
    expect(file?.id).toMatch(/^img_perfiluser\/[0-9a-f]{64}\.webp$/);
    expect(inQuery.headers.get('x-position')).toBeTruthy();
    const served = await read(file?.fileUrl ?? '');
    expect(served.bytes.length).toBe(file?.bytes);
    expect(createHash('sha256').update(served.bytes).digest('hex')).toBe(file?.sha256);
    // The same content is the same file.
    for (const [body, query] of [
      [form([{ content, field: 'file' }], { bucket: 'img_perfiluser' }), ''],
      [form([{ content, field: 'file', name: 'otra.jpg', type: 'image/jpeg' }]), ''],
    ] as const)
      expect((await send(ana, body, query)).body).toEqual(inQuery.body);
    const several = await send(ana, form([{ content }, { content: await picture('jpeg', 300, 300, '#0a0') }]), '?bucket=img_perfiluser');
    expect(several.body.urls).toHaveLength(2);
    expect(several.body.urls[0]).toBe(file?.fileUrl);
  });

  test('without a bucket is a course’s image for who makes courses', async () => {
    const content = await picture('png', 2_000, 1_000);
    const { body } = await send(teacher, form([{ content }]));
    expect(body.files[0]?.id).toBe(`img_curso/${body.files[0]?.sha256}.webp`);
    const { width, height } = await sharp((await read(body.urls[0] ?? '')).bytes).metadata();
    expect([width, height]).toEqual([1_600, 800]);
    // The same from somebody else is the same file.
    expect((await send(admin, form([{ content }]))).body).toEqual(body);
  });

  test('with an Idempotency-Key is one upload; with other bytes under it, a conflict', async () => {
    const key = { 'idempotency-key': 'k1' };
    const [one, other] = [await picture('png', 50, 50), await picture('png', 60, 50)];
    const first = await send(ana, form([{ content: one }]), '', key);
    expect((await send(ana, form([{ content: one }]), '', key)).body).toEqual(first.body);
    expect((await send(ana, form([{ content: other }]), '', key)).body.code).toBe('IDEMPOTENCY_CONFLICT');
  });

  test('is listed for administrators, with who uses it and when it goes', async () => {
    const { body } = await send(admin, form([{ content: await picture('png', 77, 77) }]), '?bucket=img_sitio');
    await settled(school);
    const list = async () => (await school.ask('GET', '/api/files?bucket=img_sitio', { token: admin.token })).body as unknown as KeptFile[];
    const [newest] = await list();
    expect(newest).toMatchObject({ id: body.files[0]?.id, bucket: 'img_sitio', usuario: admin.id, usos: 0 });
    expect(Date.parse(newest?.se_borra ?? '') - Date.parse(newest?.guardado ?? '')).toBe(24 * 3_600_000);
    expect((await school.ask('GET', '/api/files', { token: ana.token })).status).toBe(403);
  });
});

describe('who may upload what', () => {
  test('nobody without a token: refused before the body is read', async () => {
    const sent = await send(null, form([{ content: await picture('png') }]), '?bucket=img_perfiluser');
    expect([sent.status, sent.body.code]).toEqual([401, 'AUTH_REQUIRED']);
  });
  test('a learner only their own picture; an instructor no image of the site', async () => {
    const content = await picture('png');
    for (const [who, bucket] of [
      [ana, 'img_curso'],
      [ana, 'img_sitio'],
      [ana, 'recursos'],
      [teacher, 'img_sitio'],
    ] as const) {
      expect((await send(who, form([{ content }]), `?bucket=${bucket}`)).body.code).toBe('FORBIDDEN');
      expect((await send(who, form([{ content }], { bucket }))).body.code).toBe('FORBIDDEN');
    }
  });
  test('a bucket that does not exist is malformed', async () => {
    for (const bucket of ['otro', '../img_curso', 'constructor'])
      expect((await send(admin, form([{ content: await picture('png') }]), `?bucket=${encodeURIComponent(bucket)}`)).body.code).toBe(
        'MALFORMED',
      );
  });
  test('more uploads in an hour than allowed are refused', async () => {
    const content = await picture('png', 20, 20);
    let sent = await face(beto, content);
    for (let count = 1; count < UPLOADS && sent.status === 200; count += 5)
      sent = await send(beto, form(Array.from({ length: 5 }, () => ({ content }))), '?bucket=img_perfiluser');
    sent = await face(beto, content);
    expect([sent.status, sent.body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(sent.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('hostile uploads', () => {
  let before = 0;
  beforeEach(() => {
    before = onDisk();
  });
  const nothingKept = () => expect(onDisk()).toBe(before);

  test('an SVG with a script is refused', async () => {
    const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';
    for (const type of ['image/svg+xml', 'image/png'])
      refused(await face(ana, Buffer.from(svg), { name: 'logo.svg', type }), 415, 'usa una imagen JPEG, PNG o WebP');
    nothingKept();
  });
  test('a page of HTML that says it is a PNG is refused', async () => {
    refused(await face(ana, Buffer.from('<!doctype html><script>alert(1)</script>')), 415, 'usa una imagen JPEG, PNG o WebP');
    nothingKept();
  });
  test('an image bomb: 400 million pixels in 50 kB', async () => {
    const bomb = imageBomb();
    expect(bomb.length).toBeLessThan(100_000);
    const used = process.memoryUsage().rss;
    const began = performance.now();
    refused(await face(ana, bomb), 413, 'la imagen tiene demasiados píxeles');
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(process.memoryUsage().rss - used).toBeLessThan(200 * 1024 * 1024);
    nothingKept();
  });
  test('a picture that is also an archive, a page or a PDF is refused', async () => {
    const png = await picture('png');
    const zip = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(40), Buffer.from('PK\x05\x06'), Buffer.alloc(18)]);
    for (const tail of [zip, Buffer.from('<ScRiPt>alert(1)</script>'), Buffer.from('<!DOCTYPE html>'), Buffer.from('%PDF-1.7\n')])
      refused(await face(ana, Buffer.concat([png, tail])), 422, 'el archivo contiene algo más que una imagen');
    const jpeg = await sharp(await picture('png'))
      .withExif({ IFD0: { ImageDescription: '<?php system($_GET[0]); ?>' } })
      .jpeg()
      .toBuffer();
    refused(await face(ana, jpeg), 422, 'el archivo contiene algo más que una imagen');
    nothingKept();
  });
  test('a truncated file is refused', async () => {
    const noise = await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } }).toBuffer({
      resolveWithObject: true,
    });
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const whole = await sharp(noise.data, { raw: { width: 300, height: 300, channels: 3 } })
        .toFormat(format)
        .toBuffer();
      for (const part of [0.5, 0.9])
        refused(await face(ana, whole.subarray(0, Math.floor(whole.length * part))), 422, 'el archivo está dañado o incompleto');
    }
    nothingKept();
  });
  test('an animated image is refused', async () => {
    for (const content of [await animatedGif(), await animatedPng(), await animatedWebp()])
      refused(await face(ana, content), 415, 'las imágenes animadas no se aceptan');
    nothingKept();
  });
  test('a GIF that stands still is told which kinds are taken, and not that it moves', async () => {
    const still = await picture('gif', 64, 64);
    refused(await face(ana, still), 415, 'usa una imagen JPEG, PNG o WebP');
    // Cut off in the middle, or with colours and comments before its one picture.
    refused(await face(ana, still.subarray(0, 40)), 415, 'usa una imagen JPEG, PNG o WebP');
    const comment = Buffer.from([0x21, 0xfe, 2, 0x2c, 0x2c, 0]);
    const table = 13 + ((still[10] ?? 0) & 0x80 ? 3 * 2 ** (((still[10] ?? 0) & 7) + 1) : 0);
    const spoken = Buffer.concat([still.subarray(0, table), comment, still.subarray(table)]);
    refused(await face(ana, spoken), 415, 'usa una imagen JPEG, PNG o WebP');
    nothingKept();
  });
  test('a kind of image that the school does not take is refused', async () => {
    refused(await face(ana, await picture('avif', 64, 64)), 415, 'usa una imagen JPEG, PNG o WebP');
    refused(await face(ana, Buffer.concat([Buffer.from('BM'), randomBytes(200)])), 415, 'usa una imagen JPEG, PNG o WebP');
    nothingKept();
  });
  test('a signature of an image with nothing behind it is refused', async () => {
    refused(await face(ana, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])), 415, 'usa una imagen JPEG, PNG o WebP');
    refused(
      await face(ana, Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(500)])),
      422,
      'el archivo está dañado o incompleto',
    );
    nothingKept();
  });
  test('an empty file is refused, and a form without one', async () => {
    refused(await face(ana, Buffer.alloc(0)), 400, 'no se recibió ningún archivo');
    refused(await send(ana, form([], { bucket: 'img_perfiluser' })), 400, 'no se recibió ningún archivo');
    refused(await send(ana, form([{ content: await picture('png'), field: 'otro' }])), 400, 'no se recibió ningún archivo');
    nothingKept();
  });
  test('a huge body is cut off, whether its size was announced or not', async () => {
    const huge = Buffer.alloc(9 * 1024 * 1024, 1);
    refused(await face(ana, huge), 413, 'el archivo pesa más de 8 MB');
    nothingKept();
    // 200 MB in pieces, without saying how many: cut off long before its end.
    const sent = await new Promise<number>((resolve) => {
      let bytes = 0;
      const call = request(`${school.url}/api/files/upload?bucket=img_perfiluser`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'multipart/form-data; boundary=x' },
      });
      const stop = () => resolve(bytes);
      call.on('error', stop).on('response', stop).on('close', stop);
      call.write('--x\r\ncontent-disposition: form-data; name="files"; filename="a.png"\r\n\r\n');
      const piece = Buffer.alloc(1024 * 1024, 1);
      const more = () => {
        if (call.destroyed || bytes >= 200 * 1024 * 1024) return stop();
        bytes += piece.length;
        call.write(piece, () => setImmediate(more));
      };
      more();
    });
    expect(sent).toBeLessThan(100 * 1024 * 1024);
    nothingKept();
  });
  test('many forms at once: each waits on disk, not in memory; more than two of one person are refused before they are read', async () => {
    const incoming = path.join(school.dataDir, 'incoming');
    // Each form has a folder there, which may go while it is read.
    const within = (folder: string) => {
      try {
        return readdirSync(folder, { withFileTypes: true });
      } catch {
        return [];
      }
    };
    const waiting = () =>
      within(incoming)
        .flatMap((entry) => (entry.isDirectory() ? within(path.join(incoming, entry.name)) : [entry]))
        .filter((entry) => entry.isFile());
    const begin = () => {
      const call = request(`${school.url}/api/files/upload?bucket=img_perfiluser`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'multipart/form-data; boundary=x' },
      });
      const status = new Promise<number>((resolve) => {
        call.on('response', (answer) => resolve(answer.resume().statusCode ?? 0)).on('error', () => resolve(0));
      });
      call.write('--x\r\ncontent-disposition: form-data; name="files"; filename="a.png"\r\n\r\n');
      call.write(Buffer.alloc(2 * 1024 * 1024, 1));
      return { call, status };
    };
    const open = [begin(), begin()];
    await until(
      () => waiting().length === 2 && waiting().every((entry) => statSync(path.join(entry.parentPath, entry.name)).size > 1024 * 1024),
      'two half files on disk',
    );
    expect((await face(ana, await picture('png'))).status).toBe(429);
    expect((await face(beto, await picture('png'))).status).toBe(200);
    for (const { call } of open) call.destroy();
    await until(() => waiting().length === 0, 'what broke off to be deleted');
    await until(async () => (await face(ana, await picture('png'))).status === 200, 'a turn of their own again');
    await until(() => waiting().length === 0, 'what was answered to be deleted');
  });
  test('more files, fields or parts than are read', async () => {
    const content = await picture('png', 10, 10);
    refused(await send(ana, form(Array.from({ length: 6 }, () => ({ content })))), 413, 'son demasiados archivos');
    const fields = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`f${index}`, 'x']));
    refused(await send(ana, form([{ content }], fields)), 413, 'son demasiados archivos');
    nothingKept();
  });
  test('a file name with a path', async () => {
    const content = await picture('png', 33, 33);
    for (const name of [
      '../../../../etc/passwd',
      '..\\..\\secrets.json',
      '/etc/cron.d/x',
      'a\0.png',
      '<img src=x onerror=alert(1)>.png',
      'x'.repeat(5_000),
    ]) {
      const sent = await face(ana, content, { name });
      // Its name is not read: it is the same file whatever it is called.
      expect(sent.body.files[0]?.id).toMatch(/^img_perfiluser\/[0-9a-f]{64}\.webp$/);
    }
    if (embedded) expect(onDisk()).toBe(before + 1);
    const events = [];
    for await (const event of school.running.deps.commands.log.store.readAll(null, { types: ['FileStored'] })) events.push(event);
    expect(JSON.stringify(events)).not.toMatch(/passwd|secrets|onerror|xxxxx/);
  });
  test('a form that breaks off, or is none', async () => {
    const broken = async (type: string, body: string) => {
      const answer = await school.ask('POST', '/api/files/upload', { token: ana.token, raw: { type, body } });
      return [answer.status, answer.body.code];
    };
    expect(
      await broken('multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="files"; filename="a"\r\n\r\nhalf'),
    ).toEqual([422, 'UPLOAD_FAILED']);
    expect((await broken('multipart/form-data', 'x'))[0]).toBeLessThan(500);
    expect(await broken('application/json', '{}')).toEqual([415, 'UNSUPPORTED_TYPE']);
    expect((await broken('text/html', '<p>'))[0]).toBe(415);
    nothingKept();
  });
  test('a form with files where none belong', async () => {
    const answer = await fetch(`${school.url}/api/auth/login`, { method: 'POST', body: form([{ content: await picture('png') }]) });
    expect(answer.status).toBe(415);
  });
  test('another site’s form, with the person’s cookie', async () => {
    const login = await fetch(`${school.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: ana.email, password: PASSWORD }),
    });
    const cookie = (login.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const sent = await send(null, form([{ content: await picture('png') }]), '', { cookie, origin: 'https://malo.example' });
    expect([sent.status, sent.body.code]).toEqual([403, 'ORIGIN_NOT_ALLOWED']);
  });
});

describe('what is served', () => {
  test('an image inline as exactly that, kept for ever; part of it, or nothing when it is known', async () => {
    const { body } = await send(admin, form([{ content: await picture('png', 90, 90) }]));
    const address = body.urls[0] ?? '';
    const whole = await read(address);
    expect(whole.status).toBe(200);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'content-length': String(whole.bytes.length),
    });
    const part = await read(address, { range: 'bytes=4-9' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 4-9/${whole.bytes.length}`]);
    expect(part.bytes).toEqual(whole.bytes.subarray(4, 10));
    expect((await read(address, { range: 'bytes=-3' })).bytes).toEqual(whole.bytes.subarray(-3));
    expect((await read(address, { range: `bytes=${whole.bytes.length}-` })).status).toBe(416);
    expect((await read(address, { 'if-none-match': whole.headers.get('etag') ?? '' })).status).toBe(304);
    const head = await fetch(new URL(address, school.url), { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(whole.bytes.length)]);
  });
  test('a PDF only as a download, and only to who is signed in', async () => {
    const pdf = Buffer.from(
      '%PDF-1.4\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
    );
    const { body } = await send(teacher, form([{ content: pdf, name: 'guia.pdf', type: 'application/pdf' }]), '?bucket=recursos');
    const address = body.urls[0] ?? '';
    expect(body.files[0]).toMatchObject({ mime: 'application/pdf', bytes: pdf.length });
    expect((await read(address)).status).toBe(401);
    const served = await read(address, { authorization: `Bearer ${teacher.token}` });
    expect(served.bytes).toEqual(pdf);
    expect(served.headers.get('content-type')).toBe('application/pdf');
    expect(served.headers.get('content-disposition')).toMatch(/^attachment; filename="[0-9a-f]{12}\.pdf"$/);
    // The browser must ask before it shows its copy, because somebody else may be using it by then.
    expect(served.headers.get('cache-control')).toBe('private, no-cache');
    const known = { 'if-none-match': String(served.headers.get('etag')) };
    expect((await read(address, { ...known, authorization: `Bearer ${teacher.token}` })).status).toBe(304);
    expect((await read(address, known)).status).toBe(401);
    const cut = await send(teacher, form([{ content: pdf.subarray(0, 60) }]), '?bucket=recursos');
    refused(cut, 422, 'el archivo está dañado o incompleto');
    refused(await send(teacher, form([{ content: pdf }]), '?bucket=img_curso'), 415, 'usa una imagen JPEG, PNG o WebP');
  });
  test('an address that no file can have is not found', async () => {
    const hash = 'a'.repeat(64);
    for (const at of [
      `/api/files/img_perfiluser/${hash}.webp`,
      `/api/files/img_perfiluser/${hash}.html`,
      `/api/files/img_perfiluser/${hash}`,
      '/api/files/img_perfiluser/..%2f..%2fsecrets.json',
      '/api/files/..%2f/secrets.json',
      '/api/files/%2e%2e/vault.db',
      `/api/files/otro/${hash}.webp`,
    ]) {
      const answer = await read(at, { authorization: `Bearer ${ana.token}` });
      expect(answer.status, at).toBe(404);
      expect(answer.headers.get('content-type')).toContain('json');
    }
  });
});

describe('one’s picture', () => {
  const put = (who: Person, profile_picture: string | null, id = who.id, more: object = {}) =>
    school.ask('PUT', `/api/auth/users/${id}`, { token: who.token, body: { profile_picture, ...more } });
  const shown = async (who: Person) => (await school.ask('GET', `/api/auth/users/${who.id}`, { token: who.token })).body;

  // rows: D14
  test('is turned as the camera held it, 512 by 512, without the place, the camera or the owner', async () => {
    for (const format of ['jpeg', 'png'] as const) {
      const photo = await photograph(format);
      expect(photo.toString('latin1')).toContain(CAMERA);
      const { body } = await face(ana, photo);
      const { bytes } = await read(body.urls[0] ?? '');
      const meta = await sharp(bytes).metadata();
      expect(meta).toMatchObject({ format: 'webp', width: 512, height: 512 });
      expect([meta.exif, meta.icc, meta.xmp, meta.iptc, meta.orientation]).toEqual(Array(5).fill(undefined));
      expect(bytes.toString('latin1')).not.toMatch(/CamaraSecreta|Ana Secreta|GPS|Exif/i);
      // Red was on the left; held on its side it is on top.
      const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
      const at = (x: number, y: number) => [...data.subarray((y * 512 + x) * 3, (y * 512 + x) * 3 + 3)];
      expect(at(256, 40)[0]).toBeGreaterThan(120);
      expect(at(256, 470)[2]).toBeGreaterThan(120);
    }
  });

  test('is put by its address, shown in both fields, and taken away with null', async () => {
    const { body } = await face(ana, await picture('jpeg'));
    const address = body.urls[0] ?? '';
    const answer = await put(ana, address);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ profile_picture: address, profile_image: address });
    await settled(school);
    expect(await shown(ana)).toMatchObject({ profile_picture: address, profile_image: address });
    // The same record sent back changes nothing; neither does an empty field.
    expect((await put(ana, address)).body['version']).toBe(answer.body['version']);
    expect((await put(ana, '')).body).toMatchObject({ profile_picture: address, version: answer.body['version'] });
    expect((await put(ana, null)).body).toMatchObject({ profile_picture: null, profile_image: null });
    const types = [];
    for await (const { type } of school.running.deps.commands.log.store.readStream(`user-${ana.id}`)) types.push(type);
    expect(types.slice(-2)).toEqual(['AvatarSet', 'AvatarRemoved']);
  });

  test('is only what one uploaded: no other’s, no other place’s, nothing that was never there', async () => {
    const hers = (await face(ana, await picture('png', 41, 41))).body.urls[0] ?? '';
    const ofCourse = (await send(admin, form([{ content: await picture('png', 42, 42) }]))).body.urls[0] ?? '';
    for (const address of [
      hers,
      ofCourse,
      'https://malo.example/a.png',
      'javascript:alert(1)',
      `${hers}?x=1`,
      `https://malo.example${hers}`,
      'x',
    ])
      expect((await put(beto, address)).body.code, address).toBe('PICTURE_NOT_OWN');
    expect((await put(beto, hers.replace(/[0-9a-f]{64}/, 'a'.repeat(64)))).body.code).toBe('FILE_NOT_FOUND');
    expect((await put(beto, hers, ana.id)).status).toBe(403);
    // An administrator may take it away, with a reason, not choose another.
    await put(ana, hers);
    expect((await put(admin, ofCourse, ana.id)).body.code).toBe('PICTURE_NOT_OWN');
    expect((await put(admin, null, ana.id, { motivo: 'No es una foto de la persona' })).body).toMatchObject({ profile_picture: null });
  });

  test('of somebody erased is gone from the disk, from every read model, from the log and from its address', async () => {
    const rita = await join(school, 'rita');
    const address = (await face(rita, await picture('png', 64, 64, '#123456'))).body.urls[0] ?? '';
    const unused = (await face(rita, await picture('png', 64, 64, '#654321'))).body.urls[0] ?? '';
    await put(rita, address);
    expect((await read(address)).status).toBe(200);
    expect((await school.ask('POST', '/api/cuenta/borrar', { token: rita.token, body: { contrasena: PASSWORD } })).status).toBe(200);
    for (const one of [address, unused]) await until(async () => (await read(one)).status === 404, 'the picture to be gone');
    await settled(school);
    const list = (await school.ask('GET', '/api/files?limit=100', { token: admin.token })).text;
    for (const one of [address, unused]) expect(list).not.toContain(one);
    const { deps } = school.running;
    await until(async () => {
      const told = [];
      for await (const { type, data } of deps.commands.log.readStream(`user-${rita.id}`)) if (type === 'AvatarSet') told.push(data);
      return told.length === 1 && (told[0] as { file: unknown }).file === null;
    }, 'the key to be gone');
  });
});

// rows: H28
test('a scanner looks through what is uploaded: what it finds is not kept, and nothing while it does not answer', async () => {
  const heard: Buffer[] = [];
  const scanner = createServer((socket) => {
    let said = Buffer.alloc(0);
    socket.on('data', (part) => {
      said = Buffer.concat([said, part]);
      if (!said.subarray(-4).equals(Buffer.alloc(4))) return;
      const chunks = [];
      for (let at = 'zINSTREAM\0'.length; said.readUInt32BE(at) > 0; at += 4 + said.readUInt32BE(at))
        chunks.push(said.subarray(at + 4, at + 4 + said.readUInt32BE(at)));
      heard.push(Buffer.concat(chunks));
      if (heard.at(-1)?.includes('ENORME')) return socket.end('INSTREAM size limit exceeded. ERROR\0');
      socket.end(heard.at(-1)?.includes('EICAR') ? 'stream: Eicar-Signature FOUND\0' : 'stream: OK\0');
    });
  });
  await new Promise<void>((go) => scanner.listen(0, '127.0.0.1', go));
  const lines: string[] = [];
  const place = `clamd://127.0.0.1:${(scanner.address() as AddressInfo).port}`;
  const other = await openSchool({ env: { FILE_SCANNER: place }, logged: (line) => lines.push(line) });
  const zoe = await join(other, 'zoe');
  const send = async (content: Buffer) => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(content)]), 'a.png');
    const headers = { authorization: `Bearer ${zoe.token}` };
    const answer = await fetch(`${other.url}/api/files/upload?bucket=img_perfiluser`, { method: 'POST', headers, body: form });
    return [answer.status, ((await answer.json()) as { errors?: { message: string }[] }).errors?.[0]?.message];
  };
  const drawn = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#123' } })
    .png()
    .toBuffer();
  expect(await send(drawn)).toEqual([200, undefined]);
  expect(heard.at(-1)?.equals(drawn)).toBe(true);
  expect(await send(Buffer.concat([drawn, Buffer.from('EICAR')]))).toEqual([422, 'el archivo lleva un virus']);
  expect(lines.join('\n')).not.toContain('could not be looked through');
  expect(await send(Buffer.concat([drawn, Buffer.from('ENORME')])), 'more than it takes').toEqual([413, 'el archivo pesa demasiado']);
  expect(lines.join('\n'), 'its operator reads which limit it is').toContain('StreamMaxLength');
  await new Promise((go) => scanner.close(go));
  expect(await send(drawn)).toEqual([503, expect.stringMatching(/^No podemos guardar en este momento/)]);
  expect(lines.join('\n'), 'its operator reads why').toMatch(/ECONNREFUSED.*could not be looked through/);
  await other.stop();
});

test('a school that keeps its files in S3 stores, serves and erases there', async () => {
  const s3 = await startFakeS3();
  const other = await openSchool({
    env: {
      FILES_URL: `s3://${S3_TEST_BUCKET}?endpoint=${encodeURIComponent(s3.endpoint)}&prefix=escuela/`,
      S3_ACCESS_KEY_ID: S3_TEST_CREDENTIALS.accessKeyId,
      S3_SECRET_ACCESS_KEY: S3_TEST_CREDENTIALS.secretAccessKey,
    },
  });
  const zoe = await join(other, 'zoe');
  const answer = await fetch(`${other.url}/api/files/upload?bucket=img_perfiluser`, {
    method: 'POST',
    headers: { authorization: `Bearer ${zoe.token}` },
    body: form([{ content: await picture('webp') }]),
  });
  const { files } = (await answer.json()) as UploadAnswer;
  const stored = () => [...s3.objects.keys()].filter((key) => !key.startsWith('escuela/schools/'));
  expect(stored()).toEqual([`escuela/${files[0]?.id}`]);
  const served = await fetch(`${other.url}${files[0]?.fileUrl}`);
  expect(
    createHash('sha256')
      .update(Buffer.from(await served.arrayBuffer()))
      .digest('hex'),
  ).toBe(files[0]?.sha256);
  await other.ask('POST', '/api/cuenta/borrar', { token: zoe.token, body: { contrasena: PASSWORD } });
  await until(async () => stored().length === 0, 'the object to be gone');
  // While the store is away nothing is acknowledged, and it is said so.
  const yago = await join(other, 'yago');
  // More failures than the three tries of one call: the erasure's own requests to the store use up some of them.
  s3.failNext.push(...Array.from({ length: 30 }, () => 503));
  const away = await fetch(`${other.url}/api/files/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${yago.token}` },
    body: form([{ content: await picture('png') }]),
  });
  expect([away.status, ((await away.json()) as { code: string }).code]).toEqual([503, 'STORE_UNAVAILABLE']);
  s3.failNext.length = 0;
  await other.stop();
  await s3.stop();
}, 60_000);

describe('FILES_URL', () => {
  const config = (env: Record<string, string>) => readConfig({ DATA_DIR: school.dataDir, ...env }).files;
  const keys = { S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' };
  test('says where files are kept', () => {
    expect(config({})).toEqual({ kind: 'disk' });
    expect(config({ FILES_URL: 'mongodb://db:27017/aula' })).toEqual({ kind: 'mongodb', url: 'mongodb://db:27017/aula' });
    const remote = {
      READ_STORE: 'mongodb://db/aula',
      SESSION_SECRET: 'x'.repeat(32),
      PERSONAL_DATA_KEY: Buffer.alloc(32).toString('base64'),
    };
    expect(config({ FILES_URL: 'mongodb', ...remote })).toEqual({ kind: 'mongodb', url: 'mongodb://db/aula' });
    expect(config({ FILES_URL: 's3://cubo', ...keys })).toMatchObject({
      kind: 's3',
      place: { bucket: 'cubo', endpoint: null, region: 'us-east-1', prefix: '' },
    });
    expect(config({ FILES_URL: 's3://cubo?endpoint=https://s3.mx/&region=mx-1&prefix=a/b/', ...keys })).toMatchObject({
      place: { endpoint: 'https://s3.mx', region: 'mx-1', prefix: 'a/b/' },
    });
  });
  test('stops the start with one line, without its value, when it cannot be', () => {
    for (const [FILES_URL, more, text] of [
      ['mongodb', {}, 'FILES_URL: mongodb means that of READ_STORE, which is none; or write its address'],
      ['s3://cubo', {}, 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are required with FILES_URL=s3://…'],
      ['s3://cubo?endpoint=ftp://x', keys, /^FILES_URL: must be s3:/],
      ['s3://cubo?prefix=../', keys, /^FILES_URL: must be s3:/],
      ['s3://cubo?otra=1', keys, /^FILES_URL: must be s3:/],
      ['s3://clave:secreto@cubo', keys, /^FILES_URL: must be s3:/],
      ['/var/files', {}, /^FILES_URL: /],
    ] as const)
      expect(() => config({ FILES_URL, ...more }), FILES_URL).toThrow(text);
  });
});
