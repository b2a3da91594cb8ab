import { describe, expect, test } from 'vitest';
import { siteContent } from '../../backend/projections/siteContent.ts';
import type { PlanPrice, SchoolSettings } from '../../events/site.ts';
import { defaultSchool, priceOn } from '../../events/siteContent.ts';
import { everyTypeIsCovered, given, givenEvents, timeOf } from '../support/projectionSpec.ts';

const employer = (name: string) => ({ name, logoUrl: null, url: null });
const added = (itemId: number, name: string, visible = true) => given('EmployerAdded', { itemId, visible, item: employer(name) });
const one = { section: 'employers', itemId: 1 } as const;
const items = {
  Press: { source: 'Diario', logoUrl: null, title: 'Una nota', excerpt: 'x', imageUrl: null, url: null, color: 'agave' },
  Testimonial: { name: 'Sofía', role: null, imageUrl: null, text: 'Muy claro' },
  Employer: employer('Norte Datos'),
  Channel: {
    name: 'Bienvenida',
    description: 'x',
    category: 'general',
    url: null,
    members: 1250,
    membersAt: '2026-11-01',
    membersSource: 'x',
  },
  Claim: { place: 'employers', value: '50,000+', label: 'vacantes', source: 'Informe', owner: 'Renata', date: '2026-10-01' },
  Faq: { question: '¿Hay reembolso?', answer: 'Sí, {reembolso}.' },
  Policy: { code: 'reembolso', title: 'Reembolso', text: 'x', amount: 30, unit: 'days' },
} as const;
const sections = {
  Press: 'press',
  Testimonial: 'testimonials',
  Employer: 'employers',
  Channel: 'channels',
  Claim: 'claims',
  Faq: 'faq',
  Policy: 'policies',
} as const;

describe('a section of the site', () => {
  test.each(Object.keys(items) as (keyof typeof items)[])('%s: an item comes and changes, in the section of its own', (kind) => {
    const item = items[kind];
    const [first] = Object.keys(item) as [string];
    const changed = { ...item, [first]: kind === 'Claim' ? 'corporate' : 'otro' };
    const spec = givenEvents(siteContent, [
      given(`${kind}Added`, { itemId: 1, visible: true, item }),
      given(`${kind}Edited`, { itemId: 1, item: changed }),
    ]);
    spec.thenChange('sitio', { id: sections[kind], op: 'put' });
    spec.thenDocs({
      [sections[kind]]: {
        section: {
          lastId: 1,
          items: [
            {
              itemId: 1,
              visible: true,
              removed: false,
              version: 2,
              item: changed,
              addedAt: timeOf(0),
              changedAt: timeOf(1),
              addedBy: 'command-0',
            },
          ],
        },
        changedAt: timeOf(1),
      },
    });
  });

  test('keeps the English of an item with the words that it translates', () => {
    const english = { title: 'Is there a refund?', text: 'Yes, {reembolso}.' };
    givenEvents(siteContent, [
      given('FaqAdded', { itemId: 1, visible: true, item: items.Faq }),
      given('SiteItemTranslated', { section: 'faq', itemId: 1, english }),
    ]).thenDocLike('faq', {
      section: { items: [{ itemId: 1, version: 1, english: { ...english, of: { title: items.Faq.question, text: items.Faq.answer } } }] },
    });
  });
  test('is hidden, shown, removed and restored, each counted in its version', () => {
    const having = (...types: string[]) => givenEvents(siteContent, [added(1, 'Norte Datos'), ...types.map((type) => given(type, one))]);
    const item = (part: object) => ({ section: { items: [part] } });
    having('SiteItemHidden').thenDocLike('employers', item({ visible: false, version: 2 }));
    having('SiteItemHidden', 'SiteItemShown').thenDocLike('employers', item({ visible: true, version: 3 }));
    having('SiteItemRemoved').thenDocLike('employers', item({ visible: false, removed: true }));
    having('SiteItemRemoved', 'SiteItemRestored').thenDocLike('employers', item({ visible: false, removed: false }));
  });

  test('stands in its order, what was removed last, and a new one before that', () => {
    const events = [
      added(1, 'Uno'),
      added(2, 'Dos'),
      added(3, 'Tres'),
      given('SiteItemsReordered', { section: 'employers', order: [3, 1, 2] }),
    ];
    const order = (...more: ReturnType<typeof given>[]) => {
      const { documents } = givenEvents(siteContent, [...events, ...more]);
      const doc = documents.docs().employers as { section: { items: { itemId: number }[] } };
      return doc.section.items.map(({ itemId }) => itemId);
    };
    expect(order()).toEqual([3, 1, 2]);
    const removed = given('SiteItemRemoved', { section: 'employers', itemId: 3 });
    expect(order(removed)).toEqual([1, 2, 3]);
    expect(order(removed, added(4, 'Cuatro'))).toEqual([1, 2, 4, 3]);
    expect(order(removed, given('SiteItemsReordered', { section: 'employers', order: [2, 1] }))).toEqual([2, 1, 3]);
    expect(order(removed, given('SiteItemRestored', { section: 'employers', itemId: 3 }))).toEqual([1, 2, 3]);
  });
});

test('the school’s data are one object, the last that was said', () => {
  const settings: SchoolSettings = { ...defaultSchool, phone: '+52 664 555 0100' };
  givenEvents(siteContent, [given('SchoolSettingsChanged', defaultSchool), given('SchoolSettingsChanged', settings)])
    .thenDocs({ school: { school: settings, changedAt: timeOf(1) } })
    .thenChange('sitio', { id: 'school', op: 'put' });
});

test('the price book keeps every price, and says which holds on a day', () => {
  const price = (amount: number, validFrom: string): PlanPrice => ({
    plan: 'premium',
    price: { amount, currency: 'USD' },
    period: 'month',
    validFrom,
  });
  const { documents } = givenEvents(siteContent, [
    given('PlanPriceSet', price(5_000, '2026-01-01')),
    given('PlanPriceSet', price(7_000, '2026-06-01')),
    given('PlanPriceSet', price(6_000, '2026-06-01')),
    given('PaymentMethodsSet', { methods: ['card', 'paypal'] }),
    given('PlanPriceSet', price(9_000, '2026-09-01')),
    given('PlanPriceCancelled', price(9_000, '2026-09-01')),
    given('TransferInstructionsSet', { text: 'CLABE 0000' }),
    given('TaxRateSet', { rate: 1_600 }),
    given('ExchangeRateSet', { rate: { value: 183_550, day: '2026-03-01' } }),
  ])
    .thenDocLike('prices', {
      prices: { methods: ['card', 'paypal'], transfer: 'CLABE 0000', taxRate: 1_600, exchange: { value: 183_550, day: '2026-03-01' } },
      changedAt: timeOf(8),
    })
    .thenChange('sitio', { id: 'prices', op: 'put' });
  const { prices } = documents.docs().prices as unknown as { prices: Parameters<typeof priceOn>[0] };
  expect(prices.prices.map(({ price: { amount }, setAt }) => [amount, setAt])).toEqual([
    [5_000, timeOf(0)],
    [7_000, timeOf(1)],
    [6_000, timeOf(2)],
  ]);
  const on = (day: string) => priceOn(prices, 'premium', day)?.price.amount;
  expect([on('2025-12-31'), on('2026-05-31'), on('2026-06-01'), on('2027-01-01')]).toEqual([undefined, 5_000, 6_000, 6_000]);
});

everyTypeIsCovered(siteContent);
