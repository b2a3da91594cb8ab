import { schoolZone } from '../../../events/calendar.ts';
import type { Envelope } from '../../../events/define.ts';
import type { MailPurpose } from '../../../events/mailPurposes.ts';
import { noticeKinds, noticeWords } from '../../../events/notices.ts';
import type { DataOf } from '../../../events/registry.ts';
import type { Tongue } from '../../../events/sentences.ts';
import type { SchoolSettings } from '../../../events/site.ts';
import type { Mail, Mailer } from '../../integrations/mail/port.ts';
import { course } from '../catalogue/course.ts';
import { rights } from '../identity/rights.ts';
import { mailToken } from '../identity/tokens.ts';
import { addressOf, EMAIL_CHANGE_VALID_MS, INVITATION_VALID_MS, sameAddress, type UserState, user } from '../identity/user.ts';
import type { Commands } from '../kernel/handle.ts';
import type { Reactor } from '../kernel/reactor.ts';
import * as letters from '../mail/letters.ts';
import { type Letter, writeMail } from '../mail/template.ts';
import { inbox, wanted as wantedBy } from '../notifications/inbox.ts';

export interface MailOptions {
  publicUrl: string;
  secret: string;
  /** The present name, contact and colour of the school. */
  school: () => Promise<Pick<SchoolSettings, 'name' | 'email' | 'color'>>;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** How long each mail is useful, in milliseconds: one with a link as long as the link is valid, a notice for a week. */
const USE = {
  verification: 7 * DAY,
  change: EMAIL_CHANGE_VALID_MS,
  invitation: INVITATION_VALID_MS,
  reset: 60 * MINUTE,
  notice: 7 * DAY,
} as const;

/** How many previous sessions decide whether a device is known. */
const REMEMBERED_SESSIONS = 500;

const at = (event: Envelope): string => event.meta.occurredAt;

/** `userId`: whose mail it is, where the event names others too; it is one mail for each of them. */
export function createPost(mailer: Mailer, { publicUrl, school }: MailOptions) {
  const host = new URL(publicUrl).hostname;
  /** One deterministic Message-ID per event and purpose. */
  return async (
    event: Pick<Envelope, 'id' | 'data'> & { meta: Pick<Envelope['meta'], 'occurredAt'> },
    purpose: MailPurpose,
    to: string,
    write: (about: letters.School & { contact: string | null }) => Letter,
    more: { use: number; lastWord?: true; userId?: number },
  ): Promise<void> => {
    const { name, email, color } = await school();
    // A person without an address gets no mail.
    const contact = email.endsWith('.example') ? null : email;
    const { use, userId, ...rest } = more;
    const mail: Mail = {
      messageId: `<${event.id}${userId === undefined ? '' : `-${userId}`}.${purpose}@${host}>`,
      userId: userId ?? (event.data as { userId: number }).userId,
      to,
      ...writeMail(write({ publicUrl, zone: schoolZone(), contact }), { name, email: contact, url: publicUrl, color }),
      sentAt: event.meta.occurredAt,
      expiresAt: new Date(Date.parse(event.meta.occurredAt) + use).toISOString(),
      ...rest,
    };
    await mailer.send(mail);
  };
}

/** Mails that follow from events; docs/operations.md lists them. The same event gives the same mail with the same link. */
export function mailReactor(commands: Commands, mailer: Mailer & { retry?(id: string): Promise<void> }, options: MailOptions): Reactor {
  const { publicUrl, secret } = options;
  const post = createPost(mailer, options);

  /** To the person's present address; nothing where there is none. */
  const notify = async (
    event: Envelope,
    purpose: MailPurpose,
    use: number,
    write: (person: UserState, about: letters.School) => Letter,
    wanted: (person: UserState) => boolean = () => true,
  ): Promise<void> => {
    const { state } = await commands.load(user, (event.data as { userId: number }).userId);
    const to = addressOf(state);
    if (to !== null && wanted(state)) await post(event, purpose, to, (about) => write(state, about), { use });
  };
  const link = (event: Envelope, page: 'verify-email' | 'reset-password', userId: number) =>
    `${publicUrl}/${page}?token=${mailToken(secret, page, userId, event.id)}`;

  /** Whether the person signed in before, but never from such a device. */
  const isNewDevice = async (event: Envelope): Promise<boolean> => {
    const { device } = event.data as DataOf<'SessionStarted'>;
    let before = 0;
    const from = Math.max(0, event.version - 2 * REMEMBERED_SESSIONS);
    for await (const past of commands.log.readStream(event.stream, from)) {
      if (past.version >= event.version) break;
      if (past.type !== 'SessionStarted') continue;
      before++;
      if ((past.data as DataOf<'SessionStarted'>).device === device) return false;
    }
    return before > 0;
  };

  return {
    name: 'mail',
    on: {
      EmailVerificationRequested: (event) =>
        notify(
          event,
          'verify-email',
          USE.verification,
          (person) => letters.verification(person, link(event, 'verify-email', person.userId)),
          // A link replaced by a newer one is useless, and must not reach another address.
          ({ verificationEvent }) => verificationEvent === event.id,
        ),
      PasswordResetRequested: (event) =>
        notify(
          event,
          'reset-password',
          USE.reset,
          (person) => letters.passwordReset(person, link(event, 'reset-password', person.userId)),
          ({ resets }) => resets.some((link) => link.event === event.id),
        ),
      UserInvited: (event) =>
        notify(
          event,
          'invitation',
          USE.invitation,
          (person) => letters.invitation(person, `${link(event, 'reset-password', person.userId)}&invitacion=1`),
          ({ status, resets }) => status === 'active' && resets.some((link) => link.event === event.id),
        ),
      PasswordChanged: (event) =>
        notify(event, 'password-changed', USE.notice, (person, school) =>
          letters.passwordChanged(person, (event.data as DataOf<'PasswordChanged'>).by, at(event), school),
        ),
      async EmailChanged(event) {
        const { userId, email, previous } = event.data as DataOf<'EmailChanged'>;
        const { state } = await commands.load(user, userId);
        if (email === null || state.status === 'erased') return;
        // Only its case changed: it is the same mailbox.
        if (previous === null || sameAddress(previous, email)) return;
        await post(
          event,
          'email-changed-from',
          previous,
          (about) => letters.emailChangedFrom(state, email, at(event), about, about.contact),
          { use: USE.notice },
        );
        const confirmed = state.verified && sameAddress(state.email, email);
        await post(event, 'email-changed-to', email, (about) => letters.emailChangedTo(state, confirmed, at(event), about), {
          use: USE.notice,
        });
      },
      async EmailChangeRequested(event) {
        const { userId, email, previous } = event.data as DataOf<'EmailChangeRequested'>;
        const { state } = await commands.load(user, userId);
        // A later request, a confirmation or a cancellation made this one void.
        if (email === null || state.pendingEmail?.event !== event.id) return;
        const address = `${publicUrl}/verify-email?token=${mailToken(secret, 'change-email', userId, event.id)}`;
        await post(event, 'change-email', email, () => letters.emailChangeAsked(state, address), { use: USE.change });
        // The same link again is no news for the previous address.
        const to = addressOf(state);
        if (to !== null && !sameAddress(previous, email))
          await post(event, 'email-change-notice', to, (about) => letters.emailChangeNotice(state, email, at(event), about), {
            use: USE.change,
          });
      },
      async SessionStarted(event, { now }) {
        const { device, method } = event.data as DataOf<'SessionStarted'>;
        // A notice this old would not be sent any more: its devices need not be looked up.
        const past = now.getTime() - Date.parse(at(event)) > USE.notice;
        if (past || method === 'demo' || !(await isNewDevice(event))) return;
        await notify(event, 'new-session', USE.notice, (person, school) =>
          letters.newSession(person, { device, method, at: at(event) }, school),
        );
      },
      PasskeyAdded: (event) =>
        notify(event, 'passkey-added', USE.notice, (person, school) => letters.wayIn(person, 'passkeyAdded', at(event), school)),
      PasskeyRemoved: (event) =>
        notify(event, 'passkey-removed', USE.notice, (person, school) => letters.wayIn(person, 'passkeyRemoved', at(event), school)),
      async IdentityLinked(event) {
        const { userId } = event.data as DataOf<'IdentityLinked'>;
        // Somebody who registered with Google need not be told so.
        for await (const first of commands.log.readStream(`user-${userId}`, 0)) {
          if (first.type === 'UserRegistered' && (first.data as DataOf<'UserRegistered'>).source === 'google') return;
          break;
        }
        await notify(event, 'google-linked', USE.notice, (person, school) => letters.wayIn(person, 'googleLinked', at(event), school));
      },
      async OutsideIdentityLinked(event) {
        // An account that was made for its identity is not told so.
        if ((event.data as DataOf<'OutsideIdentityLinked'>).by === 'provider') return;
        await notify(event, 'company-linked', USE.notice, (person, school) => letters.wayIn(person, 'companyLinked', at(event), school));
      },
      async LearnerReminded(event) {
        const { courseId, by, text } = event.data as DataOf<'LearnerReminded'>;
        if (text === null) return;
        const { state: outline } = await commands.load(course, courseId);
        const { state: author } = await commands.load(user, by);
        const name = [author.firstName, author.lastName].filter(Boolean).join(' ') || author.username;
        await notify(
          event,
          'reminder',
          USE.notice,
          (person, about) =>
            letters.reminder(person, {
              by: name,
              course: outline.title,
              text,
              href: `${about.publicUrl}/courses?courseId=${courseId}`,
            }),
          ({ status }) => status === 'active',
        );
      },
      // What cannot wait for the summary of the day.
      async NoticeGiven(event) {
        const { userId, kind, courseId, name, link: path } = event.data as DataOf<'NoticeGiven'>;
        if (noticeKinds[kind].type !== 'urgent' || !wantedBy((await commands.load(inbox, userId)).state, 'urgent', 'mail')) return;
        const curso = courseId === null ? null : (await commands.load(course, courseId)).state.title;
        await notify(
          event,
          'notice',
          USE.notice,
          (person, school) =>
            letters.notice(person, { ...noticeWords(kind, person.language ?? 'es', { curso, nombre: name }), path }, school),
          ({ status, verified }) => status === 'active' && verified,
        );
      },
      DataRightExercised: (event) => {
        const { kind, dueOn } = event.data as DataOf<'DataRightExercised'>;
        return notify(event, 'data-request', USE.notice, (person, school) => letters.dataRequest(person, { kind, due: dueOn }, school));
      },
      async DataRightAnswered(event) {
        const { userId, requestId, outcome, text } = event.data as DataOf<'DataRightAnswered'>;
        if (text === null) return;
        const kind = (await commands.load(rights, userId)).state.get(requestId)?.kind ?? null;
        await notify(event, 'data-request-answer', USE.notice, (person, school) =>
          letters.dataRequestAnswer(person, { kind, granted: outcome === 'granted', text }, school),
        );
      },
      // Queued like the mails themselves, so that none of those on their way arrives later.
      UserErased: (event) => mailer.forget((event.data as { userId: number }).userId),
      MailRetryRequested: async (event) => mailer.retry?.((event.data as DataOf<'MailRetryRequested'>).mailId),
    },
  };
}

/**
 * The last mail to an erased person, written while the address can still be read: before the personal key is destroyed.
 * Afterwards there is no address any more, and this does nothing.
 */
export function createFarewell(commands: Commands, mailer: Mailer, options: MailOptions): (userId: number) => Promise<void> {
  const post = createPost(mailer, options);
  return async (userId) => {
    let address: string | null = null;
    let erasure: Envelope | null = null;
    let language: Tongue | null = null;
    for await (const past of commands.log.readStream(`user-${userId}`)) {
      // An address that was only requested never was the person's.
      if (past.type !== 'EmailChangeRequested' && past.type !== 'EmailChangeCancelled')
        address = (past.data as { email?: string | null }).email ?? address;
      if (past.type === 'UserErased') erasure = past;
      if (past.type === 'LanguageChosen') language = (past.data as DataOf<'LanguageChosen'>).language;
    }
    const gone = erasure;
    if (address !== null && gone !== null)
      await post(gone, 'account-erased', address, (about) => letters.erased(at(gone), about, language), {
        use: USE.notice,
        lastWord: true,
      });
  };
}
