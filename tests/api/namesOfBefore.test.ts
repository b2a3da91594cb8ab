import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { normalise } from '../../backend/commands/kernel/values.ts';
import { PASSWORD, registration } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';

/** Registers somebody as a release did that knew neither what looks alike nor two ways to write an address; `as`: by what it reserved the name. */
async function registeredBefore(school: School, userId: number, email: string, username: string, as = username): Promise<void> {
  const { commands, passwords } = school.running.deps;
  const commandId = crypto.randomUUID();
  const meta = {
    commandId,
    correlationId: commandId,
    causationId: commandId,
    actor: { userId: null, role: 'system' } as const,
    occurredAt: new Date(Date.now() - 86_400_000).toISOString(),
  };
  for (const [kind, type, value] of [
    ['email', 'EmailReserved', email],
    ['username', 'UsernameReserved', as],
  ] as const) {
    const key = `${kind}\u0000${normalise(value)}`;
    const stream = `${kind}-${createHmac('sha256', school.config.reservationKey).update(key).digest('hex').slice(0, 40)}`;
    await commands.log.append(stream, 'any', [{ type, data: { userId } }], meta);
  }
  await commands.log.append(
    'numbers-user',
    'any',
    [{ type: 'NumberTaken', data: { kind: 'user', courseId: null, moduleId: null, classId: null } }],
    meta,
  );
  const data = { userId, username, email, firstName: null, lastName: null, role: 'student', plan: 'basic', source: 'self' };
  const registered = { type: 'UserRegistered', data: { ...data, termsVersion: null, campaign: null } };
  await commands.log.append(`user-${userId}`, 'none', [registered], meta);
  await passwords.set(userId, PASSWORD);
}

test('a look-alike reserved by an earlier release cannot be taken by a stranger; of two people who have one, each signs in by their own', async () => {
  const before = await openSchool({ keep: true });
  await registeredBefore(before, 1, 'imitada@prueba.mx..', 'MarIa');
  await registeredBefore(before, 2, 'doble@prueba.mx..', 'ana.lopez1');
  await registeredBefore(before, 3, 'doble@prueba.mx.', 'ana.lopezl');
  await before.running.deps.vault.remove('meta', 'name-keys');
  await before.stop();

  const lines: string[] = [];
  const school = await openSchool({ dataDir: before.dataDir, logged: (line) => lines.push(line) });
  try {
    const register = (more: object) => school.ask('POST', '/api/auth/register', { body: { ...registration('desconocida'), ...more } });
    for (const email of ['imitada@prueba.mx', 'imitada@prueba.mx..', 'doble@prueba.mx', 'doble@prueba.mx.'])
      expect(await register({ email }), email).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } });
    for (const username of ['marla', 'maria', 'ana.lopez1', 'ana.lopezI'])
      expect(await register({ username }), username).toMatchObject({ status: 409, body: { code: 'USERNAME_TAKEN' } });
    for (const [email, id] of [
      ['imitada@prueba.mx..', 1],
      ['imitada@prueba.mx', 1],
      ['doble@prueba.mx..', 2],
      ['doble@prueba.mx', 2],
      ['doble@prueba.mx.', 3],
    ] as const)
      expect((await school.login(email, PASSWORD)).id, email).toBe(id);
    const told = lines.filter((line) => line.includes('counts as one'));
    expect(told.map((line) => (({ userId, kind }) => [userId, kind])(JSON.parse(line)))).toEqual([
      [2, 'username'],
      [3, 'email'],
    ]);
    expect(lines.filter((line) => /prueba\.mx|lopez|maria/i.test(line))).toEqual([]);
  } finally {
    await school.stop();
  }
});

test('a name that an earlier release took for another is free again, and doing it once more writes nothing', async () => {
  const before = await openSchool({ keep: true });
  // An earlier release counted every small i as a small l.
  await registeredBefore(before, 1, 'lucia@prueba.mx', 'lucia', 'lucla');
  await before.running.deps.vault.remove('meta', 'name-keys');
  await before.stop();

  const school = await openSchool({ dataDir: before.dataDir, keep: true });
  const register = (username: string) => school.ask('POST', '/api/auth/register', { body: { ...registration('nueva'), username } });
  for (const username of ['lucia', 'LUCIA', 'LucIa']) expect(await register(username), username).toMatchObject({ status: 409 });
  expect(await register('lucla')).toMatchObject({ status: 201 });
  expect((await school.login('lucia@prueba.mx', PASSWORD)).id).toBe(1);
  const head = async ({ running }: School) => {
    let count = 0;
    for await (const { type } of running.deps.commands.log.store.readAll(null)) if (/Reserved|Released|Abandoned/.test(type)) count += 1;
    return count;
  };
  const reserved = await head(school);
  await school.running.deps.vault.remove('meta', 'name-keys');
  await school.stop();

  const again = await openSchool({ dataDir: before.dataDir });
  try {
    expect(await head(again)).toBe(reserved);
  } finally {
    await again.stop();
  }
});
