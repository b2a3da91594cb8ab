import { describe, expect, test } from 'vitest';
import { MOST_ITEMS, type SectionCommand, siteSection } from '../../backend/commands/site/content.ts';
import { type PriceCommand, priceBook, school } from '../../backend/commands/site/school.ts';
import type { PlanPrice, PriceEvent, SectionEvent, SiteEvent } from '../../events/site.ts';
import {
  defaultSchool,
  emptyPriceBook,
  emptySection,
  englishOf,
  foldPriceBook,
  foldSection,
  type PriceBook,
  priceOn,
} from '../../events/siteContent.ts';
import { given } from '../support/deciderSpec.ts';
import { openDomain } from '../support/domain.ts';

const section = 'employers';
const item = (name: string) => ({ name, logoUrl: null, url: null });
const added = (itemId: number, name: string, visible = true): SectionEvent => ({
  type: 'EmployerAdded',
  data: { itemId, visible, item: item(name) },
});
const of = (type: 'SiteItemHidden' | 'SiteItemShown' | 'SiteItemRemoved' | 'SiteItemRestored', itemId = 1): SectionEvent => ({
  type,
  data: { section, itemId },
});
const act = (type: 'hide' | 'show' | 'remove' | 'restore', itemId = 1): SectionCommand => ({ type, section, itemId });
const reorder = (...order: number[]): SectionCommand => ({ type: 'reorder', section, order });

describe('a section of the site', () => {
  test('numbers its items, and never gives a number twice', () => {
    given(siteSection, [])
      .when({ type: 'add', section, item: item('Uno'), visible: true })
      .then([added(1, 'Uno')]);
    given(siteSection, [added(1, 'Uno'), added(2, 'Dos'), of('SiteItemRemoved', 2)])
      .when({ type: 'add', section, item: item('Tres'), visible: false })
      .then([added(3, 'Tres', false)]);
  });
  test('is changed only where something is different', () => {
    const edit = (name: string, itemId = 1): SectionCommand => ({ type: 'edit', section, itemId, item: item(name) });
    given(siteSection, [added(1, 'Uno')])
      .when(edit('Otro'))
      .then([{ type: 'EmployerEdited', data: { itemId: 1, item: item('Otro') } }]);
    given(siteSection, [added(1, 'Uno')])
      .when(edit('Uno'))
      .thenNothing();
    given(siteSection, [added(1, 'Uno')])
      .when(edit('Otro', 9))
      .thenRefused('SITE_ITEM_NOT_FOUND');
    given(siteSection, [added(1, 'Uno'), of('SiteItemRemoved')])
      .when(edit('Otro'))
      .thenRefused('SITE_ITEM_REMOVED');
  });
  test('is said in English too, as long as its words stay: translating is no version of it', () => {
    const section = 'faq';
    const faq = (answer: string) => ({ question: '¿Hay reembolso?', answer });
    const english = { title: 'Is there a refund?', text: 'Yes.' };
    const before: SectionEvent = { type: 'FaqAdded', data: { itemId: 1, visible: true, item: faq('Sí.') } };
    const translated = (words: typeof english | null): SectionEvent => ({
      type: 'SiteItemTranslated',
      data: { section, itemId: 1, english: words },
    });
    const edit = (answer: string, words?: typeof english | null): SectionCommand => ({
      ...{ type: 'edit', section, itemId: 1, item: faq(answer) },
      ...(words !== undefined && { english: words }),
    });
    const edited: SectionEvent = { type: 'FaqEdited', data: { itemId: 1, item: faq('No.') } };
    given(siteSection, [])
      .when({ type: 'add', section, item: faq('Sí.'), visible: true, english })
      .then([before, translated(english)]);
    given(siteSection, [before])
      .when(edit('Sí.', english))
      .then([translated(english)]);
    given(siteSection, [before, translated(english)])
      .when(edit('Sí.', english))
      .thenNothing();
    given(siteSection, [before, translated(english)])
      .when(edit('No.'))
      .then([edited]);
    // The same English again for other Spanish: somebody says that it fits.
    given(siteSection, [before, translated(english)])
      .when(edit('No.', english))
      .then([edited, translated(english)]);
    given(siteSection, [before, translated(english)])
      .when(edit('Sí.', null))
      .then([translated(null)]);
    const fold = (...events: SectionEvent[]) =>
      events.reduce((state, event) => foldSection(state, event, { occurredAt: '2026-11-01T00:00:00.000Z', commandId: 'c' }), emptySection())
        .items[0];
    const shown = (...events: SectionEvent[]) => {
      const item = fold(before, ...events);
      return item && englishOf(item)?.text;
    };
    expect(fold(before, translated(english))?.version).toBe(1);
    expect(shown(translated(english))).toBe('Yes.');
    expect(shown(translated(english), edited)).toBeUndefined();
    expect(shown(translated(english), edited, translated(english))).toBe('Yes.');
    // Back to the words that it translates.
    expect(shown(translated(english), edited, { type: 'FaqEdited', data: { itemId: 1, item: faq('Sí.') } })).toBe('Yes.');
    // A value in braces that the English says by itself would stay when the school changes it.
    const asks = { type: 'FaqEdited', data: { itemId: 1, item: faq('Sí, {reembolso}.') } } as const;
    expect(shown(asks, translated({ title: 'Is there a refund?', text: 'Yes, 30 days.' }))).toBeUndefined();
    expect(shown(asks, translated({ title: 'Is there a refund?', text: 'Yes, {reembolso}.' }))).toBe('Yes, {reembolso}.');
    expect(shown(translated(english), translated(null))).toBeUndefined();
  });
  test('hides and shows, removes and restores, each once', () => {
    given(siteSection, [added(1, 'Uno')])
      .when(act('hide'))
      .then([of('SiteItemHidden')]);
    given(siteSection, [added(1, 'Uno'), of('SiteItemHidden')])
      .when(act('hide'))
      .thenNothing();
    given(siteSection, [added(1, 'Uno'), of('SiteItemHidden')])
      .when(act('show'))
      .then([of('SiteItemShown')]);
    given(siteSection, [added(1, 'Uno')])
      .when(act('remove'))
      .then([of('SiteItemRemoved')]);
    given(siteSection, [added(1, 'Uno'), of('SiteItemRemoved')])
      .when(act('remove'))
      .thenNothing();
    given(siteSection, [added(1, 'Uno'), of('SiteItemRemoved')])
      .when(act('show'))
      .thenRefused('SITE_ITEM_REMOVED');
    given(siteSection, [added(1, 'Uno'), of('SiteItemRemoved')])
      .when(act('restore'))
      .then([of('SiteItemRestored')]);
    given(siteSection, [added(1, 'Uno')])
      .when(act('restore'))
      .thenNothing();
    given(siteSection, []).when(act('remove')).thenRefused('SITE_ITEM_NOT_FOUND');
  });
  test('an order names every item that is not removed, once', () => {
    const three = [added(1, 'Uno'), added(2, 'Dos'), added(3, 'Tres')];
    given(siteSection, three)
      .when(reorder(3, 1, 2))
      .then([{ type: 'SiteItemsReordered', data: { section, order: [3, 1, 2] } }]);
    given(siteSection, three)
      .when(reorder(1, 2, 3))
      .thenNothing();
    for (const wrong of [[1, 2], [1, 2, 2], [1, 2, 4], [1, 2, 3, 3], []])
      given(siteSection, three)
        .when(reorder(...wrong))
        .thenRefused('ORDER_MISMATCH');
    given(siteSection, [...three, of('SiteItemRemoved', 2)])
      .when(reorder(3, 1))
      .then([{ type: 'SiteItemsReordered', data: { section, order: [3, 1] } }]);
    given(siteSection, [...three, of('SiteItemRemoved', 2)])
      .when(reorder(3, 2, 1))
      .thenRefused('ORDER_MISMATCH');
  });
  test('two policies never share the code that texts name them by, also when one is removed', () => {
    const policy = (code: string) => ({ code, title: 'x', text: 'x', amount: 30, unit: 'days' as const });
    const first: SectionEvent = { type: 'PolicyAdded', data: { itemId: 1, visible: true, item: policy('reembolso') } };
    const second: SectionEvent = { type: 'PolicyAdded', data: { itemId: 2, visible: true, item: policy('acceso') } };
    given(siteSection, [first])
      .when({ type: 'add', section: 'policies', item: policy('reembolso'), visible: true })
      .thenRefused('CODE_TAKEN');
    given(siteSection, [first, second])
      .when({ type: 'edit', section: 'policies', itemId: 2, item: policy('reembolso') })
      .thenRefused('CODE_TAKEN');
    given(siteSection, [first])
      .when({ type: 'edit', section: 'policies', itemId: 1, item: { ...policy('reembolso'), amount: 14 } })
      .then([{ type: 'PolicyEdited', data: { itemId: 1, item: { ...policy('reembolso'), amount: 14 } } }]);
    given(siteSection, [first, { type: 'SiteItemRemoved', data: { section: 'policies', itemId: 1 } }])
      .when({ type: 'add', section: 'policies', item: policy('reembolso'), visible: true })
      .thenRefused('CODE_TAKEN');
  });
  test('holds a bounded number of items', () => {
    const full = Array.from({ length: MOST_ITEMS }, (_, index) => added(index + 1, `Empresa ${index}`));
    given(siteSection, full)
      .when({ type: 'add', section, item: item('Una más'), visible: true })
      .thenRefused('TOO_MANY_ITEMS');
  });
});

test('the school’s data: what a command does not name stays, and the same again is nothing', () => {
  const changed: SiteEvent = { type: 'SchoolSettingsChanged', data: { ...defaultSchool, phone: '+52 664 555 0100' } };
  given(school, [])
    .when({ type: 'change', settings: { phone: '+52 664 555 0100' } })
    .then([changed]);
  given(school, [changed])
    .when({ type: 'change', settings: { phone: '+52 664 555 0100' } })
    .thenNothing();
  given(school, []).when({ type: 'change', settings: {} }).thenNothing();
});

describe('the price book', () => {
  const price = (amount: number, validFrom: string): PlanPrice => ({
    plan: 'premium',
    price: { amount, currency: 'USD' },
    period: 'month',
    validFrom,
  });
  const set = (amount: number, validFrom: string): PriceEvent => ({ type: 'PlanPriceSet', data: price(amount, validFrom) });
  const cancelled = (amount: number, validFrom: string): PriceEvent => ({ type: 'PlanPriceCancelled', data: price(amount, validFrom) });
  const command = (amount: number, validFrom: string) =>
    ({ type: 'setPrice', price: price(amount, validFrom), today: '2026-03-02' }) as const;
  test('sets a price from today or later, never for a day that is over, and more than nothing', () => {
    given(priceBook, [])
      .when(command(5_000, '2026-03-02'))
      .then([set(5_000, '2026-03-02')]);
    given(priceBook, []).when(command(5_000, '2026-03-01')).thenRefused('PRICE_IN_PAST');
    given(priceBook, []).when(command(0, '2026-03-02')).thenRefused('PRICE_NOT_POSITIVE');
    given(priceBook, []).when(command(49, '2026-03-02')).thenRefused('PRICE_TOO_LOW');
  });
  test('the same price from the same day is nothing; another, or from another day, is', () => {
    const pricesSet = [set(5_000, '2026-06-01')];
    given(priceBook, pricesSet).when(command(5_000, '2026-06-01')).thenNothing();
    given(priceBook, pricesSet)
      .when(command(6_000, '2026-06-01'))
      .then([set(6_000, '2026-06-01')]);
    given(priceBook, pricesSet)
      .when(command(5_000, '2026-07-01'))
      .then([set(5_000, '2026-07-01')]);
  });
  describe('a planned price', () => {
    const cancel = (validFrom: string) => ({ type: 'cancelPrice', plan: 'premium', validFrom, today: '2026-03-02' }) as const;
    const pricesSet = [set(5_000, '2026-03-02'), set(6_000, '2026-06-01'), set(7_000, '2026-06-01')];
    test('that was set twice is cancelled step by step: what stood before for its day, then what holds without it', () => {
      const bookWith = (...events: PriceEvent[]) =>
        [...pricesSet, ...events].reduce<PriceBook>(
          (state, event) => foldPriceBook(state, event, { occurredAt: '2026-03-02T18:00:00.000Z', commandId: 'x' }),
          emptyPriceBook(),
        );
      const atTheEnd = (book: PriceBook) => priceOn(book, 'premium', '2026-12-31')?.price.amount;
      given(priceBook, pricesSet)
        .when(cancel('2026-06-01'))
        .then([cancelled(7_000, '2026-06-01')]);
      expect(atTheEnd(bookWith(cancelled(7_000, '2026-06-01')))).toBe(6_000);
      given(priceBook, [...pricesSet, cancelled(7_000, '2026-06-01')])
        .when(cancel('2026-06-01'))
        .then([cancelled(6_000, '2026-06-01')]);
      expect(atTheEnd(bookWith(cancelled(7_000, '2026-06-01'), cancelled(6_000, '2026-06-01')))).toBe(5_000);
    });
    test('is there, and has not begun', () => {
      given(priceBook, pricesSet).when(cancel('2026-07-01')).thenRefused('PRICE_NOT_FOUND');
      given(priceBook, pricesSet).when(cancel('2026-03-02')).thenRefused('PRICE_STARTED');
      given(priceBook, [...pricesSet, cancelled(7_000, '2026-06-01'), cancelled(6_000, '2026-06-01')])
        .when(cancel('2026-06-01'))
        .thenRefused('PRICE_NOT_FOUND');
    });
  });
  test('ways of paying are written without repeats, and only when they change', () => {
    given(priceBook, [])
      .when({ type: 'setMethods', methods: ['card', 'card', 'paypal'] })
      .then([{ type: 'PaymentMethodsSet', data: { methods: ['card', 'paypal'] } }]);
    given(priceBook, [{ type: 'PaymentMethodsSet', data: { methods: ['card'] } }])
      .when({ type: 'setMethods', methods: ['card'] })
      .thenNothing();
  });
  test('an exchange rate is of a day that has come, and can be taken away', () => {
    const rate = { value: 183_550, day: '2026-03-01' };
    const set = (next: typeof rate | null): PriceCommand => ({ type: 'setExchangeRate', rate: next, today: '2026-03-02' });
    const event: PriceEvent = { type: 'ExchangeRateSet', data: { rate } };
    given(priceBook, []).when(set(rate)).then([event]);
    given(priceBook, []).when(set(null)).thenNothing();
    given(priceBook, [event]).when(set(rate)).thenNothing();
    given(priceBook, [event])
      .when(set(null))
      .then([{ type: 'ExchangeRateSet', data: { rate: null } }]);
    given(priceBook, [])
      .when(set({ ...rate, day: '2026-03-03' }))
      .thenRefused('RATE_IN_FUTURE');
  });
  test('the tax that prices include is unknown until it is said, and none is said too', () => {
    const set = (rate: number): PriceEvent => ({ type: 'TaxRateSet', data: { rate } });
    expect(emptyPriceBook().taxRate).toBeNull();
    given(priceBook, [])
      .when({ type: 'setTaxRate', rate: 0 })
      .then([set(0)]);
    given(priceBook, [set(1_600)])
      .when({ type: 'setTaxRate', rate: 1_600 })
      .thenNothing();
    given(priceBook, [set(1_600)])
      .when({ type: 'setTaxRate', rate: 800 })
      .then([set(800)]);
  });
});

describe('texts that name values', () => {
  const policy = (code: string, text: string) => ({ code, title: 'x', text, amount: 30, unit: 'days' as const });
  const open = async () => {
    const { site, context } = await openDomain();
    const policies: number[] = [];
    for (const [code, text] of [
      ['reembolso', 'Tienes {reembolso}.'],
      ['acceso', 'Para siempre, salvo {reembolso}, de {horario}.'],
    ] as const)
      policies.push((await site.add('policies', policy(code, text), true, context())).itemId);
    return { site, context, policies };
  };
  test('a policy may name itself and what exists, nothing else', async () => {
    const { site, context, policies } = await open();
    const edit = site.edit('policies', policies[1] ?? 0, policy('acceso', 'Hay {nada}.'), context());
    await expect(edit).rejects.toMatchObject({ code: 'UNKNOWN_VARIABLE' });
    await expect(site.add('faq', { question: '¿?', answer: '{nada}' }, true, context())).rejects.toMatchObject({
      code: 'UNKNOWN_VARIABLE',
    });
  });
  test('what another text names can neither go nor change its name', async () => {
    const { site, context, policies } = await open();
    const [itemId = 0] = policies;
    for (const type of ['remove', 'hide'] as const)
      await expect(site.act({ type, section: 'policies', itemId }, context())).rejects.toMatchObject({ code: 'POLICY_IN_USE' });
    const rename = site.edit('policies', itemId, policy('devolucion', 'x'), context());
    await expect(rename).rejects.toMatchObject({ code: 'POLICY_IN_USE' });
    // Once nothing names it, it may go; and what named it cannot come back without it.
    await site.act({ type: 'remove', section: 'policies', itemId: policies[1] ?? 0 }, context());
    await site.act({ type: 'remove', section: 'policies', itemId }, context());
    const restore = site.act({ type: 'restore', section: 'policies', itemId: policies[1] ?? 0 }, context());
    await expect(restore).rejects.toMatchObject({ code: 'UNKNOWN_VARIABLE' });
  });
});
