import { createHash, createHmac } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type BucketName, type FileExtension, type FileName, fileKey, personalBuckets } from '../../../events/files.ts';
import type { Position } from '../../../events/store/port.ts';
import { type FileStore, isUnreadable } from '../../integrations/files/port.ts';
import { refuse } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived } from '../kernel/handle.ts';
import { type FileCommand, type FileState, file } from './file.ts';

export interface Stored extends FileName {
  /** SHA-256 of the bytes, in hex. */
  sha256: string;
  bytes: number;
  position: Position | null;
}

/** The files that a person stored; null: the read model cannot tell now. */
export type FileFinder = (userId: number) => Promise<readonly FileName[] | null>;

/** The prefix of the copy of a file that is being deleted, until it is known that nobody uploaded it again. */
export const ASIDE = 'aside_';

async function bytesOf(store: FileStore, key: string): Promise<Uint8Array | null> {
  const found = await store.get(key);
  return found && buffer(found.stream);
}

export function createFiles(commands: Commands, nameKey: Uint8Array) {
  const send = async (name: Pick<FileName, 'bucket' | 'hash'>, command: FileCommand, context: CommandContext) =>
    commands.handle(file, `${name.bucket}_${name.hash}`, command, derived(context, 'file', command.type, name.bucket, name.hash));
  const named = ({ bucket, hash }: Pick<FileName, 'bucket' | 'hash'>) => ({ bucket, hash });
  /** A bare hash of a personal picture would be a trace: with the picture one could find its owner. Two people never share such a file. */
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

  let id: string | null = null;
  /** Identifies the school of this log: derived from its first event, so that a restored copy is the same school. null: the log is empty. */
  const school = async (): Promise<string | null> => {
    if (id === null)
      for await (const { id: first, metadata } of commands.log.store.readAll(null, { limit: 1 }))
        id = createHash('sha256')
          .update(JSON.stringify([first, metadata.occurredAt]))
          .digest('hex');
    return id;
  };
  const marked = new WeakSet<FileStore>();
  const files = {
    /** Whether this store holds the files of this school and no other's; of a school with an empty log it must hold none. */
    owns: async (store: FileStore): Promise<boolean> => {
      const own = await school();
      if (own === null) return false;
      const marks = await store.mark(own);
      marked.add(store);
      return marks.every((mark) => mark === own);
    },
    /**
     * Whether what the store gives under this name is as long as what was stored, and something else: its hash is another one, or its bytes cannot be read.
     * Not so of a file that the log or the store does not have, or has no more once it was read.
     */
    async hasOtherContent(store: FileStore, name: FileName): Promise<boolean> {
      const isStored = ({ status }: FileState) => status === 'stored';
      const known = await files.load(name);
      const found = isStored(known) ? await store.get(fileKey(name)) : null;
      if (found?.bytes !== known.bytes) found?.stream.destroy();
      if (found?.bytes !== known.bytes) return false;
      const sha256 = createHash('sha256');
      let read = true;
      try {
        await pipeline(found.stream, sha256);
      } catch (error) {
        if (!isUnreadable(error)) throw error;
        read = false;
      }
      if (read && hashOf(name.bucket, sha256.digest('hex'), known.ownerId) === name.hash) return false;
      return isStored(await files.load(name));
    },
    load: async ({ bucket, hash }: Pick<FileName, 'bucket' | 'hash'>): Promise<FileState> =>
      (await commands.load(file, `${bucket}_${hash}`)).state,
    /**
     * Deletes the bytes of a file that the log no longer keeps. A concurrent upload of the same file keeps them, even if a process dies: they are copied
     * aside, deleted, and put back where the log then says that the file is stored. Errors: FILES_OF_ANOTHER.
     */
    async discard(store: FileStore, name: FileName): Promise<void> {
      if (!(await files.owns(store))) return refuse('FILES_OF_ANOTHER');
      const key = fileKey(name);
      const aside = `${ASIDE}${key}`;
      const isStored = async () => (await files.load(name)).status === 'stored';
      let bytes: Uint8Array | null = null;
      if (!(await isStored())) {
        bytes = await bytesOf(store, key);
        // What another process has deleted already may be uploaded again from here on: there is no copy of that.
        if (bytes) {
          await store.put(aside, bytes);
          await store.delete(key);
        }
      }
      // An upload recorded after this check notices by itself that the bytes are missing.
      if ((await isStored()) && !(await store.head(key))) {
        bytes ??= await bytesOf(store, aside);
        if (bytes) await store.put(key, bytes);
      }
      await store.delete(aside);
    },
    /** Stores the bytes, then records it in the log. Files with the same content are one file. */
    async store(
      store: FileStore,
      { bucket, extension, content, ownerId }: { bucket: BucketName; extension: FileExtension; content: Uint8Array; ownerId: number },
      context: CommandContext,
    ): Promise<Stored> {
      const sha256 = createHash('sha256').update(content).digest('hex');
      const name: FileName = { bucket, hash: hashOf(bucket, sha256, ownerId), extension };
      const key = fileKey(name);
      if (!marked.has(store)) await files.owns(store);
      // The bytes come first: a file recorded in the log exists.
      await store.put(key, content);
      const bytes = content.length;
      const { position } = await send(name, { type: 'store', ...named(name), extension, bytes, ownerId }, context);
      // A sweep may have deleted the bytes between the two steps.
      if (!(await store.head(key))) await store.put(key, content);
      return { ...name, sha256, bytes, position };
    },
    /** Errors: FILE_NOT_FOUND, where it does not exist (any more). */
    async reference(name: FileName, referrer: string, context: CommandContext): Promise<Position | null> {
      return (await send(name, { type: 'reference', ...named(name), referrer }, derived(context, referrer))).position;
    },
    async release(name: FileName, referrer: string, context: CommandContext): Promise<Position | null> {
      return (await send(name, { type: 'release', ...named(name), referrer }, derived(context, referrer))).position;
    },
    /** Removes it where it has been unused for a day. */
    async sweep(name: Pick<FileName, 'bucket' | 'hash'>, context: CommandContext): Promise<FileState> {
      return (await send(name, { type: 'sweep', ...named(name), at: context.now.toISOString() }, context)).state;
    },
    async erase(name: FileName, context: CommandContext): Promise<void> {
      await send(name, { type: 'erase', ...named(name) }, context);
    },
    /** Files about this person, even where their keys are gone. `finder` looks among the files they stored; without one the whole log is searched. */
    async personalOf(userId: number, finder?: FileFinder): Promise<FileName[]> {
      const found = new Map<string, FileName>();
      for (const { bucket, hash, extension } of (await finder?.(userId)) ?? (await inLog(userId)))
        if (personalBuckets.has(bucket)) found.set(hash, { bucket, hash, extension });
      return [...found.values()];
    },
  };
  return files;
}

export type Files = ReturnType<typeof createFiles>;
