import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as pathOf } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import type { Outline } from '../../backend/api/contract/records/courses.ts';
import type { AttemptRecord, QuestionRecord } from '../../backend/api/contract/records/quizzes.ts';
import { createSessionTokens } from '../../backend/integrations/vault/sessionTokens.ts';
import { openSqliteVault } from '../../backend/integrations/vault/sqlite.ts';
import { writeBigLogApart } from '../support/bigLog.ts';
import { confirmEmail } from '../support/confirmEmail.ts';
import { join, joinAs, makeCourse, type Person, settled, type TestCourse } from '../support/people.ts';
import { openSchool, type School } from '../support/school.ts';
import { openBigSchool } from './bigSchool.ts';
import { percentile, type Row } from './row.ts';

/** What people do together: talk, read what they are told, hand in quizzes. Here the clients share a thread with the school. */

const PEOPLE = 20;
const WINDOWS = Number(process.env.BENCH_WINDOWS ?? 20);
const PER_SECOND = 20;
/** Below what one person may say in a minute. */
const SAID = 300;
const THREAD = 2_000;
const INBOX = 10_000;
const READS = 200;
const QUESTIONS = 50;
const ATTEMPTS = 100;
const EVERYBODY = Number(process.env.BENCH_PEOPLE ?? 100_000);
const SENDINGS = 10;
const MASTER = new Uint8Array(32).fill(5);
/** Events of each of them, with one class (`bigLog.ts`). */
const EVENTS_EACH = 7;

interface Room {
  school: School;
  admin: Person;
  course: TestCourse;
  subtopicId: number;
  learners: Person[];
}

async function openRoom(): Promise<Room> {
  const school = await openSchool({ checkAnswers: false });
  const admin = await joinAs(school, 'directora', 'administrator');
  const teacher = await joinAs(school, 'maestra', 'instructor');
  const course = await makeCourse(school, admin.token, teacher.id, [1]);
  const outline = (await school.ask('GET', `/api/cursos/esquema/${course.id}`, { token: admin.token })).body as unknown as Outline;
  const subtopicId = outline.modulos[0]?.sesiones[0]?.subtemas[0]?.id_subtema ?? 0;
  const learners: Person[] = [];
  for (let n = 1; n <= PEOPLE; n++) {
    const person = await join(school, `alumna_${n}`);
    await confirmEmail(school.running.deps.commands, person.id, contextOf(person.id, 'student'));
    await done(school, 'POST', '/api/inscripciones/inscribir', person, { id_usuario: person.id, id_curso: course.id });
    learners.push(person);
  }
  await settled(school);
  return { school, admin, course, subtopicId, learners };
}
const contextOf = (userId: number | null, role: 'student' | 'system') => {
  const id = crypto.randomUUID();
  return { commandId: id, correlationId: id, causationId: id, actor: { userId, role }, now: new Date() } as const;
};
async function done<T = unknown>(school: School, method: string, path: string, { token }: Person, body?: object): Promise<T> {
  const answer = await school.ask(method, path, { token, ...(body && { body }) });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body as T;
}
const append = (school: School, stream: string, events: { type: string; data: object }[]) => {
  const { now, ...own } = contextOf(null, 'system');
  return school.running.deps.commands.log.append(stream, 'any', events, { ...own, occurredAt: now.toISOString() });
};
const met = (name: string, ratio: number, target: number, detail: string, reference = '-'): Row => ({
  ...{ name, reference, ratio, target, detail },
  ok: ratio <= target,
});

/** From sending a comment, a reaction or a report until it is in another open window. */
async function toWindows({ school, admin, subtopicId, learners }: Room): Promise<Row[]> {
  const sockets: Socket[] = [];
  const arrived = new Map<string, (at: number) => void>();
  const listen = async (topic: string, { token }: Person, hears: boolean) => {
    const socket = io(school.url, { transports: ['websocket'], auth: { token, from: null, topics: [topic] } });
    sockets.push(socket);
    await new Promise<void>((go) => socket.once('batch', () => go()));
    if (hears)
      socket.on('batch', ({ items }: { items: { topic: string; id: string; position: string }[] }) => {
        const now = performance.now();
        for (const item of items) arrived.get(`${item.topic}#${item.id}`)?.(now);
      });
  };
  try {
    for (let n = 0; n < WINDOWS; n++) await listen(`subtema:${subtopicId}`, learners[n % PEOPLE] as Person, n === 0);
    await listen('reportes-comentarios', admin, true);
    const times: Record<string, number[]> = { comment: [], reaction: [], report: [] };
    const seen = new Map<string, number>();
    const ids: number[] = [];
    // A comment is told under its number, which only its answer says: what arrives first waits for it.
    const first = sockets[0] as Socket;
    first.on('batch', ({ items }: { items: { id: string }[] }) => {
      for (const { id } of items) if (!seen.has(id)) seen.set(id, performance.now());
    });
    const began = performance.now();
    const paced = async (n: number) => pause(Math.max(0, began + (n * 1_000) / PER_SECOND - performance.now()));
    let n = 0;
    for (; n < SAID; n++) {
      await paced(n);
      const sent = performance.now();
      const { id } = await done<{ id: number }>(school, 'POST', '/api/comentarios', learners[1 + (n % (PEOPLE - 1))] as Person, {
        id_subtema: subtopicId,
        comentario: `Una duda, la ${n}`,
      });
      ids.push(id);
      while (!seen.has(String(id))) await pause(1);
      times.comment?.push((seen.get(String(id)) ?? 0) - sent);
    }
    const received = (key: string) => new Promise<number>((go) => arrived.set(key, go));
    for (const id of ids) {
      await paced(n++);
      const [sent, there] = [performance.now(), received(`subtema:${subtopicId}#${id}`)];
      await done(school, 'PUT', `/api/comentarios/${id}/reaccion`, learners[n % PEOPLE] as Person, { reaccion: 'idea', puesta: true });
      times.reaction?.push((await there) - sent);
    }
    for (const id of ids.slice(0, 100)) {
      await paced(n++);
      const [sent, there] = [performance.now(), received(`reportes-comentarios#${id}`)];
      await done(school, 'POST', '/api/reportes-comentarios', learners[0] as Person, { id_comentario: id, motivo: 'spam' });
      times.report?.push((await there) - sent);
    }
    return Object.entries(times).flatMap(([what, took]) => {
      const [p50, p99] = [percentile(took, 0.5), percentile(took, 0.99)];
      const detail = `${took.length} of them, ${PER_SECOND} a second, ${WINDOWS} windows open`;
      return [
        met(`a ${what} sent → in another window, p50 ms`, p50, 10, detail),
        met(`a ${what} sent → in another window, p99 ms`, p99, 50, detail),
      ];
    });
  } finally {
    for (const socket of sockets) socket.disconnect();
  }
}

const read = async (school: School, person: Person, paths: readonly string[]): Promise<number[]> => {
  const took: number[] = [];
  // The first round warms up.
  for (let n = 0; n < paths.length + READS; n++) {
    const began = performance.now();
    await done(school, 'GET', paths[n % paths.length] as string, person);
    if (n >= paths.length) took.push(performance.now() - began);
  }
  return took;
};
/** The paths of all pages of a list, from its first. */
async function pagesOf(school: School, { token }: Person, first: string): Promise<string[]> {
  const paths = [first];
  for (;;) {
    const answer = await school.ask('GET', paths.at(-1) as string, { token });
    if (answer.status !== 200) throw new Error(`${paths.at(-1)}: ${answer.status} ${answer.text}`);
    const next = answer.headers.get('x-next-cursor');
    if (next === null) return paths;
    paths.push(`${first}&cursor=${encodeURIComponent(next)}`);
  }
}
const pageRow = (name: string, took: number[], pages: number): Row =>
  met(name, percentile(took, 0.99), 20, `p50 ${percentile(took, 0.5).toFixed(1)} ms; ${took.length} reads, ${pages} pages in turn`);

/** A thread of thousands: its discussion, and any page of its answers. */
async function longThread({ school, course, subtopicId, learners }: Room): Promise<Row[]> {
  const reader = learners[0] as Person;
  const said = (commentId: number, userId: number, rootId: number | null) => ({
    type: 'CommentPosted',
    data: { commentId, userId, courseId: course.id, subtopicId, rootId, text: `Lo que **pienso**, ${commentId}`, mentions: [] },
  });
  const root = 1_000_000;
  const streamOf = ({ id }: Person) => `comments-${id}_${course.id}`;
  await append(school, streamOf(reader), [said(root, reader.id, null)]);
  for (const [index, person] of learners.entries())
    await append(
      school,
      streamOf(person),
      Array.from({ length: THREAD / PEOPLE }, (_, n) => said(root + 1 + index + n * PEOPLE, person.id, root)),
    );
  await settled(school);
  const pages = await pagesOf(school, reader, `/api/comentarios/${root}/respuestas?limit=25`);
  const first = await read(school, reader, [`/api/comentarios/subtema/${subtopicId}?limit=20`]);
  const rest = await read(school, reader, pages);
  return [
    pageRow(`a discussion with a thread of ${THREAD.toLocaleString('en')}: its page, p99 ms`, first, 1),
    pageRow('a page of 25 of its answers, p99 ms', rest, pages.length),
  ];
}

/** An inbox of thousands: half was sent to many, half told to this person alone. */
async function longInbox({ school, course, learners }: Room): Promise<Row[]> {
  const { notifications } = school.running.deps;
  const reader = learners[1] as Person;
  const everyone = learners.map(({ id }) => id);
  const audience = { kind: 'everyone', role: null, plan: null, courseId: null, who: 'all', segmentId: null } as const;
  const content = {
    type: 'general',
    title: 'Aviso',
    message: 'Cerramos el lunes',
    kind: null,
    courseId: null,
    link: null,
    audience,
  } as const;
  for (let n = 0; n < INBOX / 2; n++) await notifications.send(content, everyone, contextOf(null, 'system'));
  const told = { userId: reader.id, kind: 'courseGiven', courseId: course.id, name: 'Curso', link: null };
  for (let n = 0; n < INBOX / 2; n += 500)
    await append(
      school,
      `inbox-${reader.id}`,
      Array.from({ length: 500 }, () => ({ type: 'NoticeGiven', data: told })),
    );
  await settled(school);
  const pages = await pagesOf(school, reader, `/api/usuariosnotificaciones/usuario/${reader.id}?limit=50`);
  if (pages.length < INBOX / 50) throw new Error(`the inbox has ${pages.length} pages`);
  const list = await read(school, reader, pages);
  const bell = await read(school, reader, [`/api/usuariosnotificaciones/resumen/${reader.id}`]);
  const all = INBOX.toLocaleString('en');
  return [
    pageRow(`an inbox of ${all}: a page of 50, p99 ms`, list, pages.length),
    pageRow(`the bell above ${all} unread, p99 ms`, bell, 1),
  ];
}

/** From handing a quiz in until its result is there. */
async function grading({ school, admin, course, learners }: Room): Promise<Row[]> {
  const made = await done<{ data: { id_subtema: number } }>(school, 'POST', '/api/subtema/crearSubtema', admin, {
    ...{ id_sesion: course.modules[0]?.classes[0], titulo: 'Repaso', tipo_subtema: 'evaluacion' },
  });
  const quiz = made.data.id_subtema;
  for (let n = 0; n < QUESTIONS; n++)
    await done<QuestionRecord>(school, 'POST', `/api/evaluaciones/${quiz}/preguntas`, admin, {
      question: `¿Cuánto es ${n} + 2?`,
      options: [n + 2, n, n + 1, n + 3].map((value) => ({ text: `${value}`, is_correct: value === n + 2, explanation: 'Se cuenta.' })),
    });
  await done(school, 'POST', `/api/evaluaciones/${quiz}/publicar`, admin);
  await settled(school);
  const took: number[] = [];
  for (let n = 0; n < ATTEMPTS; n++) {
    const person = learners[n % PEOPLE] as Person;
    const at = `/api/evaluaciones/${person.id}/${quiz}/intentos`;
    const { intento, preguntas } = await done<AttemptRecord>(school, 'POST', at, person);
    for (const { id, options } of preguntas.slice(0, 3))
      await done(school, 'PUT', `${at}/${intento}/respuestas/${id}`, person, { opciones: [options[n % options.length]?.id] });
    const began = performance.now();
    await done(school, 'POST', `${at}/${intento}/entregar`, person);
    took.push(performance.now() - began);
  }
  const detail = `p99 ${percentile(took, 0.99).toFixed(1)} ms; ${ATTEMPTS} attempts, durable when answered`;
  return [met(`a quiz of ${QUESTIONS} questions handed in → graded, p50 ms`, percentile(took, 0.5), 10, detail)];
}

/** From sending to everybody until it stands in the inbox of one of them. */
async function toEverybody(): Promise<Row[]> {
  const dataDir = await mkdtemp(pathOf(tmpdir(), 'aulaviva-together-'));
  try {
    const { learners } = await writeBigLogApart(dataDir, EVERYBODY * EVENTS_EACH, MASTER, 1);
    const school = await openBigSchool(dataDir, MASTER);
    try {
      const vault = openSqliteVault(pathOf(dataDir, 'vault.db'));
      const userId = learners >> 1;
      const session = { userId, sessionId: crypto.randomUUID(), role: 'student' as const, expiresAt: Date.now() + 3_600_000 };
      const { token } = await createSessionTokens(vault).start(session);
      await vault.close();
      const unread = async (): Promise<number> => {
        const answer = await fetch(`${school.url}/api/usuariosnotificaciones/resumen/${userId}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
        return ((await answer.json()) as { nuevas: number }).nuevas;
      };
      const took: number[] = [];
      let reached = 0;
      const before = await unread();
      for (let n = 1; n <= SENDINGS; n++) {
        const began = performance.now();
        const body = { titulo: `Aviso ${n}`, mensaje: 'Cerramos el lunes', tipo: 'general' };
        reached = (await school.ask<{ destinatarios: number }>('POST', '/api/notificaciones/create', body)).destinatarios;
        while ((await unread()) < before + n) await pause(2);
        took.push(performance.now() - began);
      }
      const detail = `first ${(took[0] ?? 0).toFixed(0)}, p50 ${percentile(took, 0.5).toFixed(0)} ms; ${SENDINGS} of them, school apart`;
      const name = `a notification to ${reached.toLocaleString('en')} people sent → in the inbox of one of them, longest, ms`;
      return [met(name, Math.max(...took), 1_000, detail)];
    } finally {
      await school.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

export async function bench(): Promise<Row[]> {
  const room = await openRoom();
  const rows: Row[] = [];
  try {
    for (const part of [toWindows, longThread, longInbox, grading]) rows.push(...(await part(room)));
  } finally {
    await room.school.stop();
  }
  return [...rows, ...(await toEverybody())];
}
