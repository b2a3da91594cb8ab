import { createDecipheriv, hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../backend/api/error.ts';
import { createIdempotency, type KeptAnswer } from '../../backend/api/plugins/idempotency.ts';
import { DomainError } from '../../backend/commands/kernel/errors.ts';
import { vaultAnswers } from '../../backend/integrations/vault/answers.ts';
import type { Vault } from '../../backend/integrations/vault/port.ts';
import { StoreUnavailable } from '../../events/store/port.ts';
import { openDomain, TEST_SECRET } from '../support/domain.ts';
import { until } from '../support/until.ts';

const answer = (body = '{"id":1}', status = 201): KeptAnswer => ({
  status,
  body,
  position: '0000000000000007',
  cookie: { token: 'una-galleta', expires: 1_800_000_000_000 },
});
const SCOPE = '7 POST /api/cursos/create';
const KEY = 'la-llave-de-ana';
const body = { nombre: 'Curso', precio: 10 };
const never = async (): Promise<KeptAnswer> => {
  throw new Error('ran');
};

async function setUp(vaultOf: (vault: Vault) => Vault = (vault) => vault) {
  const { vault, clock } = await openDomain();
  const now = () => clock.now().getTime();
  const open = () => createIdempotency(vaultAnswers(vaultOf(vault)), TEST_SECRET, now);
  return { vault, clock, open, idempotency: open(), kept: () => vault.list<{ sealed: string | null }>('answers', '') };
}
/** A piece of work that is under way until it is told to end. */
function work() {
  let runs = 0;
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise, resolve, reject } = Promise.withResolvers<KeptAnswer>();
  const run = () => {
    runs++;
    begin();
    return promise;
  };
  return { run, begun, end: resolve, fail: reject, runs: () => runs };
}

describe('one key', () => {
  test('with the same body runs once; every repeat gets the same answer, in another process too', async () => {
    const { idempotency, open } = await setUp();
    const first = await idempotency.once(SCOPE, KEY, body, async () => answer());
    expect(first).toEqual(answer());
    expect(await idempotency.once(SCOPE, KEY, body, never)).toEqual(first);
    expect(await open().once(SCOPE, KEY, { ...body }, never)).toEqual(first);
  });

  test('with another body is a conflict, done or not', async () => {
    const { idempotency } = await setUp();
    const running = work();
    const first = idempotency.once(SCOPE, KEY, body, running.run);
    await running.begun;
    const other = () => idempotency.once(SCOPE, KEY, { ...body, precio: 11 }, never);
    await expect(other()).rejects.toThrow('IDEMPOTENCY_CONFLICT');
    running.end(answer());
    await first;
    await expect(other()).rejects.toThrow('IDEMPOTENCY_CONFLICT');
    await expect(idempotency.once(SCOPE, KEY, null, never)).rejects.toBeInstanceOf(ApiError);
  });

  test('is another one for another person or route', async () => {
    const { idempotency } = await setUp();
    await idempotency.once(SCOPE, KEY, body, async () => answer('1'));
    expect((await idempotency.once('8 POST /api/cursos/create', KEY, body, async () => answer('2'))).body).toBe('2');
    expect((await idempotency.once('7 POST /api/modulos/create', KEY, body, async () => answer('3'))).body).toBe('3');
  });

  test('that comes meanwhile waits for the first', async () => {
    const { idempotency, open } = await setUp();
    const running = work();
    const first = idempotency.once(SCOPE, KEY, body, running.run);
    await running.begun;
    let settled = 0;
    const rest = [idempotency, open(), open()].map((one) =>
      one.once(SCOPE, KEY, body, running.run).then((got) => {
        settled++;
        return got;
      }),
    );
    // They have asked the vault more than once by now, and still wait.
    await new Promise<void>((done) => setImmediate(done));
    expect(settled).toBe(0);
    running.end(answer());
    expect(await Promise.all([first, ...rest])).toEqual([answer(), answer(), answer(), answer()]);
    expect(running.runs()).toBe(1);
  });

  test.each([new DomainError('TITLE_EMPTY'), new Error('the store went away')])('that was refused is not kept: %s', async (error) => {
    const { idempotency, kept } = await setUp();
    await expect(idempotency.once(SCOPE, KEY, body, () => Promise.reject(error))).rejects.toBe(error);
    expect(await kept()).toEqual([]);
    // With another body, for the refusal may have been about it.
    expect(await idempotency.once(SCOPE, KEY, { ...body, nombre: 'Otro' }, async () => answer())).toEqual(answer());
  });

  test('whose first run was refused is run by the one that waited', async () => {
    const { idempotency } = await setUp();
    const running = work();
    const first = idempotency.once(SCOPE, KEY, body, running.run);
    await running.begun;
    const second = idempotency.once(SCOPE, KEY, body, async () => answer('second'));
    running.fail(new DomainError('CONFLICT'));
    await expect(first).rejects.toThrow('CONFLICT');
    expect((await second).body).toBe('second');
  });

  test('whose first run died with its process runs again after half a minute, not before', async () => {
    const looks: number[] = [];
    const { idempotency, open, clock } = await setUp((vault) => ({
      ...vault,
      get: (table, key) => {
        looks.push(clock.now().getTime());
        return vault.get(table, key);
      },
      insert: (...all) => vault.insert(...all),
      put: (...all) => vault.put(...all),
      replace: (...all) => vault.replace(...all),
      remove: (...all) => vault.remove(...all),
    }));
    const dead = work();
    void idempotency.once(SCOPE, KEY, body, dead.run);
    await dead.begun;
    let runs = 0;
    const again = open().once(SCOPE, KEY, body, async () => {
      runs++;
      return answer();
    });
    clock.advance(30_000);
    const seen = looks.length;
    await until(() => looks.length > seen + 1, 'the second look after half a minute');
    expect(runs).toBe(0);
    clock.advance(1);
    expect(await again).toEqual(answer());
    expect(runs).toBe(1);
  });

  test.each(['fails', 'ends'] as const)(
    'whose first run was only slow, and %s after another took over, leaves the other alone',
    async (how) => {
      const { idempotency, open, clock, kept } = await setUp();
      const [slow, second] = [work(), work()];
      const first = idempotency.once(SCOPE, KEY, body, slow.run);
      await slow.begun;
      clock.advance(30_001);
      const taken = open().once(SCOPE, KEY, body, second.run);
      await second.begun;
      if (how === 'fails') {
        slow.fail(new Error('the store went away'));
        await expect(first).rejects.toThrow('the store went away');
      } else {
        slow.end(answer('first'));
        expect((await first).body).toBe('first');
      }
      // A third still waits for the second, and gets its answer.
      expect(await kept()).toMatchObject([{ value: { sealed: null } }]);
      const third = open().once(SCOPE, KEY, body, never);
      second.end(answer('second'));
      expect([(await taken).body, (await third).body]).toEqual(['second', 'second']);
      expect((await idempotency.once(SCOPE, KEY, body, never)).body).toBe('second');
    },
  );

  test('that took long, but was not overtaken, is kept, and its refusal is not', async () => {
    const { idempotency, clock, kept } = await setUp();
    const slowly = async () => {
      clock.advance(60_000);
      return answer('slow');
    };
    await expect(idempotency.once(SCOPE, KEY, body, () => slowly().then(() => Promise.reject(new Error('too slow'))))).rejects.toThrow();
    expect(await kept()).toEqual([]);
    expect((await idempotency.once(SCOPE, KEY, body, slowly)).body).toBe('slow');
    expect((await idempotency.once(SCOPE, KEY, body, never)).body).toBe('slow');
  });

  test('whose first run died before the clock was set back does not wait for that hour to pass', async () => {
    const { idempotency, open, clock } = await setUp();
    const dead = work();
    void idempotency.once(SCOPE, KEY, body, dead.run);
    await dead.begun;
    clock.advance(-3_600_000);
    expect((await open().once(SCOPE, KEY, body, async () => answer('again'))).body).toBe('again');
  });

  test('that cannot be kept, for the vault cannot be written, is refused as such, and the work not begun', async () => {
    const { idempotency } = await setUp((vault) => ({
      ...vault,
      get: (...all) => vault.get(...all),
      insert: () => Promise.reject(new StoreUnavailable('the vault cannot be written')),
    }));
    await expect(idempotency.once(SCOPE, KEY, body, never)).rejects.toBeInstanceOf(StoreUnavailable);
  });

  test('is forgotten after a day', async () => {
    const { idempotency, clock } = await setUp();
    await idempotency.once(SCOPE, KEY, body, async () => answer('1'));
    clock.advance(24 * 3_600_000 - 1);
    expect((await idempotency.once(SCOPE, KEY, body, never)).body).toBe('1');
    clock.advance(1);
    expect((await idempotency.once(SCOPE, KEY, { other: true }, async () => answer('2'))).body).toBe('2');
  });
});

test('what is kept can be read by nobody without the key', async () => {
  const { idempotency, kept } = await setUp();
  await idempotency.once(SCOPE, KEY, body, async () => answer('{"token":"un-secreto-de-ana"}'));
  const [record] = await kept();
  const text = JSON.stringify(record);
  for (const part of [KEY, 'un-secreto-de-ana', 'una-galleta', 'token', 'nombre', 'Curso', '/api/cursos']) expect(text).not.toContain(part);
  const bytes = Buffer.from(record?.value.sealed ?? '', 'base64');
  const open = (key: string) => {
    const sealKey = hash('sha3-512', `${TEST_SECRET}\u0000answer ${SCOPE}\u0000${key}`, 'buffer').subarray(0, 32);
    const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, 12)).setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString();
  };
  // Who has the vault and the server's secret still lacks the client's key.
  expect(open(KEY)).toContain('un-secreto-de-ana');
  expect(() => open('otra-llave')).toThrow();
});
