import type { School } from './school.ts';
import { until } from './until.ts';

/** A password that every rule accepts. */
export const PASSWORD = 'Segura-2026!';

export interface Person {
  id: number;
  token: string;
  email: string;
  username: string;
}

/** What S0's registration screen sends. */
export const registration = (name: string) => ({
  username: name,
  first_name: 'Nora',
  last_name: 'Quintanilla',
  email: `${name}@prueba.mx`,
  password: PASSWORD,
});

/** Registers a person as a visitor would, and logs in. */
export async function join(school: School, name: string, more: object = {}): Promise<Person> {
  const body = { ...registration(name), ...more };
  const registered = await school.ask('POST', '/api/auth/register', { body });
  if (registered.status !== 201) throw new Error(`register ${name}: ${registered.status} ${registered.text}`);
  return { ...(await school.login(body.email, PASSWORD)), email: body.email, username: body.username };
}

export interface MailEntry {
  to: string;
  subject: string;
  text: string;
  links: string[];
  sentAt: string;
}
export const mailbox = async (school: School): Promise<MailEntry[]> =>
  (await school.ask('GET', '/api/demo/mailbox')).body as unknown as MailEntry[];

/** The newest mail to somebody whose text matches, once it is there. */
export const mailTo = (school: School, to: string, matching: RegExp = /./): Promise<MailEntry> =>
  until(
    async () => (await mailbox(school)).find((mail) => mail.to === to && matching.test(`${mail.subject}\n${mail.text}`)),
    `a mail to ${to} matching ${matching}`,
  );
export const tokenIn = (mail: MailEntry): string => new URL(mail.links[0] ?? '').searchParams.get('token') ?? '';

/** Waits until reads have caught up with everything written so far, as a client does that reads its own writes. */
export async function settled(school: School): Promise<void> {
  const head = await school.running.deps.commands.log.store.head();
  if (head !== null && !(await school.running.deps.reads.waitFor(head))) throw new Error('the read models have not caught up');
}
