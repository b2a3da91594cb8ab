import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createPersonalKeys } from '../../backend/integrations/vault/personalKeys.ts';
import { openSqliteVault } from '../../backend/integrations/vault/sqlite.ts';
import { createCodec } from '../../events/codec.ts';
import { uuid5 } from '../../events/ids.ts';
import { registry } from '../../events/registry.ts';
import { categoryOf } from '../../events/store/port.ts';
import { EVENTS_FILE, openSqliteStore } from '../../events/store/sqlite.ts';

/** A school with a long past: for benchmarks. */
export interface BigLog {
  events: number;
  learners: number;
  courses: number;
}

const COURSES = 20;
const COHORT = 1_000;
const CLASSES = 20;
/** Of one learner: registered, enrolled twice, and each class completed, viewed and studied. */
const EACH = 3 + 3 * CLASSES;
const FIRST = Date.parse('2025-01-06T15:00:00.000Z');
const TRANSACTION = 20_000;

/** Writes at least `events` events straight into the log's table, in the order in which a school would: cohort by cohort, day by day. */
export async function writeBigLog(dataDir: string, events: number, masterKey: Uint8Array): Promise<BigLog> {
  await (await openSqliteStore({ dataDir })).close();
  const vault = openSqliteVault(join(dataDir, 'vault.db'));
  const codec = createCodec(registry, createPersonalKeys(vault, masterKey));
  const db = new DatabaseSync(join(dataDir, EVENTS_FILE));
  // Nobody else reads or writes it yet.
  db.exec('PRAGMA synchronous = OFF');
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
    const event = await codec.encode(
      uuid5(commandId, stream, 0),
      { type, data },
      {
        commandId,
        correlationId: commandId,
        causationId: commandId,
        actor: { userId, role: 'student' },
        occurredAt: new Date(FIRST + day * 86_400_000 + (written % 36_000) * 1_000).toISOString(),
      },
    );
    insert.run(stream, version, event.id, type, categoryOf(stream), JSON.stringify(event.data), JSON.stringify(event.metadata));
    written++;
  };

  const learners = Math.ceil(events / EACH);
  for (let first = 1, day = 0; first <= learners; first += COHORT, day += CLASSES) {
    const cohort = Array.from({ length: Math.min(COHORT, learners - first + 1) }, (_, i) => first + i);
    const courseOf = (userId: number, second = 0) => 1 + ((userId + second * 7) % COURSES);
    for (const userId of cohort) {
      const username = `alumna${userId}`;
      const person = { userId, username, email: `${username}@ejemplo.mx`, firstName: 'Ana María', lastName: 'Hernández' };
      const rest = { role: 'student', plan: 'basic', source: 'self', termsVersion: '2026-01', campaign: null };
      await write(`user-${userId}`, userId, day, 'UserRegistered', { ...person, ...rest });
      for (const second of [0, 1]) {
        const courseId = courseOf(userId, second);
        await write(`enrolment-${userId}_${courseId}`, userId, day, 'LearnerEnrolled', { userId, courseId, source: 'self' });
      }
    }
    for (let step = 1; step <= CLASSES; step++) {
      for (const userId of cohort) {
        const courseId = courseOf(userId);
        const part = { userId, courseId, moduleId: courseId * 10 + Math.ceil(step / 5), classId: courseId * 100 + step };
        const date = new Date(FIRST + (day + step) * 86_400_000).toISOString().slice(0, 10);
        const stream = `enrolment-${userId}_${courseId}`;
        await write(stream, userId, day + step, 'LessonViewed', { ...part, subtopicId: null, viewMode: 'module' });
        const time = { userId, date, courseId, seconds: 60, tab: `tab-${userId}`, reported: step * 60 };
        await write(`study-${userId}_${date}`, userId, day + step, 'StudyTimeRecorded', time);
        await write(stream, userId, day + step, 'ClassCompleted', part);
      }
    }
  }
  db.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  await vault.close();
  return { events: written, learners, courses: COURSES };
}

/** The same in a process of its own, so that whoever measures memory has none of it. */
export async function writeBigLogApart(dataDir: string, events: number, masterKey: Uint8Array): Promise<BigLog> {
  const args = [import.meta.filename, dataDir, String(events), Buffer.from(masterKey).toString('hex')];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let told = '';
  child.stdout.on('data', (chunk) => {
    told += String(chunk);
  });
  await once(child, 'close');
  return JSON.parse(told) as BigLog;
}

const [dataDir, events, key] = process.argv.slice(2);
if (process.argv[1] === import.meta.filename && dataDir && key)
  process.stdout.write(JSON.stringify(await writeBigLog(dataDir, Number(events), Buffer.from(key, 'hex'))));
