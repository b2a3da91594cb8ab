import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { collectOnceQuiet, QUIET_MS } from '../../backend/process/garbage.ts';

describe('garbage', () => {
  let heap = 100;
  const gc = vi.fn(() => {
    heap = 60;
  });
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    vi.stubGlobal('gc', gc);
    gc.mockClear();
    heap = 100;
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const watched = () => {
    const server = new EventEmitter();
    collectOnceQuiet(server as unknown as Server, () => heap);
    return server;
  };
  const asking = (server: EventEmitter, url: string) => {
    for (let second = 0; second < 120; second++) {
      server.emit('request', { url });
      vi.advanceTimersByTime(1_000);
    }
  };

  it('of a start is collected once, when nobody has asked for anything for a while', () => {
    const server = watched();
    asking(server, '/api/cursos');
    expect(gc).not.toHaveBeenCalled();
    vi.advanceTimersByTime(QUIET_MS + 5_000);
    expect(gc).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(10 * QUIET_MS);
    expect(gc).toHaveBeenCalledTimes(1);
  });

  it('is collected again when it is quiet after work that made the heap grow by half', () => {
    const server = watched();
    vi.advanceTimersByTime(QUIET_MS + 5_000);
    asking(server, '/api/cursos');
    heap = 89;
    vi.advanceTimersByTime(QUIET_MS + 5_000);
    expect(gc).toHaveBeenCalledTimes(1);
    heap = 90;
    asking(server, '/api/cursos');
    expect(gc).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(QUIET_MS + 5_000);
    expect(gc).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(10 * QUIET_MS);
    expect(gc).toHaveBeenCalledTimes(2);
  });

  it('is collected though programs ask whether the school is well', () => {
    const server = watched();
    asking(server, '/api/health');
    expect(gc).toHaveBeenCalledTimes(1);
  });

  it('is left alone by a server that has closed', () => {
    const server = watched();
    server.emit('close');
    vi.advanceTimersByTime(10 * QUIET_MS);
    expect(gc).not.toHaveBeenCalled();
  });
});
