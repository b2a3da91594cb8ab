/** What a mail is for; each has a name of its own on the operators' page. One that an older release sent may be none of these. */
export const mailPurposes = [
  'verify-email',
  'reset-password',
  'invitation',
  'password-changed',
  'change-email',
  'email-change-notice',
  'email-changed-from',
  'email-changed-to',
  'new-session',
  'passkey-added',
  'passkey-removed',
  'google-linked',
  'reminder',
  'data-request',
  'data-request-answer',
  'account-erased',
] as const;
export type MailPurpose = (typeof mailPurposes)[number];

/** Outgoing mail. `messageId` is the same whenever the same mail is sent again. */
export interface Mail {
  /** `<event id.purpose@host>`, in angle brackets. */
  messageId: string;
  /** Whose mail it is. */
  userId: number;
  /** One address, without a name. */
  to: string;
  subject: string;
  text: string;
  /** The same as a whole HTML document; absent: text only. */
  html?: string;
  /** Absolute addresses in the mail. */
  links: readonly string[];
  /** When what it tells of happened; ISO UTC. */
  sentAt: string;
  /** From then on it is of no use any more and is not sent; ISO UTC. */
  expiresAt?: string;
  /** Its person was erased: `forget` spares it, and nothing of it stays once it was sent or given up. */
  lastWord?: true;
}

/** Takes mails. Errors: MailFailed; any other throw means "try again". */
export interface Mailer {
  /** `signal`: gives up in the middle; whether the mail left is then unknown. */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
  /** Removes what is kept of this person's mails. */
  forget(userId: number): Promise<void>;
}

/** Why a mail did not go out. `reason` never holds what the server said in words, for that names people. */
export class MailFailed extends Error {
  /** Trying again cannot help. */
  readonly permanent: boolean;
  /** It is about the server, not about this mail: others would fail in the same way. */
  readonly server: boolean;
  /** A code: `550 5.1.1 RCPT TO`, `ECONNECTION`. */
  readonly reason: string;

  constructor(reason: string, is: { permanent?: boolean; server?: boolean } = {}) {
    super(reason);
    this.name = 'MailFailed';
    this.reason = reason;
    this.permanent = is.permanent ?? false;
    this.server = is.server ?? false;
  }
}

/** One address and nothing else: no list, no name, nothing that could end a header or a command. */
export const isAddress = (text: string): boolean =>
  text.length <= 254 && /^[^\s@<>(),;:"\\[\]\p{C}]{1,64}@[^\s@<>(),;:"\\[\]\p{C}]+$/u.test(text);

/** For a header: one line, without control or invisible characters, at most 150 characters. */
export const headerText = (text: string): string => [...text.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()].slice(0, 150).join('');
