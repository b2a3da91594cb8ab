import { X509Certificate } from 'node:crypto';
import { BadMetadata, type CertificateFacts } from './port.ts';

export const MOST_CERTIFICATES = 5;
const LEAST_BITS = 2_048;

const read = (base64: string): X509Certificate => {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'));
  } catch {
    throw new BadMetadata('certificate');
  }
};

/** Certificates as they are pasted, one or more in PEM or one in base64, in base64 without line breaks; of RSA keys that are long enough. Throws BadMetadata. */
export function certificatesOf(given: string): string[] {
  const blocks = [...given.matchAll(/-----BEGIN CERTIFICATE-----([\s\S]*?)-----END CERTIFICATE-----/g)].map(([, inside = '']) => inside);
  const found = (blocks.length > 0 ? blocks : [given]).map((block) => read(block));
  const usable = found.every(
    ({ publicKey }) => publicKey.asymmetricKeyType === 'rsa' && (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) >= LEAST_BITS,
  );
  const different = [...new Set(found.map(({ raw }) => raw.toString('base64')))];
  if (!usable || different.length > MOST_CERTIFICATES) throw new BadMetadata('certificate');
  return different;
}

export function factsOf(certificate: string): CertificateFacts {
  const { fingerprint256, validToDate } = read(certificate);
  return { fingerprint: fingerprint256, expires: validToDate.toISOString() };
}
