import { createHash } from 'node:crypto';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Refusal } from '../../integrations/files/refusal.ts';
import { type ErrorCode, errorCatalogue } from '../contract/errors.ts';
import { ApiError } from './errors.ts';

/** One file as it was sent. Its name is not read: it is told by its bytes. */
export interface Upload {
  content: Buffer;
}
export interface Received {
  uploads: readonly Upload[];
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
} as const satisfies Readonly<Record<Refusal | 'typeOfDocument' | 'tooLarge' | 'tooMany', ErrorCode>>;

/** UPLOAD_FAILED with what went wrong, in words and as a code (C-48). `limit`: the bytes that a file may have. */
export function uploadFailed(reason: keyof typeof refusals, limit?: number): ApiError {
  const code = refusals[reason];
  const [status, usual] = errorCatalogue[code];
  const detail = limit === undefined ? usual : `el archivo pesa más de ${Math.floor(limit / MB)} MB`;
  return new ApiError('UPLOAD_FAILED', { status, detail, errors: [{ path: 'files', message: detail, code }] });
}

const FIELD_BYTES = 1_000;
/** Boundaries and headers of the parts. */
const FRAME_BYTES = 64 * 1024;

class FileTooLarge extends Error {}
/** Ends where the limit is met; the library's own reading would wait for the end of a file that may have none. */
async function wholeOf(file: MultipartFile['file']): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let over = false;
  file.once('limit', () => {
    over = true;
    file.destroy();
  });
  try {
    for await (const piece of file) pieces.push(piece as Buffer);
  } catch (error) {
    if (!over) throw error;
  }
  if (over || file.truncated) throw new FileTooLarge();
  return Buffer.concat(pieces);
}

/** What is still coming is let run by so far, so that the sender stays to hear the answer; after that the line is cut. */
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

/** Reads a form with files into memory, up to so many and so large. Throws UPLOAD_FAILED, UNSUPPORTED_TYPE. */
export async function readUpload(
  request: FastifyRequest,
  { fields: names, maxFiles, maxBytes }: { fields: readonly string[]; maxFiles: number; maxBytes: number },
): Promise<Received> {
  if (!request.isMultipart()) throw new ApiError('UNSUPPORTED_TYPE');
  const tooLarge = () => uploadFailed('tooLarge', maxBytes);
  const refuse = async (error: ApiError): Promise<never> => {
    if (!(await drain(request))) error.headers['connection'] = 'close';
    throw error;
  };
  if (Number(request.headers['content-length'] ?? 0) > maxBytes * maxFiles + FRAME_BYTES) return refuse(tooLarge());
  const uploads: Upload[] = [];
  const fields: Record<string, string> = {};
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
      const content = await wholeOf(part.file);
      // Some clients send an empty one for a field that was not filled in.
      if (names.includes(part.fieldname) && (content.length > 0 || part.filename)) uploads.push({ content });
    }
  } catch (error) {
    const { code } = error as { code?: string };
    if (error instanceof FileTooLarge || code === 'FST_REQ_FILE_TOO_LARGE') return refuse(tooLarge());
    if (code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT') return refuse(uploadFailed('tooMany'));
    // The form breaks off, or is none.
    return refuse(uploadFailed('broken'));
  }
  const digest = { fields, files: uploads.map(({ content }) => createHash('sha256').update(content).digest('hex')) };
  return { uploads, fields, digest };
}
