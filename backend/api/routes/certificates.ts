import { Readable } from 'node:stream';
import { certificateStatement } from '../../../events/certificateStatement.ts';
import type { Issued, Said } from '../../commands/learning/certificate.ts';
import { readCode } from '../../commands/learning/certificates.ts';
import { type CertificateDoc, certificates as certificateDocs } from '../../projections/certificates.ts';
import { courses } from '../../projections/courses.ts';
import { enrolments } from '../../projections/enrolments.ts';
import { users } from '../../projections/users.ts';
import { badgeOf } from '../answers/certificates/badge.ts';
import { certificatePdf } from '../answers/certificates/pdf.ts';
import { statusOf } from '../answers/certificates/shown.ts';
import { publicName } from '../answers/people.ts';
import { PRODUCT_COLOR } from '../answers/printed.ts';
import { readSchool } from '../answers/site.ts';
import type { Call, Implement } from '../calls/implement.ts';
import { type CertificateRecord, certificates as contract } from '../contract/certificates.ts';
import { NO_REASON } from '../contract/common.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

const recordOf = (doc: CertificateDoc, now: Date): CertificateRecord => ({
  id_usuario: doc.userId,
  id_curso: doc.courseId,
  codigo: doc.code ?? '',
  nombre: doc.name,
  curso: doc.course,
  minutos: doc.minutes,
  completado: doc.completedAt ?? '',
  emitido: doc.issuedAt ?? '',
  vence: doc.expiresAt,
  estado: statusOf(doc.revokedAt !== null, doc.expiresAt, now),
  motivo: doc.revokedReason,
});

/** How many printed certificates are cached: one that is shared is asked for by many. */
const KEPT_PDFS = 50;
/** How many are printed at once. */
const MAKING = 2;

export function certificateRoutes(implement: Implement, deps: Deps): void {
  ownRoutes(implement, deps);
  staffRoutes(implement, deps);
  publicRoutes(implement, deps);
}

function ownRoutes(implement: Implement, { certificates, quizzes }: Deps): void {
  implement(contract.listCertificates, {
    async handle({ params: { userId } }, call) {
      const person = await call.reads.get(users, String(userId));
      if (!person) throw new ApiError('USER_NOT_FOUND');
      const { docs } = await call.reads.find(certificateDocs, { where: { userId, issued: true }, sort: ['-issuedAt'], limit: 500 });
      const issued = new Set(docs.map(({ doc }) => doc.courseId));
      const found = await call.reads.find(enrolments, { where: { userId }, limit: 1_000 });
      const waiting = found.docs.map(({ doc }) => doc).filter(({ completedAt, courseId }) => completedAt !== null && !issued.has(courseId));
      const ids = waiting.map(({ courseId }) => courseId);
      const [titles, chosen] = await Promise.all([
        call.reads.getMany(courses, ids.map(String)),
        call.reads.getMany(
          certificateDocs,
          ids.map((courseId) => `${userId}_${courseId}`),
        ),
      ]);
      const owed = await Promise.all(
        ids.map(async (courseId) => {
          const course = titles.get(String(courseId));
          return course === undefined ? [] : (await quizzes.passedIn(userId, course)).filter(({ passed }) => !passed);
        }),
      );
      const fullName = [person.firstName, person.lastName].filter(Boolean).join(' ') || person.username || '';
      return {
        certificados: docs.map(({ doc }) => recordOf(doc, call.now)),
        pendientes: waiting.map(({ courseId, completedAt }, index) => ({
          id_curso: courseId,
          curso: titles.get(String(courseId))?.title ?? '',
          nombre: chosen.get(`${userId}_${courseId}`)?.name ?? fullName,
          completado: completedAt ?? '',
          falta: !person.verified ? ('correo' as const) : owed[index]?.length ? ('evaluaciones' as const) : ('nada' as const),
          evaluaciones: (owed[index] ?? []).map(({ subtopicId, title }) => ({ id_subtema: subtopicId, titulo: title })),
        })),
      };
    },
  });
  implement(contract.receiveCertificate, {
    async handle({ params: { userId, courseId } }, call) {
      const done = await certificates.issue(userId, courseId, call.context());
      call.wrote(done.position);
      return { message: 'Tu certificado está listo', codigo: done.state.issued?.code ?? '' };
    },
  });
  implement(contract.nameCertificate, {
    async handle({ params: { userId, courseId }, body }, call) {
      const done = await certificates.name(userId, courseId, body.nombre ?? '', call.context());
      call.wrote(done.position);
      return { message: done.state.issued ? 'Certificado emitido de nuevo, con ese nombre' : 'Nombre guardado' };
    },
  });
}

function staffRoutes(implement: Implement, { certificates }: Deps): void {
  implement(contract.courseCertificates, {
    course: async ({ params }) => params.id,
    async handle({ params: { id }, query: { limit, cursor } }, call) {
      const page = await call.reads.find(certificateDocs, {
        where: { courseId: id, issued: true },
        sort: ['-issuedAt'],
        limit,
        ...(cursor !== undefined && { cursor }),
      });
      if (page.next) call.header('x-next-cursor', page.next);
      return {
        certificados: page.docs.map(({ doc }) => recordOf(doc, call.now)),
        ...{ siguiente: page.next, vigencia_meses: await certificates.validity(id) },
      };
    },
  });
  implement(contract.setCertificateValidity, {
    course: async ({ params }) => params.id,
    async handle({ params: { id }, body: { meses } }, call) {
      call.wrote(await certificates.setValidity(id, meses, call.context()));
      return { message: 'Vigencia guardada' };
    },
  });
  implement(contract.renewCertificate, {
    async handle({ params: { userId, courseId } }, call) {
      call.wrote((await certificates.renew(userId, courseId, call.context())).position);
      return { message: 'Certificado renovado' };
    },
  });
  implement(contract.revokeCertificate, {
    async handle({ params: { userId, courseId }, body }, call) {
      call.wrote((await certificates.revoke(userId, courseId, body.motivo, call.context())).position);
      return { message: 'Certificado revocado' };
    },
  });
  implement(contract.reinstateCertificate, {
    async handle({ params: { userId, courseId }, body }, call) {
      call.wrote((await certificates.reinstate(userId, courseId, call.context(body.motivo ?? NO_REASON))).position);
      return { message: 'El certificado vuelve a estar vigente' };
    },
  });
}

/** What anybody may see who was given the code. Decided on the stream: a read model may be behind a revocation. */
function publicRoutes(implement: Implement, deps: Deps): void {
  const published = publishedOf(deps);
  verifyingRoutes(implement, deps, published);
  fileRoutes(implement, deps, published);
  keyRoutes(implement, deps);
}

/** Finds certificates by their codes. */
function publishedOf({ certificates }: Deps) {
  const found = async (typed: string, call: Call) => {
    const code = readCode(typed);
    const { docs } = code === null ? { docs: [] } : await call.reads.find(certificateDocs, { where: { code }, limit: 1 });
    const doc = docs[0]?.doc;
    if (!doc) throw new ApiError('CERTIFICATE_NOT_FOUND');
    const state = await certificates.load(doc.userId, doc.courseId);
    if (!state.issued) throw new ApiError('CERTIFICATE_NOT_FOUND');
    return { said: state.issued, revokedAt: state.revoked ? (doc.revokedAt ?? state.issued.issuedAt) : null };
  };
  const instructorOf = async ({ instructorId }: Issued, call: Call): Promise<string | null> => {
    const person = instructorId === null ? null : await call.reads.get(users, String(instructorId));
    return person && !person.erased ? publicName(person, person.userId) : null;
  };
  /** One that is good to hand out. */
  const validOne = async (typed: string, call: Call): Promise<Said & { name: string }> => {
    const { said, revokedAt } = await found(typed, call);
    if (said.name === null) throw new ApiError('CERTIFICATE_NOT_FOUND');
    if (revokedAt !== null) throw new ApiError('CERTIFICATE_REVOKED');
    return { ...said, name: said.name };
  };
  return { found, instructorOf, validOne };
}

type Published = ReturnType<typeof publishedOf>;

function verifyingRoutes(implement: Implement, { certificates }: Deps, { found, instructorOf }: Published): void {
  implement(contract.verifyCertificate, {
    async handle({ params }, call) {
      const { said, revokedAt } = await found(params.code, call);
      const { code, school: escuela, name } = said;
      if (name === null) return { estado: 'borrado' as const, codigo: code, escuela, certificado: null, comprobacion: null };
      const { signature, facts, found: evidence } = await certificates.check(said);
      return {
        estado: statusOf(revokedAt !== null, said.expiresAt, call.now),
        codigo: code,
        escuela,
        certificado: {
          nombre: name,
          curso: said.course,
          id_curso: said.courseId,
          instructor: await instructorOf(said, call),
          minutos: said.minutes,
          clases: said.classes,
          completado: said.completedAt,
          emitido: said.issuedAt,
          ...{ vence: said.expiresAt, revocado: revokedAt },
        },
        comprobacion: {
          firma: signature,
          hechos: facts,
          clave: said.keyId,
          firmado: said.issuedAt,
          algoritmo: 'Ed25519' as const,
          declaracion: certificateStatement({ ...said, name }),
          valor: said.signature,
          eventos: (evidence?.facts ?? []).map(({ eventId, position, classId }) => ({
            tipo: classId === null ? ('curso' as const) : ('clase' as const),
            id: eventId,
            posicion: position,
          })),
        },
      };
    },
  });
}

/** What is handed out: the printed certificate and the badge. */
function fileRoutes(implement: Implement, { certificates, config }: Deps, { instructorOf, validOne }: Published): void {
  const pageOf = (code: string) => `${config.publicUrl}/certificados/${code}`;
  const kept = new Map<string, Promise<Buffer>>();
  let making = 0;
  implement(contract.certificatePdf, {
    async handle({ params }, call) {
      const said = await validOne(params.code, call);
      const school = await readSchool(call.reads);
      const printed = {
        ...said,
        instructor: await instructorOf(said, call),
        page: pageOf(said.code),
        color: school.color ?? PRODUCT_COLOR,
      };
      const key = JSON.stringify([said.signature, printed.instructor, printed.color]);
      let made = kept.get(key);
      if (!made) {
        if (making >= MAKING) throw new ApiError('TOO_MANY_REQUESTS', { headers: { 'retry-after': '2' } });
        making += 1;
        made = certificatePdf(printed).finally(() => {
          making -= 1;
        });
        made.catch(() => kept.delete(key));
        kept.set(key, made);
        for (const oldest of kept.keys()) if (kept.size > KEPT_PDFS) kept.delete(oldest);
      }
      call.header('content-disposition', `inline; filename="certificado-${said.code}.pdf"`);
      return Readable.from([await made]);
    },
  });
  implement(contract.certificateBadge, {
    async handle({ params }, call) {
      const said = await validOne(params.code, call);
      call.header('content-disposition', `attachment; filename="certificado-${said.code}.jwt"`);
      return badgeOf(said, pageOf(said.code), config.publicUrl, certificates.keys);
    },
  });
}

/** The keys with which certificates are signed. */
function keyRoutes(implement: Implement, { certificates, logger }: Deps): void {
  implement(contract.changeCertificateKey, {
    async handle(_, call) {
      const clave = await certificates.keys.rotate(call.context().commandId);
      logger.warn({ key: clave, by: call.identity?.userId }, 'another key signs certificates from now on');
      return { message: 'Desde ahora firma otra clave', clave };
    },
  });
  implement(contract.certificateKeys, {
    handle: async () => ({ keys: await certificates.keys.published() }),
  });
}
