import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { projections } from '../../backend/projections/all.ts';
import type { Recorded } from '../../events/store/port.ts';
import { openSqliteStore } from '../../events/store/sqlite.ts';
import { collect } from './domain.ts';
import { connectProjecting, expectFresh } from './projecting.ts';
import { CHILD_MASTER, type ChildLine } from './projectorChild.ts';
import { until } from './until.ts';

const CHILD = fileURLToPath(new URL('./projectorChild.ts', import.meta.url));
/** How many, and how many of them while a generation is being built. */
export interface Kills {
  kills: number;
  inReplays: number;
}
const WRITERS = 4;

type Acknowledged = Extract<ChildLine, { kind: 'acknowledged' }>;

/** What the child acknowledged before it was killed: after `count` appends, of which the first counts only when a replay runs where one has to. */
async function acknowledgedUntilKilled(child: ChildProcess, count: number, inReplay: boolean): Promise<Acknowledged[]> {
  if (!child.stdout) throw new Error('no output to read');
  const ended = once(child, 'close');
  const acknowledged: Acknowledged[] = [];
  let left = count;
  let counting = !inReplay;
  for await (const line of createInterface({ input: child.stdout })) {
    // The last line may be cut where the process died.
    if (!line.endsWith('}')) continue;
    const told = JSON.parse(line) as ChildLine;
    if (told.kind === 'replay') counting ||= told.state === 'running';
    else {
      acknowledged.push(told);
      if (counting) left--;
    }
    if (counting && left <= 0) child.kill('SIGKILL');
  }
  const [, signal] = await ended;
  expect(signal).toBe('SIGKILL');
  return acknowledged;
}

/** Every event, by stream; a stream with a hole fails. */
async function streamsOf(dataDir: string): Promise<Map<string, Recorded[]>> {
  const store = await openSqliteStore({ dataDir });
  const streams = new Map<string, Recorded[]>();
  for await (const event of store.readAll(null)) {
    const stream = streams.get(event.stream) ?? [];
    streams.set(event.stream, stream);
    expect(event.version, `a hole in ${event.stream}`).toBe(stream.length);
    stream.push(event);
  }
  await store.close();
  return streams;
}

/**
 * A school without its API is killed again and again, in batches and in replays: nothing acknowledged is lost, no repair is needed, and every read
 * model is what the log says.
 */
export async function killedAgainAndAgain({ kills, inReplays }: Kills): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'aulaviva-kill-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const all: Acknowledged[] = [];
  for (let kill = 0; kill < kills; kill++) {
    const child = spawn(process.execPath, [CHILD, dataDir, String(kill), String(WRITERS)], { stdio: ['ignore', 'pipe', 'pipe'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    let complaints = '';
    child.stderr.on('data', (chunk) => {
      complaints += String(chunk);
    });
    const inReplay = Math.floor((kill * inReplays) / kills) !== Math.floor(((kill + 1) * inReplays) / kills);
    const acknowledged = await acknowledgedUntilKilled(child, 1 + Math.floor(Math.random() * (inReplay ? 40 : 400)), inReplay);
    expect(complaints, `run ${kill}`).toBe('');
    expect(acknowledged.length).toBeGreaterThan(0);
    all.push(...acknowledged);
    const streams = await streamsOf(dataDir);
    for (const { stream, version, position, ids } of all) {
      const found = (streams.get(stream) ?? []).slice(version + 1 - ids.length, version + 1);
      expect(
        found.map(({ id }) => id),
        'an acknowledged append is lost',
      ).toEqual(ids);
      expect(found.at(-1)?.position).toBe(position);
    }
  }

  const school = await connectProjecting(dataDir);
  const { projector, errors, stop } = await school.start({
    projections,
    holder: 'embedded',
    place: {
      folder: join(dataDir, 'builds'),
      connect: () => school.events.connection(),
      vaultPath: join(dataDir, 'vault.db'),
      personalDataKey: CHILD_MASTER,
    },
  });
  await projector.ready();
  await school.caughtUp();
  // Who was paused when the process died still is: a person resumes.
  for (const { name } of projections) {
    const row = await school.untilStatus(name, ({ state }) => state === 'running' || state === 'paused');
    if (row.state === 'paused') await school.ask(name, 'ProjectionResumed');
    await school.untilStatus(name, ({ state }) => state === 'running');
  }
  await school.caughtUp();
  await expectFresh(school, projections);
  expect(errors).toEqual([]);

  // Every replay that was asked for has an end, or waits to be served, and nothing else is left of any.
  const waiting = new Map<string, number>();
  for (const { name } of projections) {
    const row = await school.untilStatus(name, ({ replay }) => replay?.state !== 'running');
    if (row.replay?.state === 'ready') waiting.set(name, row.replay.generation);
    const open = new Set<number>();
    const story: string[] = [];
    for (const { type, data } of await collect(school.log.readStream(`operations-${name}`))) {
      const { generation } = data as { generation: number };
      story.push(`${type} ${generation ?? ''}`);
      if (type === 'ReplayStarted') open.add(generation);
      else if (type !== 'ReplayFinished' && type !== 'GenerationReturned') open.delete(generation);
    }
    expect([...open], `replays without an end of ${name}: ${story.join(', ')}`).toEqual(waiting.has(name) ? [waiting.get(name)] : []);
  }
  expect(existsSync(join(dataDir, 'builds')) ? readdirSync(join(dataDir, 'builds')) : []).toEqual([]);
  const building = (await school.reader.generations()).filter(({ role }) => role === 'building');
  expect(new Map(building.map(({ projection, generation }) => [projection, generation]))).toEqual(waiting);

  // Built anew beside what serves: no difference, and the same bytes, versions and positions.
  for (const { name, version } of projections) {
    const waits = waiting.get(name);
    if (waits !== undefined) {
      await school.ask(name, 'ReplayCancelled', { generation: waits });
      await school.untilStatus(name, ({ replay }) => replay === null);
    }
    await school.ask(name, 'ReplayStarted', { generation: 1_000, codeVersion: version });
  }
  for (const { name } of projections) {
    const { replay } = await until(
      async () => {
        const row = await school.status(name);
        return row?.replay?.generation === 1_000 && row.replay.state !== 'running' && row;
      },
      `the replay of ${name}`,
      120_000,
    );
    expect(replay).toMatchObject({ state: 'ready', diff: { added: 0, changed: 0, removed: 0 } });
  }
  await school.caughtUp();
  for (const { name } of projections) {
    const built = (await school.reader.generations()).find((one) => one.projection === name && one.generation === 1_000);
    if (!built) throw new Error(`nothing was built of ${name}`);
    if (name !== 'event-types') expect(await school.bytes(built), name).toBe(await school.bytes(await school.serving(name)));
  }
  await stop();
}
