import { certificates } from '../../../projections/certificates.ts';
import type { ReadSession } from '../../../projections/reading/reads.ts';
import type { PublicProfile } from '../../contract/account.ts';

/** The certificates that a person's page shows. */
const MOST = 24;

/** Expiry is decided by the clock, because the event that records it comes a moment later. */
export const statusOf = (revoked: boolean, expiresAt: string | null, now: Date) =>
  revoked ? ('revocado' as const) : expiresAt !== null && expiresAt <= now.toISOString() ? ('vencido' as const) : ('vigente' as const);

/** A person's certificates that are valid at this moment, the latest first. */
export async function shownCertificates(
  userId: number,
  reads: Pick<ReadSession, 'find'>,
  now: Date,
): Promise<PublicProfile['certificados']> {
  const { docs } = await reads.find(certificates, { where: { userId, issued: true }, sort: ['-issuedAt'], limit: 500 });
  return docs
    .filter(({ doc }) => statusOf(doc.revokedAt !== null, doc.expiresAt, now) === 'vigente')
    .slice(0, MOST)
    .map(({ doc }) => ({ codigo: doc.code ?? '', curso: doc.course, completado: doc.completedAt ?? '' }));
}
