import { createHmac, hash, hkdfSync } from 'node:crypto';
import { monthsAfter } from '../../../events/calendar.ts';
import { certificateStatement } from '../../../events/certificateStatement.ts';
import { presentClasses, presentModules } from '../../../events/outline.ts';
import type { StreamEvent } from '../../../events/registry.ts';
import type { Position } from '../../../events/store/port.ts';
import { streamOf } from '../../../events/streams.ts';
import { course } from '../catalogue/course.ts';
import { fullNameOf, user } from '../identity/user.ts';
import { DomainError, refuse } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived, type Handled } from '../kernel/handle.ts';
import type { SigningKeys } from '../kernel/signingKeys.ts';
import { school } from '../site/school.ts';
import {
  type CertificateCommand,
  type CertificateState,
  certificate,
  certificateRule,
  type Issued,
  type Said,
  type Term,
} from './certificate.ts';
import { enrolment } from './enrolment.ts';
import type { Quizzes } from './quizzes.ts';

/** Digits and letters that nobody takes for one another (Crockford). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 20;
/** How often something is signed again because another change came between reading and writing. */
const MOST_AGAIN = 5;
const grouped = (code: string): string => code.match(/.{5}/g)?.join('-') ?? '';

/** A code as somebody typed it: in small letters, without hyphens, with an O for a nought. null: it is none. */
export const readCode = (typed: string): string | null => {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return code.length === CODE_LENGTH && [...code].every((letter) => ALPHABET.includes(letter)) ? grouped(code) : null;
};

export interface Evidence extends Pick<Issued, 'completedAt' | 'classes' | 'evidence'> {
  /** The facts themselves, the completion last. */
  facts: readonly { eventId: string; position: string; classId: number | null; at: string }[];
}

export function createCertificates(commands: Commands, keys: SigningKeys, quizzes: Pick<Quizzes, 'passedIn'>, master: Uint8Array) {
  const codeKey = Buffer.from(hkdfSync('sha256', master, 'aulaviva', 'certificate codes', 32));
  const idOf = (userId: number, courseId: number) => `${userId}_${courseId}`;
  const send = (command: CertificateCommand, context: CommandContext) =>
    commands.handle(
      certificate,
      idOf(command.userId, command.courseId),
      command,
      derived(context, 'certificate', command.type, command.userId, command.courseId),
    );
  const personOf = async (userId: number) => {
    const { state } = await commands.load(user, userId);
    return state.status === 'active' ? state : refuse('USER_NOT_FOUND');
  };
  /** Until when what is signed now is good, by the rule of the course; null: for ever. */
  const endOf = async (courseId: number, now: Date): Promise<string | null> => {
    const { state: months } = await commands.load(certificateRule, courseId);
    return months === 0 ? null : monthsAfter(now.toISOString(), months);
  };
  /** The same for the same completion, and for nobody to guess: 100 bits of a keyed digest. */
  const codeOf = (completion: string): string => {
    const bits = createHmac('sha256', codeKey).update(completion).digest();
    return grouped(Array.from(bits.subarray(0, CODE_LENGTH), (byte) => ALPHABET[byte & 31]).join(''));
  };

  /** Tries once more where the signed version is not the present one any more. */
  const again = async <T>(sign: () => Promise<T>): Promise<T> => {
    for (let tries = 0; ; tries++)
      try {
        return await sign();
      } catch (error) {
        if (!(error instanceof DomainError && error.code === 'CONFLICT') || tries === MOST_AGAIN) throw error;
      }
  };

  const certificates = {
    keys,
    /**
     * The facts behind a completion, from the stream of the enrolment: the completion and the marks that stood before it. null: the course was never
     * completed. `until`: the id of the completion's event, where it is known.
     */
    async evidence(userId: number, courseId: number): Promise<Evidence | null> {
      const marks = new Map<number, Evidence['facts'][number]>();
      for await (const event of commands.log.readStream(streamOf('enrolment', userId, courseId))) {
        const { type, data } = event as unknown as StreamEvent<'enrolment'>;
        const fact = { eventId: event.id, position: event.position, at: event.meta.occurredAt };
        if (type === 'ClassCompleted') marks.set(data.classId, { ...fact, classId: data.classId });
        else if (type === 'ClassUncompleted') marks.delete(data.classId);
        else if (type === 'CourseCompleted') {
          const digest = hash('sha256', [...marks.values()].map((mark) => `${mark.eventId}@${mark.position}\n`).join(''), 'base64url');
          return {
            completedAt: fact.at,
            classes: data.classes,
            evidence: { eventId: fact.eventId, position: fact.position, marks: marks.size, digest },
            facts: [...marks.values(), { ...fact, classId: null }],
          };
        }
      }
      return null;
    },
    /**
     * Issues it, once. Errors: USER_NOT_FOUND, EMAIL_NOT_VERIFIED, COURSE_NOT_FOUND, COURSE_NOT_COMPLETED, QUIZZES_NOT_PASSED.
     */
    async issue(userId: number, courseId: number, context: CommandContext): Promise<Handled<CertificateState>> {
      const known = await commands.load(certificate, idOf(userId, courseId));
      if (known.state.issued) return { ...known, appended: 0, repeated: true };
      const person = await personOf(userId);
      if (!person.verified) return refuse('EMAIL_NOT_VERIFIED');
      const { state: outline } = await commands.load(course, courseId);
      if (outline.status === 'none') return refuse('COURSE_NOT_FOUND');
      const found = await certificates.evidence(userId, courseId);
      if (!found) return refuse('COURSE_NOT_COMPLETED');
      if ((await quizzes.passedIn(userId, outline)).some(({ passed }) => !passed)) return refuse('QUIZZES_NOT_PASSED');
      const { completedAt, classes, evidence } = found;
      const fullName = known.state.chosen ?? fullNameOf(person) ?? '';
      const minutes = presentModules(outline)
        .flatMap(presentClasses)
        .flatMap(({ subtopics }) => subtopics)
        .reduce((sum, subtopic) => sum + (subtopic.minutes ?? 0), 0);
      const said = {
        ...{ userId, courseId, code: codeOf(evidence.eventId), name: fullName },
        ...{ course: outline.title, minutes, classes, instructorId: outline.instructorId },
        ...{ school: (await commands.load(school, 'school', { within: 30_000 })).state.name, completedAt, evidence },
        issuedAt: context.now.toISOString(),
      };
      const { issuedAt } = said;
      const expiresAt = await endOf(courseId, context.now);
      const term: Term | null =
        expiresAt === null ? null : { expiresAt, issuedAt, ...(await keys.sign(certificateStatement({ ...said, expiresAt }))) };
      const first = await keys.sign(certificateStatement({ ...said, expiresAt: null }));
      return send({ type: 'issue', ...said, ...first, term }, context);
    },
    /**
     * The name on it: for when it comes, or on the one that there is, signed anew under the same code.
     * Errors: USER_NOT_FOUND, ENROLMENT_NOT_FOUND, CERTIFICATE_REVOKED, CERTIFICATE_NAME_LIMIT.
     */
    name: (userId: number, courseId: number, name: string, context: CommandContext): Promise<Handled<CertificateState>> =>
      again(async () => {
        await personOf(userId);
        const { issued } = (await commands.load(certificate, idOf(userId, courseId))).state;
        if (!issued) {
          const { state } = await commands.load(enrolment, idOf(userId, courseId));
          if (!state.enrolled && !state.courseCompleted) return refuse('ENROLMENT_NOT_FOUND');
          return send({ type: 'choose', userId, courseId, name }, context);
        }
        const issuedAt = context.now.toISOString();
        const signed = await keys.sign(certificateStatement({ ...issued, name, issuedAt }));
        return send({ type: 'reissue', userId, courseId, name, issuedAt, after: issued.signature, ...signed }, context);
      }),
    /** Signed anew, with the end that the course's rule gives it from now on. Errors: CERTIFICATE_NOT_FOUND, CERTIFICATE_REVOKED. */
    renew: (userId: number, courseId: number, context: CommandContext): Promise<Handled<CertificateState>> =>
      again(async () => {
        await personOf(userId);
        const { issued } = (await commands.load(certificate, idOf(userId, courseId))).state;
        if (!issued || issued.name === null) return refuse('CERTIFICATE_NOT_FOUND');
        const [issuedAt, expiresAt] = [context.now.toISOString(), await endOf(courseId, context.now)];
        const signed = await keys.sign(certificateStatement({ ...issued, name: issued.name, issuedAt, expiresAt }));
        return send({ type: 'renew', userId, courseId, issuedAt, expiresAt, after: issued.signature, ...signed }, context);
      }),
    /** Its end has come; nothing where it was renewed or revoked since. */
    expire: (userId: number, courseId: number, expiresAt: string, context: CommandContext): Promise<Handled<CertificateState>> =>
      send({ type: 'expire', userId, courseId, expiresAt }, context),
    validity: async (courseId: number): Promise<number> => (await commands.load(certificateRule, courseId)).state,
    setValidity: async (courseId: number, months: number, context: CommandContext): Promise<Position | null> =>
      (await commands.handle(certificateRule, courseId, { courseId, months }, context)).position,
    /** By an administrator. Errors: CERTIFICATE_NOT_FOUND. */
    revoke: (userId: number, courseId: number, reason: string, context: CommandContext): Promise<Handled<CertificateState>> =>
      send({ type: 'revoke', userId, courseId, reason }, context),
    /** Errors: CERTIFICATE_NOT_FOUND. */
    reinstate: (userId: number, courseId: number, context: CommandContext): Promise<Handled<CertificateState>> =>
      send({ type: 'reinstate', userId, courseId, now: context.now.toISOString() }, context),
    /** How it stands now. */
    async load(userId: number, courseId: number): Promise<CertificateState> {
      return (await commands.load(certificate, idOf(userId, courseId))).state;
    },
    /** Whether what a certificate says was signed by the school, and whether the facts behind it stand in the log as they did. */
    async check(said: Said): Promise<{ signature: boolean; facts: boolean; found: Evidence | null }> {
      const { name } = said;
      const signature = name !== null && (await keys.verify(certificateStatement({ ...said, name }), said));
      const found = await certificates.evidence(said.userId, said.courseId);
      const { eventId, position, marks, digest } = said.evidence;
      const facts =
        found !== null &&
        found.completedAt === said.completedAt &&
        found.classes === said.classes &&
        found.evidence.eventId === eventId &&
        found.evidence.position === position &&
        found.evidence.marks === marks &&
        found.evidence.digest === digest;
      return { signature, facts, found };
    },
  };
  return certificates;
}
export type Certificates = ReturnType<typeof createCertificates>;
