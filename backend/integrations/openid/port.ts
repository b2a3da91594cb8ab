/** What a verified ID token says of a person. */
export interface OpenIdPerson {
  /** The provider's own id of the person, which never changes. */
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
  keys: string;
  /** Where the client's secret stands in what the token endpoint is asked. */
  secretIn: 'form' | 'header';
}

/** The school as a client of a provider. */
export interface OpenIdClient {
  clientId: string;
  /** Loaded on first use, and again after a failure. Throws ProviderUnavailable. */
  endpoints(): Promise<Endpoints>;
  /** What the provider is asked by; by default the process's own `fetch`. */
  ask?: typeof fetch;
  /** Whether an address counts of which the token does not say that it was confirmed: that of a company’s own domain. Never one that it says was not. */
  trustsOwnAddresses?: true;
}

/** What is wrong with a token or an assertion, as whoever administers its provider is told: none of it says anything of the person. */
export type TokenFault =
  | ('form' | 'signature' | 'algorithm' | 'unsigned' | 'encrypted') // of what was sent, and how it is signed
  | ('issuer' | 'audience' | 'recipient' | 'reply' | 'expired') // from whom, for whom, and when
  | ('subject' | 'address' | 'unconfirmed' | 'domain') // of whom it is
  | ('client' | 'status' | 'unasked'); // the provider knows another secret, refused the person, or sent what nobody asked for
/** The token is not valid here: signature, issuer, audience, time, nonce, or an address that the provider has not confirmed. */
export class BadToken extends Error {
  override readonly name = 'BadToken';
  readonly fault: TokenFault;
  /** `detail`: for the log, and nothing of what the token says. */
  constructor(detail: string, fault: TokenFault = 'form') {
    super(detail);
    this.fault = fault;
  }
}
/** The provider cannot be reached, or its answers are invalid. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}
