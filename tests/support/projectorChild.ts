import { writeSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandContext } from '../../backend/commands/kernel/handle.ts';
import { type ProjectionCommand, projectionOperations } from '../../backend/commands/operations/projection.ts';
import { createDomain } from '../../backend/domain.ts';
import { openSqliteVault } from '../../backend/integrations/vault/sqlite.ts';
import { projections } from '../../backend/projections/all.ts';
import { type ProjectionStatus, STATUS_KEY, type StatusRecord } from '../../backend/projections/kernel/status.ts';
import { createProjector } from '../../backend/projections/projector/projector.ts';
import { openSqliteReadStore } from '../../backend/projections/stores/sqlite.ts';
import { openSqliteReader } from '../../backend/projections/stores/sqliteReader.ts';
import type { Appended, EventStore } from '../../events/store/port.ts';
import { openSqliteStore } from '../../events/store/sqlite.ts';
import { courseFields } from './courseFields.ts';
import { registration } from './domain.ts';

/**
 * The school without its API, until it is killed: log, vault, projector over every read model, people who register, enrol, complete and leave,
 * and an operator who replays. `node projectorChild.ts <dataDir> <run> <writers>`; one line of JSON for every acknowledged append.
 */
export type ChildLine =
  | ({ kind: 'acknowledged'; stream: string; ids: string[] } & Appended)
  /** A generation is being built, or waits. */
  | { kind: 'replay'; projection: string; state: string };

export const CHILD_MASTER = new Uint8Array(32).fill(3);

type Omitted<C> = C extends { projection: string } ? Omit<C, 'projection'> : never;

const COURSES = 3;
const CLASSES = 4;

async function live(dataDir: string, run: string, writers: number): Promise<never> {
  const say = (line: ChildLine) => void writeSync(1, `${JSON.stringify(line)}\n`);
  const random = (below: number) => Math.floor(Math.random() * below);
  const inner = await openSqliteStore({ dataDir });
  const store: EventStore = {
    append: async (stream, expected, events) => {
      const appended = await inner.append(stream, expected, events);
      say({ kind: 'acknowledged', stream, ids: events.map(({ id }) => id), ...appended });
      return appended;
    },
    readStream: (stream, from) => inner.readStream(stream, from),
    readAll: (after, options) => inner.readAll(after, options),
    pages: (after, options) => inner.pages(after, options),
    subscribeAll: (after, signal, types) => inner.subscribeAll(after, signal, types),
    head: () => inner.head(),
    parsePosition: (text) => inner.parsePosition(text),
    close: () => inner.close(),
  };
  const vault = openSqliteVault(join(dataDir, 'vault.db'));
  const domain = createDomain(store, vault, { personalDataKey: CHILD_MASTER, reservationKey: new Uint8Array(32).fill(9) });
  const reader = openSqliteReader(join(dataDir, 'read.db'));
  const context = (): CommandContext => {
    const commandId = crypto.randomUUID();
    return { commandId, correlationId: commandId, causationId: commandId, actor: { userId: null, role: 'system' }, now: new Date() };
  };

  const projector = createProjector({
    log: domain.log,
    store: openSqliteReadStore(join(dataDir, 'read.db')),
    vault,
    projections,
    place: {
      folder: join(dataDir, 'builds'),
      connect: () => inner.connection(),
      vaultPath: join(dataDir, 'vault.db'),
      personalDataKey: CHILD_MASTER,
    },
    holder: 'embedded',
    logger: { info() {}, warn() {}, error: (fields, message) => void writeSync(2, `${message} ${JSON.stringify(fields)}\n`) },
    clock: Date.now,
    view: (row) => ({ ...row }),
    onCommit() {},
    onErased: (person) => domain.keys.forget(person),
  });
  projector.start();

  const courses: { courseId: number; classIds: number[] }[] = [];
  for (let made = 0; made < COURSES; made++) {
    const { courseId } = await domain.authoring.createCourse(
      courseFields({ title: `Curso ${run} ${made}`, unlockRule: 'free' }),
      context(),
    );
    const { moduleId } = await domain.authoring.addModule(
      courseId,
      { title: 'Uno', description: '', content: '', videoUrl: null },
      context(),
    );
    const classIds: number[] = [];
    for (let klass = 0; klass < CLASSES; klass++) {
      const fields = { title: `Clase ${klass}`, description: '', videoUrl: null, subtopics: [], resources: [] };
      classIds.push((await domain.authoring.addClass(courseId, moduleId, fields, context())).classId);
    }
    await domain.authoring.change(courseId, { type: 'publish' }, context());
    courses.push({ courseId, classIds });
  }

  const writer = async (number: number): Promise<never> => {
    for (let turn = 0; ; turn++) {
      const name = `r${run}w${number}t${turn}`;
      const { userId } = await domain.accounts.register(
        registration(name, { firstName: 'Ana', lastName: name }),
        context(),
        async () => {},
      );
      const { courseId, classIds } = courses[random(COURSES)] ?? { courseId: 0, classIds: [] };
      await domain.learning.enrol(userId, courseId, context());
      for (const classId of classIds.slice(random(2))) await domain.learning.setCompleted(userId, courseId, classId, true, context());
      await domain.learning.study(userId, courseId, { tab: name, reported: 1 + random(50) }, context());
      if (turn % 3 === 1) await domain.learning.unenrol(userId, courseId, context());
      if (turn % 4 === 2) {
        await domain.accounts.govern(userId, { type: 'erase' }, context());
        // What the reactor does when it hears of it.
        await domain.keys.destroy(String(userId));
      }
    }
  };

  const ask = (projection: string, command: Omitted<ProjectionCommand>) =>
    domain.commands.handle(projectionOperations, projection, { projection, ...command } as ProjectionCommand, context());
  const rowWhere = async (name: string, wanted: (row: ProjectionStatus) => boolean): Promise<ProjectionStatus> => {
    for (;;) {
      const row = (await vault.get<StatusRecord>('status', STATUS_KEY))?.value.rows.find((one) => one.name === name);
      if (row?.replay) say({ kind: 'replay', projection: name, state: row.replay.state });
      if (row && wanted(row)) return row;
      await new Promise((done) => setTimeout(done, 5));
    }
  };
  const operator = async (): Promise<never> => {
    await projector.ready();
    for (;;) {
      const projection = projections[random(projections.length)];
      if (!projection) continue;
      const { name, version } = projection;
      if (!(await domain.commands.load(projectionOperations, name)).state.building) {
        const highest = Math.max(
          0,
          ...(await reader.generations()).filter((one) => one.projection === name).map(({ generation }) => generation),
        );
        const { state: asked } = await ask(name, { type: 'replay', highest, codeVersion: version });
        await rowWhere(name, ({ replay }) => replay?.generation === asked.last);
        if (random(5) === 0) await ask(name, { type: 'cancel' });
      }
      const { replay, previous, state } = await rowWhere(name, ({ replay }) => replay?.state !== 'running');
      const { building, paused } = (await domain.commands.load(projectionOperations, name)).state;
      const [kept] = previous;
      if (building && building.differs !== null) {
        await ask(name, random(3) > 0 ? { type: 'switch', limit: 1, forced: false } : { type: 'cancel' });
        await rowWhere(name, (row) => row.replay?.generation !== building.generation);
      } else if (paused || state === 'paused') {
        await ask(name, { type: 'resume', halted: false });
        await rowWhere(name, (row) => row.state === 'running');
      } else if (kept && !replay && random(2) === 0) {
        await ask(name, { type: 'return', generation: kept.generation, kept: [kept.generation] });
        await rowWhere(name, ({ generation }) => generation === kept.generation);
      } else if (random(2) === 0) {
        await ask(name, { type: 'pause', until: null });
        await rowWhere(name, (row) => row.state === 'paused');
      }
    }
  };
  return Promise.race([operator(), ...Array.from({ length: writers }, (_, number) => writer(number))]);
}

const [dataDir, run, writers] = process.argv.slice(2);
if (process.argv[1] === import.meta.filename && dataDir && run) await live(dataDir, run, Number(writers));
