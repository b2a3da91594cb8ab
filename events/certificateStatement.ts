import type { z } from 'zod';
import type { CertificateIssued } from './certificates.ts';

type Issued = z.output<typeof CertificateIssued.schema>;
/** What a certificate says, with the name and the time of when it was signed last. */
export type Stated = Pick<
  Issued,
  'code' | 'course' | 'courseId' | 'minutes' | 'classes' | 'school' | 'completedAt' | 'evidence' | 'issuedAt'
> & {
  name: string;
  /** Until when it is good; null: for ever. */
  expiresAt: string | null;
};

/**
 * What the school signs, as text: a list, so that no order of fields is left open. Never changed: what was signed must be found again byte by byte; another
 * form is another number in front.
 */
export const certificateStatement = ({
  code,
  name,
  courseId,
  course,
  minutes,
  classes,
  school,
  completedAt,
  issuedAt,
  expiresAt,
  evidence,
}: Stated): string =>
  JSON.stringify([
    ...[
      expiresAt === null ? 'aulaviva-certificate-1' : 'aulaviva-certificate-2',
      code,
      name,
      courseId,
      course,
      minutes,
      classes,
      school,
      completedAt,
      issuedAt,
    ],
    ...[evidence.eventId, evidence.position, evidence.marks, evidence.digest],
    ...(expiresAt === null ? [] : [expiresAt]),
  ]);
