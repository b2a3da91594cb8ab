import type { Actor } from '../../events/define.ts';
import type { CommandContext } from '../commands/kernel/handle.ts';
import type { DemoCourse } from './content/types.ts';
import { type DemoPerson, demoAccounts } from './people.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export interface Step {
  at: number;
  /** What the step is about, by its first words: steps of one lane never run concurrently. */
  lane: string;
  name: string;
  run(context: CommandContext): Promise<unknown>;
}

/** mulberry32: small, seeded, the same on every machine. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Where what happens in the school is planned. Numbers of people and courses are known once the step that makes them has run. */
export function createAgenda(end: Date) {
  const steps: Step[] = [];
  const userIds = new Map<string, number>();
  const courseIds = new Map<string, number>();
  const system: Actor = { userId: null, role: 'system' };
  const actorOf = (person: DemoPerson): Actor => ({ userId: userIds.get(person.email) ?? null, role: person.role });
  /** What comes after the end is left out. */
  const plan = (at: number, name: string, actor: () => Actor, run: Step['run']) => {
    if (at > end.getTime()) return;
    steps.push({
      at,
      lane: name.split(' ')[1] ?? '',
      name,
      run: (context) => run({ ...context, actor: actor() }),
    });
  };
  const planBy = (at: number, name: string, by: DemoPerson, run: Step['run']) => plan(at, name, () => actorOf(by), run);
  const idOf = (person: DemoPerson): number => {
    const found = userIds.get(person.email);
    if (found === undefined) throw new Error(`${person.username} is not registered yet`);
    return found;
  };
  const courseIdOf = (one: DemoCourse): number => {
    const found = courseIds.get(one.slug);
    if (found === undefined) throw new Error(`${one.slug} is not there yet`);
    return found;
  };
  const administrator = demoAccounts[0] as DemoPerson;
  const byAdministrator = () => actorOf(administrator);

  /** When who is here, and in which course, by e-mail address and course: who a notification is for does not hang on what ran a moment earlier. */
  const since = new Map<string, number>();
  return {
    steps,
    plan,
    planBy,
    actorOf,
    idOf,
    courseIdOf,
    administrator,
    byAdministrator,
    bySystem: () => system,
    userIds,
    courseIds,
    since,
  };
}

export type Agenda = ReturnType<typeof createAgenda>;
