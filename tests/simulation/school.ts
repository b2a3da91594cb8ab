import { type CommandContext, metadataOf } from '../../backend/commands/kernel/handle.ts';
import { createDomain, type Domain } from '../../backend/domain.ts';
import { courseStats } from '../../backend/projections/courseStats.ts';
import { courses } from '../../backend/projections/courses.ts';
import { enrolments } from '../../backend/projections/enrolments.ts';
import type { AnyProjection } from '../../backend/projections/kernel/projection.ts';
import { leads } from '../../backend/projections/leads.ts';
import { reviewStats, reviews } from '../../backend/projections/reviews.ts';
import { users } from '../../backend/projections/users.ts';
import { uuid5 } from '../../events/ids.ts';
import { courseFields } from '../support/courseFields.ts';
import { type Faults, NO_FAULTS } from './faults.ts';
import { type Node, startNode } from './node.ts';
import { direct } from './stores/hop.ts';
import { connectLog, MemoryLog } from './stores/memoryLog.ts';
import { MemoryReadStore } from './stores/memoryReadStore.ts';
import { connectVault, MemoryVault } from './stores/memoryVault.ts';
import type { Trace } from './trace.ts';
import type { Process, World } from './world.ts';

/** The read models of the simulated school: of each kind that there is, one. */
export const projections: readonly AnyProjection[] = [users, courses, courseStats, enrolments, reviews, reviewStats, leads];

export const schoolConfig = { personalDataKey: new Uint8Array(32).fill(7), reservationKey: new Uint8Array(32).fill(9) };

/** Kind of the deadlines of the simulation. */
export const CHORE = 'chore';

/** A chore of the timer that somebody does under a lease: when it began and ended (virtual ms; null: not yet, or whoever did it died). */
export interface Chore {
  thing: string;
  process: Process;
  epoch: number;
  began: number;
  ended: number | null;
}

/** The whole school of a run: what is durable, and the nodes over it. */
export interface School {
  world: World;
  trace: Trace;
  log: MemoryLog;
  vault: MemoryVault;
  read: MemoryReadStore;
  nodes: Node[];
  /** Grows when the power fails or a backup is restored: what was on its way to the stores before never arrives. */
  age: number;
  /** The next append to each of these streams is done, but not answered. */
  unanswered: Set<string>;
  /** Backups that were restored. */
  restores: number;
  /** Who is in it from the beginning. */
  people: { administrators: number[]; students: number[]; courses: { courseId: number; classIds: number[] }[] };
  chores: Chore[];
  faults: () => Faults;
  chore(process: Process, thing: string, epoch: number): Promise<void>;
  /** A node that is up, if any. */
  anyNode(): Node | null;
  start(): void;
  /** Without way and faults: what the oracle and the simulation itself read and write by. */
  direct: Domain;
  /** The log went back: what is on its way, and what `direct` keeps, is of another one. */
  forget(): void;
}

/** What a person of the run writes: whose it is can be told wherever it turns up. */
export const marked = (userId: number, what: string): string => `§${userId}§${what}`;

const domainOf = (log: MemoryLog, vault: MemoryVault): Domain =>
  createDomain(connectLog(log, direct), connectVault(vault, direct, Date.now), schoolConfig);

let names = 0;
export function openSchool(world: World, trace: Trace, faults: () => Faults = () => NO_FAULTS): School {
  const [log, vault, read] = [new MemoryLog(), new MemoryVault(), new MemoryReadStore()];
  names = 0;
  const school: School = {
    world,
    trace,
    log,
    vault,
    read,
    nodes: [],
    age: 0,
    unanswered: new Set(),
    restores: 0,
    people: { administrators: [], students: [], courses: [] },
    chores: [],
    faults,
    async chore(process, thing, epoch) {
      const chore: Chore = { thing, process, epoch, began: world.now, ended: null };
      school.chores.push(chore);
      await world.sleep(world.random.chance(0.1) ? 1_500 + world.random.below(3_000) : world.random.below(400), process);
      chore.ended = world.now;
    },
    anyNode() {
      const up = school.nodes.filter(({ process, api }) => process.alive && api);
      return up.length > 0 ? world.random.pick(up) : null;
    },
    start() {
      names++;
      school.nodes = school.nodes.filter(({ process }) => process.alive);
      school.nodes.push(startNode(school, `node${names}`));
    },
    direct: domainOf(log, vault),
    forget() {
      school.age++;
      school.restores++;
      // Leases are numbered again from what the backup knew.
      school.chores = [];
      school.direct = domainOf(log, vault);
    },
  };
  return school;
}

/** What stands in the school before the run: two administrators, students who are enrolled and have done a class, two courses. */
export async function fill(school: School): Promise<void> {
  const { direct: domain, people } = school;
  let commands = 0;
  const context = (): CommandContext => {
    const commandId = uuid5('before the run', commands++);
    return { commandId, correlationId: commandId, causationId: commandId, actor: { userId: null, role: 'system' }, now: new Date() };
  };
  const enter = async (name: string, role: 'administrator' | 'student'): Promise<number> => {
    const person = { username: name, email: `${name}@ejemplo.mx`, firstName: null, lastName: null, role, plan: 'basic' as const };
    const how = { source: 'self' as const, termsVersion: null, campaign: null };
    return (await domain.accounts.register({ ...person, ...how }, context(), async () => {})).userId;
  };
  for (const name of ['directora', 'director']) people.administrators.push(await enter(name, 'administrator'));
  for (let i = 0; i < 2; i++) {
    const { authoring } = domain;
    const { courseId } = await authoring.createCourse(courseFields({ title: `Curso ${i}.0` }), context());
    const module = { title: 'Módulo', description: '', content: '', videoUrl: null };
    const { moduleId } = await authoring.addModule(courseId, module, context());
    const klass = { title: 'Clase', description: '', videoUrl: null, subtopics: [], resources: [] };
    const { classId } = await authoring.addClass(courseId, moduleId, klass, context());
    await authoring.change(courseId, { type: 'publish' }, context());
    people.courses.push({ courseId, classIds: [classId] });
  }
  for (let i = 0; i < 4; i++) {
    const userId = await enter(`alumna${i}`, 'student');
    people.students.push(userId);
    await domain.log.append(`user-${userId}`, 'any', [{ type: 'EmailVerified', data: { userId } }], metadataOf(context()));
    const first = people.courses[0];
    if (!first) continue;
    await domain.learning.enrol(userId, first.courseId, context());
    for (const classId of first.classIds) await domain.learning.setCompleted(userId, first.courseId, classId, true, context());
  }
}
