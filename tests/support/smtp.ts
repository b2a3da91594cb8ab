import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';
import { readMime } from './mime.ts';

/** A mail as a server on the other side received it. */
export interface Received {
  from: string;
  /** The recipients by the protocol, not by the headers. */
  to: string[];
  /** Every byte, as text. */
  raw: string;
  /** Header lines, unfolded, as they came. */
  header(name: string): string[];
  subject: string;
  text: string;
  html: string;
  secure: boolean;
  user: string | undefined;
}

/** Answers of the server; each can refuse by returning `[code, text]`. */
export interface SmtpAnswers {
  onSender?: (address: string) => readonly [number, string] | null;
  onRecipient?: (address: string) => readonly [number, string] | null;
  onMail?: (mail: Received) => readonly [number, string] | null;
  /** Called after it accepted the mail and before it says so. */
  beforeAccepted?: () => void | Promise<void>;
}

export interface TestSmtp {
  url: string;
  port: number;
  /** What it accepted, oldest first. */
  received: Received[];
  /** Mails that were offered and refused. */
  refused: number;
  answers: SmtpAnswers;
  close(): Promise<void>;
}

const refusal = (answer: readonly [number, string] | null | undefined): Error | null =>
  answer ? Object.assign(new Error(answer[1]), { responseCode: answer[0] }) : null;

/** A real SMTP server on a free port of this machine; closed when the test has finished. */
export async function openSmtp(answers: SmtpAnswers = {}, options: SMTPServerOptions & { port?: number } = {}): Promise<TestSmtp> {
  const received: Received[] = [];
  const smtp: TestSmtp = { url: '', port: 0, received, refused: 0, answers, close: async () => {} };
  const { port = 0, ...more } = options;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    ...more,
    onMailFrom: ({ address }, _, done) => done(refusal(smtp.answers.onSender?.(address))),
    onRcptTo({ address }, _, done) {
      const refused = refusal(smtp.answers.onRecipient?.(address));
      if (refused) smtp.refused++;
      done(refused);
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', async () => {
        const { mailFrom, rcptTo } = session.envelope;
        const raw = Buffer.concat(parts).toString('utf8');
        const mail: Received = {
          ...readMime(raw),
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw,
          secure: session.secure,
          user: session.user,
        };
        const refused = refusal(smtp.answers.onMail?.(mail));
        if (refused) {
          smtp.refused++;
          return done(refused);
        }
        received.push(mail);
        await smtp.answers.beforeAccepted?.();
        done();
      });
    },
  });
  // Tests cut clients off in the middle on purpose.
  server.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  smtp.port = (server.server.address() as AddressInfo).port;
  smtp.url = `smtp://127.0.0.1:${smtp.port}`;
  let closed: Promise<void> | null = null;
  smtp.close = () => {
    closed ??= new Promise((resolve) => server.close(() => resolve()));
    return closed;
  };
  onTestFinished(smtp.close);
  return smtp;
}
