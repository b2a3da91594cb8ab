import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { VAULT_AGE_FILE } from '../../backend/process/vaultAge.ts';
import { join, type Person, promote, settled } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

const folder = (): string => {
  const made = mkdtempSync(path.join(tmpdir(), 'aulaviva-power-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
};
/** Databases with their write-ahead logs as they stand on the disk while the school runs. */
const copy = (from: string, into: string, names: readonly string[]) => {
  for (const name of names.flatMap((one) => [`${one}.db`, `${one}.db-wal`])) {
    rmSync(path.join(into, name), { force: true });
    if (existsSync(path.join(from, name))) copyFileSync(path.join(from, name), path.join(into, name));
  }
};
const confirmations = async ({ running }: School, { email }: Person) =>
  (await running.deps.mailbox.newestFirst(100)).filter(({ to, text }) => to === email && /Confirma/.test(text));

test('older read models and kept answers with their write-ahead logs are put back, as by a power cut: nothing acknowledged is lost, nothing is there twice', {
  tags: 'night',
  timeout: 90_000,
}, async () => {
  const [running, older, cut] = [folder(), folder(), folder()];
  const school = await openSchool({ dataDir: running, keep: true });
  onTestFinished(() => school.stop());
  const change = async (person: Person, country: string) => {
    const body = { country };
    const headers = { 'Idempotency-Key': `cambio-${person.id}-${country}` };
    const answer = await school.ask('PUT', `/api/auth/users/${person.id}`, { token: person.token, body, headers });
    expect(answer.status).toBe(200);
    return { person, country };
  };
  const before = await join(school, 'antes');
  await change(before, 'Colombia');
  await settled(school);
  copy(running, older, ['read', 'answers']);
  const after = await join(school, 'despues');
  const last = [await change(before, 'Chile'), await change(after, 'Cuba')];
  await settled(school);
  await until(async () => (await confirmations(school, after)).length > 0, 'the mail that confirms the address');
  copyFileSync(path.join(running, 'secrets.json'), path.join(cut, 'secrets.json'));
  copy(running, cut, ['events', 'vault']);
  copy(older, cut, ['read', 'answers']);
  await school.stop();

  const again = await openSchool({ dataDir: cut, keep: true });
  onTestFinished(() => again.stop());
  await promote(again, after, 'administrator');
  expect(await again.ask('GET', '/api/ready', { token: after.token })).toMatchObject({ status: 200, body: { troubles: [] } });
  for (const { person, country } of last) {
    const read = () => again.ask('GET', `/api/auth/users/${person.id}`, { token: person.token });
    expect((await read()).body).toMatchObject({ id: person.id, country });
    // Sent again under its key, though its answer is lost.
    const headers = { 'Idempotency-Key': `cambio-${person.id}-${country}` };
    const answer = await again.ask('PUT', `/api/auth/users/${person.id}`, { token: person.token, body: { country }, headers });
    expect(answer.status).toBe(200);
    await settled(again);
    expect((await read()).body).toMatchObject({ country });
    const countries: unknown[] = [];
    for await (const { type, data } of again.running.deps.commands.log.readStream(`user-${person.id}`))
      if (type === 'CountryChanged') countries.push((data as { country: string }).country);
    expect(countries).toEqual(person === before ? ['Colombia', 'Chile'] : ['Cuba']);
    const mails = (await again.running.deps.mailbox.newestFirst(100)).filter(
      ({ to, text }) => to === person.email && /Confirma/.test(text),
    );
    expect(mails).toHaveLength(1);
  }
});

test('an older vault with its write-ahead log is put back: that and the account that is lost by it are told, and others are not harmed', {
  timeout: 120_000,
}, async () => {
  const [running, older, cut] = [folder(), folder(), folder()];
  const school = await openSchool({ dataDir: running, keep: true });
  onTestFinished(() => school.stop());
  const admin = await join(school, 'antes');
  await promote(school, admin, 'administrator');
  await settled(school);
  copy(running, older, ['vault']);
  const lost = await join(school, 'despues');
  await settled(school);
  await until(async () => (await confirmations(school, lost)).length > 0, 'the mail that confirms the address');
  copyFileSync(path.join(running, 'secrets.json'), path.join(cut, 'secrets.json'));
  copy(running, cut, ['events', 'read', 'answers']);
  copy(older, cut, ['vault']);
  await school.stop();
  copyFileSync(path.join(running, VAULT_AGE_FILE), path.join(cut, VAULT_AGE_FILE));

  const again = await openSchool({ dataDir: cut, keep: true });
  onTestFinished(() => again.stop());
  const { token } = admin;
  const troubles = async (of: string) => {
    const { body } = await again.ask('GET', '/api/ready', { token });
    return (body.troubles as { kind: string; eventType: string; error: string }[]).filter(({ kind }) => kind === of);
  };
  const letters = () => troubles('dead-letter');
  expect(await troubles('database')).toEqual([expect.objectContaining({ part: 'vault', missing: expect.any(Number) })]);
  const told = await until(async () => (await letters()).find(({ eventType }) => eventType === 'UserRegistered'), 'it is told', 60_000);
  expect(told.error).toContain(`the key of person ${lost.id} is missing and no erasure is on record`);
  const { body: reactions } = await again.ask('GET', '/api/reacciones', { token });
  expect((reactions.filas as unknown[]).length).toBeGreaterThan(0);
  expect(reactions.bases).toEqual([expect.objectContaining({ archivo: 'vault.db', faltan: expect.any(Number) })]);
  const { body: waiting } = await again.ask('GET', '/api/resumen/pendientes', { token });
  const count = (of: string) => (waiting.pendientes as { id: string; cantidad: number }[]).find(({ id }) => id === of)?.cantidad;
  expect(count('tareasFallidas')).toBeGreaterThan(0);
  expect(count('basesDanadas')).toBe(1);
  expect((await again.ask('GET', `/api/auth/users/${lost.id}`, { token: lost.token })).status).toBe(401);
  const change = await again.ask('PUT', `/api/auth/users/${admin.id}`, { token, body: { country: 'Cuba' } });
  expect(change.status).toBe(200);
  await settled(again);
  expect((await again.ask('GET', `/api/auth/users/${admin.id}`, { token })).body).toMatchObject({ country: 'Cuba' });
});
