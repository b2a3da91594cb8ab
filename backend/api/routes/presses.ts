import type { Deps } from '../deps.ts';
import type { Limits } from '../limits.ts';

const HOUR = 3_600_000;
/** How often an hour one person may begin to buy, try a coupon (guesses are few) say that a transfer was sent, send a gift, end or resume a subscription, and go to another group, in shares of FORM_LIMIT. */
const MOST = { order: 4, coupon: 3, transfer: 1, gift: 2, renewing: 1, group: 4 } as const;

/** Counts what one person does to come into a course. Errors: TOO_MANY_REQUESTS. */
export const countPress = (
  limits: Pick<Limits, 'count'>,
  what: keyof typeof MOST,
  userId: number,
  { limits: { forms } }: Pick<Deps['config'], 'limits'>,
): Promise<void> => limits.count(`buying-${what}`, String(userId), forms * MOST[what], HOUR);
