import type { DataOf } from '../../../events/registry.ts';
import type { Mailer } from '../../integrations/mail/port.ts';
import { user } from '../identity/user.ts';
import type { Commands } from '../kernel/handle.ts';
import type { Reactor } from '../kernel/reactor.ts';
import * as letters from '../mail/letters.ts';
import { holds } from '../payments/order.ts';
import type { Payments } from '../payments/payments.ts';
import { createPost, type MailOptions } from './mail.ts';

/** How many milliseconds the mail is worth sending. */
const USE_MS = 7 * 24 * 3_600_000;

/** Mails the code of a gift to whom it is for. */
export function giftReactor(commands: Commands, mailer: Mailer, payments: Pick<Payments, 'load' | 'gifts'>, options: MailOptions): Reactor {
  const post = createPost(mailer, options);
  return {
    name: 'gifts',
    on: {
      async GiftSent(event) {
        const { userId, orderId, to } = event.data as DataOf<'GiftSent'>;
        const order = (await payments.load(userId)).get(orderId);
        // null: the buyer is erased, and so is the address that they gave.
        if (to === null || !order?.gift || !holds(order) || order.claimedBy !== null) return;
        const { state: buyer } = await commands.load(user, userId);
        const { toName, message } = order.gift;
        const about = { code: payments.gifts.codeOf({ userId, orderId }), title: order.title, from: buyer.firstName, message };
        await post(event, 'gift', to, (school) => letters.gift({ firstName: toName, language: buyer.language }, about, school), {
          use: USE_MS,
        });
      },
    },
  };
}
