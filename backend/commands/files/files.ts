import { createHash, createHmac } from 'node:crypto';
import { type BucketName, type FileExtension, type FileName, fileKey, personalBuckets } from '../../../events/files.ts';
import type { Position } from '../../../events/store/port.ts';
import type { FileStore } from '../../integrations/files/port.ts';
import { type CommandContext, type Commands, derived } from '../kernel/handle.ts';
import { type FileCommand, type FileState, file } from './file.ts';

export interface Stored extends FileName {
  /** SHA-256 of the bytes, in hex. */
  sha256: string;
  bytes: number;
  position: Position | null;
}

export interface Files {
  /** Keeps the bytes, then says so in the log. The same content is the same file. */
  store(
    store: FileStore,
    file: { bucket: BucketName; extension: FileExtension; content: Uint8Array; ownerId: number },
    context: CommandContext,
  ): Promise<Stored>;
  load(name: Pick<FileName, 'bucket' | 'hash'>): Promise<FileState>;
  /** Errors: FILE_NOT_FOUND, where it is not there, or no longer. */
  reference(name: FileName, referrer: string, context: CommandContext): Promise<Position | null>;
  release(name: FileName, referrer: string, context: CommandContext): Promise<Position | null>;
  /** Removes it where nobody has used it for a day. */
  sweep(name: Pick<FileName, 'bucket' | 'hash'>, context: CommandContext): Promise<FileState>;
  erase(name: FileName, context: CommandContext): Promise<void>;
  /** Files about this person, whose keys may be gone already. `finder` looks among what they stored; without one the whole log is looked through. */
  personalOf(userId: number, finder?: FileFinder): Promise<FileName[]>;
}

/** The files that a person stored; null: it cannot be told this way now. */
export type FileFinder = (userId: number) => Promise<readonly FileName[] | null>;

export function createFiles(commands: Commands, nameKey: Uint8Array): Files {
  const send = async (name: Pick<FileName, 'bucket' | 'hash'>, command: FileCommand, context: CommandContext) =>
    commands.handle(file, `${name.bucket}_${name.hash}`, command, derived(context, 'file', command.type, name.bucket, name.hash));
  const named = ({ bucket, hash }: Pick<FileName, 'bucket' | 'hash'>) => ({ bucket, hash });
  /** Of a picture of a person the bare hash would be a trace: whoever has the picture could tell whose it was. Two people share no such file. */
  const hashOf = (bucket: BucketName, sha256: string, ownerId: number): string =>
    personalBuckets.has(bucket) ? createHmac('sha256', nameKey).update(`file ${bucket} ${ownerId} ${sha256}`).digest('hex') : sha256;

  const inLog = async (userId: number): Promise<readonly FileName[]> => {
    const found: FileName[] = [];
    for await (const { data } of commands.log.store.readAll(null, { types: ['FileStored'] })) {
      const { ownerId, ...name } = data as unknown as FileName & { ownerId: number };
      if (ownerId === userId) found.push(name);
    }
    return found;
  };

  return {
    async store(store, { bucket, extension, content, ownerId }, context) {
      const sha256 = createHash('sha256').update(content).digest('hex');
      const name: FileName = { bucket, hash: hashOf(bucket, sha256, ownerId), extension };
      const key = fileKey(name);
      // The bytes first: what the log says is there, is there.
      await store.put(key, content);
      const bytes = content.length;
      const { position } = await send(name, { type: 'store', ...named(name), extension, bytes, ownerId }, context);
      // A sweep may have come between the two.
      if (!(await store.head(key))) await store.put(key, content);
      return { ...name, sha256, bytes, position };
    },
    load: async ({ bucket, hash }) => (await commands.load(file, `${bucket}_${hash}`)).state,
    async reference(name, referrer, context) {
      return (await send(name, { type: 'reference', ...named(name), referrer }, derived(context, referrer))).position;
    },
    async release(name, referrer, context) {
      return (await send(name, { type: 'release', ...named(name), referrer }, derived(context, referrer))).position;
    },
    async sweep(name, context) {
      return (await send(name, { type: 'sweep', ...named(name), at: context.now.toISOString() }, context)).state;
    },
    async erase(name, context) {
      await send(name, { type: 'erase', ...named(name) }, context);
    },
    async personalOf(userId, finder) {
      const found = new Map<string, FileName>();
      for (const { bucket, hash, extension } of (await finder?.(userId)) ?? (await inLog(userId)))
        if (personalBuckets.has(bucket)) found.set(hash, { bucket, hash, extension });
      return [...found.values()];
    },
  };
}
