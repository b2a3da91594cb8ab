import { expect, onTestFinished, test } from 'vitest';
import type { ReactionStatus } from '../../backend/api/contract/reactions.ts';
import type { DeadLetter } from '../../backend/commands/kernel/reactor.ts';
import { join, promote } from '../support/people.ts';
import { openSchool } from '../support/school.ts';
import { until } from '../support/until.ts';

test('what reactors gave up is seen by operators and done again on their word, one or all, on record; files too that are not deleted', async () => {
  const school = await openSchool();
  onTestFinished(() => school.stop());
  const { commands, vault } = school.running.deps;
  const admin = await join(school, 'directora');
  await promote(school, admin, 'administrator');
  const nora = await join(school, 'nora');
  const status = async () => (await school.ask('GET', '/api/reacciones', { token: admin.token })).body as unknown as ReactionStatus;
  expect(await status()).toEqual({ filas: [], mas: false, rastros: null, archivos: null, bases: [] });

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
  expect(seen.archivos).toEqual({ motivo: 'demasiados', total: 30, desconocidos: 25 });
  expect(seen.filas.map(({ id, evento, error }) => [id, evento, error])).toEqual(
    letters.map(({ position }) => [`accounts:${position}`, 'UserRegistered', 'Error: it was away']),
  );
  const ready = await school.ask('GET', '/api/ready', { token: admin.token });
  expect(ready.body).toMatchObject({ troubles: expect.arrayContaining([{ kind: 'files', outcome: 'many', files: 30, strays: 25 }]) });

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
