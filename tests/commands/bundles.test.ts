import { describe, expect, test } from 'vitest';
import { bundles } from '../../backend/commands/payments/bundle.ts';
import { priceOfMissing } from '../../backend/commands/payments/bundles.ts';
import type { Offer } from '../../backend/commands/payments/order.ts';
import type { PurchaseCommand } from '../../backend/commands/payments/purchaseCommand.ts';
import { purchases } from '../../backend/commands/payments/purchases.ts';
import type { BundleTerms } from '../../events/bundles.ts';
import type { StreamEvent } from '../../events/registry.ts';
import { given } from '../support/deciderSpec.ts';

const terms = (more: Partial<BundleTerms> = {}): BundleTerms => ({
  ...{ title: 'Ruta', description: '', courseIds: [1, 2], price: { amount: 90_000, currency: 'MXN' } },
  ...more,
});
const created = (bundleId = 1): StreamEvent<'bundles'> => ({ type: 'BundleCreated', data: { bundleId, ...terms() } });

// rows: B30
describe('bundles', () => {
  test('are numbered, changed only where something changes, published and archived once', () => {
    given(bundles, [created()])
      .when({ type: 'create', terms: terms() })
      .then([created(2)]);
    given(bundles, [created()]).when({ type: 'edit', bundleId: 1, terms: terms() }).thenNothing();
    given(bundles, [created()])
      .when({ type: 'edit', bundleId: 1, terms: terms({ courseIds: [2, 1] }) })
      .then([{ type: 'BundleEdited', data: { bundleId: 1, ...terms({ courseIds: [2, 1] }) } }]);
    const published: StreamEvent<'bundles'> = { type: 'BundlePublished', data: { bundleId: 1 } };
    given(bundles, [created(), published]).when({ type: 'publish', bundleId: 1 }).thenNothing();
    given(bundles, [created(), published])
      .when({ type: 'archive', bundleId: 1 })
      .then([{ type: 'BundleArchived', data: { bundleId: 1 } }]);
    given(bundles, [created()]).when({ type: 'publish', bundleId: 2 }).thenRefused('BUNDLE_NOT_FOUND');
  });

  test('cost who has some of their courses the share of the others, never more than those alone, and nothing where none is missing', () => {
    const course = (courseId: number, price: number) => ({ courseId, title: '', price });
    const all = [course(1, 49_900), course(2, 69_900), course(3, 0)];
    const price = { amount: 90_000, currency: 'MXN' as const };
    const of = (...ids: number[]) =>
      priceOfMissing(
        price,
        all,
        all.filter(({ courseId }) => ids.includes(courseId)),
      );
    expect(of(1, 2, 3)).toBe(90_000);
    expect([of(1, 3), of(2)]).toEqual([37_487, 52_512]);
    // Together, bought one after another, no more than at once.
    expect(of(1, 3) + of(2)).toBeLessThanOrEqual(90_000);
    expect([of(3), of()]).toEqual([0, 0]);
    const dear = { amount: 500_000, currency: 'MXN' as const };
    expect(priceOfMissing(dear, all, all.slice(0, 1))).toBe(49_900);
  });
});

describe('an order of a bundle', () => {
  const userId = 7;
  const now = '2026-03-01T10:00:00.000Z';
  const validUntil = '2026-03-01T10:35:00.000Z';
  const offer = (opens: readonly number[], more: Partial<Offer> = {}): Offer => ({
    ...{ what: 'bundle', courseId: null, title: 'Ruta', price: { amount: 90_000, currency: 'MXN' }, period: null },
    ...{ refundDays: 30, policyVersion: 1, taxRate: null, bundle: { bundleId: 1, path: [1, 2, 3], opens }, gift: null, groups: [] },
    ...more,
  });
  const alone = (courseId: number): Offer => offer([], { what: 'course', courseId, title: 'Python', bundle: null });
  const start = (quote: Offer): PurchaseCommand => ({
    ...{ type: 'start', userId, now, quote, coupon: null, transfer: false, validUntil, commandId: 'c' },
  });
  const begun = (orderId: number, { bundle, gift: _, groups: __, ...shown }: Offer): StreamEvent<'purchases'>[] => [
    { type: 'CheckoutStarted', data: { userId, orderId, ...shown, validUntil } },
    ...(bundle
      ? [{ type: 'BundleOrdered' as const, data: { userId, orderId, bundleId: 1, path: [1, 2, 3], opens: [...bundle.opens] } }]
      : []),
  ];
  const paid = (orderId: number): StreamEvent<'purchases'> => ({
    type: 'PaymentSucceeded',
    data: { userId, orderId, amount: { amount: 90_000, currency: 'MXN' }, payment: `pi_${orderId}`, paidAt: now },
  });

  test('takes the place of an open page of a course that it opens, and the other way round; a course beside it keeps its own', () => {
    const closed: StreamEvent<'purchases'> = { type: 'CheckoutClosed', data: { userId, orderId: 1, cause: 'replaced' } };
    given(purchases, begun(1, alone(2)))
      .when(start(offer([1, 2])))
      .then([closed, ...begun(2, offer([1, 2]))]);
    given(purchases, begun(1, offer([1, 2])))
      .when(start(alone(2)))
      .then([closed, ...begun(2, alone(2))]);
    given(purchases, begun(1, offer([1, 2])))
      .when(start(alone(3)))
      .then(begun(2, alone(3)));
    given(purchases, begun(1, offer([1, 2])))
      .when(start(offer([1, 2])))
      .thenNothing();
  });

  test('is not sold with a course that is paid already, and is given back whole where one was paid meanwhile', () => {
    given(purchases, [...begun(1, alone(2)), paid(1)])
      .when(start(offer([1, 2])))
      .thenRefused('COURSE_ALREADY_OWNED');
    given(purchases, [...begun(1, offer([1, 2])), paid(1)])
      .when(start(alone(2)))
      .thenRefused('COURSE_ALREADY_OWNED');
    given(purchases, [...begun(1, alone(2)), ...begun(2, offer([1, 2])), paid(1)])
      .when({
        ...{ type: 'observe', userId, now, orderId: 2 },
        seen: {
          ...{ session: 'complete', payment: { id: 'pi_2', amount: { amount: 90_000, currency: 'MXN' }, at: now }, failure: null },
          ...{ refunded: 0, bounced: { amount: 0, cause: '' }, made: [], dispute: null, subscription: null },
        },
      })
      .then([
        paid(2),
        { type: 'RefundRequested', data: { userId, orderId: 2, amount: { amount: 90_000, currency: 'MXN' }, by: 'school' } },
      ]);
  });
});
