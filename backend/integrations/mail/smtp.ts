import { headerText, type Mailer, MailFailed } from './port.ts';
import { readSmtpUrl, type Sender } from './settings.ts';

export interface SmtpOptions {
  /** `smtp://user:password@host:port`, or `smtps://…`; see `readSmtpUrl`. */
  url: string;
  from: Sender;
  /** Milliseconds after which a server that does not answer counts as away. */
  timeout?: number;
}

/** The code of nodemailer's error, without the server's words. */
interface SmtpError {
  code?: string;
  responseCode?: number;
  response?: string;
  command?: string;
}

/** Commands whose refusal is about this mail; any other is about the server or our access to it. */
const OF_THE_MAIL = new Set(['RCPT TO', 'DATA']);

function failureOf(error: unknown): MailFailed {
  const { code = 'Error', responseCode, response = '', command } = (error ?? {}) as SmtpError;
  if (responseCode === undefined || responseCode < 400) {
    // Refused on our side: a retry would be refused too.
    const own = code === 'EENVELOPE' || code === 'EMESSAGE';
    return new MailFailed(code, { permanent: own, server: !own });
  }
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const reason = [responseCode, enhanced, command].filter((part) => part !== undefined).join(' ');
  const ofTheMail = OF_THE_MAIL.has(command ?? '') && responseCode !== 421;
  return new MailFailed(reason, { permanent: ofTheMail && responseCode >= 500, server: !ofTheMail });
}

/** Sends by SMTP, one connection per mail. Stateless. */
export function createSmtp({ url, from, timeout = 20_000 }: SmtpOptions): Mailer {
  const server = readSmtpUrl(url);
  if (!server) throw new Error('not the address of an SMTP server');
  const connect = async () => {
    // Loaded with the first mail: a process that sends none does without it.
    const { createTransport } = await import('nodemailer');
    return createTransport({
      ...server,
      connectionTimeout: timeout,
      greetingTimeout: timeout,
      socketTimeout: timeout,
      dnsTimeout: timeout,
      // No content of a mail may make this process read a file or fetch an address.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  let transport: ReturnType<typeof connect> | null = null;
  return {
    async send(mail, signal) {
      const message = {
        from,
        // As an object: its text is not parsed as a list of addresses.
        to: { name: '', address: mail.to },
        envelope: { from: from.address, to: mail.to },
        messageId: mail.messageId,
        date: new Date(mail.sentAt),
        subject: headerText(mail.subject),
        text: mail.text,
        ...(mail.html !== undefined && { html: mail.html }),
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        ...(signal && { signal }),
      };
      try {
        transport ??= connect();
        await (await transport).sendMail(message);
      } catch (error) {
        throw failureOf(error);
      }
    },
    async forget() {},
  };
}
