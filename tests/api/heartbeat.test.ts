import { createServer } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Deps } from '../../backend/api/deps.ts';
import { createHub, type Sockets } from '../../backend/api/live/hub.ts';
import { positionOf } from '../support/projectionSpec.ts';

/** A hub with so many connections; answers whom each heartbeat told within five seconds, 25 ms at a time. */
async function beats(connections: number): Promise<number[][]> {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let connect: (socket: object) => void = () => {};
  const sockets = {
    use() {},
    on: (_: string, connected: typeof connect) => {
      connect = connected;
    },
    close: async () => {},
  };
  const reader = { lastChange: async () => 1, checkpoint: async () => positionOf(1), changeHeads: async () => [], changes: async () => [] };
  const deps = {
    reader,
    commands: {},
    logger: { warn() {} },
    config: { publicUrl: 'http://localhost', publicAliases: [], trustProxy: false },
    forgetPerson() {},
  };
  const hub = await createHub(
    createServer(),
    deps as unknown as Deps,
    { canReadCourse: async () => true, canReadDiscussion: async () => true, teaches: async () => true },
    { following: { notifies: true }, sockets: sockets as unknown as Sockets },
  );
  onTestFinished(() => hub.close());
  let told: number[] = [];
  for (let n = 0; n < connections; n++)
    connect({
      data: {},
      handshake: { auth: { from: null, topics: ['cursos'] } },
      connected: true,
      on() {},
      emit: (event: string) => {
        if (event === 'batch') told.push(n);
      },
    });
  await vi.advanceTimersByTimeAsync(1_000);
  const found: number[][] = [];
  for (let at = 0; at < 5_000; at += 25) {
    told = [];
    await vi.advanceTimersByTimeAsync(25);
    found.push(told);
  }
  return found;
}

test('a heartbeat checks every connection within its interval, a few at once', async () => {
  const told = await beats(1_000);
  expect(new Set(told.flat()).size).toBe(1_000);
  expect(told.flat()).toHaveLength(1_000);
  expect(Math.max(...told.map(({ length }) => length))).toBeLessThanOrEqual(5);
});

test('a few connections cost no more each than many', async () => {
  const told = (await beats(2)).flat();
  expect(new Set(told)).toEqual(new Set([0, 1]));
  expect(told.length).toBeLessThanOrEqual(2 * 5);
});
