/** What a platform (Moodle, Canvas, …) says of itself where this school is registered there as a tool. */
export interface LtiPlatform {
  issuer: string;
  clientId: string;
  /** Where in the platform the tool stands; a launch from anywhere else is refused. */
  deployments: readonly string[];
  /** Where a browser is sent to prove who is signed in there. */
  authorization: string;
  /** Where the platform publishes its keys. */
  keys: string;
}

/** What a verified launch says. */
export interface LtiLaunch {
  /** The platform's own id of the person, which never changes. */
  subject: string;
  /** null: the platform does not share it. */
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  /** The address of the school that was put into the platform. */
  target: string;
  /** The parameter `course` of the link, in the platform's settings; null: it has none. */
  course: string | null;
}

/** Why a launch is refused: for the log of the server, and for whoever administers the platform. */
export type LtiFault = 'token' | 'expired' | 'nonce' | 'audience' | 'deployment' | 'version' | 'message' | 'claims';

/** The token of a launch is not valid here. */
export class BadLaunch extends Error {
  override readonly name = 'BadLaunch';
  readonly fault: LtiFault;
  constructor(fault: LtiFault, detail: string = fault) {
    super(detail);
    this.fault = fault;
  }
}
/** The platform's keys cannot be read. */
export class PlatformUnavailable extends Error {
  override readonly name = 'PlatformUnavailable';
}

export interface LtiTool {
  /** Whether a platform's addresses may lie there, by the address alone. */
  accepts(address: string): boolean;
  /** What a launch's token says, where this platform signed it for this school, this nonce and now. Errors: BadLaunch, PlatformUnavailable. */
  verify(platform: LtiPlatform, token: string, nonce: string, now: Date): Promise<LtiLaunch>;
}
