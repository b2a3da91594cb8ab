import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { settleZone } from '../../backend/process/zone.ts';
import { countDaysIn, FIRST_ZONE } from '../../events/calendar.ts';
import { memoryDomain, register } from '../support/domain.ts';
import { join, joinAs, settled } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

const folder = (): string => {
  const made = mkdtempSync(path.join(tmpdir(), 'aulaviva-zone-'));
  onTestFinished(() => {
    rmSync(made, { recursive: true, force: true });
    countDaysIn(FIRST_ZONE);
  });
  return made;
};
const zoneOf = async (school: School) =>
  ((await school.ask('GET', '/api/sitio')).body as unknown as { escuela: { zona: string } }).escuela.zona;

test('the zone in which a school counts its days is chosen at its opening, holds in every thread, and stays', {
  timeout: 60_000,
}, async () => {
  const dataDir = folder();
  const dayIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
  // One of the ends of the world has another day than the zone of before, at every hour.
  const zone = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].find((end) => dayIn(end) !== dayIn(FIRST_ZONE)) as string;
  const opened = await openSchool({ dataDir, keep: true, env: { SCHOOL_ZONE: zone } });
  const admin = await joinAs(opened, 'directora', 'administrator');
  await settled(opened);
  const daysOf = async (school: School) => {
    const { reader } = school.running.deps;
    const serving = (await reader.generations()).find(({ projection, role }) => projection === 'accounts' && role === 'serving');
    if (!serving) throw new Error('no accounts');
    return [serving.generation, JSON.stringify((await reader.find(serving, {})).docs.map(({ doc }) => doc))] as const;
  };
  const before = dayIn(zone);
  const [first, days] = await daysOf(opened);
  expect(days).toContain(`"${before}":`);
  expect(days).not.toContain(`"${dayIn(FIRST_ZONE)}":`);
  // Built anew by a thread that the background starts.
  const { token } = admin;
  const ask = (how: string, body: object) => opened.ask('POST', `/api/proyecciones/accounts/${how}`, { token, body });
  expect((await ask('reconstruir', { motivo: 'Prueba' })).status).toBe(200);
  const rows = async () =>
    (await opened.ask('GET', '/api/proyecciones', { token })).body as unknown as {
      nombre: string;
      reconstruccion: { estado: string; diferencia: object } | null;
    }[];
  const rebuilt = await until(
    async () => {
      const row = (await rows()).find(({ nombre }) => nombre === 'accounts')?.reconstruccion;
      return row?.estado === 'ready' && row;
    },
    'the accounts built anew',
    30_000,
  );
  expect(rebuilt).toMatchObject({ diferencia: { cambiados: 0, eliminados: 0, iguales: 1 } });
  expect(first).toBe(1);
  expect(await zoneOf(opened)).toBe(zone);
  await opened.stop();

  const again = await openSchool({ dataDir, keep: true });
  expect(await zoneOf(again)).toBe(zone);
  await again.stop();
  await expect(openSchool({ dataDir, keep: true, env: { SCHOOL_ZONE: 'America/Bogota' } })).rejects.toThrow(
    `SCHOOL_ZONE: this school counts its days in ${zone}, which stays so`,
  );
});

test('a school that was opened before zones were chosen keeps its own', { timeout: 60_000 }, async () => {
  const dataDir = folder();
  const school = await openSchool({ dataDir, keep: true });
  await join(school, 'ana');
  expect(await zoneOf(school)).toBe(FIRST_ZONE);
  await school.stop();
  await expect(openSchool({ dataDir, keep: true, env: { SCHOOL_ZONE: 'America/Bogota' } })).rejects.toThrow(
    `SCHOOL_ZONE: this school counts its days in ${FIRST_ZONE}, which stays so`,
  );
  await expect(openSchool({ dataDir, keep: true, env: { SCHOOL_ZONE: 'Asia/Kolkata' } })).rejects.toThrow(
    'SCHOOL_ZONE: must be a time zone',
  );
});

test('a later start with another zone is refused, and one that names none keeps what is on record', async () => {
  onTestFinished(() => countDaysIn(FIRST_ZONE));
  const { log, clock } = memoryDomain();
  await settleZone(log, 'America/Cancun', clock.now());
  await settleZone(log, null, clock.now());
  await expect(settleZone(log, FIRST_ZONE, clock.now())).rejects.toThrow('this school counts its days in America/Cancun, which stays so');
  const older = memoryDomain();
  await register(older, 'ana');
  await expect(settleZone(older.log, 'America/Cancun', clock.now())).rejects.toThrow(`in ${FIRST_ZONE}, which stays so`);
});
