/** What a verified ID token says of a person. */
export interface GooglePerson {
  /** Google's own name for the person, which never changes. */
  subject: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
}

/** Where an OpenID provider answers. */
export interface Endpoints {
  issuer: string;
  authorization: string;
  token: string;
  userinfo: string;
  keys: string;
}

export interface GoogleSettings {
  clientId: string;
  clientSecret: string;
  /** Asked for when first needed, and again after it failed. Throws GoogleUnavailable. */
  endpoints(): Promise<Endpoints>;
}

/** The token is not one for us: signature, issuer, audience, time, nonce, or an address that Google has not confirmed. */
export class BadToken extends Error {
  override readonly name = 'BadToken';
}
/** The provider cannot be reached, or answers nonsense. */
export class GoogleUnavailable extends Error {
  override readonly name = 'GoogleUnavailable';
}
