import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Change } from '../../backend/projections/kernel/readStore.ts';
import { changesAfter } from '../support/changes.ts';
import { follow, following, type LiveClient } from '../support/liveClient.ts';
import { join, joinAll, makeCourse, type Person, settled, type TestCourse } from '../support/people.ts';
import { embedded, openSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';

/** The live protocol of operations.md, by clients that know nothing else. */

let school: School;
let admin: Person;
let teacher: Person;
let other: Person;
let analyst: Person;
let ana: Person;
let beto: Person;
let open: TestCourse;
let draft: TestCourse;
const clients: LiveClient[] = [];
beforeAll(async () => {
  school = await openSchool();
  [admin, teacher, other, analyst, ana, beto] = await joinAll(school, [
    ['directora', 'administrator'],
    ['maestra', 'instructor'],
    ['maestro', 'instructor'],
    ['analista', 'analyst'],
    ['ana', 'student'],
    ['beto', 'student'],
  ]);
  open = await makeCourse(school, teacher.token, teacher.id, [6, 6], { desbloqueo: 'libre' });
  draft = await makeCourse(school, teacher.token, teacher.id, [1]);
  await school.ask('PATCH', `/api/cursos/cursos/${draft.id}/estado`, { token: teacher.token, body: { estado: 0 } });
  for (const person of [ana, beto])
    await school.ask('POST', '/api/inscripciones/inscribir', { token: person.token, body: { id_usuario: person.id, id_curso: open.id } });
  await settled(school);
}, 60_000);
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});
afterAll(() => school.stop());

const kept = <T extends LiveClient>(client: T): T => {
  clients.push(client);
  return client;
};
const live = async (options: Parameters<typeof follow>[1] = {}) => kept(await following(school.url, options));
const classes = () => open.modules.flatMap((module) => module.classes);
const mark = (person: Person, classId: number | undefined, completado = true) =>
  school.ask('PATCH', `/api/usuario-sesion/marcarComoCompletada/${person.id}/${classId}/completar`, {
    token: person.token,
    body: { completado },
  });
const refusal = (options: Parameters<typeof follow>[1]): Promise<unknown> =>
  new Promise((resolve) => {
    kept(follow(school.url, options)).socket.on('connect_error', (error) => resolve((error as Error & { data?: unknown }).data));
  });

describe('handshake', () => {
  test('by token, by cookie, as a visitor', async () => {
    for (const options of [{ token: ana.token }, { cookie: `otra=1; aulaviva=${ana.token}` }]) {
      const client = await live({ ...options, topics: [`progreso:${ana.id}`] });
      expect(client.batches[0]).toMatchObject({ items: [] });
      expect(client.batches[0]?.prev).toBe(client.batches[0]?.upto);
      expect(await client.join(`usuario:${ana.id}`)).toEqual({ position: expect.any(String) });
    }
    const visitor = await live({ topics: ['cursos', `progreso:${ana.id}`] });
    expect(await visitor.join(`progreso:${ana.id}`)).toEqual({ error: 'AUTH_REQUIRED' });
    // A stale cookie makes a visitor of a browser, who is told why.
    expect(await (await live({ cookie: 'aulaviva=vieja' })).join(`progreso:${ana.id}`)).toEqual({ error: 'SESSION_ENDED' });
  });

  test('a session that ended while the line was down is told, and so is a page that shows somebody else than the cookie', async () => {
    const topics = ['cursos', `progreso:${ana.id}`];
    for (const [options, code] of [
      [{ cookie: 'aulaviva=vieja' }, 'SESSION_ENDED'],
      [{ person: ana.id }, 'SESSION_ENDED'],
      [{ cookie: `aulaviva=${beto.token}`, person: ana.id }, 'PERSON_CHANGED'],
    ] as const) {
      const client = kept(follow(school.url, { ...options, topics }));
      await until(() => client.said.length > 0, code);
      expect(client.said).toEqual([['ended', { code }]]);
    }
    const visitor = await live({ cookie: 'aulaviva=vieja', topics });
    expect(visitor.batches[0]?.refused).toEqual({ [`progreso:${ana.id}`]: 'SESSION_ENDED' });
    const own = await live({ cookie: `aulaviva=${ana.token}`, person: ana.id, topics });
    expect([own.said, own.batches[0]?.refused]).toEqual([[], undefined]);
  });

  test('a bad token is refused with its code', async () => {
    expect(await refusal({ token: 'nada' })).toEqual({ code: 'SESSION_ENDED' });
    expect(await refusal({ token: 'x'.repeat(5_000) })).toEqual({ code: 'SESSION_ENDED' });
  });
});

describe('joining', () => {
  test.each([
    ['a visitor', null, { cursos: true, open: true }],
    ['a learner', () => ana, { cursos: true, open: true, own: true }],
    ['the teacher', () => teacher, { cursos: true, open: true, draft: true, learners: true, own: true }],
    ['another teacher', () => other, { cursos: true, open: true, own: true }],
    ['an analyst', () => analyst, { cursos: true, open: true, own: true, eventos: true }],
    [
      'an administrator',
      () => admin,
      {
        cursos: true,
        open: true,
        draft: true,
        learners: true,
        own: true,
        theirs: true,
        eventos: true,
        usuarios: true,
        resumen: true,
        proyecciones: true,
      },
    ],
  ] as const)('%s', async (_, who, may: Partial<Record<string, true>>) => {
    const person = who?.();
    const client = await live(person ? { token: person.token } : {});
    const id = person?.id ?? beto.id;
    const topics: [string, string][] = [
      ['cursos', 'cursos'],
      ['open', `curso:${open.id}`],
      ['draft', `curso:${draft.id}`],
      // Only people who may change the course learn who takes it.
      ['learners', `alumnado:${draft.id}`],
      ['nowhere', 'curso:99999'],
      ['own', `usuario:${id}`],
      ['own', `usuariocurso:${id}`],
      ['own', `progreso:${id}`],
      ['theirs', `usuario:${beto.id}`],
      ['theirs', `usuariocurso:${beto.id}`],
      ['theirs', `progreso:${beto.id}`],
      ['usuarios', 'usuarios'],
      ['resumen', 'resumen'],
      ['proyecciones', 'proyecciones'],
      ['eventos', 'eventos'],
      ['nothing', 'otra:1'],
      ['nothing', 'cursos:1'],
      ['nothing', `progreso:${id} `],
    ];
    for (const [kind, topic] of topics)
      expect(await client.join(topic), topic).toEqual(
        may[kind] ? { position: expect.any(String) } : { error: person ? 'FORBIDDEN' : 'AUTH_REQUIRED' },
      );
    for (const odd of [1, null, {}, 'x'.repeat(200)]) expect(await client.join(odd as string)).toEqual({ error: 'MALFORMED' });
  });

  test('topics named in the handshake that are not allowed are not followed', async () => {
    const client = await live({ token: beto.token, topics: [`progreso:${ana.id}`, `progreso:${beto.id}`] });
    await mark(ana, classes()[0]);
    await mark(beto, classes()[0]);
    await until(() => client.items.some((item) => item.topic === `progreso:${beto.id}`), 'one’s own change');
    expect(client.items.filter((item) => item.topic !== `progreso:${beto.id}`)).toEqual([]);
  });

  test('leaving ends it', async () => {
    const client = await live({ token: ana.token, topics: [`progreso:${ana.id}`, `usuario:${ana.id}`] });
    client.socket.emit('leave', `progreso:${ana.id}`);
    await client.join('cursos');
    await mark(ana, classes()[1]);
    await school.ask('PUT', `/api/auth/users/${ana.id}`, { token: ana.token, body: { country: `País ${Date.now()}` } });
    await until(() => client.items.some((item) => item.topic === `usuario:${ana.id}`), 'the change of the person');
    expect(client.items.some((item) => item.topic.startsWith('progreso:'))).toBe(false);
  });

  test('a topic that is no longer allowed is no longer sent, with a message; once allowed again, it is sent again', async () => {
    const shown = await makeCourse(school, teacher.token, teacher.id, [1]);
    await settled(school);
    const topic = `curso:${shown.id}`;
    const visitor = await live({ topics: [`curso:${shown.id}`] });
    const author = await live({ token: teacher.token, topics: [`curso:${shown.id}`] });
    await school.ask('PATCH', `/api/cursos/cursos/${shown.id}/estado`, { token: teacher.token, body: { estado: 0 } });
    // The visitor gets the change, or, where permissions are checked again before that, the end of the topic.
    await until(() => visitor.items.length + visitor.said.length > 0 && author.items.length > 0, 'the unpublishing');
    // Permissions of joined topics are checked again with the next heartbeat.
    const beats = visitor.batches.length;
    await until(() => visitor.batches.length > beats + 1, 'two heartbeats', 15_000);
    const before = author.items.length;
    await school.ask('PUT', `/api/cursos/cursos/${shown.id}`, { token: teacher.token, body: { categoria: 'Secreta' } });
    await until(() => author.items.length > before, 'the change');
    const told = visitor.items.length;
    await until(() => (visitor.held() ?? '') >= (author.held() ?? ''), 'the visitor to be up to date', 15_000);
    expect(visitor.items.length).toBe(told);
    expect(visitor.said).toEqual([['left', { topic, code: 'AUTH_REQUIRED' }]]);
    const late = await live({ topics: [topic] });
    expect(late.batches[0]?.refused).toEqual({ [topic]: 'AUTH_REQUIRED' });
    await school.ask('PATCH', `/api/cursos/cursos/${shown.id}/estado`, { token: teacher.token, body: { estado: 1 } });
    for (const client of [visitor, late]) {
      await until(() => client.said.some(([name]) => name === 'joined'), 'the topic to be followed again', 15_000);
      expect(client.said.at(-1)).toEqual(['joined', { topic, position: expect.any(String) }]);
    }
    await school.ask('PUT', `/api/cursos/cursos/${shown.id}`, { token: teacher.token, body: { categoria: 'Abierta' } });
    await until(() => [visitor, late].every(({ items }) => items.some((one) => one.topic === topic)), 'the change');
  });
});

describe('changes', () => {
  test('a completion by one reaches the person’s other socket, and nobody else’s', async () => {
    const topics = [`progreso:${ana.id}`, `usuariocurso:${ana.id}`, `curso:${open.id}`, 'cursos'];
    const tabs = await Promise.all([live({ token: ana.token, topics }), live({ token: ana.token, topics })]);
    const stranger = await live({ token: beto.token, topics: [...topics, `progreso:${beto.id}`] });
    const visitor = await live({ topics });
    const answer = await mark(ana, classes()[2]);
    const position = answer.headers.get('x-position');
    for (const tab of tabs) {
      const item = await until(() => tab.items.find((one) => one.topic === `progreso:${ana.id}`), 'the change');
      expect(item).toMatchObject({ position, id: String(open.id), op: expect.any(String), version: expect.any(Number) });
    }
    await mark(beto, classes()[3]);
    await until(() => stranger.items.some((item) => item.topic === `progreso:${beto.id}`), 'one’s own change');
    const hers = [`progreso:${ana.id}`, `usuariocurso:${ana.id}`];
    for (const client of [stranger, visitor]) expect(client.items.filter((item) => hers.includes(item.topic))).toEqual([]);
  });

  // rows: F10
  test('a push never holds more than the route would show', async () => {
    const rich = ['ana', 'beto', '@prueba.mx', 'Quintanilla'];
    const changes = await changesAfter(school.running.deps.reader, 0, 100_000);
    expect(changes.length).toBeGreaterThan(50);
    for (const change of changes) if (change.view) for (const word of rich) expect(JSON.stringify(change.view)).not.toContain(word);
  });

  test('resume from a position: all of it, in order, once', async () => {
    const start = await mark(ana, classes()[4]);
    const from = start.headers.get('x-position') ?? '';
    for (let i = 0; i < 10; i++) await mark(ana, classes()[4], i % 2 === 1);
    await settled(school);
    const client = await live({ token: ana.token, topics: [`progreso:${ana.id}`], from });
    expect(client.batches[0]?.prev).toBe(from);
    const positions = client.items.filter((item) => item.topic === `progreso:${ana.id}`).map((item) => item.position);
    expect(positions.length).toBeGreaterThan(0);
    expect(positions).toEqual([...positions].sort());
    expect(positions.every((position) => position > from)).toBe(true);
    expect(client.held()).toBe(await school.running.deps.reader.checkpoint());
  });

  test('what happens while a resume is being read is not lost', async () => {
    const { reader } = school.running.deps;
    const original = reader.changesSince.bind(reader);
    const topic = `progreso:${ana.id}`;
    const witness = await live({ token: ana.token, topics: [topic] });
    const from = witness.held();
    let meanwhile = '';
    reader.changesSince = async (...asked) => {
      const found = await original(...asked);
      if (meanwhile === '') {
        // The other followers get the change before this read returns.
        meanwhile = 'soon';
        meanwhile = (await mark(ana, classes()[6], !witness.items.length)).headers.get('x-position') ?? '';
        await until(() => witness.items.some((item) => item.position === meanwhile), 'the witness');
      }
      return found;
    };
    try {
      const late = await live({ token: ana.token, topics: [topic], from });
      expect(late.items.map((item) => item.position)).toContain(meanwhile);
      expect(late.holes()).toBe(0);
    } finally {
      reader.changesSince = original;
    }
  });

  test('a heartbeat goes on with the chain', async () => {
    const client = await live({ topics: ['cursos'] });
    const beat = await until(() => client.batches.find((batch, index) => index > 0 && batch.items.length === 0), 'a heartbeat', 12_000);
    expect(beat.prev).toBe(client.batches[client.batches.indexOf(beat) - 1]?.upto);
  });

  test('resuming from a position without its padding works; an invalid one causes a reset', async () => {
    const before = await school.running.deps.reader.checkpoint();
    for (const done of [false, true]) await mark(ana, classes()[0], done);
    await settled(school);
    const client = await live({ token: ana.token, topics: [`progreso:${ana.id}`], from: String(Number(before)) });
    await until(() => client.batches.some(({ items }) => items.length > 0), 'what happened since');
    expect(client.resets).toEqual([]);
    for (const from of ['hola', '0x1', '9'.repeat(17)]) expect((await live({ topics: ['cursos'], from })).resets.length, from).toBe(1);
  });

  test('reset for what cannot be sent: beyond the head, or older than the log of changes', async ({ skip }) => {
    skip(!embedded, 'it looks into files');
    const ahead = await live({ topics: ['cursos'], from: '9'.repeat(16) });
    expect(ahead.resets).toEqual([await school.running.deps.reader.checkpoint()]);
    const old = (await mark(ana, classes()[5])).headers.get('x-position') ?? '';
    const trimmed = (await mark(ana, classes()[5], false)).headers.get('x-position') ?? '';
    await settled(school);
    expect((await live({ token: ana.token, topics: [`progreso:${ana.id}`], from: old })).resets).toEqual([]);
    // As trimming would leave the log of changes.
    const db = new DatabaseSync(path.join(school.dataDir, 'read.db'), { timeout: 5_000 });
    db.prepare('DELETE FROM changes WHERE position <= ?').run(trimmed);
    db.prepare('UPDATE state SET since = ?').run(trimmed);
    db.close();
    expect((await live({ token: ana.token, topics: [`progreso:${ana.id}`], from: old })).resets.length).toBe(1);
    expect((await live({ token: ana.token, topics: [`progreso:${ana.id}`], from: trimmed })).resets).toEqual([]);
  });
});

describe('the end of a session', () => {
  test('logging out cuts this session’s sockets, not another’s', async () => {
    const leaving = await school.login(beto.email, 'Segura-2026!');
    const cut = await live({ token: leaving.token });
    const stays = await live({ token: beto.token });
    await school.ask('POST', '/api/auth/logout', { token: leaving.token });
    await until(() => !cut.socket.connected, 'the cut', 3_000);
    expect(await stays.join(`progreso:${beto.id}`)).toEqual({ position: expect.any(String) });
    expect(await refusal({ token: leaving.token })).toEqual({ code: 'SESSION_ENDED' });
  });

  test('whoever asks to follow something by a session that is over is told so, as at the handshake', async () => {
    const topics = ['cursos'];
    const stale = await live({ cookie: 'aulaviva=vieja', topics });
    await until(() => stale.said.length === 1, 'the word at the handshake');
    expect(await stale.join(`progreso:${beto.id}`)).toEqual({ error: 'SESSION_ENDED' });
    expect(stale.said).toEqual(Array(2).fill(['ended', { code: 'SESSION_ENDED' }]));
    // It may still follow topics that are open to everybody.
    expect(await stale.join('sitio')).toEqual({ position: expect.any(String) });
  });

  test('another role takes effect on a socket at once', async () => {
    const person = await join(school, 'sube');
    const client = await live({ token: person.token });
    expect(await client.join('resumen')).toEqual({ error: 'FORBIDDEN' });
    await school.ask('PUT', `/api/auth/users/${person.id}`, { token: admin.token, body: { user_role: 2 } });
    await until(async () => (await client.join('resumen')).position, 'the join', 3_000);
    await school.ask('PUT', `/api/auth/users/${person.id}`, { token: admin.token, body: { user_role: 1 } });
    await until(async () => (await client.join('resumen')).error === 'FORBIDDEN', 'the refusal', 3_000);
  });
});

describe('under 200 random writes with lost lines', () => {
  /** mulberry32 */
  const seeded = (seed: number) => () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };

  // rows: F10
  test('the chain has no holes, every change arrives once, and what is held is what the route answers', { timeout: 60_000 }, async () => {
    const random = seeded(20_261_121);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    await settled(school);
    const begin = await school.running.deps.reader.checkpoint();
    const firstChange = await school.running.deps.reader.lastChange();

    const people = [ana, beto].flatMap((person) => [person, person, person]);
    const views = await Promise.all(
      people.map(async (person) => {
        const topics = [`progreso:${person.id}`, `curso:${open.id}`, 'cursos'];
        const view = { person, topics, shown: '', wanted: '0', reading: Promise.resolve(), client: null as LiveClient | null };
        // What a client does with news: it reads again, no older than the news.
        const read = (atLeast: string) => {
          if (atLeast > view.wanted) view.wanted = atLeast;
          view.reading = view.reading.then(async () => {
            const answer = await school.ask('GET', `/api/progreso/${person.id}`, {
              token: person.token,
              headers: { 'X-Min-Position': view.wanted },
            });
            view.shown = answer.text;
          });
        };
        view.client = kept(
          await following(school.url, {
            token: person.token,
            topics,
            from: begin,
            onItems: (items) => read(items.reduce((max, item) => (item.position > max ? item.position : max), '0')),
            onReset: () => read('0'),
          }),
        );
        read('0');
        return view;
      }),
    );

    const writes: Promise<unknown>[] = [];
    for (let i = 0; i < 200; i++) {
      const dice = random();
      if (dice < 0.8) writes.push(mark(pick([ana, beto]), pick(classes()), random() < 0.6));
      else writes.push(school.ask('PUT', `/api/cursos/cursos/${open.id}`, { token: teacher.token, body: { categoria: `Categoría ${i}` } }));
      if (random() < 0.25) pick(views).client?.drop();
      if (random() < 0.4) await writes.at(-1);
    }
    await Promise.all(writes);
    await settled(school);
    const head = (await school.running.deps.reader.checkpoint()) ?? '';

    const all: Change[] = await changesAfter(school.running.deps.reader, firstChange, 100_000);
    expect(all.length).toBeGreaterThan(200);
    for (const { client, topics, person, ...view } of views) {
      if (!client) throw new Error('no client');
      await until(() => (client.held() ?? '') >= head, 'the client to hold everything', 15_000);
      const key = (one: { position: string; topic: string; id: string; version: number }) =>
        `${one.position} ${one.topic} ${one.id} ${one.version}`;
      const expected = all.filter((change) => topics.includes(change.topic)).map(key);
      expect(client.resets).toEqual([]);
      expect(client.holes()).toBe(0);
      expect(client.items.map(key).sort()).toEqual(expected.sort());
      expect(view.shown).not.toBe('');
      expect(person.id).toBeGreaterThan(0);
    }
    for (const view of views) {
      await view.reading;
      const now = await school.ask('GET', `/api/progreso/${view.person.id}`, { token: view.person.token });
      expect(JSON.parse(view.shown)).toEqual(now.body);
    }
  });
});
