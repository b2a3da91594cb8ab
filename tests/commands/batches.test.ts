import { expect, test, vi } from 'vitest';
import { createImports } from '../../backend/commands/identity/imports.ts';
import { user } from '../../backend/commands/identity/user.ts';
import type { Commands } from '../../backend/commands/kernel/handle.ts';
import { batch } from '../../backend/commands/learning/batch.ts';
import { createBatches } from '../../backend/commands/learning/batches.ts';
import { enrolment } from '../../backend/commands/learning/enrolment.ts';
import { given } from '../support/deciderSpec.ts';
import { openDomain, publishedCourse, register } from '../support/domain.ts';

/** What was done to many at once, and taken back once. */

const batchId = '0b7e7a52-6a52-5d0c-9f3e-2f1f9d9a3b11';
const opened = { type: 'BatchOpened', data: { batchId, kind: 'import', planned: null } } as const;
const item = { userId: 1, courseId: 2, act: 'give' } as const;
const part = (number: number) => ({ type: 'BatchPartRecorded' as const, data: { batchId, part: number, items: [item], registered: [1] } });
const record = (number: number) => ({ type: 'record', batchId, part: number, items: [item], registered: [1] }) as const;
const closed = { type: 'BatchClosed', data: { batchId, done: 1, refused: 0 } } as const;
const close = { type: 'close', batchId, done: 1, refused: 0 } as const;
const undone = { type: 'BatchUndone', data: { batchId } } as const;
const undo = { type: 'undo', batchId } as const;

test('a batch is opened once, and nothing is recorded of one that is not', () => {
  given(batch, []).when({ type: 'open', batchId, kind: 'import' }).then([opened]);
  given(batch, [opened]).when({ type: 'open', batchId, kind: 'courses' }).thenRefused('CONFLICT');
  for (const command of [record(0), close, undo]) given(batch, []).when(command).thenRefused('BATCH_NOT_FOUND');
});

test('an import says how much is to come, and its undoing how far it came, never backwards', () => {
  const planned = { rows: 120, parts: 3 };
  given(batch, [])
    .when({ type: 'open', batchId, kind: 'import', planned })
    .then([{ type: 'BatchOpened', data: { batchId, kind: 'import', planned } }]);
  const figures = { batchId, upto: 10, done: 480, refused: 2 };
  const came = { type: 'BatchPartsUndone', data: figures } as const;
  given(batch, [opened, part(0)])
    .when({ type: 'undoParts', ...figures })
    .then([came]);
  given(batch, [opened, part(0), came])
    .when({ type: 'undoParts', ...figures })
    .thenNothing();
});

test('the parts of a batch come in order, each once, until it is closed', () => {
  given(batch, [opened])
    .when(record(0))
    .then([part(0)]);
  given(batch, [opened, part(0)])
    .when(record(0))
    .thenNothing();
  given(batch, [opened, part(0)])
    .when(record(2))
    .thenRefused('CONFLICT');
  given(batch, [opened, part(0), closed])
    .when(record(1))
    .thenRefused('CONFLICT');
  given(batch, [opened, closed]).when(close).thenNothing();
});

test('a batch is undone once, closed or not, and takes nothing in after it', () => {
  given(batch, [opened, part(0)])
    .when(undo)
    .then([undone]);
  given(batch, [opened, part(0), closed])
    .when(undo)
    .then([undone]);
  for (const command of [undo, record(1), close])
    given(batch, [opened, part(0), undone])
      .when(command)
      .thenRefused('BATCH_UNDONE');
});

// rows: I19
test('a part that died before it was recorded is whole when it is repeated: all that it did is undone, and nothing else', async () => {
  const domain = await openDomain();
  const { accounts, authoring, commands, learning, reservations } = domain;
  const { courseId } = await publishedCourse(domain, [1]);
  const beto = await register(domain, 'beto');
  const byEmail = async (address: string) => {
    const [userId] = await reservations.holders('email', address);
    return userId === undefined ? null : (await commands.load(user, userId)).state;
  };
  let dies = true;
  const handle: Commands['handle'] = async (decider, id, command, ...rest) => {
    if (dies && (command as { type: string }).type === 'record') throw new Error('the process died');
    return commands.handle(decider, id, command, ...rest);
  };
  const batches = createBatches(commands, accounts, learning, authoring);
  const imports = createImports({ ...commands, handle }, accounts, learning, reservations, batches, byEmail);
  const { batchId: lote } = await imports.open(domain.context());
  const person = { username: null, firstName: null, lastName: null, role: 'student', plan: 'basic', courses: [courseId] } as const;
  const rows = [
    { ...person, line: 2, email: 'ana@ejemplo.mx' },
    { ...person, line: 3, email: 'beto@ejemplo.mx' },
  ];
  await expect(imports.bring(lote, 0, rows, domain.context())).rejects.toThrow('the process died');
  dies = false;
  const { results } = await imports.bring(lote, 0, rows, domain.context());
  expect(results).toMatchObject([
    { result: 'new', courses: 1 },
    { result: 'known', courses: 1 },
  ]);
  expect(await batches.undo(lote, domain.context())).toMatchObject({ undone: 3, refused: 0 });
  const ana = (await byEmail('ana@ejemplo.mx'))?.userId ?? 0;
  const enrolled = async (userId: number) => (await commands.load(enrolment, `${userId}_${courseId}`)).state.enrolled;
  expect([await enrolled(ana), await enrolled(beto)]).toEqual([false, false]);
  expect((await commands.load(user, ana)).state.status).toBe('inactive');
  expect((await commands.load(user, beto)).state.status).toBe('active');
});

// rows: I19
test('undoing an import that died looks for what its last part left behind that part alone, however long it is', async () => {
  const domain = await openDomain();
  const { accounts, authoring, commands, learning, reservations } = domain;
  const batches = createBatches(commands, accounts, learning, authoring);
  let dies = false;
  const handle: Commands['handle'] = async (decider, id, command, ...rest) => {
    if (dies && (command as { type: string }).type === 'record') throw new Error('the process died');
    return commands.handle(decider, id, command, ...rest);
  };
  const imports = createImports({ ...commands, handle }, accounts, learning, reservations, batches, async () => null);
  const { batchId: lote } = await imports.open(domain.context());
  const row = (line: number) =>
    ({
      line,
      email: `p${line}@ejemplo.mx`,
      username: null,
      firstName: null,
      lastName: null,
      role: 'student',
      plan: 'basic',
      courses: [],
    }) as const;
  for (const part of [0, 1]) await imports.bring(lote, part, [row(part + 2)], domain.context());
  const { position } = await commands.load(batch, lote);
  dies = true;
  await expect(imports.bring(lote, 2, [row(4)], domain.context())).rejects.toThrow('the process died');
  const read = vi.spyOn(commands.log.store, 'readAll');
  expect(await batches.undo(lote, domain.context())).toMatchObject({ undone: 3, refused: 0 });
  expect(read.mock.calls.map(([from]) => from)).toEqual([position]);
});

// rows: I19
test('an import that was undone is repeated, mended: who never came in gets the account back, as the file has it now; and it is undone again', async () => {
  const domain = await openDomain();
  const { accounts, authoring, commands, learning, reservations } = domain;
  const { courseId } = await publishedCourse(domain, [1]);
  const byEmail = async (address: string) => {
    const [userId] = await reservations.holders('email', address);
    return userId === undefined ? null : (await commands.load(user, userId)).state;
  };
  const batches = createBatches(commands, accounts, learning, authoring);
  const imports = createImports(commands, accounts, learning, reservations, batches, byEmail);
  const row = { ...{ line: 2, email: 'ana@ejemplo.mx', firstName: 'Hanna', lastName: null }, username: 'ana', courses: [courseId] };
  const wrong = { ...row, role: 'administrator', plan: 'basic' } as const;
  const right = { ...row, firstName: 'Ana', role: 'student', plan: 'premium' } as const;
  const bring = async (one: typeof wrong | typeof right) => {
    const { batchId } = await imports.open(domain.context());
    const { results } = await imports.bring(batchId, 0, [one], domain.context());
    expect(results).toMatchObject([{ result: 'new', courses: 1 }]);
    return batchId;
  };
  await register(domain, 'boss', { role: 'administrator' });
  expect(await batches.undo(await bring(wrong), domain.context())).toMatchObject({ undone: 2, refused: 0 });
  expect(await imports.look([right], domain.clock.now())).toMatchObject([{ result: 'new', problems: [] }]);

  const second = await bring(right);
  const ana = await byEmail('ana@ejemplo.mx');
  expect(ana).toMatchObject({ status: 'active', invited: true, role: 'student', plan: 'premium', firstName: 'Ana', username: 'ana' });
  expect(ana?.resets).toHaveLength(2);
  expect((await commands.load(enrolment, `${ana?.userId}_${courseId}`)).state.enrolled).toBe(true);
  expect(await batches.undo(second, domain.context())).toMatchObject({ undone: 2, refused: 0 });
  expect((await byEmail('ana@ejemplo.mx'))?.status).toBe('inactive');

  // Whom an administrator closes stays closed, whatever a file says.
  const given = [domain.context(), domain.context()] as const;
  for (const [back, taken] of [
    [given[0], domain.context()] as const,
    [given[1], { ...domain.context(), undoes: given[1].correlationId }] as const,
  ]) {
    await accounts.govern(ana?.userId ?? 0, { type: 'activate' }, back);
    await accounts.govern(ana?.userId ?? 0, { type: 'deactivate' }, taken);
    expect(await imports.look([right], domain.clock.now())).toMatchObject([{ problems: [{ code: 'ACCOUNT_INACTIVE' }] }]);
  }
});

// rows: I16, I19
test('what is archived is given to nobody else: a file says so of its row, a batch of its step', async () => {
  const domain = await openDomain();
  const { accounts, authoring, commands, learning, reservations } = domain;
  const { courseId } = await publishedCourse(domain, [1]);
  const [ana, beto] = [await register(domain, 'ana'), await register(domain, 'beto')];
  await learning.assign(ana, courseId, domain.context());
  await authoring.change(courseId, { type: 'archive' }, domain.context());
  const batches = createBatches(commands, accounts, learning, authoring);
  const imports = createImports(commands, accounts, learning, reservations, batches, async () => null);
  const row = {
    line: 2,
    email: 'caro@ejemplo.mx',
    username: null,
    firstName: null,
    lastName: null,
    role: 'student',
    plan: 'basic',
  } as const;
  expect(await imports.look([{ ...row, courses: [courseId] }], domain.clock.now())).toMatchObject([
    { result: 'refused', problems: [{ field: 'courses', code: 'COURSE_ARCHIVED' }] },
  ]);
  const steps = [ana, beto].map((userId) => ({ userId, courseId, act: 'give' as const }));
  const { results } = await batches.run(steps, domain.context(), { paid: false });
  // She had it before; that it is given by hand, too, changes nothing for anybody else.
  expect(results.map(({ code }) => code)).toEqual([null, 'COURSE_ARCHIVED']);
});
