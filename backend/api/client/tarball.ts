import { gzipSync } from 'node:zlib';

const BLOCK = 512;
const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;

/** The header of one file of a tar archive (POSIX ustar). */
function headerOf(name: string, bytes: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  const write = (text: string, at: number) => header.write(text, at, 'latin1');
  write(name, 0);
  write(octal(0o644, 8), 100);
  write(octal(0, 8), 108);
  write(octal(0, 8), 116);
  write(octal(bytes, 12), 124);
  // The same files make the same bytes.
  write(octal(0, 12), 136);
  write(' '.repeat(8), 148);
  write('0', 156);
  write('ustar\0', 257);
  write('00', 263);
  const sum = header.reduce((total, byte) => total + byte, 0);
  write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** A gzipped tar archive with these files in `package/`, as npm packs one. */
export function tarball(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = [];
  for (const [name, text] of Object.entries(files)) {
    const body = Buffer.from(text);
    parts.push(headerOf(`package/${name}`, body.length), body, Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK));
  }
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]));
}
