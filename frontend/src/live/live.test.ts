// @vitest-environment node
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { configureStore } from '@reduxjs/toolkit';
import { Server } from 'socket.io';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keptAnswers, send } from '../lib/http.ts';
import { createFeed, type Feed } from './feed.ts';
import { command, createLiveApi } from './live.ts';
import { patchRows } from './patching.ts';
import type { Change, Position } from './tails.ts';

interface Row {
  id: string;
  version: number;
  text?: string;
}
interface Panel {
  count: number;
  courses: number[];
}
const pause = (ms: number) => new Promise((go) => setTimeout(go, ms));
/** Positions are opaque, with gaps, and not numbers: the client may only compare them as strings. */
const place = (n: number): Position => `p${n.toString(36).padStart(5, '0')}`;
const number = (position: Position | null | undefined) => (position ? Number.parseInt(position.slice(1), 36) : 0);

/** The server: a log, a projection that may lag, a link that loses batches. */
class World {
  log: (Omit<Change, 'position'> & { at: number })[] = [];
  head = 0;
  oldest = 0;
  lose = 0;
  lag = 0;
  delay = 0;
  stale = false;
  /** Topics whose changes are announced without rows. */
  silent = new Set<string>();
  gets = 0;
  posts: IncomingMessage['headers'][] = [];
  joins: string[] = [];
  /** The topics that the only client follows, and the limit on them. */
  joined = new Set<string>();
  room = Number.POSITIVE_INFINITY;
  /** Joins that get no answer. */
  unanswered = new Set<string>();
  hellos: { from: string | null; topics: string[]; place?: { n: number; position: string }; person?: number }[] = [];
  /** Happens after a snapshot was taken and before it is sent. */
  between: (() => void) | undefined;
  answer: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  versions: Record<string, number> = {};
  http = createServer((request, response) => void this.serve(request, response));
  io = new Server(this.http);
  port = 0;

  async serve(request: IncomingMessage, response: ServerResponse) {
    const { pathname } = new URL(request.url ?? '', 'http://x');
    if (!pathname.startsWith('/api')) return;
    if (request.method === 'POST') this.posts.push(request.headers);
    else this.gets++;
    response.setHeader('content-type', 'application/json');
    if (this.answer?.(request, response)) return;
    if (request.method === 'POST') {
      response.setHeader('X-Position', this.put('curso:1', `w${this.head}`, { text: 'mine' }));
      return void response.end('{}');
    }
    const min = number(request.headers['x-min-position'] as string | undefined);
    const until = Date.now() + 500;
    while (this.head - this.lag < min && Date.now() < until) await pause(5);
    const at = Math.max(this.stale ? 0 : min, this.head - this.lag);
    const body = JSON.stringify(pathname.endsWith('/panel') ? this.panel(at) : this.rows('curso:1', at));
    this.between?.();
    if (this.delay) await pause(this.delay);
    response.setHeader('X-Position', place(at));
    if (this.stale) response.setHeader('X-Stale', 'true').setHeader('X-Stale-Since', '2026-11-20T12:00:00Z');
    response.end(body);
  }

  async start() {
    this.io.on('connection', (socket) => {
      let sent = 0;
      const topics = new Set<string>();
      this.joined = topics;
      const items = (after: number) =>
        this.log
          .filter((change) => change.at > after && topics.has(change.topic))
          .map(({ at, data, ...change }) => ({ ...change, position: place(at), ...(data && !this.silent.has(change.topic) && { data }) }));
      const since = (from: string | null, refused?: Record<string, string>) => {
        const at = from === null ? this.head : number(from);
        sent = this.head;
        if (at < this.oldest) socket.emit('reset', { at: place(this.head) });
        else socket.emit('batch', { prev: place(at), upto: place(this.head), items: items(at), refused });
      };
      const hello = (said: { from: string | null; topics: string[] }) => {
        this.hellos.push(said);
        for (const topic of said.topics) if (topic !== 'secreto') topics.add(topic);
        since(said.from, said.topics.includes('secreto') ? { secreto: 'AUTH_REQUIRED' } : undefined);
      };
      hello(socket.handshake.auth as { from: string | null; topics: string[] });
      socket.on('join', (topic: string, ack: (answer: object) => void) => {
        this.joins.push(topic);
        if (this.unanswered.delete(topic)) return;
        if (topic === 'secreto') return ack({ error: 'FORBIDDEN' });
        if (topics.size >= this.room) return ack({ error: 'TOO_MANY_TOPICS' });
        topics.add(topic);
        ack({ position: place(this.head) });
      });
      socket.on('leave', (topic: string) => topics.delete(topic));
      socket.on('resume', hello);
      const push = setInterval(() => {
        if (sent === this.head) return;
        const batch = { prev: place(sent), upto: place(this.head), items: items(sent) };
        sent = this.head;
        if (this.lose > 0) this.lose--;
        else socket.emit('batch', batch);
      }, 3);
      const beat = setInterval(() => socket.emit('batch', { prev: place(sent), upto: place(sent), items: [] }), 25);
      socket.on('disconnect', () => {
        clearInterval(push);
        clearInterval(beat);
      });
    });
    await new Promise<void>((go) => this.http.listen(0, '127.0.0.1', go));
    this.port = (this.http.address() as AddressInfo).port;
  }
  put(topic: string, id: string, data: Record<string, unknown>, op: Change['op'] = 'put'): Position {
    const version = (this.versions[id] ?? 0) + 1;
    this.versions[id] = version;
    this.head += 1 + (this.head % 3); // positions have holes
    this.log.push({ at: this.head, topic, id, version, op, ...(op !== 'del' && { data: { version, ...data } }) });
    return place(this.head);
  }
  rows(topic: string, at: number): Row[] {
    const found = new Map<string, Row>();
    for (const change of this.log) {
      if (change.topic !== topic || change.at > at) continue;
      if (change.op === 'del') found.delete(change.id);
      else if (found.has(change.id) || change.op === 'put')
        found.set(change.id, { text: '', ...found.get(change.id), ...change.data, id: change.id } as Row);
    }
    return [...found.values()];
  }
  panel(at: number): Panel {
    const mine = this.log.filter((change) => change.at <= at);
    return {
      count: mine.filter((change) => change.topic === 'progreso:7').length,
      courses: [...new Set(mine.flatMap((change) => (change.topic.startsWith('curso:9') ? [change.at] : [])))],
    };
  }
  async stop() {
    await this.io.close();
    this.http.closeAllConnections();
    this.http.close();
  }
}

let world: World;
let feed: Feed;
const setUp = () => {
  feed = createFeed({ url: `http://127.0.0.1:${world.port}`, patience: 150 });
  const made = createLiveApi(
    (sending) => send({ ...sending, url: `http://127.0.0.1:${world.port}/api/${sending.url}` }),
    () => feed,
  );
  const injected = made.api.injectEndpoints({
    endpoints: (build) => ({
      course: build.query<Row[], string>({ query: (id) => ({ url: `course/${id}` }) }),
      panel: build.query<Panel, number>({ query: () => ({ url: 'panel' }) }),
      patched: build.query<Panel, number>({ query: () => ({ url: 'panel' }) }),
      hidden: build.query<Panel, number>({ query: () => ({ url: 'panel' }) }),
      part: build.query<Panel, number>({ query: () => ({ url: 'part/panel' }) }),
      write: build.mutation<object, { text?: string } | undefined>({
        query: (body) => ({ url: 'w', method: 'POST', ...(body && { body }) }),
      }),
    }),
  });
  const api = injected.enhanceEndpoints({
    endpoints: {
      course: made.live<string, Row[]>({ topics: (id) => [`curso:${id}`], rows: (data) => data, pace: 0 }),
      panel: made.live<number, Panel>({
        topics: (id, data) => [`progreso:${id}`, ...(data && data.count >= 3 ? ['curso:9'] : [])],
        pace: 0,
      }),
      patched: made.live<number, Panel>({
        topics: () => ['progreso:7'],
        patch: (data, { data: said }) => {
          if (typeof said?.count !== 'number') return false;
          data.count = said.count;
          return true;
        },
        pace: 0,
      }),
      part: made.live<number, Panel>({ topics: () => ['progreso:7'], behind: 'panel', pace: 0 }),
      hidden: made.live<number, Panel>({ topics: () => ['secreto', 'progreso:7'], pace: 0 }),
    },
  });
  const store = configureStore({ reducer: { api: api.reducer }, middleware: (defaults) => defaults().concat(api.middleware) });
  return { api, store, readStatuses: made.readStatuses };
};
let app: ReturnType<typeof setUp>;
let off: () => void;
const open = () => {
  const subscription = app.store.dispatch(app.api.endpoints.course.initiate('1'));
  off = () => subscription.unsubscribe();
  return subscription;
};
const order = (rows: Row[] | undefined) => [...(rows ?? [])].sort((a, b) => (a.id < b.id ? -1 : 1));
const view = () => order(app.api.endpoints.course.select('1')(app.store.getState()).data);
const truth = () => order(world.rows('curso:1', world.head));
const panel = () => app.api.endpoints.panel.select(7)(app.store.getState()).data;
const until = async (holds: () => boolean, ms = 3_000) => {
  const end = Date.now() + ms;
  while (!holds() && Date.now() < end) await pause(5);
  return holds();
};
/** The client has what was sent until now: the next batch is there. */
const delivered = () => new Promise<void>((go) => void feed.socket.once('batch', () => go()));
const settle = async (ms = 3_000) => {
  await until(() => JSON.stringify(view()) === JSON.stringify(truth()), ms);
  expect(view()).toEqual(truth());
};

beforeEach(async () => {
  world = new World();
  await world.start();
  for (let i = 0; i < 5; i++) world.put('curso:1', `m${i}`, { text: `M${i}` });
  app = setUp();
  feed.connect();
  await open();
});
afterEach(async () => {
  off();
  feed.close();
  await world.stop();
});

test('a snapshot, then pushes patch it without another read', async () => {
  await until(() => feed.status().state === 'live');
  await delivered();
  const { gets } = world;
  world.put('curso:1', 'm1', { text: 'x' }, 'patch');
  world.put('curso:1', 'm2', {}, 'del');
  world.put('otro', 'z', {});
  await settle();
  expect(world.gets).toBe(gets);
  world.put('curso:1', 'nuevo', { text: 'n' }); // and what does not fit is still read again after a patch
  await settle();
});

test('a row that the entry does not hold makes it read again', async () => {
  await until(() => feed.status().state === 'live');
  world.put('curso:1', 'nuevo', { text: 'n' });
  await settle();
});

test('a push of another shape, or without rows, makes it read again', async () => {
  await until(() => feed.status().state === 'live');
  const before = world.gets;
  world.put('curso:1', 'm1', { unknown: 1 }, 'patch');
  expect(await until(() => world.gets > before)).toBe(true);
  world.silent.add('curso:1');
  world.put('curso:1', 'm1', { text: 'announced' }, 'patch');
  await settle();
});

test('patchRows: older versions are dropped, what does not fit is answered', () => {
  const rows = [{ id: 7, version: 3, text: 'a' }];
  const versions = new Map([['7', 3]]);
  const change = (version: number, data?: Record<string, unknown>, id = '7'): Change => ({
    position: place(version),
    topic: 't',
    id,
    version,
    op: 'put',
    ...(data && { data }),
  });
  expect(patchRows(rows, [change(2, { text: 'old' })], versions)).toBeNull();
  expect(rows[0]?.text).toBe('a');
  expect(patchRows(rows, [change(4, { text: 'new' })], versions)).toBeNull();
  expect(rows[0]?.text).toBe('new');
  expect(patchRows(rows, [change(5), change(6, {}, '8')], versions)).toBe(place(6));
  expect(patchRows(undefined, [change(7, { text: 'x' })], versions)).toBe(place(7));
});

test('a topic first asked for on a connection that is already up is joined', async () => {
  off();
  app.store.dispatch(app.api.util.resetApiState());
  await until(() => feed.status().state === 'live');
  await delivered();
  await open();
  expect(world.joins).toContain('curso:1');
  world.put('curso:1', 'm4', { text: 'later' }, 'patch');
  await settle();
});

test('who follows what somebody else follows already learns from which place on it gets changes, and finds those made meanwhile', async () => {
  await until(() => feed.status().state === 'live');
  const first = feed.follow(() => {});
  const at = await first.add('progreso:7');
  expect(at).not.toBeNull();
  world.put('progreso:7', 'a', {});
  expect(await until(() => feed.since(['progreso:7'], place(0))?.length === 1)).toBe(true);
  const second = feed.follow(() => {});
  expect(await second.add('progreso:7')).toBe(at);
  expect(feed.since(['progreso:7'], place(0))?.map(({ id }) => id)).toEqual(['a']);
  expect(world.joins.filter((topic) => topic === 'progreso:7')).toHaveLength(1);
  first.off();
  second.off();
});

test('a topic asked for while the handshake is under way', async () => {
  off();
  app.store.dispatch(app.api.util.resetApiState());
  feed.socket.disconnect();
  const auth = feed.socket.auth as (go: (hello: object) => void) => void;
  const asked = new Promise<() => void>((begun) => {
    feed.socket.auth = (go) => auth((hello) => begun(() => go(hello)));
  });
  feed.socket.connect();
  const answer = await asked;
  const opened = open();
  await until(() => world.gets > 1);
  answer();
  await opened;
  world.put('curso:1', 'm4', { text: 'mid' }, 'patch');
  await settle();
});

test('what changes between the first read and the first handshake is not missed', async () => {
  off();
  feed.close();
  app = setUp();
  await open();
  world.put('curso:1', 'm1', { text: 'between' }, 'patch');
  feed.connect();
  await settle();
  expect(world.hellos.at(-1)?.from).not.toBeNull();
});

// rows: F10
test('a lost batch is asked for again', async () => {
  await until(() => feed.status().state === 'live');
  world.lose = 1;
  world.put('curso:1', 'm1', { text: 'lost' }, 'patch');
  await until(() => world.lose === 0);
  world.put('curso:1', 'm3', { text: 'next' }, 'patch');
  await settle();
});

test('a lost last batch is found by the heartbeat', async () => {
  await until(() => feed.status().state === 'live');
  world.lose = 1;
  world.put('curso:1', 'm1', { text: 'lost' }, 'patch');
  await settle();
});

test('changes made while disconnected arrive on reconnecting', async () => {
  await until(() => feed.status().state === 'live');
  feed.socket.disconnect();
  world.put('curso:1', 'm1', { text: 'away' }, 'patch');
  world.put('curso:1', 'm0', {}, 'del');
  feed.socket.connect();
  await settle();
});

test('a slow read with an older snapshot does not undo newer pushes', async () => {
  await until(() => feed.status().state === 'live');
  world.delay = 80;
  const { gets } = world;
  const again = app.store.dispatch(app.api.endpoints.course.initiate('1', { forceRefetch: true, subscribe: false }));
  await until(() => world.gets > gets);
  world.put('curso:1', 'm1', { text: 'newer' }, 'patch');
  await again;
  expect(view().find((row) => row.id === 'm1')?.text).toBe('newer');
  await settle();
});

test('what a device had kept is read again once the school answers, also where the feed is past it already', async () => {
  await until(() => feed.status().state === 'live');
  const headers = new Headers({ 'x-position': place(world.head) });
  world.put('progreso:7', 'a', {});
  await delivered();
  keptAnswers(async () => ({ data: { count: 0, courses: [] }, headers }));
  world.answer = (_, response) => Boolean(response.destroy());
  const subscription = app.store.dispatch(app.api.endpoints.panel.initiate(7));
  await subscription;
  expect(panel()?.count).toBe(0);
  const { gets } = world;
  await pause(300);
  expect(world.gets - gets, 'it is not asked for without end').toBeLessThan(2);
  world.answer = undefined;
  expect(await until(() => panel()?.count === 1, 10_000)).toBe(true);
  keptAnswers(async () => undefined);
  subscription.unsubscribe();
}, 20_000);

test('an answer older than what is shown is not taken (a halted projection)', async () => {
  world.put('curso:1', 'm1', { text: 'fresh' }, 'patch');
  await settle();
  await app.store.dispatch(app.api.endpoints.course.initiate('1', { forceRefetch: true, subscribe: false }));
  world.stale = true;
  world.lag = world.head;
  await app.store.dispatch(app.api.endpoints.course.initiate('1', { forceRefetch: true, subscribe: false }));
  expect(view().find((row) => row.id === 'm1')?.text).toBe('fresh');
});

test('an entry says how far it reaches, and that it stands still while its projection is halted', async () => {
  const statusOfCourse = () => app.readStatuses().get('course("1")');
  world.put('curso:1', 'm1', { text: 'fresh' }, 'patch');
  await settle();
  expect(statusOfCourse()).toMatchObject({ position: place(world.head), halted: null });
  const reached = statusOfCourse()?.position;
  world.stale = true;
  world.lag = world.head;
  await app.store.dispatch(app.api.endpoints.course.initiate('1', { forceRefetch: true, subscribe: false }));
  // The status of an answer is published once that answer is shown.
  await expect.poll(statusOfCourse).toMatchObject({ position: reached, halted: { since: '2026-11-20T12:00:00Z' } });
  world.stale = false;
  world.lag = 0;
  await app.store.dispatch(app.api.endpoints.course.initiate('1', { forceRefetch: true, subscribe: false }));
  await expect.poll(statusOfCourse).toMatchObject({ position: reached, halted: null });
  world.put('curso:1', 'm2', { text: 'pushed' });
  await settle();
  expect(statusOfCourse()?.position).toBe(place(world.head));
});

test('what was read while there were no read models is read again when a change of it comes, also while it is being read', async () => {
  await until(() => feed.status().state === 'live');
  world.answer = (_, response) => {
    response.end(JSON.stringify({ count: 0, courses: [] }));
    return true;
  };
  const first = app.store.dispatch(app.api.endpoints.panel.initiate(7));
  await first;
  world.put('progreso:7', 'a', {});
  await until(() => world.gets === 3);
  const { gets } = world;
  world.answer = (_, response) => {
    // A change arrives while an answer that does not contain it is under way.
    world.answer = undefined;
    world.put('progreso:7', 'c', {});
    setTimeout(() => response.end(JSON.stringify({ count: 0, courses: [] })), 60);
    return true;
  };
  world.put('progreso:7', 'b', {});
  await until(() => panel()?.count === 3);
  expect(panel()?.count).toBe(3);
  await delivered();
  expect(world.gets).toBe(gets + 2);
  first.unsubscribe();
});

test('beyond retention: a reset, then a fresh snapshot', async () => {
  await until(() => feed.status().state === 'live');
  feed.socket.disconnect();
  for (let i = 0; i < 9; i++) world.put('curso:1', `n${i}`, {});
  world.oldest = world.head;
  feed.socket.connect();
  await settle();
});

test('after a reset to an earlier place (the log was rebuilt) the entry follows again', async () => {
  await until(() => feed.status().state === 'live');
  world.log = world.log.slice(0, 2);
  world.head = world.log.at(-1)?.at ?? 0;
  world.io.emit('reset', { at: place(world.head) });
  await settle();
  world.put('curso:1', 'm1', { text: 'after' }, 'patch');
  await settle();
});

test('read your writes: the position of the command comes by the feed', async () => {
  await until(() => feed.status().state === 'live');
  const answer = await app.store.dispatch(app.api.endpoints.write.initiate(undefined));
  expect(answer.error).toBeUndefined();
  expect(await feed.caughtUp()).toBe(true);
  expect(await until(() => view().some((row) => row.text === 'mine'))).toBe(true);
});

// rows: F12
test('read your writes without a socket and with a lagging projection: the entry is read again by itself', async () => {
  feed.socket.disconnect();
  world.lag = 3;
  await app.store.dispatch(app.api.endpoints.write.initiate(undefined));
  setTimeout(() => {
    world.lag = 0;
  }, 60);
  await settle();
});

test('read your writes without a socket: a read that was under way when the command was sent is followed by another', async () => {
  feed.socket.disconnect();
  world.delay = 80;
  const before = app.store.dispatch(app.api.endpoints.course.initiate('1', { forceRefetch: true, subscribe: false }));
  await until(() => world.gets > 1);
  await app.store.dispatch(app.api.endpoints.write.initiate(undefined));
  await before;
  await settle();
});

test('waitFor gives up in time', async () => {
  expect(await feed.waitFor(place(99_999), 40)).toBe(false);
});

test('an entry of several topics follows each, and those that only its data names', async () => {
  await until(() => feed.status().state === 'live');
  world.silent.add('progreso:7').add('curso:9');
  world.put('progreso:7', 'a', {});
  const subscription = app.store.dispatch(app.api.endpoints.panel.initiate(7));
  await subscription;
  expect(panel()?.count).toBe(1);
  world.put('curso:9', 'early', {}); // not followed yet
  world.put('progreso:7', 'b', {});
  world.put('progreso:7', 'c', {});
  expect(await until(() => panel()?.count === 3)).toBe(true);
  expect(await until(() => world.joins.includes('curso:9'))).toBe(true);
  world.put('curso:9', 'late', {});
  expect(await until(() => panel()?.courses.length === 2)).toBe(true);
  subscription.unsubscribe();
});

test('what is behind another entry is read after it, and not at all where that one says that it is gone', async () => {
  await until(() => feed.status().state === 'live');
  world.silent.add('progreso:7');
  const { part, panel: whole } = app.api.endpoints;
  const shown = app.store.dispatch(part.initiate(7));
  const leading = app.store.dispatch(whole.initiate(7));
  await Promise.all([shown, leading]);
  const asked: string[] = [];
  world.answer = ({ url = '' }) => {
    asked.push(url.replace('/api/', ''));
    return false;
  };
  world.put('progreso:7', 'a', {});
  expect(await until(() => part.select(7)(app.store.getState()).data?.count === 1)).toBe(true);
  expect(asked).toEqual(['panel', 'part/panel']);
  // The page stops showing the entry at that moment.
  app.store.subscribe(() => {
    if (panel()?.count === 2) shown.unsubscribe();
  });
  world.put('progreso:7', 'b', {});
  expect(await until(() => panel()?.count === 2)).toBe(true);
  world.put('curso:1', 'last', { text: 'Last' });
  await settle();
  expect(asked.filter((url) => url.startsWith('part'))).toEqual(['part/panel']);
  leading.unsubscribe();
});

test('what is behind another entry is read also where nobody shows that one any more', async () => {
  await until(() => feed.status().state === 'live');
  world.silent.add('progreso:7');
  const { part, panel: whole } = app.api.endpoints;
  const shown = app.store.dispatch(part.initiate(7));
  const leading = app.store.dispatch(whole.initiate(7));
  await Promise.all([shown, leading]);
  leading.unsubscribe();
  world.put('progreso:7', 'a', {});
  expect(await until(() => part.select(7)(app.store.getState()).data?.count === 1)).toBe(true);
  shown.unsubscribe();
});

test('a change that comes late, at a place the feed has passed, still shows: by its version, or by reading again', async () => {
  await until(() => feed.status().state === 'live');
  world.put('otro', 'z', {});
  await until(() => feed.seen() === place(world.head));
  const at = feed.seen();
  const late = (version: number, data: Record<string, unknown>) =>
    world.io.emit('batch', { prev: at, upto: at, items: [{ position: place(1), topic: 'curso:1', id: 'm1', version, op: 'put', data }] });
  late(7, { text: 'late' });
  expect(await until(() => view().find((row) => row.id === 'm1')?.text === 'late')).toBe(true);
  late(6, { text: 'older' });
  late(8, { text: 'later' });
  expect(await until(() => view().find((row) => row.id === 'm1')?.text === 'later')).toBe(true);
  const { gets } = world;
  late(9, { other: 'shape' });
  await settle();
  expect(world.gets).toBeGreaterThan(gets);
});

test('a row is patched by the field that names it in its list', () => {
  const rows = [{ tipo: 'CoursePublished', cantidad: 3 }];
  expect(
    patchRows(
      rows,
      [
        {
          position: place(9),
          topic: 'eventos',
          id: 'CoursePublished',
          version: 1,
          op: 'put',
          data: { id: 'CoursePublished', cantidad: 4 },
        },
      ],
      new Map(),
      'tipo',
    ),
  ).toBeNull();
  expect(rows).toEqual([{ tipo: 'CoursePublished', cantidad: 4 }]);
});

test('what happens between a snapshot and the joining of a topic that only its data names is read again', async () => {
  await until(() => feed.status().state === 'live');
  for (const id of ['a', 'b', 'c']) world.put('progreso:7', id, {});
  world.delay = 30;
  world.between = () => {
    world.between = undefined;
    world.put('curso:9', 'k', {});
  };
  const subscription = app.store.dispatch(app.api.endpoints.panel.initiate(7));
  await subscription;
  expect(await until(() => panel()?.courses.length === 1)).toBe(true);
  subscription.unsubscribe();
});

test('changes of a topic that come before its joining is answered are read again', async () => {
  await until(() => feed.status().state === 'live');
  for (const id of ['a', 'b', 'c']) world.put('progreso:7', id, {});
  world.unanswered.add('curso:9');
  const subscription = app.store.dispatch(app.api.endpoints.panel.initiate(7));
  await subscription;
  world.put('curso:9', 'k', {});
  // The feed advances by other topics, past the change that this topic was not told.
  const beyond = world.put('curso:1', 'm', { text: 'other' });
  expect(await until(() => (feed.seen() ?? '') >= beyond)).toBe(true);
  expect(await until(() => panel()?.courses.length === 1, 10_000)).toBe(true);
  subscription.unsubscribe();
});

test('an entry that is no list is patched by a push that says all of it, and read again by one that does not', async () => {
  await until(() => feed.status().state === 'live');
  world.put('progreso:7', 'a', { count: 1 });
  const subscription = app.store.dispatch(app.api.endpoints.patched.initiate(7));
  await subscription;
  const held = () => app.api.endpoints.patched.select(7)(app.store.getState()).data?.count;
  expect(held()).toBe(1);
  const { gets } = world;
  world.put('progreso:7', 'a', { count: 2 });
  world.put('progreso:7', 'b', { count: 3 });
  expect(await until(() => held() === 3)).toBe(true);
  expect(world.gets).toBe(gets);
  world.put('progreso:7', 'c', {});
  expect(await until(() => held() === 4)).toBe(true);
  expect(world.gets).toBe(gets + 1);
  subscription.unsubscribe();
});

test('a burst of announcements makes few reads: one in flight, one queued', async () => {
  await until(() => feed.status().state === 'live');
  world.silent.add('progreso:7');
  const subscription = app.store.dispatch(app.api.endpoints.panel.initiate(7));
  await subscription;
  world.delay = 60;
  const { gets } = world;
  for (let i = 0; i < 20; i++) {
    world.put('progreso:7', `x${i}`, {});
    await pause(4);
  }
  expect(await until(() => panel()?.count === 20)).toBe(true);
  expect(world.gets - gets).toBeLessThanOrEqual(5);
  subscription.unsubscribe();
});

test('a refused topic does not keep the others from being followed', async () => {
  await until(() => feed.status().state === 'live');
  world.silent.add('progreso:7');
  const subscription = app.store.dispatch(app.api.endpoints.hidden.initiate(7));
  await subscription;
  world.put('progreso:7', 'a', {});
  expect(await until(() => app.api.endpoints.hidden.select(7)(app.store.getState()).data?.count === 1)).toBe(true);
  subscription.unsubscribe();
});

test('a failing command is sent once; a query that meets 503 is asked three times', async () => {
  let gets = 0;
  world.answer = (request, response) => {
    if (request.method !== 'POST') gets++;
    response.statusCode = 503;
    response.end('{"message":"La vista se está actualizando.","code":"NOT_CAUGHT_UP"}');
    return true;
  };
  const answer = await app.store.dispatch(app.api.endpoints.write.initiate(undefined));
  expect(answer.error).toMatchObject({ status: 503, code: 'NOT_CAUGHT_UP', message: 'La vista se está actualizando.' });
  await app.store.dispatch(app.api.endpoints.course.initiate('1', { forceRefetch: true, subscribe: false }));
  expect(world.posts.length).toBe(1);
  expect(gets).toBe(3);
}, 20_000);

test.each([408, 429])('a read that is answered %i is asked again, when the school said', async (status) => {
  const asked: number[] = [];
  world.answer = (_, response) => {
    asked.push(Date.now());
    if (asked.length > 1) return false;
    response.statusCode = status;
    response.setHeader('Retry-After', '1');
    response.end('{"message":"","code":"TOO_MANY_REQUESTS"}');
    return true;
  };
  const answer = await app.store.dispatch(app.api.endpoints.course.initiate('1', { forceRefetch: true, subscribe: false }));
  expect([answer.isSuccess, asked.length]).toEqual([true, 2]);
  expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThanOrEqual(990);
});

test('topics beyond those that one connection may follow are reported, and followed once there is room', async () => {
  await until(() => feed.status().state === 'live');
  const follower = feed.follow(() => undefined);
  world.room = world.joined.size + 1;
  expect(await follower.add('curso:2')).not.toBeNull();
  expect(feed.status().partial).toBe(false);
  expect(await follower.add('curso:3')).toBeNull();
  expect(feed.status()).toMatchObject({ state: 'live', partial: true });
  const turned: string[] = [];
  feed.onTurn((topic) => turned.push(topic));
  follower.remove('curso:2');
  expect(await until(() => !feed.status().partial)).toBe(true);
  expect(turned).toEqual(['curso:3']);
});

test('a read that failed after an announcement is tried again later', async () => {
  await until(() => feed.status().state === 'live');
  world.silent.add('curso:1');
  let refuse = 1;
  world.answer = (_, response) => {
    if (refuse-- <= 0) return false;
    response.statusCode = 500;
    response.end('{"message":"","code":"INTERNAL"}');
    return true;
  };
  world.put('curso:1', 'm1', { text: 'late' }, 'patch');
  await settle(5_000);
}, 10_000);

test('commands carry a key of their own, or the one that their body was given, and If-Match', async () => {
  await app.store.dispatch(app.api.endpoints.write.initiate({ text: 'a' }));
  await app.store.dispatch(app.api.endpoints.write.initiate({ text: 'a' }));
  await app.store.dispatch(app.api.endpoints.write.initiate(command({ text: 'b' }, { ifMatch: 4, key: 'same' })));
  const [first, second, third] = world.posts;
  expect(first?.['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  expect(second?.['idempotency-key']).not.toBe(first?.['idempotency-key']);
  expect(third?.['idempotency-key']).toBe('same');
  expect(third?.['if-match']).toBe('4');
});

test('the connection says what it is: live, reconnecting, then offline', async () => {
  await until(() => feed.status().state === 'live');
  const seen: string[] = [];
  const stop = feed.watch(() => seen.push(feed.status().state));
  feed.socket.disconnect();
  expect(feed.status().state).toBe('reconnecting');
  expect(feed.status().at).not.toBeNull();
  expect(await until(() => feed.status().state === 'offline')).toBe(true);
  feed.socket.connect();
  expect(await until(() => feed.status().state === 'live')).toBe(true);
  expect(seen).toEqual(['reconnecting', 'offline', 'live']);
  stop();
});

test('before the first connection nothing was lost: it is connecting, then offline', async () => {
  const other = createFeed({ url: 'http://127.0.0.1:1', patience: 300 });
  other.connect();
  const seen = new Set<string>();
  const stop = other.watch(() => seen.add(other.status().state));
  expect(other.status().state).toBe('connecting');
  expect(await until(() => other.status().state === 'offline')).toBe(true);
  expect([...seen]).toEqual(['offline']);
  stop();
  other.close();
});

test('a resume says the place that the last batch named, and a batch that goes on from a later one is a hole', async () => {
  await until(() => feed.status().state === 'live');
  const at = feed.seen();
  const batch = (more: object) => world.io.emit('batch', { prev: at, upto: at, items: [], ...more });
  const hellos = world.hellos.length;
  // One right after the other, because a heartbeat in between would have no place in the chain.
  batch({ after: { n: 4, position: at }, place: { n: 5, position: at } });
  batch({ after: { n: 7, position: at }, place: { n: 8, position: at } });
  expect(await until(() => world.hellos.length > hellos)).toBe(true);
  expect(world.hellos.at(-1)?.place).toEqual({ n: 5, position: at });
});

test('what may be followed no more is read again, and so is what may be followed again', async () => {
  await until(() => feed.status().state === 'live');
  for (const [event, more] of [
    ['left', { code: 'FORBIDDEN' }],
    ['joined', { position: place(world.head) }],
  ] as const) {
    const { gets } = world;
    world.io.emit(event, { topic: 'curso:1', ...more });
    expect(await until(() => world.gets > gets), event).toBe(true);
    await settle();
  }
});

test.each(['asked for on a connection that is up', 'named in the handshake'])(
  'what was taken away before it was followed is read again, once: %s',
  async (when) => {
    await until(() => feed.status().state === 'live');
    if (when === 'named in the handshake') feed.socket.disconnect();
    const subscription = app.store.dispatch(app.api.endpoints.hidden.initiate(7));
    await subscription;
    const { gets } = world;
    feed.socket.connect();
    const turned: string[] = [];
    feed.onTurn((topic) => turned.push(topic));
    expect(await until(() => world.gets > gets)).toBe(true);
    // Requested again on the same connection it is still refused; the listeners are not told twice.
    const { length } = world.hellos;
    feed.socket.emit('resume', { from: null, topics: ['secreto'] });
    await until(() => world.hellos.length > length);
    const follower = feed.follow(() => {});
    await follower.add('cursos');
    follower.off();
    expect(turned.filter((topic) => topic === 'secreto').length).toBeLessThanOrEqual(1);
    subscription.unsubscribe();
  },
);

test('a new handshake for another person keeps those who follow, and they read again', async () => {
  await until(() => feed.status().state === 'live');
  const { gets } = world;
  feed.restart();
  expect(await until(() => world.gets > gets)).toBe(true);
  await until(() => feed.status().state === 'live');
  expect(world.hellos.at(-1)?.topics).toEqual(['curso:1']);
  world.put('curso:1', 'm1', { text: 'then' }, 'patch');
  await settle();
});

test('topics that nobody follows any more are left', async () => {
  await until(() => feed.status().state === 'live');
  const follower = feed.follow(() => {});
  await follower.add('cursos');
  follower.off();
  const { length } = world.hellos;
  feed.socket.disconnect();
  feed.socket.connect();
  await until(() => world.hellos.length > length);
  expect(world.hellos.at(-1)?.topics).not.toContain('cursos');
});

test.each([1, 42, 77, 1234, 99_991])(
  'fuzz %i: random changes, losses, disconnections and reads converge',
  async (start) => {
    let seed = start;
    const random = (n: number) => {
      seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
      return (seed >> 8) % n; // the low bits of this generator repeat
    };
    world.silent.add('progreso:7');
    const subscription = app.store.dispatch(app.api.endpoints.panel.initiate(7));
    for (let i = 0; i < 300; i++) {
      const id = `m${random(12)}`;
      const kind = random(24);
      if (kind < 11)
        world.put('curso:1', id, { text: String(i) }, world.rows('curso:1', world.head).some((row) => row.id === id) ? 'patch' : 'put');
      else if (kind < 14) world.put('curso:1', id, { text: String(i) });
      else if (kind < 15) world.put('curso:1', id, {}, 'del');
      else if (kind < 17) world.put('progreso:7', `g${i}`, {});
      else if (kind === 17) world.put('curso:9', `k${i}`, {});
      else if (kind === 18) world.lose = 1 + random(3);
      else if (kind === 19) feed.socket.disconnect();
      else if (kind === 20) feed.socket.connect();
      else if (kind === 21) world.lag = random(4);
      else if (random(3) === 0) {
        world.delay = random(20);
        void app.store.dispatch(app.api.endpoints.course.initiate('1', { forceRefetch: true, subscribe: false }));
      }
      if (i % 4 === 0) await pause(random(6));
    }
    world.delay = world.lag = 0;
    feed.socket.connect();
    await settle(8_000);
    await until(() => JSON.stringify(panel()) === JSON.stringify(world.panel(world.head)), 8_000);
    expect(panel()).toEqual(world.panel(world.head));
    subscription.unsubscribe();
  },
  30_000,
);
