import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CatalogueIndex,
  type Chosen,
  createCatalogueIndex,
  type SearchOrder,
} from '../../backend/projections/catalogue/catalogueIndex.ts';
import { distance, folded, stem, termsOf } from '../../backend/projections/catalogue/catalogueWords.ts';
import { emptyOutline } from '../../events/outline.ts';

type Entry = Parameters<CatalogueIndex['set']>[0];
const none: Chosen = { difficulty: [], track: [], tier: [], price: [] };
const entry = (courseId: number, title: string, more: Partial<Entry['course']> = {}, rest: Partial<Entry> = {}): Entry => ({
  course: {
    ...emptyOutline(),
    courseId,
    status: 'published',
    title,
    description: '',
    createdAt: '2026-03-01T00:00:00.000Z',
    changedAt: '2026-03-01T00:00:00.000Z',
    publishedAt: `2026-03-${String(courseId).padStart(2, '0')}T00:00:00.000Z`,
    classTimes: {},
    ...more,
  },
  stats: null,
  reviews: null,
  instructor: null,
  instructorName: '',
  ...rest,
});
const indexOf = (...entries: Entry[]) => {
  const index = createCatalogueIndex();
  for (const one of entries) index.set(one);
  return index;
};
const ids = (index: ReturnType<typeof indexOf>, text: string, order: SearchOrder = 'match', chosen: Partial<Chosen> = {}) =>
  index.find({ text, order, chosen: { ...none, ...chosen } }).hits.map(({ entry: { course } }) => course.courseId);

const objective = (text: string): Partial<Entry['course']> => ({
  modules: [
    {
      moduleId: 1,
      title: 'Módulo',
      description: '',
      content: '',
      videoUrl: null,
      removed: false,
      objectives: [{ objectiveId: 1, text }],
      classes: [],
    },
  ] as unknown as Entry['course']['modules'],
});

describe('finds', () => {
  const index = indexOf(
    entry(1, 'Programación en Python', { category: 'Programación' }),
    entry(2, 'Agentes de IA', { category: 'Inteligencia artificial', description: 'Con Python y herramientas.' }),
    entry(3, 'IA No-Code', { category: 'Automatización' }, { instructorName: 'María Fernández' }),
    entry(4, 'Fine Tuning LLMs', objective('Evaluar un modelo con tus sesiones de prueba')),
  );
  test.each([
    ['programacion', [1]],
    ['PROGRAMACIÓN', [1]],
    ['python', [1, 2]],
    ['pyton', [1, 2]],
    ['pyhton', [1, 2]],
    ['programasion', [1]],
    ['progrmacoin', [1]],
    ['agente', [2]],
    ['nocode', [3]],
    ['no code', [3]],
    ['no-code', [3]],
    ['maria fernandes', [3]],
    ['sesion', [4]],
    ['modelos', [4]],
    ['progr', [1]],
    // Language models are a kind of it.
    ['ia', [3, 2, 4]],
    ['python agentes', [2]],
    ['el python de la', [1, 2]],
    ['cocina', []],
    ['???', []],
    ['gatos', []],
  ])('%s', (text, found) => expect(ids(index, text)).toEqual(found));
  test('says what it understood of a slip, and nothing where there was none', () => {
    expect(index.find({ text: 'pyhton agentes', order: 'match', chosen: none }).understood).toBe('python agentes');
    expect(index.find({ text: 'python', order: 'match', chosen: none }).understood).toBeNull();
  });
  test('words of two letters are not searched with slips', () => expect(ids(index, 'ib')).toEqual([]));
});

describe('order', () => {
  const rated = (...stars: [number, number, number, number, number]) => ({ courseId: 0, stars });
  const index = indexOf(
    entry(1, 'Uno de datos', { featured: true }),
    entry(2, 'Datos', { description: 'x' }, { reviews: rated(0, 0, 0, 0, 3), stats: { courseId: 2, students: 5, completions: 0 } }),
    entry(3, 'Tres', { description: 'datos' }, { reviews: rated(0, 0, 0, 1, 1), stats: { courseId: 3, students: 9, completions: 0 } }),
    entry(4, 'Datos, cuatro', {}, { reviews: rated(0, 0, 0, 0, 1) }),
  );
  test('best match: the title before the text, the whole title first', () => expect(ids(index, 'datos')).toEqual([2, 4, 1, 3]));
  test('without words: what the school marks, then what most take', () => expect(ids(index, '')).toEqual([1, 3, 2, 4]));
  test('without words: featured courses by their places, those without one behind them', () => {
    const stats = { courseId: 1, students: 99, completions: 0 };
    const featured = (id: number, place: number | null, of = {}) => entry(id, `Curso ${id}`, { featured: true, place }, of);
    expect(ids(indexOf(entry(5, 'Otro', {}, { stats }), featured(1, null, { stats }), featured(2, 2), featured(3, 1)), '')).toEqual([
      3, 2, 1, 5,
    ]);
  });
  test('newest: by when a course was published', () => expect(ids(index, '', 'newest')).toEqual([4, 3, 2, 1]));
  test('best rated: by average, then by how many; without reviews last', () => expect(ids(index, '', 'rated')).toEqual([2, 4, 3, 1]));
});

test('facets count what each choice would leave, with the others as they are', () => {
  const money = (amount: number) => ({ price: { amount, currency: 'MXN' as const } });
  const index = indexOf(
    entry(1, 'A', { difficulty: 'beginner', tier: 'basic', track: 'code', price: null }),
    entry(2, 'B', { difficulty: 'beginner', tier: 'premium', track: 'code', price: null }),
    entry(3, 'C', { difficulty: 'advanced', tier: 'basic', track: 'no-code', ...money(19_900) }),
    entry(4, 'D', { difficulty: 'advanced', tier: 'basic', track: 'code', ...money(0) }),
  );
  const all = index.find({ text: '', order: 'match', chosen: none });
  expect(all.counts).toEqual({
    difficulty: { beginner: 2, advanced: 2 },
    track: { code: 3, 'no-code': 1 },
    tier: { basic: 3, premium: 1 },
    price: { free: 2, paid: 2 },
  });
  const beginners = index.find({ text: '', order: 'match', chosen: { ...none, difficulty: ['beginner'], price: ['free'] } });
  expect(beginners.hits.map(({ entry: { course } }) => course.courseId)).toEqual([1]);
  expect(beginners.counts).toMatchObject({ difficulty: { beginner: 1, advanced: 1 }, price: { free: 1, paid: 1 }, tier: { basic: 1 } });
  expect(beginners.published.courses).toBe(4);
});

test('a course that changes or leaves is no longer found by its old words', () => {
  const index = indexOf(entry(1, 'Python'), entry(2, 'Redes'));
  index.set(entry(1, 'Rust'));
  expect(ids(index, 'python')).toEqual([]);
  expect(ids(index, 'rust')).toEqual([1]);
  index.delete(1);
  expect(ids(index, 'rust')).toEqual([]);
  expect(ids(index, '')).toEqual([2]);
});

describe('words', () => {
  test('plurals stand with their singular', () => {
    for (const [one, many] of [
      ['modelo', 'modelos'],
      ['sesion', 'sesiones'],
      ['red', 'redes'],
      ['clase', 'clases'],
      ['servidor', 'servidores'],
      ['nube', 'nubes'],
    ] as const)
      expect([one, stem(one)], many).toEqual([one, stem(many)]);
  });
  test('C++ and .NET keep what tells them apart', () =>
    expect(termsOf('C++ o C#').words.map(({ written }) => written)).toEqual(['c++', 'c#']));
  test('the distance is that of the definition, and stops where it is told to', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
    /** By the definition, without a bound. */
    const naive = (a: string, b: string): number => {
      const of = (i: number, j: number): number => {
        if (i === 0 || j === 0) return i + j;
        const same = a[i - 1] === b[j - 1] ? 0 : 1;
        const least = Math.min(of(i - 1, j) + 1, of(i, j - 1) + 1, of(i - 1, j - 1) + same);
        return i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? Math.min(least, of(i - 2, j - 2) + 1) : least;
      };
      return of(a.length, b.length);
    };
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, most) => {
        const away = naive(a, b);
        expect(distance(a, b, most)).toBe(away <= most ? away : most + 1);
      }),
    );
  });
  test('folding leaves what has no accent', () => expect(folded('Ñandú ÁÉÍ')).toBe('nandu aei'));
});

// rows: B01
test('among 2,000 courses every kind of question is answered in under 100 ms (B01)', () => {
  const subjects = ['Python', 'agentes', 'redes neuronales', 'álgebra', 'visión', 'lenguaje', 'datos', 'robótica', 'diseño', 'negocios'];
  const index = indexOf(
    ...Array.from({ length: 2_000 }, (_, at) =>
      entry(
        at + 1,
        `Curso ${at} de ${subjects[at % 10]} para ${subjects[(at * 7) % 10]}`,
        {
          category: subjects[(at * 3) % 10] ?? '',
          description: `Aprende ${subjects.join(' y ')} con el proyecto ${at}`,
          publishedAt: new Date(at * 1e6).toISOString(),
        },
        { instructorName: `Persona ${at % 40}` },
      ),
    ),
  );
  const questions = ['', 'pyton', 'redes nuronales', 'curso de algebra 17', 'zzzz', 'vison lengaje'];
  for (const text of questions)
    for (const order of ['match', 'newest', 'rated'] as const) {
      // What this thread worked, and not what it waited for a processor.
      const taken = Array.from({ length: 5 }, () => {
        const began = process.threadCpuUsage();
        index.find({ text, order, chosen: none });
        const { user, system } = process.threadCpuUsage(began);
        return (user + system) / 1_000;
      }).sort((a, b) => a - b);
      expect(taken[2], `«${text}» ${order}`).toBeLessThan(100);
    }
});
