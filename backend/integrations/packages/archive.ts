import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';
import { ZipFile } from 'yazl';

/** Why an archive is not taken. */
export type ArchiveProblem = 'unreadable' | 'tooMany' | 'tooLarge';
export class ArchiveRefused extends Error {
  readonly reason: ArchiveProblem;
  /** Of the entry that it was refused for; null: the archive as a whole. */
  readonly entry: string | null;
  constructor(reason: ArchiveProblem, entry: string | null = null) {
    super(`${reason} ${entry ?? ''}`);
    this.name = 'ArchiveRefused';
    this.reason = reason;
    this.entry = entry;
  }
}

export interface ArchiveLimits {
  entries: number;
  /** Of all entries together, unpacked. */
  bytes: number;
}
export interface Archive {
  /** Names of its files, as they stand there, with how large each is unpacked. */
  entries: ReadonlyMap<string, number>;
  /** One of them, up to so many bytes; null: there is none of this name. Throws ArchiveRefused. */
  read(name: string, mostBytes: number): Promise<Buffer | null>;
  close(): void;
}

/**
 * Opens a ZIP file. Nothing is unpacked before it is asked for, and nothing onto the disk. How large each entry says that it is is counted before any is
 * unpacked, and unpacking ends where one is larger than it said: an archive that lies about that is refused. Throws ArchiveRefused.
 */
export async function openArchive(path: string, limits: ArchiveLimits): Promise<Archive> {
  const opened = await yauzl.openPromise(path, { autoClose: false, strictFileNames: true }).catch(() => null);
  if (!opened) throw new ArchiveRefused('unreadable');
  const found = new Map<string, yauzl.Entry>();
  let bytes = 0;
  try {
    for await (const entry of opened.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      bytes += entry.uncompressedSize;
      if (found.size >= limits.entries || found.has(entry.fileName)) throw new ArchiveRefused('tooMany', entry.fileName);
      if (bytes > limits.bytes) throw new ArchiveRefused('tooLarge', entry.fileName);
      found.set(entry.fileName, entry);
    }
  } catch (error) {
    opened.close();
    throw error instanceof ArchiveRefused ? error : new ArchiveRefused('unreadable');
  }
  return {
    entries: new Map([...found].map(([name, { uncompressedSize }]) => [name, uncompressedSize])),
    async read(name, mostBytes) {
      const entry = found.get(name);
      if (!entry) return null;
      if (entry.uncompressedSize > mostBytes) throw new ArchiveRefused('tooLarge', name);
      try {
        return await buffer(await opened.openReadStreamPromise(entry));
      } catch {
        throw new ArchiveRefused('unreadable', name);
      }
    },
    close: () => opened.close(),
  };
}

export interface ToPack {
  name: string;
  /** What compresses; pictures and PDFs are compressed already. */
  compress: boolean;
  content: Buffer | (() => Promise<Readable | null>);
}
/** A ZIP file, written while it is sent. A file that cannot be had breaks it off, so that nobody keeps half a package for a whole one. */
export function packed(files: readonly ToPack[], at: Date): Readable {
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  zip.on('error', (error: Error) => out.destroy(error));
  for (const { name, compress, content } of files) {
    const options = { compress, mtime: at };
    if (Buffer.isBuffer(content)) zip.addBuffer(content, name, options);
    else
      zip.addReadStreamLazy(name, options, (give) => {
        content().then(
          (stream) => (stream ? give(null, stream) : give(new Error(`${name} is not there`), undefined as never)),
          (error: Error) => give(error, undefined as never),
        );
      });
  }
  zip.end();
  return out;
}

export const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
