import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createPersonalKeys } from '../../backend/integrations/vault/personalKeys.ts';
import { openSqliteVault } from '../../backend/integrations/vault/sqlite.ts';
import { namesSettled } from '../../backend/process/names.ts';
import { createCodec } from '../../events/codec.ts';
import { uuid5 } from '../../events/ids.ts';
import { registry } from '../../events/registry.ts';
import { categoryOf } from '../../events/store/port.ts';
import { EVENTS_FILE, openSqliteStore } from '../../events/store/sqlite.ts';
import { origin } from './learning.ts';

/** A school with a long past: for benchmarks. */
export interface BigLog {
  events: number;
  learners: number;
  courses: number;
}

const COURSES = 20;
const COHORT = 1_000;
/** All learners begin within this many days, so that no event is in the future. */
const DAYS = 560;
/** Of every course: modules of five classes. */
const CLASSES = 20;
const MODULE = 5;
const FIRST = Date.parse('2025-01-06T15:00:00.000Z');
const TRANSACTION = 20_000;

const subtopicsOf = (classId: number) =>
  [1, 2].map((part) => ({
    ...{ subtopicId: classId * 10 + part, title: `Tema ${part}`, description: 'Lo que hay que saber, con un ejemplo.' },
    ...{ kind: 'reading' as const, videoUrl: null, minutes: 5 },
  }));

/** The events until a course is published, in order. */
function courseEvents(courseId: number): [type: string, data: object][] {
  const texts = { title: `Curso ${courseId}`, description: 'Desde cero y con la práctica de cada semana.' };
  const kind = { category: 'Programación', tier: 'basic', difficulty: 'beginner', track: 'code', duration: null, unlockRule: 'sequential' };
  const nothing = { instructorId: null, imageUrl: null, price: null, previousPrice: null, providerPriceId: null };
  const told: [string, object][] = [['CourseCreated', { courseId, ...texts, ...kind, ...nothing }]];
  for (let step = 1; step <= CLASSES; step++) {
    const part = { courseId, moduleId: moduleOf(courseId, step) };
    const module = { title: `Módulo ${part.moduleId}`, description: 'Una parte del curso.', content: '', videoUrl: null };
    if (step % MODULE === 1) told.push(['ModuleAdded', { ...part, ...module }]);
    const classId = courseId * 100 + step;
    const klass = { title: `Clase ${step}`, description: 'Una sesión.', videoUrl: null, resources: [] };
    told.push(['ClassAdded', { ...part, classId, ...klass, subtopics: subtopicsOf(classId) }]);
  }
  return [...told, ['CoursePublished', { courseId, classes: CLASSES }]];
}
/** How many days lie between the beginnings of two cohorts. */
const daysApart = (learners: number, classes: number) => Math.min(classes, Math.max(1, Math.floor((DAYS * COHORT) / learners)));
/** How many days the history of so many learners lasts. */
export const daysOf = (learners: number, classes = CLASSES): number =>
  (Math.ceil(learners / COHORT) - 1) * daysApart(learners, classes) + classes;

const moduleOf = (courseId: number, step: number): number => courseId * 10 + Math.ceil(step / MODULE);

/**
 * Writes at least `events` events straight into the log's table, in the order in which a school would: its courses, then cohort by cohort,
 * day by day. Each learner enrols in two courses and takes the first `classes` classes of one of them: the fewer, the more learners there are.
 */
export async function writeBigLog(dataDir: string, events: number, masterKey: Uint8Array, classes = CLASSES): Promise<BigLog> {
  await (await openSqliteStore({ dataDir })).close();
  const vault = openSqliteVault(join(dataDir, 'vault.db'));
  const codec = createCodec(registry, createPersonalKeys(vault, masterKey));
  const db = new DatabaseSync(join(dataDir, EVENTS_FILE));
  // Nobody else reads or writes the file yet; with its indexes in memory, ten million events take three minutes.
  db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -524288');
  const insert = db.prepare(
    'INSERT INTO events (stream, version, id, type, category, open, data, metadata) VALUES (?, ?, ?, ?, ?, 0, ?, ?)',
  );
  const versions = new Map<string, number>();
  let written = 0;
  const write = async (stream: string, userId: number, day: number, type: string, data: object) => {
    if (written % TRANSACTION === 0) db.exec(written === 0 ? 'BEGIN' : 'COMMIT; BEGIN');
    const commandId = uuid5('big', written);
    const version = versions.get(stream) ?? 0;
    versions.set(stream, version + 1);
    const { written: event } = await codec.encode(
      uuid5(commandId, stream, 0),
      { type, data },
      {
        commandId,
        correlationId: commandId,
        causationId: commandId,
        actor: userId === 0 ? { userId: null, role: 'system' } : { userId, role: 'student' },
        occurredAt: new Date(FIRST + day * 86_400_000 + (written % 36_000) * 1_000).toISOString(),
      },
    );
    insert.run(stream, version, event.id, type, categoryOf(stream), JSON.stringify(event.data), JSON.stringify(event.metadata));
    written++;
  };

  for (let courseId = 1; courseId <= COURSES; courseId++)
    for (const [type, data] of courseEvents(courseId)) await write(`course-${courseId}`, 0, 0, type, data);

  // Registered, enrolled twice, a module open now and then, and each class viewed, studied and completed.
  const each = 3 + Math.ceil(classes / MODULE) + 3 * classes + (classes === CLASSES ? 1 : 0);
  const learners = Math.max(1, Math.ceil((events - written) / each));
  const apart = daysApart(learners, classes);
  for (let first = 1, day = 0; first <= learners; first += COHORT, day += apart) {
    const cohort = Array.from({ length: Math.min(COHORT, learners - first + 1) }, (_, i) => first + i);
    const courseOf = (userId: number, second = 0) => 1 + ((userId + second * 7) % COURSES);
    for (const userId of cohort) {
      const username = `alumna${userId}`;
      const person = { userId, username, email: `${username}@ejemplo.mx`, firstName: 'Ana María', lastName: 'Hernández' };
      const rest = { role: 'student', plan: 'basic', source: 'self', termsVersion: '2026-01', campaign: null };
      await write(`user-${userId}`, userId, day, 'UserRegistered', { ...person, ...rest });
      for (const second of [0, 1]) {
        const courseId = courseOf(userId, second);
        await write(`enrolment-${userId}_${courseId}`, userId, day, 'LearnerEnrolled', { userId, courseId, source: 'self', ...origin });
      }
    }
    for (let step = 1; step <= classes; step++) {
      for (const userId of cohort) {
        const courseId = courseOf(userId);
        const moduleId = moduleOf(courseId, step);
        const part = { userId, courseId, moduleId, classId: courseId * 100 + step };
        const date = new Date(FIRST + (day + step) * 86_400_000).toISOString().slice(0, 10);
        const stream = `enrolment-${userId}_${courseId}`;
        if (step % MODULE === 1) await write(stream, userId, day + step, 'ModuleUnlocked', { userId, courseId, moduleId });
        await write(stream, userId, day + step, 'LessonViewed', { ...part, subtopicId: null, viewMode: 'module' });
        const time = { userId, date, courseId, seconds: 60, tab: `tab-${userId}`, reported: step * 60 };
        await write(`study-${userId}_${date}`, userId, day + step, 'StudyTimeRecorded', time);
        await write(stream, userId, day + step, 'ClassCompleted', part);
        if (step === CLASSES) await write(stream, userId, day + step, 'CourseCompleted', { userId, courseId, classes: CLASSES });
      }
    }
  }
  db.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  // Names of tens of thousands would be reserved one by one at the school's first start.
  await namesSettled(vault);
  await vault.close();
  return { events: written, learners, courses: COURSES };
}

/** Runs `writeBigLog` in a process of its own, so that whoever measures memory has none of it. */
export async function writeBigLogApart(dataDir: string, events: number, masterKey: Uint8Array, classes = CLASSES): Promise<BigLog> {
  const args = [import.meta.filename, dataDir, String(events), Buffer.from(masterKey).toString('hex'), String(classes)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let told = '';
  child.stdout.on('data', (chunk) => {
    told += String(chunk);
  });
  await once(child, 'close');
  return JSON.parse(told) as BigLog;
}

const [dataDir, events, key, classes] = process.argv.slice(2);
if (process.argv[1] === import.meta.filename && dataDir && key)
  process.stdout.write(JSON.stringify(await writeBigLog(dataDir, Number(events), Buffer.from(key, 'hex'), Number(classes ?? CLASSES))));
