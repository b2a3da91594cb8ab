import { closeSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

/** The disk gave back something else than what was written. */
export class FileDamaged extends Error {}

const PAGE = 8_192;
/** As much is read at once. */
const READ = 64 * PAGE;

/**
 * A file that grows at its end, has no name any more once it is open, and is gone with the process. Every page is checked against its checksum, which
 * is in memory, each time it is read. `folder`: where it may be; it is opened by the first write.
 */
export function createCheckedFile(folder: string) {
  let file: number | null = null;
  const sums: number[] = [];
  const buffer = Buffer.allocUnsafe(READ);

  function open(): number {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const name = join(folder, `history-${crypto.randomUUID()}.tmp`);
    const opened = openSync(name, 'wx+', 0o600);
    rmSync(name);
    return opened;
  }
  /** Whole pages; throws FileDamaged. */
  function readPages(first: number, last: number): Buffer {
    const bytes = buffer.subarray(0, (last - first + 1) * PAGE);
    for (let done = 0; done < bytes.length; ) {
      let read: number;
      try {
        read = readSync(file as number, bytes, done, bytes.length - done, first * PAGE + done);
      } catch (error) {
        throw new FileDamaged('a file of the history cannot be read', { cause: error });
      }
      if (read === 0) throw new FileDamaged('a file of the history is shorter than what was written to it');
      done += read;
    }
    for (let page = first; page <= last; page++) {
      const from = (page - first) * PAGE;
      if (crc32(bytes.subarray(from, from + PAGE)) !== sums[page])
        throw new FileDamaged('a page of a file of the history is not what was written to it');
    }
    return bytes;
  }

  return {
    /** Returns where these begin. Where the disk is full nothing has been written. */
    append(parts: readonly (Uint8Array | Uint16Array | Uint32Array)[]): number {
      file ??= open();
      const begin = sums.length * PAGE;
      const length = parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
      const bytes = new Uint8Array(Math.ceil(length / PAGE) * PAGE);
      let to = 0;
      for (const { buffer: of, byteOffset, byteLength } of parts) {
        bytes.set(new Uint8Array(of, byteOffset, byteLength), to);
        to += byteLength;
      }
      for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, begin + done);
      for (let from = 0; from < bytes.length; from += PAGE) sums.push(crc32(bytes.subarray(from, from + PAGE)));
      return begin;
    },
    /** Throws FileDamaged. */
    readInto(bytes: Uint8Array, at: number): void {
      for (let done = 0; done < bytes.length; ) {
        const first = Math.floor((at + done) / PAGE);
        const skipped = at + done - first * PAGE;
        const wanted = Math.min(bytes.length - done, READ - skipped);
        const pages = readPages(first, Math.floor((at + done + wanted - 1) / PAGE));
        bytes.set(pages.subarray(skipped, skipped + wanted), done);
        done += wanted;
      }
    },
    close(): void {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}
