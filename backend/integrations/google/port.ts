/** What a verified ID token says of a person. */
export interface GooglePerson {
  /** Google's own id of the person, which never changes. */
  subject: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
}

/** The endpoints of an OpenID provider. */
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
  /** Loaded on first use, and again after a failure. Throws GoogleUnavailable. */
  endpoints(): Promise<Endpoints>;
}

/** The token is not valid here: signature, issuer, audience, time, nonce, or an address that Google has not confirmed. */
export class BadToken extends Error {
  override readonly name = 'BadToken';
}
/** The provider cannot be reached, or its answers are invalid. */
export class GoogleUnavailable extends Error {
  override readonly name = 'GoogleUnavailable';
}
