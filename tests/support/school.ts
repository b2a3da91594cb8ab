import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import { DEMO_PASSWORD } from '../../backend/demo/people.ts';
import type { LinkChecker } from '../../backend/integrations/links/port.ts';
import { type Running, start } from '../../backend/process/composition.ts';
import { type Config, readConfig } from '../../backend/process/config.ts';
import { copyDemoData, demoIsShared } from './demoData.ts';
import { CHEAP_PASSWORDS } from './passwords.ts';
import { reacted } from './reacted.ts';

export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed JSON; undefined for anything else. */
  body: Record<string, unknown> & { message?: string; code?: string };
  text: string;
}

export interface Ask {
  token?: string | undefined;
  body?: unknown;
  /** Sent as it is, instead of JSON. */
  raw?: { type: string; body: string };
  headers?: Record<string, string>;
}

/** A whole school of its own: real stores in a temporary folder, real HTTP on a free port. Its demo is loaded once for all tests. */
export interface School {
  url: string;
  config: Config;
  running: Running;
  dataDir: string;
  ask(method: string, path: string, options?: Ask): Promise<Answer>;
  /** Token of a demo account (by its name before the @), or of any e-mail and password. */
  login(email: string, password?: string): Promise<{ token: string; id: number }>;
  stop(): Promise<void>;
}

/** Whether log, read models, vault and files are local files: tests that look into those run only then. */
export const embedded = !process.env.TEST_SCHOOL_MONGODB_URL;

const emptyLogs = process.env.TEST_SCHOOL_EVENTSTORE_URL?.split(' ') ?? [];
const logOf = new Map<string, string>();
function logFor(dataDir: string): string {
  const log = logOf.get(dataDir) ?? emptyLogs.shift();
  if (!log) throw new Error('TEST_SCHOOL_EVENTSTORE_URL names fewer servers than this file opens schools');
  logOf.set(dataDir, log);
  return log;
}

/**
 * With TEST_SCHOOL_MONGODB_URL, schools keep their documents, vault and files there: in databases of each folder's own. With TEST_SCHOOL_EVENTSTORE_URL
 * besides, their events are on one of those servers (addresses with spaces between), which are empty: one for each school that a file of tests opens.
 */
function remoteStores(dataDir: string): { url: string; name: string; env: Record<string, string>; drop(): Promise<void> } | null {
  const url = process.env.TEST_SCHOOL_MONGODB_URL;
  if (!url) return null;
  const log = process.env.TEST_SCHOOL_EVENTSTORE_URL && logFor(dataDir);
  const name = `aulaviva_school_${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`;
  return {
    ...{ url, name },
    env: {
      ...{ READ_STORE: `${url}/${name}`, FILES_URL: 'mongodb' },
      ...(log && { EVENT_STORE: log }),
      ...{ SESSION_SECRET: 's'.repeat(40), PERSONAL_DATA_KEY: Buffer.alloc(32, 7).toString('base64') },
    },
    async drop() {
      const { MongoClient } = await import('mongodb');
      const client = new MongoClient(url);
      for (const part of ['', '_vault', '_files']) await client.db(`${name}${part}`).dropDatabase();
      await client.close();
    },
  };
}

/** Sets a field of a served document, as a fault would leave it. Answers how many documents there were of this read model and key. */
export async function damageDocument({ dataDir }: School, projection: string, key: string, field: string, value: unknown): Promise<number> {
  const remote = remoteStores(dataDir);
  if (!remote) {
    const database = new DatabaseSync(path.join(dataDir, 'read.db'));
    const of = database.prepare(`SELECT id FROM generations WHERE projection = ? AND role = 'serving'`).get(projection);
    const damaged = database.prepare(`UPDATE g${of?.id} SET j = json_set(j, ?, json(?)) WHERE k = ?`);
    const { changes } = damaged.run(`$.${field}`, JSON.stringify(value), key);
    database.close();
    return Number(changes);
  }
  const { MongoClient } = await import('mongodb');
  const client = new MongoClient(remote.url);
  const database = client.db(remote.name);
  const state = await database.collection<{ generations: Record<string, { role: string }> }>('state').findOne();
  const of = Object.entries(state?.generations ?? {}).find(([name, { role }]) => role === 'serving' && name.startsWith(`${projection}_v`));
  const { modifiedCount } = await database.collection<{ _id: string }>(of?.[0] ?? '').updateOne({ _id: key }, { $set: { [field]: value } });
  await client.close();
  return modifiedCount;
}

export async function openSchool(
  options: {
    env?: Record<string, string>;
    dataDir?: string;
    keep?: boolean;
    clock?: () => Date;
    checkAnswers?: boolean;
    dist?: string;
    linkChecker?: LinkChecker;
    /** As in a school with a sender of text messages; false: as without. */
    textMessages?: boolean;
    /** Passwords that cost as much as in a real school; here they cost next to nothing. */
    realPasswords?: boolean;
    /** How long leases stand without being renewed. */
    leaseMs?: number;
    /** For how long a body may take to come. */
    bodyPatienceMs?: number;
    /** Gets every line that the server logs, at its most talkative. */
    logged?: (line: string) => void;
  } = {},
): Promise<School> {
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), 'aulaviva-school-'));
  const remote = remoteStores(dataDir);
  if (options.env?.DEMO === 'true' && options.dataDir === undefined && demoIsShared() && !remote)
    await copyDemoData(dataDir, async (into) => {
      const loading = await openSchool({ env: { DEMO: 'true' }, dataDir: into, keep: true });
      // No copy should load it again, or begin in the middle of loading.
      await reacted(loading);
      await loading.stop();
    });
  const settings = readConfig({
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'http://localhost:3000',
    SESSION_LIMIT: '100000',
    FORM_LIMIT: '100000',
    USE_RATE: '100000',
    STUDY_RATE: '100000',
    MAKE_RATE: '100000',
    DEMO: 'false',
    LINK_CHECKS: 'false',
    DATABASE_CHECKS: 'false',
    ...remote?.env,
    ...options.env,
  });
  const config: Config = {
    ...settings,
    ...(!options.realPasswords && { passwordCost: CHEAP_PASSWORDS }),
    ...(options.leaseMs !== undefined && { leaseMs: options.leaseMs }),
  };
  const { logged } = options;
  const logger = logged ? pino({ level: 'trace' }, { write: logged }) : pino({ level: config.logLevel });
  const running = await start(config, logger, {
    checkAnswers: options.checkAnswers ?? true,
    ...(options.clock && { clock: options.clock }),
    textMessages: options.textMessages ?? true,
    ...(options.dist && { dist: options.dist }),
    ...(options.linkChecker && { linkChecker: options.linkChecker }),
    ...(options.bodyPatienceMs !== undefined && { bodyPatienceMs: options.bodyPatienceMs }),
  });
  await running.ready;
  const url = running.address ?? '';

  const ask: School['ask'] = async (method, at, { token, body, raw, headers } = {}) => {
    const response = await fetch(`${url}${at}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(raw ? { 'content-type': raw.type } : body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(raw ? { body: raw.body } : body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('/json');
    return { status: response.status, headers: response.headers, text, body: json ? (JSON.parse(text) as Answer['body']) : {} };
  };

  return {
    url,
    config,
    running,
    dataDir,
    ask,
    async login(email, password = DEMO_PASSWORD) {
      const answer = await ask('POST', '/api/auth/login', { body: { email: email.includes('@') ? email : `${email}@demo.mx`, password } });
      if (answer.status !== 200) throw new Error(`login of ${email}: ${answer.status} ${answer.text}`);
      return { token: String(answer.body.token), id: (answer.body.user as { id: number }).id };
    },
    async stop() {
      await running.stop();
      if (options.keep) return;
      rmSync(dataDir, { recursive: true, force: true });
      await remote?.drop();
    },
  };
}
