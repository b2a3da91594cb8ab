import path from 'node:path';
import { audiencePeople } from '../../api/answers/audiences.ts';
import { digestsOf } from '../../api/answers/digests.ts';
import { plannedExport } from '../../api/answers/streams/planned.ts';
import { sessions } from '../../commands/identity/sessions.ts';
import { createTimer, type Timer } from '../../commands/kernel/timer.ts';
import { REVIEW_GRADES, SEND_GRADE } from '../../commands/operations/grades.ts';
import {
  EXPIRE_CERTIFICATE,
  expireCertificateAction,
  WARN_OF_CERTIFICATE,
  warnOfCertificateAction,
} from '../../commands/reactions/certificates.ts';
import { DIGEST, digestAction } from '../../commands/reactions/digest.ts';
import { MAKE_EXPORT, makeExportAction } from '../../commands/reactions/exports.ts';
import { sweepFileAction } from '../../commands/reactions/files.ts';
import {
  BEGIN_GROUP,
  beginGroupAction,
  REMIND_GROUP,
  remindGroupAction,
  SETTLE_SEAT,
  settleSeatAction,
} from '../../commands/reactions/groups.ts';
import { deliverLeadAction } from '../../commands/reactions/leads.ts';
import { SEND_NOTIFICATION, sendNotificationAction } from '../../commands/reactions/notifications.ts';
import {
  REMIND_PLAN,
  remindPlanAction,
  SETTLE_COUPON,
  SETTLE_ORDER,
  settleCouponAction,
  settleOrderAction,
} from '../../commands/reactions/payments.ts';
import { quizDeadlines } from '../../commands/reactions/quizzes.ts';
import { REMOVE_TRACES, removeTracesAction } from '../../commands/reactions/traces.ts';
import { REMIND_WEBINAR, remindWebinarAction } from '../../commands/reactions/webinars.ts';
import { leadWebhook } from '../../integrations/leads/webhook.ts';
import { createGradeSender } from '../../integrations/lti/grades.ts';
import { forgetAside } from '../../integrations/sqlite/aside.ts';
import { emptyWriteAheadLog, rewriteDatabase } from '../../integrations/sqlite/rewrite.ts';
import { writtenAnew } from '../../projections/kernel/readStore.ts';
import { createPeopleDirectory, type PeopleDirectory } from '../../projections/peopleDirectory.ts';
import type { Config } from '../config.ts';
import { ANSWERS_FILE, READ_FILE, VAULT_FILE } from '../stores.ts';
import type { Parts } from './parts.ts';

/** Where leads are sent on to; null: nowhere. */
export const leadSinkOf = ({ leadsWebhookUrl }: Pick<Config, 'leadsWebhookUrl'>) =>
  leadsWebhookUrl === null ? null : leadWebhook(leadsWebhookUrl);

const gradeSenderOf = ({ webhookPrivateHosts }: Config, { toolKeys }: Parts['domain']) =>
  createGradeSender(toolKeys.signer, { permitted: new Set(webhookPrivateHosts) });

/** What is done at a time that was set before, by the kind of the deadline. */
export function createDeadlines({
  config,
  logger,

  store,
  vault,
  domain,
  reader,
  reads,
  writer,
  payments,
  post,
  mailOptions,
  forgetAnswers,
  stopping,
}: Parts): Timer {
  let directory: PeopleDirectory | null = null;
  const timer: Timer = createTimer(vault, {
    [REMOVE_TRACES]: removeTracesAction({
      vault,
      timer: () => timer,
      head: () => store.head(),
      reached: (position) => reads.waitFor(position, 1_000),
      forgetAnswers,
      async rewrite() {
        if (config.readStore !== 'sqlite') return;
        await rewriteDatabase(path.join(config.dataDir, VAULT_FILE), { inMemory: true });
        const file = path.join(config.dataDir, READ_FILE);
        // In steps: a large one would hold up the folding for seconds.
        await (writer && writtenAnew(writer)?.writeAnew());
        await emptyWriteAheadLog(file);
        await rewriteDatabase(path.join(config.dataDir, ANSWERS_FILE));
        for (const one of [file, path.join(config.dataDir, ANSWERS_FILE)]) forgetAside(one);
      },
      failed: (error) => logger.warn({ err: error }, 'traces of erased people could not be removed yet'),
    }),
    // Everybody is looked through only where something was prepared: the directory is made with the first question.
    [SEND_NOTIFICATION]: sendNotificationAction(domain.commands, domain.notifications, async (audience, now) => {
      directory ??= createPeopleDirectory(reads, reader);
      return (await audiencePeople(audience, { directory, reads, now, self: null })) ?? [];
    }),
    [DIGEST]: digestAction(domain.commands, post, mailOptions, () => timer, digestsOf(reads)),
    deliverLead: deliverLeadAction(domain.commands, leadSinkOf(config), domain.keys),
    sweepFile: sweepFileAction(domain.files, vault, () => timer),
    ...quizDeadlines(domain.quizzes),
    [SETTLE_ORDER]: settleOrderAction(payments, () => timer),
    [SETTLE_COUPON]: settleCouponAction(payments, () => timer),
    [REMIND_PLAN]: remindPlanAction(payments, domain.commands, domain.notifications),
    [EXPIRE_CERTIFICATE]: expireCertificateAction(domain.certificates),
    [WARN_OF_CERTIFICATE]: warnOfCertificateAction(domain.certificates, domain.notifications),
    [REMIND_GROUP]: remindGroupAction(domain.learning),
    [BEGIN_GROUP]: beginGroupAction(domain.learning),
    [SETTLE_SEAT]: settleSeatAction(domain.learning, () => timer),
    [REMIND_WEBINAR]: remindWebinarAction(domain.webinars),
    [SEND_GRADE]: domain.grades.action(config.webhooks ? gradeSenderOf(config, domain) : null, stopping),
    [REVIEW_GRADES]: domain.grades.reviewing,
    [MAKE_EXPORT]: makeExportAction(domain.commands, domain.notifications, () => timer, plannedExport(store, stopping)),
    async endSession({ data }, context) {
      const userId = Number(data.userId);
      await domain.commands.handle(sessions, userId, { type: 'end', sessionId: String(data.sessionId), cause: 'expired' }, context);
    },
  });
  return timer;
}
