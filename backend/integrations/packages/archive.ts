import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';
import { ZipFile } from 'yazl';

/** Why an archive is refused. */
export type ArchiveProblem = 'unreadable' | 'tooMany' | 'tooLarge';
export class ArchiveRefused extends Error {
  readonly reason: ArchiveProblem;
  /** The entry for which it was refused; null: the archive as a whole. */
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
  /** Names of its files, with the unpacked size of each. */
  entries: ReadonlyMap<string, number>;
  /** The content of one file, up to a number of bytes; null: there is none of this name. Throws ArchiveRefused. */
  read(name: string, mostBytes: number): Promise<Buffer | null>;
  close(): void;
}

/**
 * Opens a ZIP file. Entries are unpacked on demand, and never onto the disk. Their declared sizes are summed before any is unpacked, and unpacking
 * stops where an entry exceeds its declared size: an archive that lies about sizes is refused. Throws ArchiveRefused.
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
  /** File types worth compressing; pictures and PDFs are compressed already. */
  compress: boolean;
  content: Buffer | (() => Promise<Readable | null>);
}
/** A ZIP file, written while it is sent. A file that cannot be read breaks it off, so that nobody takes a part of a package for the whole. */
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
