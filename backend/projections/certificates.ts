import type { EventOf, StreamEvent } from '../../events/registry.ts';
import type { Projection, Recorded } from './projection.ts';

export interface CertificateDoc {
  userId: number;
  courseId: number;
  issued: boolean;
  /** null until it is issued. */
  code: string | null;
  /** As it stands on it, or, before, as it was chosen; null: nobody chose one, or the person is erased. */
  name: string | null;
  /** The course as it was called then. */
  course: string;
  minutes: number;
  classes: number;
  completedAt: string | null;
  /** When it was signed last. */
  issuedAt: string | null;
  /** Until when it is good; null: for ever. */
  expiresAt: string | null;
  revokedAt: string | null;
  revokedReason: string | null;
}

const key = (event: Recorded<StreamEvent<'certificate'>>) => `${event.data.userId}_${event.data.courseId}`;
const empty = ({ userId, courseId }: { userId: number; courseId: number }): CertificateDoc => ({
  ...{ userId, courseId, issued: false, code: null, name: null, course: '', minutes: 0, classes: 0 },
  ...{ completedAt: null, issuedAt: null, expiresAt: null, revokedAt: null, revokedReason: null },
});
const change = <T extends StreamEvent<'certificate'>['type']>(fields: (event: Recorded<EventOf<T>>) => Partial<CertificateDoc>) => ({
  key,
  evolve: (doc: CertificateDoc | null, event: Recorded<EventOf<T>>): CertificateDoc => ({
    ...(doc ?? empty(event.data)),
    ...fields(event),
  }),
});

/** What the school attested of whom, by learner and course; the code finds one. */
export const certificates: Projection<CertificateDoc, StreamEvent<'certificate'>> = {
  name: 'certificates',
  version: 2,
  indexes: [['code'], ['userId', 'issued', '-issuedAt'], ['courseId', 'issued', '-issuedAt']],
  on: {
    CertificateNameChosen: change<'CertificateNameChosen'>(({ data }) => ({ name: data.name })),
    CertificateIssued: change<'CertificateIssued'>(({ data: { code, name, course, minutes, classes, completedAt, issuedAt } }) => ({
      ...{ issued: true, code, name, course, minutes, classes, completedAt, issuedAt },
    })),
    CertificateReissued: change<'CertificateReissued'>(({ data: { name, issuedAt } }) => ({ name, issuedAt })),
    CertificateTermSet: change<'CertificateTermSet'>(({ data: { expiresAt, issuedAt } }) => ({ expiresAt, issuedAt })),
    // Its end stands in it already: the pages that show it are told.
    CertificateExpired: change<'CertificateExpired'>(({ data: { expiresAt } }) => ({ expiresAt })),
    CertificateRevoked: change<'CertificateRevoked'>(({ data, meta }) => ({ revokedAt: meta.occurredAt, revokedReason: data.reason })),
    CertificateReinstated: change<'CertificateReinstated'>(() => ({ revokedAt: null, revokedReason: null })),
  },
  persons: (doc) => (doc.name === null && doc.revokedReason === null ? [] : [String(doc.userId)]),
  redact: (doc) => ({ ...doc, name: null, revokedReason: null }),
  topics: (_, { userId, courseId }) => [
    { topic: `certificados:${userId}`, id: String(courseId) },
    { topic: `alumnado:${courseId}`, id: 'certificados' },
  ],
};
