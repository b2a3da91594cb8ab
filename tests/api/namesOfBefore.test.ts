import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { normalise } from '../../backend/commands/kernel/values.ts';
import { PASSWORD, registration } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';

/** Registers somebody as a release did that knew neither what looks alike nor two ways to write an address. */
async function registeredBefore(school: School, userId: number, email: string, username: string): Promise<void> {
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
    ['username', 'UsernameReserved', username],
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

test('what an earlier release reserved in an imitating form is no stranger’s to take; of two who have one, each signs in by their own', async () => {
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
