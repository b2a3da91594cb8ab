import engine from '@jitl/quickjs-wasmfile-release-sync';
import type { QuickJSSyncVariant } from 'quickjs-emscripten-core';
import { afterAll, expect, test, vi } from 'vitest';
import { createRunner } from '../../backend/api/answers/exercises/runner.ts';
import { createRun, RUN_MS } from '../../backend/api/contract/exercise-run.ts';
import { exerciseIn, exerciseText, MOST_CHECKS } from '../../backend/api/contract/exercise-text.ts';

/** Programs of learners run in an interpreter that has the language and nothing else, within bounds. */

const runner = createRunner();
afterAll(() => runner.close());
const check = (call: string, expected: string) => ({ call, expected });
const passes = async (code: string, ...checks: [string, string][]) =>
  (
    await runner.run(
      code,
      checks.map(([call, expected]) => check(call, expected)),
    )
  ).results.map(({ passed }) => passed);

// rows: C25
test('what a program gives is compared by value: order of properties does not matter, and a number is not its text', async () => {
  const code = 'const suma = (a, b) => a + b; const lista = [1, { b: 2, a: 1 }]; let veces = 0; function cuenta() { return ++veces }';
  const right: [string, string][] = [
    ['suma(2, 3)', '5'],
    ['lista', '[1, { a: 1, b: 2 }]'],
    ['cuenta() + cuenta()', '3'],
    ['Promise.resolve(4)', '4'],
  ];
  expect(await passes(code, ...right, ['suma("2", 3)', '5'], ['suma(1, 1)', '"2"'], ['nada()', '1'])).toEqual([
    ...[true, true, true, true],
    ...[false, false, false],
  ]);
});

test('it says what was printed, what came out instead, and why it failed', async () => {
  const { printed, results, error } = await runner.run('console.log("hola", { a: 1 })', [check('1 + 1', '3'), check('x', '1')]);
  expect(printed).toBe('hola {"a":1}\n');
  expect(error).toBeNull();
  expect(results).toEqual([
    { passed: false, got: '2', error: null },
    { passed: false, got: null, error: "ReferenceError: 'x' is not defined" },
  ]);
  expect(await runner.run('si no', [check('1', '1')])).toMatchObject({
    error: expect.stringContaining('SyntaxError'),
    results: [{ passed: false }],
  });
});

test('a program cannot change what is expected of it', async () => {
  const code = 'Object.is = () => true; JSON.stringify = () => "5"; globalThis.meta = 7; Object.prototype.valueOf = () => 1';
  expect(await passes(code, ['3', '5'], ['meta', 'typeof meta'], ['[]', '[1]'])).toEqual([false, false, false]);
});

test.each([
  ['fetch("https://ejemplo.mx")', 'ReferenceError'],
  ['process.exit()', 'ReferenceError'],
  ['require("fs")', 'ReferenceError'],
  ['import("node:fs")', 'ReferenceError'],
  ['setTimeout(() => {}, 1)', 'ReferenceError'],
  ['globalThis.constructor.constructor("return process")()', 'ReferenceError'],
])('it reaches nothing: %s', async (code, why) => {
  expect((await runner.run(code, [])).error).toContain(why);
});

test.each([
  'while (true) {}',
  'const todo = []; while (true) todo.push(new Array(100_000).fill(1))',
  '"x".repeat(2 ** 29)',
  'function otra() { otra() } otra()',
  '/^(a+)+$/.test("a".repeat(40) + "b")',
  '(async () => { for (;;) await 1 })()',
])(
  'it ends within its bounds, and the next one runs: %s',
  async (code) => {
    expect((await runner.run(code, [check('1', '1')])).error).toMatch(/TimeLimit|InternalError/);
    expect(await passes('const k = 3', ['k', '3'])).toEqual([true]);
  },
  30_000,
);

test('a value too deep to be told ends nothing', async () => {
  const code = 'let hondo = []; for (let i = 0; i < 100_000; i++) hondo = [hondo]; hondo';
  // A busy machine may need longer for it than a program has.
  const { error } = await runner.run(code, [check('1', '1')]);
  expect(error ?? 'TimeLimit').toMatch(/TimeLimit|InternalError/);
  expect(await passes('const k = 3', ['k', '3'])).toEqual([true]);
}, 30_000);

test('what is printed has an end', async () => {
  const { printed } = await runner.run('for (let i = 0; i < 10_000; i++) console.log("x".repeat(100))', []);
  expect(printed.length).toBeLessThan(4_100);
});

test('only so many wait: whoever comes then is told to try again', async () => {
  const all = await Promise.allSettled(Array.from({ length: 25 }, () => runner.run('1', [])));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  expect(all.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code: string }).code] : []))).toEqual(
    Array(5).fill('RUNNER_BUSY'),
  );
});

test('an exercise is its text, and comes out of it as it went in', () => {
  const exercise = {
    statement: 'Escribe `suma`.\n\n```js\nsuma(1, 2)\n```',
    start: 'function suma(a, b) {\n  // ```\n}',
    checks: [check('suma(2, 3)', '5'), check('suma("http://a // b", "")', '"x"')],
  };
  expect(exerciseIn(exerciseText(exercise))).toEqual(exercise);
  expect(exerciseIn(exerciseText(exercise).replaceAll('\n', '\r\n'))).toEqual(exercise);
  expect(exerciseIn('Una tarea.')).toEqual({ statement: 'Una tarea.', start: '', checks: [] });
  expect(exerciseIn('').checks).toEqual([]);
  const many = `\`\`\`js pruebas\n${'f() // 1\n'.repeat(40)}sin resultado\n\n\`\`\``;
  expect(exerciseIn(many).checks).toHaveLength(MOST_CHECKS);
});

// rows: C25
test('a slow device does not count against a program: its time begins once the interpreter is made', async () => {
  const variant = engine as unknown as QuickJSSyncVariant;
  let late = 0;
  const now = Date.now;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + late);
  try {
    const run = await createRun({
      ...variant,
      importFFI: async () => {
        const Calls = await variant.importFFI();
        return class extends Calls {
          constructor(...from: ConstructorParameters<typeof Calls>) {
            super(...from);
            const make = this.QTS_NewContext;
            this.QTS_NewContext = (...given) => {
              late += 2 * RUN_MS;
              return make(...given);
            };
          }
        };
      },
    });
    const code = 'function suma(n) { let total = 0; for (let i = 0; i <= n; i++) total += i; return total }';
    const loop = '(() => { let total = 0; for (let i = 0; i <= 20000; i++) total += i; return total })()';
    expect(run(code, [check('suma(20000)', loop)]).results).toEqual([{ passed: true, got: '200010000', error: null }]);
  } finally {
    clock.mockRestore();
  }
});
