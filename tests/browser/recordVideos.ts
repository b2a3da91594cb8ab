/// <reference lib="dom" />
import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import type { Film, Pen } from '../../frontend/videos/stage.ts';
import { browserArgs, findBrowser } from './browser.ts';

/**
 * `npm run videos [names…]`: draws the school's films (frontend/videos/) frame by frame in a headless Chromium, and writes each to
 * frontend/public/videos/: the film (WebM, VP9), its captions (WebVTT, Spanish and English) and the picture before it is played.
 * `npm run videos -- --look <folder> <name> [seconds…]`: pictures of those seconds alone, or of every third one.
 */
const root = path.resolve(import.meta.dirname, '../..');
const sources = path.join(root, 'frontend/videos');
const target = path.join(root, 'frontend/public/videos');
const fonts = {
  'Atkinson Hyperlegible Next Variable': 'atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
  'Bricolage Grotesque Variable': 'bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
  'JetBrains Mono Variable': 'jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
};
const FRAMES = 20;
/** Bits a second, on average: some 1.3 MB for each film, in which letters are clean a moment after they appear. */
const BITRATE = 140_000;
/** Seconds from one whole picture to the next: they cost most, and from the last one an asked-for second is reached at once. */
const WHOLE = 12;
/** What is kept of the picture’s 1280 × 720. */
const SCALE = 0.75;
const HOUSE = 'http://localhost';

/** What the page has of the studio. */
interface Studio {
  films: readonly Film[];
  captions: Readonly<Record<string, readonly { at: number; es: string; en: string }[]>>;
  webVtt(cues: readonly { at: number; es: string; en: string }[], language: 'es' | 'en', seconds: number): string;
  Pen: new (context: OffscreenCanvasRenderingContext2D) => Pen;
}
interface Muxer {
  Output: new (
    options: object,
  ) => {
    addVideoTrack(source: object, options: object): void;
    start(): Promise<void>;
    finalize(): Promise<void>;
    target: { buffer: ArrayBuffer };
  };
  WebMOutputFormat: new () => object;
  BufferTarget: new () => object;
  EncodedVideoPacketSource: new (codec: string) => { add(packet: object, meta?: object): Promise<void> };
  EncodedPacket: { fromEncodedChunk(chunk: EncodedVideoChunk): object };
}
type Stage = typeof globalThis & { studio: Studio; muxer: Muxer };

async function openStudio(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') {
      await route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Studio</title>' });
    } else if (pathname === '/mediabunny.js') {
      const file = path.join(root, 'node_modules/mediabunny/dist/bundles/mediabunny.mjs');
      await route.fulfill({ contentType: 'text/javascript', body: readFileSync(file, 'utf8') });
    } else if (pathname.startsWith('/fonts/')) {
      const file = path.join(root, 'node_modules/@fontsource-variable', pathname.slice('/fonts/'.length));
      await route.fulfill({ contentType: 'font/woff2', body: readFileSync(file) });
    } else if (pathname.endsWith('.ts')) {
      const source = readFileSync(path.join(sources, pathname), 'utf8');
      await route.fulfill({ contentType: 'text/javascript', body: stripTypeScriptTypes(source) });
    } else await route.fulfill({ status: 404 });
  });
  await page.goto(`${HOUSE}/`);
  await page.evaluate(
    async ({ fonts, house }) => {
      for (const [family, file] of Object.entries(fonts)) {
        const face = new FontFace(family, `url(${house}/fonts/${file})`, { weight: '100 800' });
        document.fonts.add(await face.load());
      }
      // The digits of running text: the zero of its own face is slashed (frontend/src/ui/fonts.css).
      const digits = { weight: '100 800', unicodeRange: 'U+30-39' };
      document.fonts.add(await new FontFace('Cifras', `url(${house}/fonts/${fonts['Bricolage Grotesque Variable']})`, digits).load());
      const load = (address: string) => import(`${house}/${address}`);
      const [films, stage, captions] = await Promise.all([load('films.ts'), load('stage.ts'), load('captions.ts')]);
      Object.assign(globalThis, { studio: { ...films, ...stage, ...captions }, muxer: await load('mediabunny.js').catch(() => null) });
    },
    { fonts, house: HOUSE },
  );
}

/** One picture, as a data address. */
const picture = (page: Page, name: string, second: number, type: 'image/png' | 'image/webp', width: number): Promise<Buffer> =>
  page
    .evaluate(
      async ({ name, second, type, width }) => {
        const { films, Pen } = (globalThis as Stage).studio;
        const film = films.find((one) => one.name === name);
        if (!film) throw new Error(`no film ${name}`);
        const canvas = new OffscreenCanvas(1280, 720);
        const context = canvas.getContext('2d', { alpha: false });
        if (!context) throw new Error('no canvas');
        const pen = new Pen(context);
        pen.clear();
        film.draw(pen, second);
        const small = new OffscreenCanvas(width, (width * 9) / 16);
        small.getContext('2d')?.drawImage(canvas, 0, 0, small.width, small.height);
        const bytes = new Uint8Array(await (await small.convertToBlob({ type, quality: 0.86 })).arrayBuffer());
        let text = '';
        for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
        return btoa(text);
      },
      { name, second, type, width },
    )
    .then((text) => Buffer.from(text, 'base64'));

const recorded = (page: Page, name: string): Promise<Buffer> =>
  page
    .evaluate(
      async ({ name, frames, bitrate, every, scale }) => {
        const { studio, muxer } = globalThis as Stage;
        const film = studio.films.find((one) => one.name === name);
        if (!film) throw new Error(`no film ${name}`);
        const canvas = new OffscreenCanvas(1280 * scale, 720 * scale);
        const context = canvas.getContext('2d', { alpha: false });
        if (!context) throw new Error('no canvas');
        context.scale(scale, scale);
        const pen = new studio.Pen(context);
        const output = new muxer.Output({ format: new muxer.WebMOutputFormat(), target: new muxer.BufferTarget() });
        const source = new muxer.EncodedVideoPacketSource('vp9');
        output.addVideoTrack(source, { frameRate: frames });
        await output.start();
        let wrong: unknown = null;
        const added: Promise<void>[] = [];
        const encoder = new VideoEncoder({
          output: (chunk, meta) => added.push(source.add(muxer.EncodedPacket.fromEncodedChunk(chunk), meta)),
          error: (error) => {
            wrong = error;
          },
        });
        encoder.configure({
          codec: 'vp09.00.31.08',
          width: canvas.width,
          height: canvas.height,
          framerate: frames,
          bitrate,
          bitrateMode: 'variable',
          latencyMode: 'quality',
        });
        const count = Math.round(film.seconds * frames);
        for (let index = 0; index < count; index++) {
          pen.clear();
          film.draw(pen, index / frames);
          const frame = new VideoFrame(canvas, { timestamp: Math.round((index * 1e6) / frames), duration: Math.round(1e6 / frames) });
          encoder.encode(frame, { keyFrame: index % (frames * every) === 0 });
          frame.close();
          while (encoder.encodeQueueSize > 6) await new Promise((done) => encoder.addEventListener('dequeue', done, { once: true }));
          if (wrong) throw wrong;
        }
        await encoder.flush();
        await Promise.all(added);
        await output.finalize();
        const bytes = new Uint8Array(output.target.buffer);
        let text = '';
        for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
        return btoa(text);
      },
      { name, frames: FRAMES, bitrate: BITRATE, every: WHOLE, scale: SCALE },
    )
    .then((text) => Buffer.from(text, 'base64'));

const [first, ...rest] = process.argv.slice(2);
const executablePath = findBrowser();
if (!executablePath) throw new Error('no Chromium was found');
const browser = await chromium.launch({ executablePath, args: browserArgs });
try {
  const page = await browser.newPage();
  page.on('pageerror', (error) => process.stderr.write(`${error.message}\n`));
  await openStudio(page);
  const films = await page.evaluate(() =>
    (globalThis as Stage).studio.films.map(({ name, seconds, poster }) => ({ name, seconds, poster })),
  );
  if (first === '--look') {
    const [folder = '', name = '', ...seconds] = rest;
    const film = films.find((one) => one.name === name);
    if (!film) throw new Error(`no film ${name}`);
    await mkdir(folder, { recursive: true });
    const asked =
      seconds.length > 0 ? seconds.map(Number) : Array.from({ length: Math.floor(film.seconds / 3) }, (_, index) => index * 3 + 1.5);
    for (const second of asked)
      await writeFile(
        path.join(folder, `${name}-${String(second).padStart(4, '0')}.png`),
        await picture(page, name, second, 'image/png', 640),
      );
  } else {
    await mkdir(target, { recursive: true });
    const asked = first === undefined ? null : [first, ...rest];
    for (const film of films) {
      if (asked && !asked.includes(film.name)) continue;
      const started = performance.now();
      const file = (end: string) => path.join(target, `${film.name}${end}`);
      for (const language of ['es', 'en'] as const) {
        const text = await page.evaluate(
          ({ film, language }) => {
            const { captions, webVtt } = (globalThis as Stage).studio;
            return webVtt(captions[film.name] ?? [], language, film.seconds);
          },
          { film, language },
        );
        await writeFile(file(`.${language}.vtt`), text);
      }
      await writeFile(file('.webp'), await picture(page, film.name, film.poster, 'image/webp', 960));
      await rm(file('.webm'), { force: true });
      const bytes = await recorded(page, film.name);
      await writeFile(file('.webm'), bytes);
      process.stdout.write(
        `${film.name}: ${Math.round(bytes.length / 1024)} kB, ${film.seconds} s, drawn in ${Math.round((performance.now() - started) / 1000)} s\n`,
      );
    }
  }
} finally {
  await browser.close();
}
