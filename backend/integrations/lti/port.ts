import type { CryptoKey } from 'jose';

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

/** What a verified launch says: somebody opens a link. */
export interface LtiLaunch {
  kind: 'launch';
  /** The platform's own id of the person, which never changes. */
  subject: string;
  /** null: the platform does not share it. */
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  /** The address of the school that was put into the platform. */
  target: string;
  /** The parameters `course` and `class` of the link, in the platform's settings; null: it has none. */
  course: string | null;
  klass: string | null;
  /** Where this learner's score may be sent; null: nowhere. */
  grades: GradeLine | null;
}

export const GRADE_SCOPES = {
  score: 'https://purl.imsglobal.org/spec/lti-ags/scope/score',
  lineItem: 'https://purl.imsglobal.org/spec/lti-ags/scope/lineitem',
} as const;
/** A column of grades in the platform, or where one can be made. */
export interface GradeLine {
  lineItem: string | null;
  lineItems: string | null;
  /** The platform's id of the link. */
  resourceLink: string;
}
/** `score`, `line`, `token`: the platform refused that step. */
export type GradeFault = 'address' | 'token' | 'line' | 'score' | 'timeout' | 'no-name' | 'unreachable';
export interface GradeOutcome {
  /** The column, also where the score did not arrive; null: it is not known yet. */
  lineItem: string | null;
  /** null: the score arrived. */
  fault: GradeFault | null;
  status: number | null;
  /** The platform asks to wait; null: it says nothing of it. */
  retryAfterMs: number | null;
}
export interface GradeSender {
  /** `graded`: the school's name for what is graded; `label`: what a new column is called. Never throws. */
  send(
    platform: { clientId: string; tokens: string },
    what: { graded: string; label: string },
    line: GradeLine,
    /** `at`: ISO UTC; later than that of every earlier score. */
    score: { subject: string; given: number; maximum: number; at: string },
    now: Date,
    stop: AbortSignal,
  ): Promise<GradeOutcome>;
}

/** What a verified request to choose says (LTI Deep Linking 2.0): somebody who makes a course there looks for what to put into it. */
export interface LtiSelection {
  kind: 'selection';
  deployment: string;
  /** Whether that person teaches, makes or administers where the request comes from. */
  mayChoose: boolean;
  /** Where the answer goes, by the person's browser. */
  returnTo: string;
  /** More than one thing may be chosen. */
  multiple: boolean;
  /** A column of grades may come with a link. */
  lineItem: boolean;
  /** A link may say that it opens in a window. */
  window: boolean;
  /** Goes back as it came; null: there was none. */
  data: string | null;
}

/** What was chosen: a link of the school, as the platform will keep it. */
export interface LtiItem {
  title: string;
  url: string;
  /** Comes with each launch of this link. */
  custom: Readonly<Record<string, string>>;
  /** A column of grades of its own, by the school's name for what is graded; null: none. */
  graded: string | null;
}
/** The key by which the school signs. */
export interface LtiSigner {
  key: CryptoKey;
  kid: string;
  alg: 'RS256';
}

/** Why a launch is refused: for the log of the server, and for whoever administers the platform. */
export type LtiFault = 'token' | 'expired' | 'nonce' | 'audience' | 'deployment' | 'version' | 'message' | 'claims' | 'types';

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
  verify(platform: LtiPlatform, token: string, nonce: string, now: Date): Promise<LtiLaunch | LtiSelection>;
  /** What goes back to the platform of a request to choose, signed by the school. */
  answer(platform: LtiPlatform, selection: LtiSelection, items: readonly LtiItem[], signer: LtiSigner, now: Date): Promise<string>;
}
