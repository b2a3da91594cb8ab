import { expect, test } from 'vitest';
import { user } from '../../backend/commands/identity/user.ts';
import type { CommandContext } from '../../backend/commands/kernel/handle.ts';
import { type DemoPerson, demoAccounts, demoStudent, otherInstructors } from '../../backend/demo/people.ts';
import { planWebinars } from '../../backend/demo/webinars.ts';
import { openDomain, register } from '../support/domain.ts';

// rows: G01
test('the demo school has two live events that were, with who came, and four to come, one of them full and one for Premium', async () => {
  const domain = await openDomain();
  const end = domain.clock.now();
  const ids = new Map<string, number>();
  const [, instructor, , student, subscriber] = demoAccounts as readonly DemoPerson[];
  const instructors = [instructor as DemoPerson, ...otherInstructors];
  const students = Array.from({ length: 14 }, (_, index) => ({ person: demoStudent(index), arrived: end.getTime() - 40 * 86_400_000 }));
  const people = [...instructors, ...students.map(({ person }) => person), student as DemoPerson, subscriber as DemoPerson];
  for (const { email, username, role } of people) ids.set(email, await register(domain, username, { email, username, role }));
  const steps: { at: number; by: number; run: (context: CommandContext) => Promise<unknown> }[] = [];
  const idOf = ({ email }: DemoPerson) => ids.get(email) ?? 0;
  await domain.commands.handle(user, idOf(subscriber as DemoPerson), { type: 'changePlan', plan: 'premium' }, domain.context('plan'));
  planWebinars(domain, end, {
    ...{ instructors, students, idOf, accounts: { estudiante: student as DemoPerson, premium: subscriber as DemoPerson } },
    plan: (at, _, by, run) => steps.push({ at, by: idOf(by), run }),
  });
  expect(steps.every(({ at }) => at <= end.getTime())).toBe(true);
  for (const { at, by, run } of steps.sort((one, other) => one.at - other.at))
    await run({ ...domain.context(), now: new Date(at), actor: { userId: by, role: 'student' } });
  const all = await Promise.all([1, 2, 3, 4, 5, 6].map((id) => domain.webinars.load(id)));
  expect(all.map(({ details }) => details.startsAt < end.toISOString())).toEqual([true, true, false, false, false, false]);
  expect(all.map(({ attended }) => attended.size > 0)).toEqual([true, true, false, false, false, false]);
  expect(all[5]?.details.premium).toBe(true);
  expect(all[5]?.seats.size).toBe(1);
  expect(all[2]?.seats.size).toBe(8);
  expect(all[2]?.waiting.size).toBeGreaterThan(0);
  expect(all[0]?.recording).not.toBeNull();
});
