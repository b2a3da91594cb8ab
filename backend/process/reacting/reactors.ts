import { existsSync } from 'node:fs';
import type { Position } from '../../../events/store/port.ts';
import {
  completionFinder,
  countingFinder,
  enrolmentFinder,
  fileFinder,
  leadFinder,
  learnersFinder,
  webinarFinder,
} from '../../api/answers/persons.ts';
import { createCourseReading } from '../../api/calls/ownership.ts';
import { createOwners } from '../../commands/kernel/numbers.ts';
import type { Reactor } from '../../commands/kernel/reactor.ts';
import { createSeal } from '../../commands/kernel/seal.ts';
import type { Timer } from '../../commands/kernel/timer.ts';
import { accountReactor } from '../../commands/reactions/accounts.ts';
import { certificateReactor } from '../../commands/reactions/certificates.ts';
import { courseReactor } from '../../commands/reactions/courses.ts';
import { discussionReactor } from '../../commands/reactions/discussions.ts';
import { draftReactor } from '../../commands/reactions/drafts.ts';
import { erasureReactor, pastErasures } from '../../commands/reactions/erasures.ts';
import { exportReactor } from '../../commands/reactions/exports.ts';
import { fileReactor } from '../../commands/reactions/files.ts';
import { giftReactor } from '../../commands/reactions/gifts.ts';
import { gradeReactor } from '../../commands/reactions/grades.ts';
import { groupReactor } from '../../commands/reactions/groups.ts';
import { leadReactor } from '../../commands/reactions/leads.ts';
import { createFarewell, mailReactor } from '../../commands/reactions/mail.ts';
import { notificationReactor } from '../../commands/reactions/notifications.ts';
import { paymentReactor } from '../../commands/reactions/payments.ts';
import { phoneReactor } from '../../commands/reactions/phone.ts';
import { pushReactor } from '../../commands/reactions/push.ts';
import { quizReactor } from '../../commands/reactions/quizzes.ts';
import { scholarshipReactor } from '../../commands/reactions/scholarships.ts';
import { sessionReactor } from '../../commands/reactions/sessions.ts';
import { supportReactor } from '../../commands/reactions/support.ts';
import { askToRemoveTraces } from '../../commands/reactions/traces.ts';
import { webhookReactor } from '../../commands/reactions/webhooks.ts';
import { webinarReactor } from '../../commands/reactions/webinars.ts';
import { beginErasureFile, openErasureFile } from '../../integrations/erasures/file.ts';
import { createTextSandbox } from '../../integrations/phone/sandbox.ts';
import { createPushes } from '../../integrations/push/pushed.ts';
import { createWebPush, PUSH_KEYS } from '../../integrations/push/webPush.ts';
import { inboxes } from '../../projections/inboxes.ts';
import { pagesOf } from '../../projections/reading/reads.ts';
import { DEMO_MARK, type DemoMark } from '../demoMark.ts';
import { leadSinkOf } from './deadlines.ts';
import type { Parts } from './parts.ts';

/** Everything that follows from events, each with a checkpoint of its own. */
export async function createReactors(
  { config, clock, store, vault, domain, reads, fileStore, payments, post, mailOptions, forgetAnswers, stopping }: Parts,
  timer: Timer,
): Promise<readonly Reactor[]> {
  /** Kept answers may contain data of the erased; and so may the bytes of an embedded school's files, until they are rewritten. */
  const destroyed = async () => {
    await forgetAnswers();
    await askToRemoveTraces(timer, await store.head(), clock());
  };
  const keys = {
    ...domain.keys,
    async destroy(person: string) {
      await domain.keys.destroy(person);
      await destroyed();
    },
  };
  /** In short waits, so that stopping is not held up. */
  const caughtUpWith = async (position: Position, seconds: number): Promise<boolean> => {
    for (let waits = 0; !(await reads.waitFor(position, 1_000)); waits++) if (waits >= seconds || stopping.aborted) return false;
    return true;
  };
  /** Looked up once the read models have reached the event; null: they do not get there. */
  const after =
    <A extends unknown[], T>(find: (...of: A) => Promise<T | null>) =>
    ({ position }: { position: Position }) =>
    async (...of: A): Promise<T | null> =>
      (await caughtUpWith(position, 10)) ? find(...of) : null;
  const farewell = createFarewell(domain.commands, post, mailOptions);
  const { erasuresFile } = config;
  const ledger = erasuresFile === null ? null : openErasureFile(erasuresFile);
  if (erasuresFile !== null && !existsSync(erasuresFile)) await beginErasureFile(erasuresFile, await pastErasures(store));
  // Set before this thread was started.
  const madeUpUntil = (await vault.get<DemoMark>(...DEMO_MARK))?.value.end ?? null;
  return [
    ...(ledger ? [erasureReactor(store, ledger)] : []),
    mailReactor(domain.commands, post, mailOptions),
    accountReactor(
      domain.commands,
      domain.reservations,
      {
        ...domain.accountSecrets,
        async destroyKey(userId) {
          await farewell(userId);
          await domain.accountSecrets.destroyKey(userId);
          await destroyed();
        },
      },
      domain.leads,
      { leads: after(leadFinder(reads)), courses: after(enrolmentFinder(reads)) },
    ),
    phoneReactor(domain.commands, createTextSandbox(domain.mailbox), { secret: config.sessionSecret, school: mailOptions.school }),
    sessionReactor(timer),
    leadReactor(domain.commands, timer, leadSinkOf(config), keys, domain.leads, madeUpUntil),
    scholarshipReactor(domain.commands, domain.learning),
    fileReactor(domain.commands, domain.files, fileStore, timer, vault, after(fileFinder(reads))),
    courseReactor(domain.learning, learnersFinder(reads, stopping)),
    certificateReactor(domain.certificates, domain.notifications, domain.log, timer, after(completionFinder(reads))),
    draftReactor(domain.drafts, domain.typed),
    notificationReactor(domain.commands, domain.notifications, timer, learnersFinder(reads, stopping)),
    pushReactor(
      domain.commands,
      createWebPush({
        vault,
        seal: createSeal(config.personalDataKey, PUSH_KEYS),
        contact: config.publicUrl.startsWith('https:') ? config.publicUrl : 'https://localhost',
      }),
      async function* (atLeast) {
        if (!(await reads.caughtUp(inboxes, atLeast, stopping))) return;
        for await (const page of pagesOf(reads, inboxes, { where: { reached: true }, limit: 500 })) {
          yield page.map(({ doc }) => doc.userId);
        }
      },
      createPushes(vault).note,
    ),
    quizReactor(domain.commands, domain.quizzes, domain.notifications, timer),
    webinarReactor(
      domain.commands,
      domain.webinars,
      domain.learning,
      timer,
      post,
      domain.notifications,
      mailOptions,
      after(webinarFinder(reads)),
      domain.calendarAddresses.end,
      countingFinder(reads),
    ),
    supportReactor(domain.commands, post, domain.notifications, mailOptions),
    webhookReactor(domain.commands, domain.notifications, domain.webhookSecrets, vault),
    gradeReactor(domain.grades, clock),
    exportReactor(timer),
    groupReactor(domain.learning, domain.notifications, timer),
    giftReactor(domain.commands, post, payments, mailOptions),
    paymentReactor(domain.commands, payments, domain.learning, domain.notifications, timer),
    discussionReactor(
      domain.commands,
      domain.discussions,
      domain.notifications,
      createCourseReading({ ...domain, owners: createOwners(domain.log), clock }).mayDiscuss,
    ),
  ];
}
