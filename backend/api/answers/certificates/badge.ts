import { uuid5 } from '../../../../events/ids.ts';
import type { SigningKeys } from '../../../commands/kernel/signingKeys.ts';
import type { Said } from '../../../commands/learning/certificate.ts';
import { courseSlug } from '../../contract/slug.ts';
import { lengthOf } from './words.ts';

/**
 * The certificate as an Open Badges 3.0 credential (1EdTech), secured as a JSON Web Token: the credential is the payload, with the registered claims beside
 * it, and the header names the algorithm and the public key (`jwk`), nothing else. Whom it is about has no address of their own: an id that says nothing.
 */
export async function badgeOf(
  said: Said & { name: string },
  page: string,
  publicUrl: string,
  keys: Pick<SigningKeys, 'signer'>,
): Promise<string> {
  const { SignJWT } = await import('jose');
  const { key, published } = await keys.signer();
  // The claims count in seconds and must denote the same moment.
  const seconds = Math.floor(Date.parse(said.issuedAt) / 1_000);
  const at = (time: number) => new Date(time * 1_000).toISOString().replace('.000Z', 'Z');
  const until = said.expiresAt === null ? null : Math.floor(Date.parse(said.expiresAt) / 1_000);
  const id = `urn:uuid:${uuid5('certificate', said.code)}`;
  const subject = `urn:uuid:${uuid5('certificate subject', said.code)}`;
  const length = lengthOf(said.minutes);
  const credential = {
    '@context': ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'],
    id,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: said.course,
    issuer: { id: publicUrl, type: ['Profile'], name: said.school, url: publicUrl },
    validFrom: at(seconds),
    ...(until !== null && { validUntil: at(until) }),
    awardedDate: at(Math.floor(Date.parse(said.completedAt) / 1_000)),
    credentialSubject: {
      id: subject,
      type: ['AchievementSubject'],
      identifier: [{ type: 'IdentityObject', hashed: false, identityHash: said.name, identityType: 'name' }],
      achievement: {
        id: `${publicUrl}/cursos/${courseSlug({ id: said.courseId, nombre: said.course })}`,
        type: ['Achievement'],
        achievementType: 'CertificateOfCompletion',
        name: said.course,
        inLanguage: 'es-MX',
        description: `Curso «${said.course}» de ${said.school}${length ? `, ${length} de contenido` : ''}.`,
        criteria: { narrative: `Completó las ${said.classes} clases del curso.` },
      },
    },
    evidence: [
      {
        id: page,
        type: ['Evidence'],
        name: 'Página del certificado',
        narrative: 'Dice si sigue vigente, y comprueba la firma y los hechos.',
      },
    ],
  };
  const token = new SignJWT(credential)
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', jwk: { kty: published.kty, crv: published.crv, x: published.x } })
    .setIssuer(publicUrl)
    .setJti(id)
    .setNotBefore(seconds)
    .setSubject(subject);
  return (until === null ? token : token.setExpirationTime(until)).sign(key);
}
