import { createServer } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Deps } from '../../backend/api/deps.ts';
import { createHub, type Sockets } from '../../backend/api/live/hub.ts';
import { positionOf } from '../support/projectionSpec.ts';

test('a heartbeat reaches everybody within its time, a few at once', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const CONNECTIONS = 1_000;
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
    config: { publicUrl: 'http://localhost', publicAliases: [] },
    forgetPerson() {},
  };
  const hub = await createHub(
    createServer(),
    deps as unknown as Deps,
    { canReadCourse: async () => true, teaches: async () => true },
    { poll: false, sockets: sockets as unknown as Sockets },
  );
  onTestFinished(() => hub.close());
  let told: number[] = [];
  for (let n = 0; n < CONNECTIONS; n++)
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
  told = [];
  let most = 0;
  for (let at = 0; at < 5_000; at += 25) {
    const before = told.length;
    await vi.advanceTimersByTimeAsync(25);
    most = Math.max(most, told.length - before);
  }
  expect(new Set(told).size).toBe(CONNECTIONS);
  expect(told).toHaveLength(CONNECTIONS);
  expect(most).toBeLessThanOrEqual(5);
});
