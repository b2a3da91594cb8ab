/** Outgoing mail. `messageId` is the same whenever the same mail is sent again. */
export interface Mail {
  /** `<event id.purpose@host>`, in angle brackets. */
  messageId: string;
  /** The id of the recipient. */
  userId: number;
  /** A single address, without a name. */
  to: string;
  subject: string;
  text: string;
  /** The same content as a whole HTML document; absent: text only. */
  html?: string;
  /** Absolute addresses in the mail. */
  links: readonly string[];
  /** When the event behind it occurred; ISO UTC. */
  sentAt: string;
  /** When it becomes useless and is not sent any more; ISO UTC. */
  expiresAt?: string;
  /** The last mail to an erased person: `forget` leaves it, and it is deleted once it was sent or given up. */
  lastWord?: true;
}

/** Accepts mails. Errors: MailFailed; any other error means "try again". */
export interface Mailer {
  /** `signal`: aborts the sending; whether the mail left is then unknown. */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
  /** Removes this person's mails. */
  forget(userId: number): Promise<void>;
}

/** Why a mail was not sent. `reason` never contains the server's words, which name people. */
export class MailFailed extends Error {
  /** Another attempt cannot help. */
  readonly permanent: boolean;
  /** The problem is the server, not this mail: others would fail in the same way. */
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

/** A single address: no list, no name, nothing that could end a header or a command. */
export const isAddress = (text: string): boolean =>
  text.length <= 254 && /^[^\s@<>(),;:"\\[\]\p{C}]{1,64}@[^\s@<>(),;:"\\[\]\p{C}]+$/u.test(text);

/** For a header: one line, without control or invisible characters, at most 150 characters. */
export const headerText = (text: string): string => [...text.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()].slice(0, 150).join('');
