import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Refusal } from '../../integrations/files/refusal.ts';
import { type ErrorCode, errorCatalogue } from '../contract/errors.ts';
import { ApiError } from '../error.ts';

/** One uploaded file, on disk until the call has been answered. Its name is ignored: its type is detected from its bytes. */
export interface Upload {
  bytes: number;
  /** Its path until then. */
  path: string;
  /** Reads all of it; one at a time, because of the memory it takes. */
  read(): Promise<Buffer>;
}
export interface Received {
  uploads: readonly Upload[];
  /** Deletes the received files. */
  discard(): Promise<void>;
  /** The other fields of the form. */
  fields: Readonly<Record<string, string>>;
  /** What stands for the body where two requests are compared. */
  digest: unknown;
}

const MB = 1024 * 1024;

const refusals = {
  empty: 'FILE_MISSING',
  type: 'FILE_TYPE',
  typeOfDocument: 'FILE_TYPE_DOCUMENT',
  animated: 'FILE_ANIMATED',
  broken: 'FILE_BROKEN',
  pixels: 'FILE_PIXELS',
  mixed: 'FILE_MIXED',
  tooLarge: 'FILE_TOO_LARGE',
  tooMany: 'FILES_TOO_MANY',
  infected: 'FILE_INFECTED',
  unscanned: 'STORE_UNAVAILABLE',
} as const satisfies Readonly<Record<Refusal | 'typeOfDocument' | 'tooLarge' | 'tooMany' | 'infected' | 'unscanned', ErrorCode>>;

/** UPLOAD_FAILED with what went wrong, in words and as a code (C-48). `limit`: the bytes that a file may have. */
export function uploadFailed(reason: keyof typeof refusals, limit?: number): ApiError {
  const code = refusals[reason];
  const [status, usual] = errorCatalogue[code];
  const detail = limit === undefined ? usual : `el archivo pesa más de ${Math.floor(limit / MB)} MB`;
  return new ApiError('UPLOAD_FAILED', { status, detail, errors: [{ path: 'files', message: detail, code }] });
}

const FIELD_BYTES = 1_000;
/** An allowance for boundaries and headers of the parts. */
const FRAME_BYTES = 64 * 1024;

class FileTooLarge extends Error {}
interface OnDisk extends Upload {
  /** SHA-256, in hex. */
  sha256: string;
}
/** Written as it arrives. Stops at the limit; the library's own reading would wait for the end of a file that may never end. */
async function toDisk(file: MultipartFile['file'], place: string): Promise<OnDisk> {
  const sum = createHash('sha256');
  let bytes = 0;
  let over = false;
  file.once('limit', () => {
    over = true;
    file.destroy();
  });
  const counting = new Transform({
    transform(piece: Buffer, _, next) {
      bytes += piece.length;
      sum.update(piece);
      next(null, piece);
    },
  });
  try {
    await pipeline(file, counting, createWriteStream(place, { mode: 0o600, flags: 'wx' }));
  } catch (error) {
    if (!over) throw error;
  }
  if (over || file.truncated) throw new FileTooLarge();
  return { bytes, path: place, sha256: sum.digest('hex'), read: () => readFile(place) };
}

/** How much of the rest is still read, so that the sender stays to receive the answer; then the connection is closed. */
const DRAIN_BYTES = 32 * MB;
const DRAIN_MS = 10_000;
async function drain({ raw }: FastifyRequest): Promise<boolean> {
  raw.unpipe();
  if (raw.readableEnded || raw.destroyed) return true;
  return new Promise((resolve) => {
    let bytes = 0;
    const done = (whole: boolean) => () => {
      clearTimeout(timer);
      raw.off('data', count).pause();
      resolve(whole);
    };
    const count = (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > DRAIN_BYTES) done(false)();
    };
    const timer = setTimeout(done(false), DRAIN_MS);
    raw.on('data', count).once('end', done(true)).once('close', done(true)).resume();
  });
}

export interface UploadRules {
  fields: readonly string[];
  maxFiles: number;
  maxBytes: number;
}
/** How many forms of one person are received at a time: a screen sends one, and one more may be on its way. */
const AT_ONCE = 2;

/** Receives forms with files. One per process. */
export type Uploads = ReturnType<typeof createUploads>;

/** `folder`: where files are kept until their call is answered; leftovers of a crash are deleted at first use. */
export function createUploads(folder: string) {
  const receiving = new Map<number, number>();
  const leave = (userId: number) => {
    const left = (receiving.get(userId) ?? 1) - 1;
    if (left > 0) receiving.set(userId, left);
    else receiving.delete(userId);
  };
  let ready: Promise<unknown> | null = null;
  const prepared = async () => {
    ready ??= rm(folder, { recursive: true, force: true }).then(() => mkdir(folder, { recursive: true, mode: 0o700 }));
    await ready;
  };
  return {
    /** The form of this person, with its files on disk. Throws UPLOAD_FAILED, UNSUPPORTED_TYPE, TOO_MANY_REQUESTS. */
    async receive(request: FastifyRequest, userId: number, rules: UploadRules): Promise<Received> {
      if (!request.isMultipart()) throw new ApiError('UNSUPPORTED_TYPE');
      if ((receiving.get(userId) ?? 0) >= AT_ONCE)
        throw new ApiError('TOO_MANY_REQUESTS', { headers: { 'retry-after': '1', connection: 'close' } });
      receiving.set(userId, (receiving.get(userId) ?? 0) + 1);
      const mine = path.join(folder, randomUUID());
      const discard = async () => {
        leave(userId);
        await rm(mine, { recursive: true, force: true });
      };
      try {
        await prepared();
        await mkdir(mine, { mode: 0o700 });
        return { ...(await readForm(request, mine, rules)), discard };
      } catch (error) {
        await discard();
        throw error;
      }
    },
  };
}

/** Reads a form with files onto disk, within limits of number and size. Throws UPLOAD_FAILED. */
async function readForm(
  request: FastifyRequest,
  folder: string,
  { fields: names, maxFiles, maxBytes }: UploadRules,
): Promise<Omit<Received, 'discard'>> {
  const tooLarge = () => uploadFailed('tooLarge', maxBytes);
  const refuse = async (error: ApiError): Promise<never> => {
    if (!(await drain(request))) error.headers['connection'] = 'close';
    throw error;
  };
  if (Number(request.headers['content-length'] ?? 0) > maxBytes * maxFiles + FRAME_BYTES) return refuse(tooLarge());
  const uploads: OnDisk[] = [];
  const fields: Record<string, string> = {};
  let received = 0;
  const parts = request.parts({
    limits: {
      files: maxFiles,
      fileSize: maxBytes,
      fields: 10,
      fieldSize: FIELD_BYTES,
      fieldNameSize: 100,
      parts: maxFiles + 10,
      headerPairs: 50,
    },
  });
  try {
    for await (const part of parts) {
      if (part.type === 'field') {
        if (typeof part.value === 'string') fields[part.fieldname] = part.value;
        continue;
      }
      const file = await toDisk(part.file, path.join(folder, String(received++)));
      // Some clients send an empty file for a field that was not filled in.
      if (names.includes(part.fieldname) && (file.bytes > 0 || part.filename)) uploads.push(file);
    }
  } catch (error) {
    const { code } = error as { code?: string };
    if (error instanceof FileTooLarge || code === 'FST_REQ_FILE_TOO_LARGE') return refuse(tooLarge());
    if (code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT') return refuse(uploadFailed('tooMany'));
    // The form breaks off, or is not one.
    return refuse(uploadFailed('broken'));
  }
  const digest = { fields, files: uploads.map(({ sha256 }) => sha256) };
  return { uploads, fields, digest };
}
