/** The identity provider of a company, by SAML 2.0. */
export interface SamlProvider {
  /** Its entity id. */
  issuer: string;
  /** Where a browser is sent to sign in. */
  signIn: string;
  /** In base64. */
  certificates: readonly string[];
  /** Which attribute says who somebody is, for good; null: the persistent NameID does. */
  subjectFrom: string | null;
  /** Which attribute has the mail address; null: one of the usual names, or the NameID. */
  addressFrom: string | null;
}

/** The school as a service of a provider: its entity id, and where responses are posted to. */
export interface SamlService {
  entity: string;
  consumer: string;
}

/** What the metadata of an identity provider say of it. */
export type SamlMetadata = Pick<SamlProvider, 'issuer' | 'signIn' | 'certificates'>;

/** A certificate, as people compare them. */
export interface CertificateFacts {
  /** SHA-256, in pairs of hexadecimal digits. */
  fingerprint: string;
  /** ISO UTC. */
  expires: string;
}

/** What was given is no metadata document of one identity provider, or has no certificate that can be used. */
export class BadMetadata extends Error {
  override readonly name = 'BadMetadata';
}
