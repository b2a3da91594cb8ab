import { schoolHour, schoolZone } from '../../../events/calendar.ts';
import { uuid5 } from '../../../events/ids.ts';
import { type NoticeKindName, noticeWords } from '../../../events/notices.ts';
import { PersonalKeyMissing } from '../../../events/privacy.ts';
import type { Mailer } from '../../integrations/mail/port.ts';
import { mailToken } from '../identity/tokens.ts';
import { addressOf, user } from '../identity/user.ts';
import { eachOf } from '../kernel/eachOf.ts';
import type { Commands } from '../kernel/handle.ts';
import type { DeadlineAction, Timer } from '../kernel/timer.ts';
import { digest } from '../mail/letters.ts';
import { writeMail } from '../mail/template.ts';
import type { MailOptions } from './mail.ts';

export const DIGEST = 'digest';
/** The hour of the school's clock at which summaries go out. */
const HOUR_OF_DAY = 9;
const HOUR = 3_600_000;
/** How many people are written to before other deadlines get their turn. */
const AT_ONCE = 200;
/** After this many milliseconds a summary is of no use. */
const USE_MS = 36 * HOUR;

export interface DigestItem {
  kind: NoticeKindName | null;
  /** The text that a person wrote; null: the text of its kind. */
  title: string | null;
  message: string | null;
  name: string | null;
  course: string | null;
  sentAt: string;
}
/** What came in a time and is unread, of at most so many people with a number above `after`; `next`: the last of them, where there are more. */
export type DigestsOf = (
  from: string,
  to: string,
  after: number,
  most: number,
) => Promise<{ digests: { userId: number; items: DigestItem[] }[]; next: number | null }>;

/** The first full hour after this that is the hour of the summary in the school. */
export function nextDigest(after: Date): Date {
  for (let at = Math.floor(after.getTime() / HOUR) * HOUR + HOUR; ; at += HOUR) {
    const moment = new Date(at);
    if (schoolHour(moment.toISOString()) === HOUR_OF_DAY) return moment;
  }
}

/** Asks for the first summary after a moment: of what came since the one before it. Asked for again, by another start of the school, it is the same. */
export const askForDigest = async (timer: Pick<Timer, 'schedule'>, after: Date): Promise<void> => {
  const due = nextDigest(after);
  // A day may have 23 or 25 hours.
  const from = nextDigest(new Date(due.getTime() - 26 * HOUR));
  const data = { from: from.toISOString(), to: due.toISOString(), after: 0 };
  await timer.schedule({ thing: DIGEST, due: due.toISOString(), kind: DIGEST, data });
};

/** The token of the link in each summary that ends them: the same for a person as long as the school has the same secret. */
export const digestToken = (secret: string, userId: number): string => mailToken(secret, 'end-digest', userId, uuid5('digest', userId));

/** One mail a day to each person with what came and is unread, whatever it is of; nobody who read all of it is written to. A repeat has the same id, and is not sent again. */
export function digestAction(
  commands: Commands,
  mailer: Pick<Mailer, 'send'>,
  { publicUrl, secret, school }: MailOptions,
  timer: () => Pick<Timer, 'schedule'>,
  digestsOf: DigestsOf,
): DeadlineAction {
  const host = new URL(publicUrl).hostname;
  return async ({ data, due }, { now }) => {
    const [from, to, after] = [String(data.from), String(data.to), Number(data.after)];
    const { digests, next } = await digestsOf(from, to, after, AT_ONCE);
    const { name, email, color } = await school();
    const contact = email.endsWith('.example') ? null : email;
    const write = async ({ userId, items }: (typeof digests)[number]): Promise<void> => {
      const { state } = await commands.load(user, userId);
      const address = addressOf(state);
      if (state.status !== 'active' || address === null || !state.verified) return;
      const letter = digest(
        state,
        items.map((item) => {
          const words = item.kind && noticeWords(item.kind, state.language ?? 'es', { curso: item.course, nombre: item.name });
          return { title: item.title ?? words?.title ?? '', text: item.message ?? words?.text ?? '', course: item.course };
        }),
        `${publicUrl}/unsubscribe?token=${digestToken(secret, userId)}`,
        { publicUrl, zone: schoolZone() },
      );
      await mailer.send({
        messageId: `<${uuid5('digest', userId, to)}.digest@${host}>`,
        ...{ userId, to: address, ...writeMail(letter, { name, email: contact, url: publicUrl, color }) },
        ...{ sentAt: to, expiresAt: new Date(Date.parse(to) + USE_MS).toISOString() },
      });
    };
    // A person whose key is lost cannot be written to. That is reported wherever their data are read, and must not keep the summary from others.
    await eachOf(digests, write).catch((error: unknown) => {
      if (!(error instanceof PersonalKeyMissing)) throw error;
    });
    // The remaining people follow at once, by a deadline with a name of its own; after the last of them, tomorrow's.
    if (next !== null) await timer().schedule({ thing: `${DIGEST} ${next}`, due, kind: DIGEST, data: { from, to, after: next } });
    // Where the school stood still for days, older notifications are left out.
    else await askForDigest(timer(), now.getTime() - Date.parse(to) > USE_MS ? now : new Date(to));
  };
}
