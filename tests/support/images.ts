import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Pictures as people send them, and as attackers do. */

type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';
/** Two halves of different colours, so that turning shows. */
export const picture = (format: Format = 'png', width = 640, height = 480, colour = '#c02020'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#2040c0' } })
    .composite([{ input: { create: { width: Math.ceil(width / 2), height, channels: 3, background: colour } }, gravity: 'west' }])
    .toFormat(format)
    .toBuffer();

export const CAMERA = 'CamaraSecreta-9000';
/** As a telephone makes one: EXIF with the place and the camera, held on its side (orientation 6). */
export const photograph = async (format: 'jpeg' | 'png' = 'jpeg'): Promise<Buffer> =>
  sharp(await picture('png'))
    .withExif({
      IFD0: { Model: CAMERA, Copyright: 'Ana Secreta' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '32/1 31/1 30/1', GPSLongitudeRef: 'W', GPSLongitude: '117/1 2/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toFormat(format)
    .toBuffer();

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const header = (width: number, height: number, depth: number): Buffer => {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data[8] = depth;
  return chunk('IHDR', data);
};

/** 400 million pixels in some 50 kB, every one of them really there. */
export const imageBomb = (): Buffer =>
  Buffer.concat([
    PNG,
    header(20_000, 20_000, 1),
    chunk('IDAT', deflateSync(Buffer.alloc(20_000 * (1 + 2_500)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
/** Says that it has two frames. */
export const animatedPng = async (): Promise<Buffer> => {
  const still = await picture('png', 16, 16);
  const control = Buffer.alloc(8);
  control.writeUInt32BE(2, 0);
  return Buffer.concat([still.subarray(0, 33), chunk('acTL', control), still.subarray(33)]);
};
export const animatedWebp = async (): Promise<Buffer> => {
  const frames = [await picture('png', 16, 16, '#fff'), await picture('png', 16, 16, '#000')];
  return sharp(frames, { join: { animated: true } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
};
export const animatedGif = async (): Promise<Buffer> => {
  const frames = [await picture('png', 16, 16, '#fff'), await picture('png', 16, 16, '#000')];
  return sharp(frames, { join: { animated: true } })
    .gif({ loop: 0, delay: [100, 100] })
    .toBuffer();
};
/** A form as a browser sends it. */
export const form = (
  files: readonly { field?: string; name?: string; type?: string; content: Uint8Array }[],
  fields: object = {},
): FormData => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, String(value));
  for (const { field = 'files', name = 'foto.png', type = 'image/png', content } of files)
    data.append(field, new Blob([content as Uint8Array<ArrayBuffer>], { type }), name);
  return data;
};
