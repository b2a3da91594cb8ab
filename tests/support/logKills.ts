import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import type { Recorded } from '../../events/store/port.ts';
import { openSqliteStore } from '../../events/store/sqlite.ts';
import type { Acknowledged } from './logChild.ts';

const CHILD = fileURLToPath(new URL('./logChild.ts', import.meta.url));
const WRITERS = 8;

const letters = (number: number): string => String.fromCharCode(97 + number);

/** Everything the child acknowledged before it was killed in the middle of its work, after `count` of them. */
async function acknowledgedUntilKilled(child: ChildProcess, count: number): Promise<Acknowledged[]> {
  if (!child.stdout) throw new Error('no output to read');
  const ended = once(child, 'close');
  const acknowledged: Acknowledged[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    // The last line may be cut where the process died.
    if (line.endsWith('}')) acknowledged.push(JSON.parse(line) as Acknowledged);
    if (acknowledged.length === count) child.kill('SIGKILL');
  }
  const [, signal] = await ended;
  expect(signal).toBe('SIGKILL');
  return acknowledged;
}

/** A process that writes is killed again and again, in the middle of its writes: what was acknowledged is there, nothing is half there, no repair is needed. */
export async function logKilledAgainAndAgain(kills: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'aulaviva-kill-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const all: Acknowledged[] = [];
  for (let kill = 0; kill < kills; kill++) {
    const child = spawn(process.execPath, [CHILD, 'write', dataDir, `fire${letters(kill)}`, String(WRITERS)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const acknowledged = await acknowledgedUntilKilled(child, 1 + Math.floor(Math.random() * 400));
    expect(acknowledged.length).toBeGreaterThan(0);
    all.push(...acknowledged);

    const store = await openSqliteStore({ dataDir });
    const byStream = new Map<string, Recorded[]>();
    for await (const event of store.readAll(null)) {
      const stream = byStream.get(event.stream) ?? [];
      byStream.set(event.stream, stream);
      expect(event.version, 'a hole in a stream').toBe(stream.length);
      stream.push(event);
    }
    for (const { stream, version, position, ids } of all) {
      const found = (byStream.get(stream) ?? []).slice(version + 1 - ids.length, version + 1);
      expect(
        found.map(({ id }) => id),
        'an acknowledged append is lost',
      ).toEqual(ids);
      expect(found.at(-1)?.position).toBe(position);
    }
    for (const events of byStream.values()) {
      const last = events.at(-1)?.data;
      expect(Number(last?.index) + 1, 'an append is half there').toBe(last?.count);
    }
    await store.close();
  }
}
