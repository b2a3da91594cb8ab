import { addDays, schoolDay } from '../../events/calendar.ts';
import { uuid5 } from '../../events/ids.ts';
import { presentClasses, presentModules } from '../../events/outline.ts';
import { derived } from '../commands/kernel/handle.ts';
import { goal } from '../commands/learning/goal.ts';
import { notes } from '../commands/learning/notes.ts';
import { createBundles } from '../commands/payments/bundles.ts';
import type { Domain } from '../domain.ts';
import { type Agenda, createAgenda, DAY, HOUR, MINUTE, type Step, seeded } from './agenda.ts';
import { planComments } from './comments.ts';
import { agentesDeIa } from './content/agentes-de-ia.ts';
import { cursoDePython } from './content/curso-de-python.ts';
import { fineTuningLlms } from './content/fine-tuning-llms.ts';
import { iaNoCode } from './content/ia-no-code.ts';
import { mcpServers } from './content/mcp-servers.ts';
import type { DemoCourse } from './content/types.ts';
import { vibeCoding } from './content/vibe-coding.ts';
import { demoNotifications, sendDemoNotification } from './notifications.ts';
import { type DemoShop, planPayments } from './payments.ts';
import { type DemoPerson, demoAccounts, demoStudent, otherInstructors } from './people.ts';
import { instructors, planCourse, programme } from './programme.ts';
import { createRegistrations, type Registrations } from './registrations.ts';
import { demoBundles, planSite } from './site.ts';
import { createStudies, type Studies } from './studies.ts';
import { planWebinars } from './webinars.ts';

/**
 * The demo school: three months of a living school, made by the commands that people's clicks run, in chronological order, on an injected clock.
 * Command ids are derived from their content, so that an interrupted load continues where it stopped.
 */

const STUDENTS = 55;
const DAYS = 90;
/**
 * Steps at least this far apart never run concurrently: a course is published half a day before anybody enrols. During setup steps depend on each
 * other. What the history shows first, the last two weeks, stands in the order of its moments: one step after another.
 */
const NEIGHBOURS = 8 * HOUR;
const CLOSE_NEIGHBOURS = HOUR;
const SET_UP = 2 * DAY;
const LAST = 14 * DAY;

/** Groups of a course, to come; the first one is full. */
const demoGroups = [
  { name: 'Grupo reducido, con acompañamiento', days: 6, weeks: 4, capacity: 2 },
  { name: 'Grupo de la tarde', days: 27, weeks: 6, capacity: 20 },
] as const;

export interface DemoResult {
  steps: number;
}

/** ms: its first moment, where this is its last. */
const beginningOf = (end: Date): number => end.getTime() - DAYS * DAY;

/** Students who came over the three months; `buyers` of them have no course that costs something. The order of what is left to chance is part of the demo. */
function planStudents(registrations: Registrations, studies: Studies, begin: number, end: Date) {
  const random = seeded(20_261_121);
  const between = (low: number, high: number) => low + random() * (high - low);
  const students: { person: DemoPerson; arrived: number }[] = [];
  const buyers: typeof students = [];
  const basic = [iaNoCode];
  const premium = [agentesDeIa, mcpServers, vibeCoding, fineTuningLlms];
  for (let index = 0; index < STUDENTS; index++) {
    const person = demoStudent(index);
    const arrived = begin + between(1.5, 84) * DAY;
    const verifies = random() < 0.92;
    registrations.register(person, arrived, verifies);
    students.push({ person, arrived });
    const chosen: DemoCourse[] =
      person.plan === 'premium'
        ? [
            premium[Math.floor(index / 4) % premium.length] as DemoCourse,
            premium[(Math.floor(index / 4) + 1) % premium.length] as DemoCourse,
            ...(random() < 0.4 ? basic : []),
          ]
        : [...basic];
    if (random() < 0.35) chosen.push(cursoDePython);
    else if (verifies && person.plan === 'basic') buyers.push({ person, arrived });
    studies.live(person, arrived, chosen, between(2, 6), random() < 0.3 ? arrived + between(6, 30) * DAY : end.getTime());
  }
  return { students, buyers };
}

/** The demo's own student: eight weeks into the first course, with a goal and a note. */
function planStudent(
  { commands, learning }: Domain,
  { plan, actorOf, idOf, courseIdOf }: Agenda,
  { register }: Registrations,
  { enrol, sitting }: Studies,
  student: DemoPerson,
  begin: number,
): void {
  register(student, begin + 62 * DAY, true);
  enrol(student, iaNoCode, begin + 62.2 * DAY);
  for (const [days, minutes, classes] of [
    [64, 25, 1],
    [67, 31, 1],
    [71, 22, 1],
    [76, 36, 1],
    [82, 24, 1],
    [87, 27, 0],
    [88, 33, 0],
    [89, 18, 0],
  ] as const)
    sitting(student, iaNoCode, begin + days * DAY + 3 * HOUR, minutes, classes);
  const byStudent = () => actorOf(student);
  plan(begin + 82.2 * DAY, `goal ${student.email}`, byStudent, (context) =>
    commands.handle(goal, idOf(student), { userId: idOf(student), days: 3 }, context),
  );
  plan(begin + 82.3 * DAY, `note ${student.email}`, byStudent, async (context) => {
    const { outline } = await learning.access(idOf(student), courseIdOf(iaNoCode));
    const [module] = presentModules(outline);
    const [klass] = module ? presentClasses(module) : [];
    if (!module || !klass) return;
    const ids = { userId: idOf(student), courseId: outline.courseId, noteId: uuid5('demo note', student.email) };
    await commands.handle(
      notes,
      `${ids.userId}_${ids.courseId}`,
      {
        ...{ type: 'add', ...ids, moduleId: module.moduleId, classId: klass.classId },
        subtopicId: klass.subtopics[0]?.subtopicId ?? null,
        text: 'Probar esto con los correos de la tienda antes de seguir con la siguiente clase.',
        ...{ quote: null, prefix: null, suffix: null, start: null, video: null, second: null },
      },
      context,
    );
  });
}

/** The demo's own account with Premium, which has studied today. */
function planSubscriber({ register }: Registrations, { live, sitting }: Studies, subscriber: DemoPerson, begin: number, end: Date): void {
  register(subscriber, begin + 30 * DAY, true);
  live(subscriber, begin + 30 * DAY, [agentesDeIa, vibeCoding, iaNoCode], 3, end.getTime() - 12 * HOUR);
  sitting(subscriber, agentesDeIa, end.getTime() - 5 * HOUR, 28, 0);
}

function planBundles({ commands }: Domain, { plan, byAdministrator }: Agenda, begin: number, courseOf: (slug: string) => number): void {
  plan(begin + 86 * DAY, 'bundles', byAdministrator, async (context) => {
    const bundles = createBundles(commands);
    for (const [index, terms] of demoBundles(courseOf).entries()) {
      const { bundleId } = await bundles.create(terms, derived(context, 'bundle', index));
      await bundles.publish(bundleId, derived(context, 'bundle published', index));
    }
  });
}

/** Whoever came into the course before did so at their own pace. The seats of the first group go to two whose plan has the course. */
function planGroups({ learning }: Domain, { plan, byAdministrator, actorOf, userIds }: Agenda, end: Date, courseId: () => number): void {
  plan(end.getTime() - 90 * MINUTE, 'groups', byAdministrator, async (context) => {
    for (const [index, { days, weeks, ...group }] of demoGroups.entries()) {
      const day = addDays(schoolDay(end.toISOString()), days);
      const own = derived(context, 'group', index);
      await learning.groups.plan(courseId(), { ...group, day, time: '09:00', endsOn: addDays(day, 7 * weeks - 1) }, own);
    }
  });
  const subscribers = Array.from({ length: STUDENTS }, (_, index) => demoStudent(index)).filter((person) => person.plan === 'premium');
  for (const minutes of [30, 20])
    plan(end.getTime() - minutes * MINUTE, 'seat', byAdministrator, async (context) => {
      for (const person of subscribers) {
        const userId = userIds.get(person.email);
        if (userId === undefined) continue;
        const { access, enrolled } = await learning.access(userId, courseId());
        if (access !== 'plan' || enrolled !== null) continue;
        await learning.enrol(userId, courseId(), { ...context, actor: actorOf(person) }, { groupId: 1 });
        return;
      }
    });
}

function planNotifications(domain: Domain, { plan, actorOf, administrator, courseIdOf, userIds, since }: Agenda, end: Date): void {
  for (const notification of demoNotifications) {
    const author = (
      notification.by === 'instructor' ? demoAccounts.find(({ role }) => role === 'instructor') : administrator
    ) as DemoPerson;
    const at = end.getTime() - notification.daysAgo * DAY;
    plan(
      at,
      `tell ${notification.title}`,
      () => actorOf(author),
      (context) => {
        const course = programme.find((entry) => entry.course.slug === notification.course)?.course;
        const people = [...userIds].flatMap(([email, userId]) => {
          const here = since.get(course ? `${email} ${course.slug}` : email);
          return here !== undefined && here < at - NEIGHBOURS ? [userId] : [];
        });
        return sendDemoNotification(domain, notification, course ? courseIdOf(course) : null, people, context);
      },
    );
  }
}

/** What happens in the school until `end`, in the order of its moments, and the passwords that are hashed meanwhile. `shop` null: nobody buys anything. */
export function planDemoSchool(
  domain: Domain,
  end: Date,
  shop: DemoShop | null,
): { agenda: readonly Step[]; hashing: readonly Promise<void>[] } {
  const begin = beginningOf(end);
  const school = createAgenda(end);
  const { plan, planBy, idOf, administrator, byAdministrator, bySystem, courseIds } = school;
  const registrations = createRegistrations(domain, school);
  const studies = createStudies(domain, school, begin);

  for (const [index, person] of [...demoAccounts.slice(0, 3), ...otherInstructors].entries())
    registrations.register(person, begin + index * 10 * MINUTE, true);

  planSite(domain, begin, (at, name, by, run) => plan(at, name, by === 'administrator' ? byAdministrator : bySystem, run));

  for (const entry of programme) planCourse(domain, school, entry, begin);

  const { students, buyers } = planStudents(registrations, studies, begin, end);

  const [, , , student, subscriber] = demoAccounts as readonly [DemoPerson, DemoPerson, DemoPerson, DemoPerson, DemoPerson];
  planStudent(domain, school, registrations, studies, student, begin);
  planSubscriber(registrations, studies, subscriber, begin, end);

  planWebinars(domain, end, {
    ...{ instructors, students, idOf, accounts: { estudiante: student, premium: subscriber } },
    plan: planBy,
  });
  const courseOf = (slug: string): number => courseIds.get(slug) ?? 0;
  planBundles(domain, school, begin, courseOf);
  planGroups(domain, school, end, () => courseOf('fine-tuning-llms'));
  if (shop)
    planPayments(domain, shop, {
      ...{ begin, end: end.getTime(), administrator, buyers, idOf, courseOf },
      plan: planBy,
    });
  planComments(domain, begin + 87 * DAY, { person: idOf, course: courseOf }, planBy);
  planNotifications(domain, school, end);

  const agenda = school.steps.sort((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1));
  return { agenda, hashing: registrations.hashing };
}

/** Loads the school so that its last day is the day of `end`. `shop` null: nobody buys anything. Errors: whatever the commands refuse, which would be a fault of this file. */
export async function loadDemoSchool(domain: Domain, end: Date, shop: DemoShop | null = null): Promise<DemoResult> {
  const { agenda, hashing } = planDemoSchool(domain, end, shop);
  const run = (step: Step) => {
    const commandId = uuid5('demo', step.name);
    return step.run({
      ...{ commandId, correlationId: commandId, causationId: commandId },
      ...{ actor: { userId: null, role: 'system' }, now: new Date(step.at) },
    });
  };
  // Independent steps close in time run concurrently, and share the log's group commit.
  const lanes = new Map<string, Promise<unknown>>();
  const begun: { at: number; done: Promise<unknown> }[] = [];
  const last = end.getTime() - LAST;
  const setUp = beginningOf(end) + SET_UP;
  for (const step of agenda) {
    const apart = step.at > last ? 0 : step.at < setUp ? CLOSE_NEIGHBOURS : NEIGHBOURS;
    while (begun[0] && step.at - begun[0].at >= apart) await begun.shift()?.done;
    const done = (lanes.get(step.lane) ?? Promise.resolve()).then(() => run(step));
    // Signals progress to whoever waits for it.
    done.catch(() => {});
    lanes.set(step.lane, done);
    begun.push({ at: step.at, done });
  }
  await Promise.all(begun.map(({ done }) => done));
  await Promise.all(hashing);
  return { steps: agenda.length };
}
