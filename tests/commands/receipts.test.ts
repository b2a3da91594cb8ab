import { describe, expect, test } from 'vitest';
import { noBilling, receipts } from '../../backend/commands/payments/receipt.ts';
import { folioOf, type Receipt } from '../../events/receipts.ts';
import type { StreamEvent } from '../../events/registry.ts';
import { given } from '../support/deciderSpec.ts';

type Event = StreamEvent<'receipts'>;
const year = 2026;
const money = { amount: 49_900, currency: 'MXN' as const };
const paid = (orderId: number, more: Partial<Receipt> = {}) => ({
  ...{ userId: 7, orderId, invoice: null, paidAt: '2026-03-01T10:00:00.000Z', title: 'Python', period: null, price: money, total: money },
  ...{ taxRate: 1_600, discount: null, coupon: null, school: 'Aulaviva', buyer: 'Ana', ...noBilling, ...more },
});
const issued = (number: number, orderId: number, more: Partial<Receipt> = {}): Event => ({
  type: 'ReceiptIssued',
  data: { year, number, replaces: null, ...paid(orderId), ...more },
});
const details = { taxId: 'XAXX010101000', taxName: 'ANA', taxRegime: '612', taxUse: 'G03', taxPostalCode: '22000' };

// rows: B28
describe('receipts', () => {
  test('have the next number, and each payment has one, also each renewal', () => {
    given(receipts, [issued(1, 1)])
      .when({ type: 'issue', year, paid: paid(2) })
      .then([issued(2, 2)]);
    given(receipts, [issued(1, 1)])
      .when({ type: 'issue', year, paid: paid(1) })
      .thenNothing();
    given(receipts, [issued(1, 1)])
      .when({ type: 'issue', year, paid: paid(1, { invoice: 'in_2' }) })
      .then([issued(2, 1, { invoice: 'in_2' })]);
  });
  test('never change: with other data a further one stands in the place of the one before', () => {
    const replace = (number: number, userId = 7, named: object = {}) =>
      ({ type: 'replace', year, userId, number, buyer: { buyer: 'Ana', ...noBilling, ...named }, details }) as const;
    given(receipts, [issued(1, 1)])
      .when(replace(1))
      .then([issued(2, 1, { ...details, replaces: 1 })]);
    given(receipts, [issued(1, 1)])
      .when(replace(1, 8))
      .thenRefused('RECEIPT_NOT_FOUND');
    given(receipts, [issued(1, 1), issued(2, 1, { ...details, replaces: 1 })])
      .when(replace(1))
      .thenRefused('RECEIPT_NOT_FOUND');
    given(receipts, [issued(1, 1), issued(2, 1, { ...details, replaces: 1 })])
      .when(replace(2, 7, details))
      .thenRefused('RECEIPT_SAME');
    const many = [1, 2, 3, 4, 5].map((number) =>
      issued(number, 1, { taxName: `ANA ${number}`, replaces: number === 1 ? null : number - 1 }),
    );
    given(receipts, many).when(replace(5)).thenRefused('RECEIPT_LIMIT');
    expect(folioOf({ year, number: 42 })).toBe('2026-000042');
  });
});
