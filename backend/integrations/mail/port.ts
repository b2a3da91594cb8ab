/** Outgoing mail. `messageId` is the same whenever the same mail is sent again. Errors: any throw means "try again". */
export interface Mail {
  messageId: string;
  /** Whose mail it is. */
  userId: number;
  to: string;
  subject: string;
  text: string;
  /** Absolute addresses in the mail. */
  links: readonly string[];
  sentAt: string;
}
export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Removes what is kept of this person's mails. */
  forget(userId: number): Promise<void>;
}
