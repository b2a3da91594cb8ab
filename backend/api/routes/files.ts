import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { fileAddress, fileKey, readFileKey } from '../../../events/files.ts';
import { createTurns } from '../../../events/turns.ts';
import { ORPHAN_MS } from '../../commands/files/file.ts';
import { filesHeldUntil } from '../../commands/files/held.ts';
import { derived } from '../../commands/kernel/handle.ts';
import { UploadRefused } from '../../integrations/files/refusal.ts';
import { BeyondScanner, isClean } from '../../integrations/files/scanner.ts';
import { files as fileDocs } from '../../projections/files.ts';
import type { Call, Implement } from '../calls/implement.ts';
import type { CourseReading } from '../calls/ownership.ts';
import { rangeOf } from '../calls/ranges.ts';
import { type Bucket, type BucketName, buckets } from '../contract/buckets.ts';
import { files } from '../contract/files.ts';
import { roleCodes } from '../contract/roles.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import { sendError } from '../plugins/errors.ts';
import { uploadFailed } from '../plugins/uploads.ts';

const HOUR = 3_600_000;
/** How many forms are processed at a time, over all people: each holds its files in memory meanwhile. */
const AT_ONCE = 2;
const looksLikePdf = (content: Buffer): boolean => content.subarray(0, 5).toString('latin1') === '%PDF-';
const mimes = { webp: 'image/webp', pdf: 'application/pdf' } as const;

interface Prepared {
  extension: 'webp' | 'pdf';
  content: Buffer;
}
/** The stored form of an uploaded file. Throws UPLOAD_FAILED. */
export async function prepareFile(
  { config: { fileScanner }, logger }: Pick<Deps, 'config' | 'logger'>,
  bucket: Bucket,
  content: Buffer,
): Promise<Prepared> {
  if (fileScanner) {
    // A file that no scanner could examine is not stored.
    const clean = await isClean(fileScanner, content).catch((error: unknown) => {
      logger.error({ err: error, bytes: content.length }, 'a file that was sent could not be looked through, and is refused');
      throw uploadFailed(error instanceof BeyondScanner ? 'tooLarge' : 'unscanned');
    });
    if (!clean) throw uploadFailed('infected');
  }
  // The image library is loaded with the first upload.
  const { checkPdf, drawAnew } = await import('../../integrations/files/images.ts');
  try {
    return bucket.pdf && looksLikePdf(content)
      ? { extension: 'pdf', content: await checkPdf(content) }
      : { extension: 'webp', content: await drawAnew(content, bucket.image) };
  } catch (error) {
    if (!(error instanceof UploadRefused)) throw error;
    throw uploadFailed(error.reason === 'type' && bucket.pdf ? 'typeOfDocument' : error.reason);
  }
}

/** Uploads: re-encoded, and served with exactly the resulting type. */
export function fileRoutes(app: FastifyInstance, implement: Implement, deps: Deps, reading: CourseReading): void {
  servingRoute(app, deps, reading);
  const { clock, config, files: kept, fileStore, limits, vault } = deps;

  const inTurn = createTurns(AT_ONCE);

  implement(files.uploadFile, {
    async uploadLimit({ query }, call) {
      const { identity } = call;
      if (!identity) throw new ApiError('AUTH_REQUIRED');
      const role = roleCodes[identity.role];
      if (query.bucket && !(buckets[query.bucket].roles as readonly number[]).includes(role)) throw new ApiError('FORBIDDEN');
      const may = Object.values(buckets).filter(({ roles }) => (roles as readonly number[]).includes(role));
      // Counted before the form is read, so that a refusal for too many uploads costs nothing.
      await limits.count('upload', String(identity.userId), config.limits.uploads, HOUR);
      return query.bucket ? buckets[query.bucket].maxBytes : Math.max(...may.map(({ maxBytes }) => maxBytes));
    },
    async handle({ query, body }, call) {
      const { identity, uploads } = call;
      if (!identity) throw new ApiError('AUTH_REQUIRED');
      const role = roleCodes[identity.role];
      const name: BucketName = query.bucket ?? body.bucket ?? (role === 2 || role === 3 ? 'img_curso' : 'img_perfiluser');
      const bucket: Bucket = buckets[name];
      if (!bucket.roles.includes(role)) throw new ApiError('FORBIDDEN');
      if (uploads.length === 0) throw uploadFailed('empty');
      for (const { bytes } of uploads) if (bytes > bucket.maxBytes) throw uploadFailed('tooLarge', bucket.maxBytes);
      // The first was counted when the form came.
      for (const _ of uploads.slice(1)) await limits.count('upload', String(identity.userId), config.limits.uploads, HOUR);
      return inTurn(async () => {
        // All files are checked before the first is stored.
        const prepared: Prepared[] = [];
        for (const upload of uploads) prepared.push(await prepareFile(deps, bucket, await upload.read()));
        return keep(name, prepared, identity.userId, call);
      });
    },
  });
  const keep = async (name: BucketName, prepared: readonly Prepared[], ownerId: number, call: Call) => {
    const answers = [];
    for (const [index, { extension, content }] of prepared.entries()) {
      const stored = await kept.store(fileStore, { bucket: name, extension, content, ownerId }, derived(call.context(), 'upload', index));
      call.wrote(stored.position);
      const fileUrl = fileAddress(stored);
      answers.push({ id: fileKey(stored), fileUrl, mime: mimes[extension], bytes: stored.bytes, sha256: stored.sha256 });
    }
    return { urls: answers.map(({ fileUrl }) => fileUrl), files: answers };
  };

  implement(files.listFiles, {
    async handle({ query: { bucket, limit, cursor } }, call) {
      const { docs, next } = await call.reads.find(fileDocs, {
        ...(bucket && { where: { bucket } }),
        sort: ['-storedAt'],
        limit,
        ...(cursor !== undefined && { cursor }),
      });
      if (next) call.header('x-next-cursor', next);
      const held = Date.parse((await filesHeldUntil(vault, clock())) ?? '') || 0;
      const goes = (unusedSince: string) => new Date(Math.max(Date.parse(unusedSince) + ORPHAN_MS, held)).toISOString();
      return docs.map(({ doc }) => ({
        id: fileKey(doc),
        bucket: doc.bucket,
        fileUrl: fileAddress(doc),
        bytes: doc.bytes,
        usuario: doc.ownerId,
        guardado: doc.storedAt,
        usos: doc.referrers.length,
        se_borra: doc.unusedSince && goes(doc.unusedSince),
      }));
    },
  });
}

/** The files themselves, whole or in parts. */
function servingRoute(app: FastifyInstance, { fileStore }: Deps, { mayReadFile }: CourseReading): void {
  app.get<{ Params: { bucket: string; name: string } }>('/api/files/:bucket/:name', async (request, reply) => {
    const name = readFileKey(`${request.params.bucket}/${request.params.name}`);
    if (!name) return sendError(new ApiError(request.identity ? 'NOT_FOUND' : 'AUTH_REQUIRED'), request, reply);
    const { open } = buckets[name.bucket];
    const { identity } = request;
    if (!open && identity?.key && !identity.key.scopes.has('files.list')) throw new ApiError('SCOPE_MISSING', { detail: 'files.list' });
    // The existence of a file that the caller may not read is not revealed.
    if (!open && !(await mayReadFile(name, identity)))
      return sendError(new ApiError(identity ? 'NOT_FOUND' : 'AUTH_REQUIRED'), request, reply);
    const key = fileKey(name);
    const etag = `"${name.hash}"`;
    const found = await fileStore.head(key);
    if (!found) return sendError(new ApiError('NOT_FOUND'), request, reply);
    reply.headers({
      // An address has one content for ever; but whether somebody may still read it is asked each time, whoever is at the browser by then.
      'cache-control': open
        ? `${name.bucket === 'img_perfiluser' ? 'private' : 'public'}, max-age=31536000, immutable`
        : 'private, no-cache',
      etag,
      'accept-ranges': 'bytes',
      'content-type': mimes[name.extension],
      'content-disposition': name.extension === 'webp' ? 'inline' : `attachment; filename="${name.hash.slice(0, 12)}.${name.extension}"`,
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    });
    if (request.headers['if-none-match']?.includes(etag)) return reply.status(304).send();
    const range = rangeOf(request.headers.range, found.bytes);
    if (range === 'none') return reply.status(416).header('content-range', `bytes */${found.bytes}`).send();
    const length = range ? range.to - range.from + 1 : found.bytes;
    reply.header('content-length', length);
    // An empty answer would get a Content-Length of 0.
    if (request.method === 'HEAD') return reply.send(Readable.from([]));
    const file = await fileStore.get(key, range ?? undefined);
    if (!file) return sendError(new ApiError('NOT_FOUND'), request, reply);
    if (range) reply.status(206).header('content-range', `bytes ${range.from}-${range.to}/${found.bytes}`);
    return reply.send(file.stream);
  });
}
