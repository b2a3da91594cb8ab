import { schoolDay } from '../../../events/calendar.ts';
import { uuid5 } from '../../../events/ids.ts';
import type { Tongue } from '../../../events/sentences.ts';
import type { Mailer } from '../../integrations/mail/port.ts';
import * as letters from '../mail/letters.ts';
import { type Chain, outcomeOf, type Verified } from '../operations/chain.ts';
import { createPost, type MailOptions } from './mail.ts';

const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

/** An auditor who can be written to. */
export interface AuditorOf {
  userId: number;
  firstName: string | null;
  language: Tongue | null;
  email: string;
}

/**
 * Once a day each auditor gets the signed hash over the log, to keep it where nobody of the school can change it; or word that the log is not what it was.
 * Told again on the same day it is the same mail.
 */
export async function mailLogHash(
  verified: Verified,
  chain: Pick<Chain, 'root'>,
  auditors: AsyncIterable<readonly AuditorOf[]>,
  mailer: Mailer,
  options: MailOptions,
): Promise<void> {
  const post = createPost(mailer, options);
  const outcome = outcomeOf(verified);
  const id = uuid5('log-hash', schoolDay(verified.at), outcome);
  // Of a log that lost its end, how much is left; where another hash was kept elsewhere, nothing is certain.
  const differs = verified.broken ?? { sound: verified.lost?.events ?? 0, event: null };
  const { text, signature, key } = await chain.root();
  if (!key) return;
  const file = JSON.stringify({ declaracion: text, firma: signature, llave: key });
  for await (const page of auditors)
    for (const auditor of page)
      await post(
        { id, data: {}, meta: { occurredAt: verified.at } },
        'log-hash',
        auditor.email,
        (school) =>
          outcome !== 'sound'
            ? letters.logChanged(auditor, { ...differs, at: verified.at }, school)
            : letters.logHash(auditor, { events: verified.events, at: verified.at, file }, school),
        { use: KEPT_DAYS * DAY_MS, userId: auditor.userId },
      );
}
