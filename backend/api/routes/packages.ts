import type { Readable } from 'node:stream';
import { type BucketName, fileAddress, fileKey, filesIn, readFileKey } from '../../../events/files.ts';
import { createTurns } from '../../../events/turns.ts';
import type { WholeCourse } from '../../commands/catalogue/wholeCourses.ts';
import { user } from '../../commands/identity/user.ts';
import { derived } from '../../commands/kernel/handle.ts';
import { type Archive, ArchiveRefused, openArchive, packed, sha256 } from '../../integrations/packages/archive.ts';
import { filesOf, packageOf, personalFilesOf, readdressed, textOf, wholeOf } from '../answers/packages.ts';
import { controlIn } from '../calls/checks.ts';
import type { Call, Implement } from '../calls/implement.ts';
import { type Bucket, buckets } from '../contract/buckets.ts';
import { type ErrorCode, errorCatalogue } from '../contract/errors.ts';
import { packageLimits as limits } from '../contract/packageLimits.ts';
import {
  type CoursePackage,
  coursePackage,
  PACKAGE_FORMAT,
  PACKAGE_TEXT,
  PACKAGE_VERSION,
  type PackageProblem,
  type PackageReview,
  packages,
} from '../contract/packages.ts';
import { roleCodes } from '../contract/roles.ts';
import type { Deps } from '../deps.ts';
import { ApiError, invalid } from '../error.ts';
import { type Upload, uploadFailed } from '../plugins/uploads.ts';
import { prepareFile } from './files.ts';

const HOUR = 3_600_000;
/** Courses copied, and packages checked or imported, by one person in an hour. */
const COPIES_PER_HOUR = 60;
const PACKAGES_PER_HOUR = 60;
/** How many packages are processed at a time: one may hold hundreds of pictures. */
const AT_ONCE = 1;

const problem = (donde: string, codigo: ErrorCode): PackageProblem => ({ donde, codigo, mensaje: errorCatalogue[codigo][1] });
const reasons = { unreadable: 'PACKAGE_UNREADABLE', tooMany: 'PACKAGE_TOO_MANY', tooLarge: 'PACKAGE_TOO_LARGE' } as const;
/** A file name from a title: letters, digits and hyphens. */
const fileNameOf = (title: string): string =>
  title
    .toLocaleLowerCase('es-MX')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80) || 'curso';
const pathOf = (key: string): string => `archivos/${key}`;

interface Opened {
  text: CoursePackage | null;
  problems: PackageProblem[];
  /** null: only the JSON was sent. */
  archive: Archive | null;
}

/** What was sent, with its problems. Whoever opens it closes the archive. */
async function opened(upload: Upload): Promise<Opened> {
  const none = (...problems: PackageProblem[]): Opened => ({ text: null, problems, archive: null });
  let archive: Archive | null = null;
  try {
    archive = await openArchive(upload.path, { entries: limits.files + 1, bytes: limits.unpacked });
  } catch (error) {
    if (!(error instanceof ArchiveRefused)) throw error;
    // A package without files is the JSON of the course alone.
    if (error.reason !== 'unreadable' || upload.bytes > limits.text) return none(problem(error.entry ?? '', reasons[error.reason]));
  }
  try {
    const content = archive ? await archive.read(PACKAGE_TEXT, limits.text) : await upload.read();
    const { text, problems } = content ? readText(content) : { text: null, problems: [problem(PACKAGE_TEXT, 'PACKAGE_UNREADABLE')] };
    return { text, problems, archive };
  } catch (error) {
    archive?.close();
    if (error instanceof ArchiveRefused) return none(problem(error.entry ?? '', reasons[error.reason]));
    throw error;
  }
}

const roleOf = ({ identity }: Call): number => (identity ? roleCodes[identity.role] : 0);

const refusal = (found: readonly PackageProblem[]): ApiError => {
  const errors = found.slice(0, MOST_PROBLEMS).map((one) => ({ path: one.donde, message: one.mensaje, code: one.codigo as ErrorCode }));
  return new ApiError('PACKAGE_REFUSED', { errors });
};

const ofCourse = async ({ params }: { params: { id: number } }) => params.id;

/** Counts what one person does in an hour. Throws TOO_MANY_REQUESTS. */
const createCount = ({ limits: rates }: Deps) => {
  return (kind: string, max: number, call: Pick<Call, 'identity'>) => rates.count(kind, String(call.identity?.userId), max, HOUR);
};

/** Export, import and copies of courses. */
export function packageRoutes(implement: Implement, deps: Deps): void {
  copyRoutes(implement, deps);
  exportRoutes(implement, deps);
  importRoutes(implement, deps);
}

function copyRoutes(implement: Implement, deps: Deps): void {
  const { wholeCourses } = deps;
  const count = createCount(deps);
  implement(packages.duplicateCourse, {
    course: ofCourse,
    async handle({ params, body }, call) {
      await count('course-copies', COPIES_PER_HOUR, call);
      const whole = await wholeCourses.read(params.id);
      const title = body.nombre ?? `${whole.fields.title} (copia)`.slice(0, 200);
      const copy: WholeCourse = { ...whole, fields: { ...whole.fields, title, ...UNSOLD } };
      const context = call.context(body.motivo);
      const { courseId, position, state } = await wholeCourses.bring(copy, { origin: 'course', fromCourseId: params.id }, context);
      call.wrote(position);
      return { message: 'Curso duplicado', id: courseId, nombre: state.title };
    },
  });
}

function exportRoutes(implement: Implement, { fileStore, wholeCourses }: Deps): void {
  implement(packages.exportCourse, {
    course: ofCourse,
    async handle({ params }, call) {
      const whole = await wholeCourses.read(params.id);
      const archivos: CoursePackage['archivos'] = [];
      const contents: { name: string; compress: boolean; content: () => Promise<Readable | null> }[] = [];
      const ausentes = personalFilesOf(whole).map(fileAddress);
      for (const name of filesOf(whole)) {
        const key = fileKey(name);
        const found = await fileStore.head(key);
        // A link to a missing file stays dead in the export.
        if (!found) {
          ausentes.push(fileAddress(name));
          continue;
        }
        // The hash in its name is that of the stored file.
        archivos.push({ ruta: pathOf(key), direccion: fileAddress(name), bytes: found.bytes, sha256: name.hash });
        contents.push({ name: pathOf(key), compress: false, content: async () => (await fileStore.get(key))?.stream ?? null });
      }
      const text = Buffer.from(JSON.stringify(packageOf(whole, archivos, ausentes), null, 1));
      const title = fileNameOf(whole.fields.title);
      call.header('content-disposition', `attachment; filename="${title}.zip"`);
      return packed([{ name: PACKAGE_TEXT, compress: true, content: text }, ...contents], call.now);
    },
  });
  implement(packages.exportCourseText, {
    course: ofCourse,
    async handle({ params }, call) {
      const whole = await wholeCourses.read(params.id);
      call.header('content-disposition', `attachment; filename="${fileNameOf(whole.fields.title)}.txt"`);
      return textOf(packageOf(whole));
    },
  });
}

/** Goes through the files of a package. */
const createFileKeeper = (deps: Deps) => {
  const { files, fileStore } = deps;
  /** Checks each file of a package, and stores it where `keep` says so. */
  const eachFile = async (
    { text, archive }: { text: CoursePackage; archive: Archive | null },
    call: Call,
    keep: boolean,
  ): Promise<{ problems: PackageProblem[]; addresses: Map<string, string>; bytes: number }> => {
    const problems: PackageProblem[] = [];
    const addresses = new Map<string, string>();
    let bytes = 0;
    const { archivos, ausentes, ...rest } = text;
    const used = new Set(filesIn(JSON.stringify(rest)).map(fileAddress));
    const listed = new Set([...archivos.map(({ direccion }) => direccion), ...ausentes]);
    for (const address of used) if (!listed.has(address)) problems.push(problem(address, 'PACKAGE_FILE_ABSENT'));
    for (const [at, file] of archivos.entries()) {
      const named = readFileKey(file.direccion.replace(/^\/api\/files\//, ''));
      const name: BucketName | null =
        named && (buckets[named.bucket].roles as readonly number[]).includes(roleOf(call)) ? named.bucket : 'img_curso';
      const bucket: Bucket = buckets[name];
      try {
        const content = await archive?.read(file.ruta, bucket.maxBytes);
        if (!content) {
          problems.push(problem(file.ruta, 'PACKAGE_FILE_ABSENT'));
          continue;
        }
        bytes += content.length;
        const hash = sha256(content);
        if (content.length !== file.bytes || hash !== file.sha256) {
          problems.push(problem(file.ruta, 'PACKAGE_FILE_DIFFERS'));
          continue;
        }
        // A file that the course does not refer to would be deleted a day later.
        if (!used.has(file.direccion)) continue;
        // A file that this school already has is stored unchanged.
        if (named && named.hash === hash && named.bucket === name && (await files.load(named)).status === 'stored') {
          addresses.set(file.direccion, fileAddress(named));
          continue;
        }
        const prepared = await prepareFile(deps, bucket, content);
        if (!keep) continue;
        const stored = await files.store(
          fileStore,
          { bucket: name, ...prepared, ownerId: call.identity?.userId ?? 0 },
          derived(call.context(), 'package', at),
        );
        call.wrote(stored.position);
        addresses.set(file.direccion, fileAddress(stored));
      } catch (error) {
        if (error instanceof ArchiveRefused) problems.push(problem(file.ruta, reasons[error.reason]));
        else if (error instanceof ApiError && error.code === 'UPLOAD_FAILED' && error.status !== 503)
          problems.push(problem(file.ruta, error.errors?.[0]?.code === 'FILE_INFECTED' ? 'FILE_INFECTED' : 'PACKAGE_FILE_TYPE'));
        else throw error;
      }
    }
    return { problems, addresses, bytes };
  };
  return eachFile;
};

function importRoutes(implement: Implement, deps: Deps): void {
  const { commands, wholeCourses } = deps;
  const count = createCount(deps);
  const inTurn = createTurns(AT_ONCE);
  const eachFile = createFileKeeper(deps);

  const withPackage = async <T>(call: Call, work: (opened: Opened) => Promise<T>): Promise<T> => {
    const [upload] = call.uploads;
    if (!upload) throw uploadFailed('empty');
    return inTurn(async () => {
      const found = await opened(upload);
      try {
        return await work(found);
      } finally {
        found.archive?.close();
      }
    });
  };
  const uploadLimit = async (_: unknown, call: Pick<Call, 'identity'>) => {
    await count('packages', PACKAGES_PER_HOUR, call);
    return limits.bytes;
  };

  implement(packages.reviewPackage, {
    uploadLimit,
    handle: (_, call) =>
      withPackage(call, async ({ text, problems, archive }): Promise<PackageReview> => {
        if (!text) return { ...NOTHING, problemas: problems.slice(0, MOST_PROBLEMS) };
        const looked = await eachFile({ text, archive }, call, false);
        return { ...figuresOf(text), bytes: looked.bytes, problemas: [...problems, ...looked.problems].slice(0, MOST_PROBLEMS) };
      }),
  });
  implement(packages.importPackage, {
    uploadLimit,
    async handle({ body }, call) {
      const own = call.identity?.role === 'instructor' ? call.identity.userId : null;
      const instructorId = own ?? body.id_maestro ?? null;
      if (instructorId === null) throw new ApiError('INSTRUCTOR_REQUIRED');
      const teacher = (await commands.load(user, instructorId)).state;
      if (teacher.status !== 'active' || teacher.role !== 'instructor') throw new ApiError('INSTRUCTOR_REQUIRED');
      return withPackage(call, async ({ text, problems, archive }) => {
        if (!text || problems.length > 0) throw refusal(problems);
        // All are checked before the first is stored.
        const looked = await eachFile({ text, archive }, call, false);
        if (looked.problems.length > 0) throw refusal(looked.problems);
        const { addresses } = await eachFile({ text, archive }, call, true);
        const whole = wholeOf(readdressed(text, addresses), instructorId);
        const { courseId, position, state } = await wholeCourses.bring(
          whole,
          { origin: 'package', fromCourseId: null },
          call.context(body.motivo),
        );
        call.wrote(position);
        return { message: 'Curso importado', id: courseId, nombre: state.title };
      });
    },
  });
}

/** A copy does not get the payment provider's price id, which belongs to one course. */
const UNSOLD = { providerPriceId: null } as const;
const MOST_PROBLEMS = 100;
const NOTHING = { titulo: '', modulos: 0, sesiones: 0, subtemas: 0, recursos: 0, archivos: 0, bytes: 0 } as const;

const figuresOf = ({ curso, modulos, archivos }: CoursePackage) => {
  const classes = modulos.flatMap(({ sesiones }) => sesiones);
  return {
    ...{ titulo: curso.nombre, modulos: modulos.length, sesiones: classes.length, archivos: archivos.length },
    subtemas: classes.reduce((sum, { subtemas }) => sum + subtemas.length, 0),
    recursos: classes.reduce((sum, { recursos }) => sum + recursos.length, 0),
  };
};

/** The JSON of a package, or its problem and place. */
function readText(content: Buffer): { text: CoursePackage | null; problems: PackageProblem[] } {
  let sent: unknown;
  try {
    // In another encoding, letters would be lost silently.
    sent = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content));
  } catch {
    return { text: null, problems: [problem(PACKAGE_TEXT, 'PACKAGE_UNREADABLE')] };
  }
  const { formato, version } = (typeof sent === 'object' && sent !== null ? sent : {}) as { formato?: unknown; version?: unknown };
  if (formato !== PACKAGE_FORMAT) return { text: null, problems: [problem(PACKAGE_TEXT, 'PACKAGE_UNREADABLE')] };
  if (version !== PACKAGE_VERSION) return { text: null, problems: [problem(PACKAGE_TEXT, 'PACKAGE_VERSION')] };
  const parsed = coursePackage.safeParse(sent);
  if (!parsed.success) {
    const problems = invalid(parsed.error, sent).errors?.map(({ path, message, code }) => ({
      ...{ donde: path, mensaje: message, codigo: code ?? 'MALFORMED' },
    }));
    return { text: null, problems: problems ?? [] };
  }
  const odd = controlIn(parsed.data);
  if (odd !== null) return { text: null, problems: [problem(odd, 'INVALID_TEXT')] };
  const { sesiones, subtemas, recursos } = figuresOf(parsed.data);
  const over = sesiones > limits.classes || subtemas > limits.parts || recursos > limits.parts;
  return { text: parsed.data, problems: over ? [problem(PACKAGE_TEXT, 'PACKAGE_TOO_MANY')] : [] };
}
