import type { Envelope } from '../../../events/define.ts';
import type { EventLog } from '../../../events/log.ts';
import type { NoticeKindName } from '../../../events/notices.ts';
import type { DataOf } from '../../../events/registry.ts';
import { DomainError } from '../kernel/errors.ts';
import { type CommandContext, derived } from '../kernel/handle.ts';
import type { Reactor } from '../kernel/reactor.ts';
import type { DeadlineAction, Timer } from '../kernel/timer.ts';
import type { Certificates } from '../learning/certificates.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { isNews } from './news.ts';

/** What a person completed, as the read models know it once they have come to the event; null: they do not come, and the log is asked. */
export type CompletedBy = (event: Envelope) => (userId: number) => Promise<number[] | null>;

/** Not earned yet, or not any more; the event that completes it leads here again. */
const WAITING = new Set(['EMAIL_NOT_VERIFIED', 'USER_NOT_FOUND', 'COURSE_NOT_COMPLETED', 'QUIZZES_NOT_PASSED']);

const CERTIFICATES = '/certificates';
export const EXPIRE_CERTIFICATE = 'expireCertificate';
export const WARN_OF_CERTIFICATE = 'warnOfCertificate';
/** How long before its end its person is told; where it is good for a short time, when two thirds of that are over. */
const WARN_BEFORE = 30 * 24 * 3_600_000;
const warnAt = (issuedAt: string, expiresAt: string): string => {
  const end = Date.parse(expiresAt);
  return new Date(end - Math.min(WARN_BEFORE, (end - Date.parse(issuedAt)) / 3)).toISOString();
};

export const expireCertificateAction =
  (certificates: Pick<Certificates, 'expire'>): DeadlineAction =>
  async ({ data }, context) => {
    await certificates.expire(Number(data.userId), Number(data.courseId), String(data.expiresAt), context);
  };

/** Tells the person that a certificate ends soon, where it was not renewed or revoked since. */
export const warnOfCertificateAction =
  (certificates: Pick<Certificates, 'load'>, notifications: Pick<Notifications, 'notify'>): DeadlineAction =>
  async ({ data }, context) => {
    const [userId, courseId] = [Number(data.userId), Number(data.courseId)];
    const { issued, revoked } = await certificates.load(userId, courseId);
    const expiresAt = issued?.expiresAt ?? null;
    // Without a name: its person was erased.
    if (revoked || issued?.name == null || expiresAt === null || expiresAt !== data.expiresAt || expiresAt <= context.now.toISOString())
      return;
    await notifications.notify(userId, { kind: 'certificateEnding', courseId, name: expiresAt, link: CERTIFICATES }, context);
  };

/** Whoever has completed a course gets its certificate, when the last thing that it needs is there, and hears of it and of what becomes of it. */
export function certificateReactor(
  certificates: Pick<Certificates, 'issue' | 'load'>,
  notifications: Pick<Notifications, 'notify'>,
  log: EventLog,
  timer: Pick<Timer, 'schedule'>,
  completedBy?: CompletedBy,
): Reactor {
  const notify = (kind: NoticeKindName) => async (event: Envelope, context: CommandContext) => {
    if (!isNews(event, context)) return;
    const { userId, courseId } = event.data as { userId: number; courseId: number };
    await notifications.notify(userId, { kind, courseId, link: CERTIFICATES }, context);
  };
  const issue = async (userId: number, courseId: number, context: CommandContext) => {
    try {
      await certificates.issue(userId, courseId, derived(context, userId, courseId));
    } catch (error) {
      if (!(error instanceof DomainError && WAITING.has(error.code))) throw error;
    }
  };
  const inLog = async (userId: number): Promise<number[]> => {
    const found = new Set<number>();
    for await (const { data } of log.store.readAll(null, { types: ['CourseCompleted'] }))
      if (data.userId === userId) found.add(data.courseId as number);
    return [...found];
  };
  const all = async (event: Envelope, context: CommandContext) => {
    const { userId } = event.data as { userId: number };
    for (const courseId of (await completedBy?.(event)(userId)) ?? (await inLog(userId))) await issue(userId, courseId, context);
  };
  return {
    name: 'certificates',
    on: {
      async CourseCompleted({ data }, context) {
        const { userId, courseId } = data as { userId: number; courseId: number };
        await issue(userId, courseId, context);
      },
      async AttemptGraded({ data }, context) {
        const { userId, courseId, passed } = data as { userId: number; courseId: number; passed: boolean };
        if (passed) await issue(userId, courseId, context);
      },
      EmailVerified: all,
      UserActivated: all,
      CertificateIssued: notify('certificateReady'),
      async CertificateTermSet(event, context) {
        const { userId, courseId, expiresAt, issuedAt } = event.data as DataOf<'CertificateTermSet'>;
        // The first term comes with the certificate, of which the person hears anyway.
        if (event.meta.actor.userId !== null && event.meta.actor.userId !== userId) await notify('certificateRenewed')(event, context);
        if (expiresAt === null) return;
        const data = { userId, courseId, expiresAt };
        await timer.schedule({ thing: `certificate ${userId}_${courseId}`, due: expiresAt, kind: EXPIRE_CERTIFICATE, data });
        const due = warnAt(issuedAt, expiresAt);
        await timer.schedule({ thing: `warn of certificate ${userId}_${courseId}`, due, kind: WARN_OF_CERTIFICATE, data });
      },
      CertificateExpired: notify('certificateExpired'),
      CertificateRevoked: notify('certificateRevoked'),
      async CertificateReinstated(event, context) {
        const { userId, courseId } = event.data as { userId: number; courseId: number };
        const { issued } = await certificates.load(userId, courseId);
        // It expired meanwhile, and that is what the person hears.
        if (issued?.expiresAt == null || issued.expiresAt > event.meta.occurredAt) await notify('certificateReinstated')(event, context);
      },
    },
  };
}
