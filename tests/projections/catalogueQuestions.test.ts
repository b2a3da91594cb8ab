import { describe, expect, test } from 'vitest';
import { type Chosen, createCatalogueIndex } from '../../backend/projections/catalogue/catalogueIndex.ts';
import { wantedOf } from '../../backend/projections/catalogue/catalogueWords.ts';
import { A, demoEntries, heldOut, N, P, questions } from '../support/catalogueQuestions.ts';

const none: Chosen = { difficulty: [], track: [], tier: [], price: [] };
const index = createCatalogueIndex();
for (const entry of demoEntries()) index.set(entry);
const find = (text: string, chosen: Partial<Chosen> = {}) => {
  const { hits, ...rest } = index.find({ text, order: 'match', chosen: { ...none, ...chosen } });
  return { ...rest, titles: hits.map(({ entry }) => entry.course.title) };
};

describe('what a person asks of the catalogue', () => {
  const table = [...questions, ...heldOut].map(([question, first, also = []]) => ({ question, first, also }));
  // rows: B01
  test.each(table)('«$question» finds $first', ({ question, first, also }) => {
    const { titles } = find(question);
    expect(first).toContain(titles[0]);
    expect(titles).toEqual(expect.arrayContaining([...also]));
  });
});

describe('rules of the search', () => {
  test('«sin código» finds only courses without code', () => expect(find('sin código').titles).toEqual([N]));
  test('«con código» finds all others', () => expect(find('con código').titles).toHaveLength(5));
  test('a phrase that is still being typed is understood', () => expect(find('sin cód').titles).toEqual([N]));
  test('what only comes near is said to be near', () => {
    expect(find('python').partial).toBe(false);
    const near = find('python para cocineros');
    expect(near.partial).toBe(true);
    expect(near.titles[0]).toBe(P);
  });
  test('what is nowhere finds nothing, and what the school suggests stands beside', () => {
    const { titles, partial, suggested } = find('cocina');
    expect([titles, partial]).toEqual([[], false]);
    expect(suggested).toHaveLength(3);
  });
  test('where filters leave nothing, what the words alone find is suggested', () => {
    const { titles, suggested } = find('python', { track: ['no-code'] });
    expect(titles).toEqual([]);
    expect(suggested[0]?.course.title).toBe(P);
  });
  test('nothing is suggested where something was found', () => expect(find('python').suggested).toEqual([]));
  test('a repeated word weighs no more and costs no more than one', () => {
    expect(find('agentes python python python python python').titles).toEqual(find('agentes python').titles);
    expect(
      wantedOf(
        'sin código '.repeat(20) + 'python '.repeat(20),
        () => true,
        (word) => word,
      ),
    ).toHaveLength(2);
  });
  test('a long question is read up to twelve things', () => {
    const words = Array.from({ length: 40 }, (_, at) => `x${at}y`);
    expect(
      wantedOf(
        words.join(' '),
        () => true,
        (word) => word,
      ),
    ).toHaveLength(12);
    expect(find(`python ${'z'.repeat(5_000)}`).titles[0]).toBe(P);
  });
  test('a slip inside a phrase is understood', () => {
    const { titles, understood } = find('inteligensia artifisial');
    expect(understood).toBe('inteligencia artificial');
    expect([N, A]).toContain(titles[0]);
  });
});
