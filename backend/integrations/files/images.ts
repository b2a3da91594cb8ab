import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { createTurns } from '../../../events/turns.ts';
import { UploadRefused } from './refusal.ts';

/** Makes uploads safe: the type is detected from the bytes, never from the name, and images are re-encoded, so that nothing of the original file is kept. */

export interface Shape {
  width: number;
  height: number;
  /** `cover` crops to the shape, `inside` only shrinks to fit. */
  fit: 'cover' | 'inside';
}

/** Photographs of phones have up to 50 million pixels; an image bomb has hundreds or thousands of millions in a few kB. */
export const MAX_PIXELS = 50_000_000;
const SECONDS = 10;
const QUALITY = 82;
/** How many images are processed at once: each takes up to 200 MB. */
const AT_ONCE = 2;
/** An APNG of one frame is a PNG. */
const TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/apng']);

// Only these loaders of libvips run, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
sharp.cache(false);
sharp.concurrency(1);

const inTurn = createTurns(AT_ONCE);

const FOREIGN = ['<script', '<html', '<!doctype', '<svg', '<?php', '%pdf-'];
const ZIP_END = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const ZIP_TAIL = 65_557;

/** Whether a file is also something else (polyglot): a page, a script, a PDF or an archive. */
function isMixed(bytes: Buffer): boolean {
  const text = bytes.toString('latin1').toLowerCase();
  return FOREIGN.some((mark) => text.includes(mark)) || bytes.subarray(-ZIP_TAIL).includes(ZIP_END);
}

/** The frames of a GIF, counted up to two: parsed here, because no GIF loader is allowed to see uploads. */
function framesOfGif(bytes: Buffer): number {
  const tableAt = (at: number) => ((bytes[at] ?? 0) & 0x80 ? 3 * 2 ** (((bytes[at] ?? 0) & 0x07) + 1) : 0);
  let at = 13 + tableAt(10);
  let frames = 0;
  while (at < bytes.length && frames < 2) {
    const kind = bytes[at];
    if (kind === 0x2c) {
      frames += 1;
      // Its descriptor, local colour table and minimum code size.
      at += 10 + tableAt(at + 9) + 1;
    } else if (kind === 0x21) at += 2;
    else break;
    for (let size = bytes[at] ?? 0; size > 0; size = bytes[at] ?? 0) at += size + 1;
    at += 1;
  }
  return frames;
}

/** The frame count follows the chunk name that makes a PNG an APNG. */
function framesOfApng(bytes: Buffer): number {
  const at = bytes.indexOf('acTL', 8, 'latin1') + 4;
  return at + 4 <= bytes.length ? bytes.readUInt32BE(at) : 0;
}

const isAnimated = (mime: string | undefined, bytes: Buffer): boolean =>
  (mime === 'image/gif' && framesOfGif(bytes) > 1) || (mime === 'image/apng' && framesOfApng(bytes) > 1);

/**
 * The image as WebP: turned upright, in the wanted shape, without metadata, colour profiles or location. Throws UploadRefused.
 * `type` refuses everything but still JPEG, PNG and WebP; `mixed` refuses files that are also something else.
 */
export async function drawAnew(content: Buffer, { width, height, fit }: Shape): Promise<Buffer> {
  if (content.length === 0) throw new UploadRefused('empty');
  const found = await fileTypeFromBuffer(content);
  if (isAnimated(found?.mime, content)) throw new UploadRefused('animated');
  if (!found || !TYPES.has(found.mime)) throw new UploadRefused('type');
  if (isMixed(content)) throw new UploadRefused('mixed');
  return inTurn(async () => {
    try {
      const image = sharp(content, { failOn: 'error', limitInputPixels: MAX_PIXELS, sequentialRead: true });
      const { pages = 1 } = await image.metadata();
      if (pages > 1) throw new UploadRefused('animated');
      return await image
        .autoOrient()
        .resize({ width, height, fit, withoutEnlargement: fit === 'inside' })
        .timeout({ seconds: SECONDS })
        .webp({ quality: QUALITY })
        .toBuffer();
    } catch (error) {
      if (error instanceof UploadRefused) throw error;
      throw new UploadRefused(/pixel limit|too large/i.test(String(error)) ? 'pixels' : 'broken');
    }
  });
}

/** Checks a PDF from its first byte to its end mark; it is stored unchanged. Throws UploadRefused. */
export async function checkPdf(content: Buffer): Promise<Buffer> {
  if (content.length === 0) throw new UploadRefused('empty');
  if ((await fileTypeFromBuffer(content))?.mime !== 'application/pdf') throw new UploadRefused('type');
  if (!content.subarray(-1_024).includes('%%EOF')) throw new UploadRefused('broken');
  return content;
}
