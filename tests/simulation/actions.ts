import { user } from '../../backend/commands/identity/user.ts';
import { enrolment } from '../../backend/commands/learning/enrolment.ts';
import { projectionOperations } from '../../backend/commands/operations/projection.ts';
import { courses } from '../../backend/projections/courses.ts';
import type { AnyProjection } from '../../backend/projections/kernel/projection.ts';
import type { Actor } from '../../events/define.ts';
import { type Browser, openBrowser } from './browser.ts';
import type { Oracle } from './oracle.ts';
import { call, command } from './request.ts';
import { CHORE, marked, projections, type School } from './school.ts';

/** What clients do. Each action is one of these, drawn with its weight; `N` counts them, so that everything written can be told apart. */
export interface Scene {
  school: School;
  oracle: Oracle;
  browsers: Browser[];
  /** The number of the action. */
  n: number;
  /** The power fails within so many virtual ms, where the seed has power cuts. */
  powerFails(withinMs: number): void;
  /** The clock of the node that is furthest behind jumps ahead of all others within so many virtual ms, where the seed has clocks that are wrong. */
  clockJumps(withinMs: number): void;
  /** The next append to this stream is done, but its answer is lost, where the seed loses answers. */
  answerIsLost(stream: string): void;
}
export type Action = (scene: Scene) => Promise<unknown>;

const by = (userId: number, role: Actor['role']): Actor => ({ userId, role });

const rename: Action = async ({ school, oracle, browsers, n }) => {
  const { random } = school.world;
  const { courseId } = random.pick(school.people.courses);
  const title = `Curso ${courseId}.${n}`;
  const client = random.pick(browsers);
  const admin = random.pick(school.people.administrators);
  const outcome = await command(
    school,
    client.process,
    `renames course ${courseId} to ${title}`,
    by(admin, 'administrator'),
    ({ domain }, context) => domain.authoring.change(courseId, { type: 'change', title }, context),
  );
  oracle.wrote({
    what: `course ${courseId} is called ${title}`,
    commandId: outcome.commandId,
    outcome,
    position: outcome.kind === 'done' ? outcome.value.position : null,
  });
  if (outcome.kind !== 'done' || outcome.value.position === null) return;
  const { position } = outcome.value;
  if (random.chance(0.5)) client.feed.committed(position);
  // Whoever wrote reads what they wrote, wherever they ask.
  const read = await call(school, client.process, `reads course ${courseId} from ${position}`, async ({ reads }) => {
    if (!(await reads.waitFor(position, 1_000))) return null;
    const session = reads.session();
    const doc = await session.get(courses, String(courseId));
    return { title: doc?.title ?? null, stale: session.stale() };
  });
  if (read.kind === 'done' && read.value && !read.value.stale) await oracle.readOwn(`course-${courseId}`, position, read.value.title);
};

const enrol: Action = async ({ school, oracle, browsers }) => {
  const { random } = school.world;
  const userId = random.pick(school.people.students);
  const { courseId } = random.pick(school.people.courses);
  const client = random.pick(browsers).process;
  const leaves = random.chance(0.4);
  const outcome = await command(
    school,
    client,
    `${leaves ? 'leaves' : 'enters'} course ${courseId} as ${userId}`,
    by(userId, 'student'),
    ({ domain }, context) =>
      leaves ? domain.learning.unenrol(userId, courseId, context) : domain.learning.enrol(userId, courseId, context),
  );
  oracle.wrote({
    what: `enrolment of ${userId}`,
    commandId: outcome.commandId,
    outcome,
    position: outcome.kind === 'done' ? outcome.value.position : null,
  });
  if (outcome.kind === 'done') await oracle.answered(enrolment, `${userId}_${courseId}`, outcome.value.version, outcome.value.state);
};

/** A class is marked, and the mark taken away and set again: the state says when. */
const mark: Action = async ({ school, oracle, browsers, answerIsLost }) => {
  const { random } = school.world;
  const userId = random.pick(school.people.students);
  const { courseId, classIds } = random.pick(school.people.courses);
  const classId = random.pick(classIds);
  const client = random.pick(browsers).process;
  let done = random.chance(0.6);
  for (let times = 1 + random.below(3); times > 0; times--, done = !done) {
    if (random.chance(0.3)) answerIsLost(`enrolment-${userId}_${courseId}`);
    const outcome = await command(
      school,
      client,
      `${done ? 'marks' : 'unmarks'} class ${classId} as ${userId}`,
      by(userId, 'student'),
      ({ domain }, context) => domain.learning.setCompleted(userId, courseId, classId, done, context),
    );
    if (outcome.kind === 'done') await oracle.answered(enrolment, `${userId}_${courseId}`, outcome.value.version, outcome.value.state);
  }
};

const review: Action = async ({ school, browsers, oracle, n }) => {
  const { random } = school.world;
  const userId = random.pick(school.people.students);
  const courseId = school.people.courses[0]?.courseId ?? 0;
  const said = { stars: 1 + random.below(5), text: marked(userId, `reseña ${n}`) };
  const outcome = await command(
    school,
    random.pick(browsers).process,
    `reviews as ${userId}`,
    by(userId, 'student'),
    ({ domain }, context) => domain.reviews.write(userId, courseId, said, context),
  );
  oracle.wrote({
    what: `review of ${userId}`,
    commandId: outcome.commandId,
    outcome,
    position: outcome.kind === 'done' ? outcome.value.position : null,
  });
};

const say: Action = async ({ school, browsers, oracle, n, powerFails }) => {
  const { random } = school.world;
  const userId = random.pick(school.people.students);
  const { courseId, classIds } = random.pick(school.people.courses.slice(0, 1));
  const place = { courseId, moduleId: null, classId: classIds[0] ?? null, subtopicId: 1, staff: false };
  powerFails(60);
  const outcome = await command(
    school,
    random.pick(browsers).process,
    `comments as ${userId}`,
    by(userId, 'student'),
    ({ domain }, context) => domain.discussions.post(userId, place, { text: marked(userId, `duda ${n}`), answered: null }, context),
  );
  const { position = null, commentId } = outcome.kind === 'done' ? outcome.value : {};
  oracle.wrote({ what: `comment of ${userId}`, commandId: outcome.commandId, outcome, position, ...(commentId && { commentId }) });
};

const nameOneself: Action = async ({ school, browsers, n }) => {
  const { random } = school.world;
  const userId = random.pick(school.people.students);
  await command(school, random.pick(browsers).process, `names ${userId}`, by(userId, 'student'), ({ domain }, context) =>
    domain.commands.handle(user, userId, { type: 'changeName', firstName: marked(userId, `Ana ${n}`), lastName: undefined }, context),
  );
};

const erase = async ({ school, browsers }: Scene, userId: number) => {
  const { random } = school.world;
  const admin = random.pick(school.people.administrators);
  await command(school, random.pick(browsers).process, `erases ${userId}`, by(admin, 'administrator'), ({ domain }, context) =>
    domain.accounts.govern(userId, { type: 'erase' }, context),
  );
};

/** A person is erased while they write, in several windows. */
export const eraseWriting = async (scene: Scene, someone?: number): Promise<void> => {
  const { school, browsers, n } = scene;
  const { random } = school.world;
  const userId = someone ?? random.pick(school.people.students);
  const courseId = school.people.courses[0]?.courseId ?? 0;
  const writing = Array.from({ length: 3 }, async (_, i) => {
    await school.world.sleep(random.below(40));
    const said = { stars: 1 + random.below(5), text: marked(userId, `última reseña ${n}.${i}`) };
    await command(school, random.pick(browsers).process, `reviews as ${userId}`, by(userId, 'student'), ({ domain }, context) =>
      domain.reviews.write(userId, courseId, said, context),
    );
  });
  await Promise.all([erase(scene, userId), ...writing]);
};

/** Two things about one person at once, each by another administrator. */
const govern: Action = async ({ school, browsers }) => {
  const { random } = school.world;
  const someone = [...school.people.administrators, ...school.people.students.slice(0, 2)];
  const userId = random.pick(someone);
  const one = async () => {
    const what = random.pick([
      { type: 'activate' } as const,
      { type: 'deactivate' } as const,
      { type: 'changeRole', role: 'student' } as const,
      { type: 'changeRole', role: 'administrator' } as const,
    ]);
    await school.world.sleep(random.below(10));
    const admin = random.pick(school.people.administrators);
    await command(
      school,
      random.pick(browsers).process,
      `governs ${userId}: ${what.type}${what.type === 'changeRole' ? ` ${what.role}` : ''}`,
      by(admin, 'administrator'),
      ({ domain }, context) => domain.accounts.govern(userId, what, context),
    );
  };
  await Promise.all([one(), one()]);
};

const capture: Action = async ({ school, oracle, browsers, n }) => {
  const form = {
    ...{ kind: 'course' as const, subject: 'Curso', courseId: null, name: `Visita ${n}`, email: `visita${n}@ejemplo.mx`, phone: '' },
    ...{ company: null, message: null, consentVersion: null, campaign: null, submittedAt: null },
  };
  const { random } = school.world;
  const visitor = random.chance(0.5) ? { userId: null, role: 'visitor' as const } : by(random.pick(school.people.students), 'student');
  const outcome = await command(school, random.pick(browsers).process, `leaves a lead`, visitor, ({ domain }, context) =>
    domain.leads.capture(form, context),
  );
  oracle.wrote({
    what: 'a lead',
    commandId: outcome.commandId,
    outcome,
    position: outcome.kind === 'done' ? outcome.value.position : null,
  });
};

type Operation = 'pause' | 'resume' | 'replay' | 'switch' | 'return';

const ask = async ({ school, browsers, powerFails }: Scene, { name, version }: AnyProjection, type: Operation): Promise<void> => {
  const { random } = school.world;
  const admin = random.pick(school.people.administrators);
  const outcome = await command(
    school,
    random.pick(browsers).process,
    `${type} ${name}`,
    by(admin, 'administrator'),
    async ({ domain, reader }, context) => {
      const own = (await reader.generations()).filter((state) => state.projection === name);
      const highest = Math.max(0, ...own.map(({ generation }) => generation));
      const kept = own.flatMap(({ role, generation }) => (role === 'previous' ? [generation] : []));
      const asked = {
        pause: { type: 'pause', until: null },
        resume: { type: 'resume', halted: false },
        replay: { type: 'replay', highest, codeVersion: version },
        switch: { type: 'switch', limit: 1, forced: false },
        return: { type: 'return', generation: kept.at(-1) ?? 0, kept },
      } as const;
      return domain.commands.handle(projectionOperations, name, { projection: name, ...asked[type] }, context);
    },
  );
  if (type === 'switch' && outcome.kind === 'done') powerFails(500);
};

const operate: Action = (scene) => {
  const { random } = scene.school.world;
  return ask(scene, random.pick(projections), random.pick(['pause', 'resume', 'replay', 'switch', 'return'] as const));
};

const rebuild: Action = async (scene) => {
  const { world } = scene.school;
  const projection = world.random.pick(projections);
  await ask(scene, projection, 'replay');
  await world.sleep(200 + world.random.below(1_000));
  await ask(scene, projection, 'switch');
};

/** A read model that screens show is paused, changes, and continues while one person is offline and others search. */
const pauseAway: Action = async (scene) => {
  const { school, browsers } = scene;
  const { world } = school;
  const { random } = world;
  await ask(scene, courses, 'pause');
  await rename(scene);
  const browser = random.pick(browsers);
  await world.sleep(random.below(300));
  if (random.chance(0.7)) browser.offline();
  const searching = Array.from({ length: 6 }, async (_, i) => {
    await world.sleep(i * 20 + random.below(60));
    await search(scene);
  });
  await ask(scene, courses, 'resume');
  await Promise.all(searching);
  await world.sleep(random.below(600));
  browser.online();
};

/** Somebody loses the line for a while. */
const away: Action = async ({ school, browsers }) => {
  const { random } = school.world;
  const browser = random.pick(browsers);
  browser.offline();
  await school.world.sleep(random.below(3_000));
  browser.online();
};

/** Somebody closes their window and opens another. */
const reopen: Action = async ({ school, browsers, n }) => {
  const at = school.world.random.below(browsers.length);
  browsers[at]?.close();
  browsers[at] = openBrowser(school, `browser${at}.${n}`, at % 2 === 0);
};

const search: Action = async ({ school, browsers }) => {
  await call(school, school.world.random.pick(browsers).process, 'searches', ({ search }) =>
    search.search({ text: '', order: 'newest', chosen: { difficulty: [], track: [], tier: [], price: [] } }),
  );
};

/** Chores for the timer, due at once, and more than are begun together. */
const chores: Action = async ({ school, n, clockJumps }) => {
  const due = new Date(school.world.clockOf(school.world.fate) + 500).toISOString();
  for (let i = 10; i < 34; i++) {
    const thing = `chore ${n}.${i}`;
    school.vault.put('deadlines', `${due}|${thing}`, { thing, due, kind: CHORE, data: {} }, null);
  }
  if (school.world.random.chance(0.5)) clockJumps(1_500);
};

/** What clients do, and how often in comparison. */
export const actions: readonly { name: string; weight: number; act: Action }[] = [
  { name: 'rename', weight: 8, act: rename },
  { name: 'enrol', weight: 6, act: enrol },
  { name: 'review', weight: 4, act: review },
  { name: 'nameOneself', weight: 2, act: nameOneself },
  { name: 'eraseWriting', weight: 1, act: (scene) => eraseWriting(scene) },
  { name: 'govern', weight: 3, act: govern },
  { name: 'capture', weight: 2, act: capture },
  { name: 'operate', weight: 2, act: operate },
  { name: 'rebuild', weight: 2, act: rebuild },
  { name: 'pauseAway', weight: 1, act: pauseAway },
  { name: 'reopen', weight: 3, act: reopen },
  { name: 'away', weight: 3, act: away },
  { name: 'search', weight: 3, act: search },
  { name: 'chores', weight: 2, act: chores },
  { name: 'mark', weight: 6, act: mark },
  { name: 'say', weight: 2, act: say },
];
