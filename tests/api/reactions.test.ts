import { expect, onTestFinished, test } from 'vitest';
import type { ReactionStatus } from '../../backend/api/contract/reactions.ts';
import type { DeadLetter } from '../../backend/commands/kernel/reactor.ts';
import { collect } from '../support/domain.ts';
import { join, joinAs } from '../support/people.ts';
import { reacted } from '../support/reacted.ts';
import { openSchool } from '../support/school.ts';
import { until } from '../support/until.ts';

test('what reactors gave up is seen by operators and done again on their word, one or all, on record; files too that are not deleted', async () => {
  const school = await openSchool();
  onTestFinished(() => school.stop());
  const { commands, vault } = school.running.deps;
  const admin = await joinAs(school, 'directora', 'administrator');
  const nora = await join(school, 'nora');
  const status = async () => (await school.ask('GET', '/api/reacciones', { token: admin.token })).body as unknown as ReactionStatus;
  expect(await status()).toEqual({ filas: [], mas: false, rastros: null, archivos: null, bases: [], registro: null });
  // A reactor that handles an event for the first time takes a dead letter of it for its own, and removes it.
  await reacted(school);

  const letters: DeadLetter[] = [];
  for await (const event of commands.log.store.readAll(null, { types: ['UserRegistered'] }))
    letters.push({
      ...{
        reactor: 'accounts',
        position: event.position,
        eventId: event.id,
        eventType: event.type,
        stream: event.stream,
        version: event.version,
      },
      ...{ error: 'Error: it was away', attempts: 5, at: event.metadata.occurredAt as string },
    });
  for (const letter of letters) await vault.put('dead-letters', `accounts:${letter.position}`, letter);
  await vault.put('status', 'files', { outcome: 'many', files: 30, strays: 25 });

  const seen = await status();
  expect(seen.archivos).toEqual({ motivo: 'demasiados', total: 30, afectados: 25 });
  expect(seen.filas.map(({ id, evento, error }) => [id, evento, error])).toEqual(
    letters.map(({ position }) => [`accounts:${position}`, 'UserRegistered', 'Error: it was away']),
  );
  const ready = await school.ask('GET', '/api/ready', { token: admin.token });
  expect(ready.body).toMatchObject({ troubles: expect.arrayContaining([{ kind: 'files', outcome: 'many', files: 30, strays: 25 }]) });

  const lost = async () => {
    const { body } = await school.ask('GET', '/api/resumen/pendientes', { token: admin.token });
    return (body.pendientes as { id: string; cantidad: number }[]).find(({ id }) => id === 'archivosPerdidos')?.cantidad;
  };
  expect(await lost()).toBe(0);
  await vault.put('status', 'files', { outcome: 'swept', files: 30, strays: 0, missing: 2 });
  expect([(await status()).archivos, await lost()]).toEqual([{ motivo: 'faltan', total: 30, afectados: 2 }, 2]);

  const ask = (path: string, token: string) =>
    school.ask('POST', `/api/reacciones${path}/reintentar`, { token, body: { motivo: 'ya está' } });
  expect((await school.ask('GET', '/api/reacciones', { token: nora.token })).status).toBe(403);
  expect((await ask('', nora.token)).status).toBe(403);
  expect((await ask('/accounts:9', admin.token)).body.code).toBe('REACTION_NOT_FOUND');
  const one = encodeURIComponent(seen.filas[0]?.id ?? '');
  expect((await ask(`/${one}`, nora.token)).status).toBe(403);
  expect((await ask(`/${one}`, admin.token)).status).toBe(200);
  await until(async () => (await status()).filas.length === letters.length - 1, 'one dead letter less');
  expect((await ask('', admin.token)).body).toMatchObject({ reintentados: letters.length - 1, mas: false });
  await until(async () => (await status()).filas.length === 0, 'no dead letter');
  const recorded = [];
  for await (const { type, data, meta } of commands.log.readStream('operations-reactions'))
    recorded.push([type, (data as { eventId: string }).eventId, meta.actor.userId, await commands.log.reasonOf(meta)]);
  expect(recorded).toEqual(letters.map(({ eventId }) => ['ReactionRetryRequested', eventId, admin.id, 'ya está']));
});

// rows: L07
test('a dead letter tells handler, reason, stack and its event, masked; all up to one is done again, and one is let be for a reason', async () => {
  const school = await openSchool();
  onTestFinished(() => school.stop());
  const { commands, vault } = school.running.deps;
  const admin = await joinAs(school, 'directora', 'administrator');
  for (const name of ['nora', 'omar', 'pilar']) await join(school, name);
  await reacted(school);
  const letters: DeadLetter[] = [];
  for await (const { position, id, type, stream, version } of commands.log.store.readAll(null, { types: ['UserRegistered'] }))
    letters.push({
      ...{ reactor: 'accounts', position, eventId: id, eventType: type, stream, version },
      ...{ error: 'Error: it was away', stack: 'Error: it was away\n    at mail.ts:1', attempts: 5, at: '2026-03-01T10:00:00.000Z' },
    });
  const keep = () => Promise.all(letters.map((letter) => vault.put('dead-letters', `accounts:${letter.position}`, letter)));
  const left = async () => (await vault.list('dead-letters', '')).map(({ key }) => key);
  await keep();
  const call = (method: string, path: string, body?: object, headers = {}) =>
    school.ask(method, `/api/reacciones/${path}`, { token: admin.token, headers, ...(body && { body }) });
  const [first, , third, fourth] = letters.map(({ position }) => encodeURIComponent(`accounts:${position}`));
  expect((await call('GET', third ?? '')).body).toEqual({
    manejador: 'accounts · UserRegistered',
    error: 'Error: it was away',
    pila: 'Error: it was away\n    at mail.ts:1',
    evento: { flujo: letters[2]?.stream, numero: letters[2]?.version },
    hasta: 3,
  });
  const event = await school.ask('GET', `/api/historial/evento?flujo=${letters[2]?.stream}&numero=${letters[2]?.version}`, {
    token: admin.token,
  });
  expect(event.text).toContain('cifrado');
  expect(event.text).not.toContain('omar@');

  // Only the first three, however many another reactor gave up.
  const other = Array.from({ length: 501 }, (_, at) => `aa:${String(at).padStart(4, '0')}`);
  for (const key of other) await vault.put('dead-letters', key, { ...letters[0], reactor: 'aa', position: key.slice(3) });
  expect((await call('POST', `${third}/reintentar`, { hasta: true })).body).toMatchObject({ reintentados: 3 });
  for (const key of other) await vault.remove('dead-letters', key);
  await until(async () => (await left()).length === 1, 'three dead letters less');
  expect(await left()).toEqual([decodeURIComponent(fourth ?? '')]);

  expect((await call('POST', `${fourth}/descartar`, {})).status).toBe(400);
  const skip = () => call('POST', `${fourth}/descartar`, { motivo: 'Ya se avisó por teléfono' }, { 'idempotency-key': 'skipped' });
  expect((await skip()).status).toBe(200);
  await until(async () => (await left()).length === 0, 'no dead letter');
  // Where the answer was lost with what was kept of it.
  await school.running.deps.answers.forgetAll();
  expect((await skip()).status).toBe(200);
  expect((await call('POST', `${first}/descartar`, { motivo: 'x' })).body.code).toBe('REACTION_NOT_FOUND');
  const last = (await collect(commands.log.readStream('operations-reactions'))).at(-1);
  expect(last).toMatchObject({ type: 'ReactionSkipped', data: { eventId: letters[3]?.eventId }, meta: { actor: { userId: admin.id } } });
  expect(last && (await commands.log.reasonOf(last.meta))).toBe('Ya se avisó por teléfono');
});
