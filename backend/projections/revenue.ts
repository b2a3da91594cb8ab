import type { EventOf } from '../../events/registry.ts';
import type { Money } from '../../events/types.ts';
import type { Projection, Recorded } from './projection.ts';

type Event = EventOf<'PaymentSucceeded' | 'SubscriptionRenewed' | 'Refunded' | 'RefundBounced'>;

/** In the minor unit. */
export interface RevenueDoc {
  currency: Money['currency'];
  taken: number;
  returned: number;
  payments: number;
}

const add = (doc: RevenueDoc | null, { data: { amount } }: Recorded<Event>, more: Partial<Omit<RevenueDoc, 'currency'>>): RevenueDoc => {
  const { taken = 0, returned = 0, payments = 0 } = doc ?? {};
  return {
    currency: amount.currency,
    ...{ taken: taken + (more.taken ?? 0), returned: returned + (more.returned ?? 0), payments: payments + (more.payments ?? 0) },
  };
};
const key = ({ data }: Recorded<Event>): string => data.amount.currency;
const taken = {
  key,
  evolve: (doc: RevenueDoc | null, event: Recorded<Event>) => add(doc, event, { taken: event.data.amount.amount, payments: 1 }),
};

/** What the school took and gave back, by currency: the figures above the list of orders, which is too long to be added up for each look at it. */
export const revenue: Projection<RevenueDoc, Event> = {
  name: 'revenue',
  version: 2,
  on: {
    PaymentSucceeded: taken,
    SubscriptionRenewed: taken,
    Refunded: { key, evolve: (doc, event) => add(doc, event, { returned: event.data.amount.amount }) },
    RefundBounced: { key, evolve: (doc, event) => add(doc, event, { returned: -event.data.undone.amount }) },
  },
};
