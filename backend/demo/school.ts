import { addDays, schoolDay } from '../../events/calendar.ts';
import type { SubtopicKind } from '../../events/catalogue.ts';
import type { Actor } from '../../events/define.ts';
import { uuid5 } from '../../events/ids.ts';
import { type CourseOutline, presentClasses, presentModules, presentResources } from '../../events/outline.ts';
import { defaultSettings, type QuizIds } from '../../events/quiz.ts';
import { course } from '../commands/catalogue/course.ts';
import { AGAIN_MS, externalLinks } from '../commands/catalogue/links.ts';
import { sessions } from '../commands/identity/sessions.ts';
import { type UserCommand, user } from '../commands/identity/user.ts';
import { DomainError } from '../commands/kernel/errors.ts';
import { type CommandContext, derived } from '../commands/kernel/handle.ts';
import { goal } from '../commands/learning/goal.ts';
import { notes } from '../commands/learning/notes.ts';
import { presentQuizzes, type WholeQuiz } from '../commands/learning/quizzes.ts';
import { createBundles } from '../commands/payments/bundles.ts';
import type { Domain } from '../domain.ts';
import { planComments } from './comments.ts';
import { agentesDeIa } from './content/agentes-de-ia.ts';
import { cursoDePython } from './content/curso-de-python.ts';
import { fineTuningLlms } from './content/fine-tuning-llms.ts';
import { iaNoCode } from './content/ia-no-code.ts';
import { mcpServers } from './content/mcp-servers.ts';
import type { DemoCourse, DemoQuestion, DemoSubtopic } from './content/types.ts';
import { vibeCoding } from './content/vibe-coding.ts';
import { demoNotifications, sendDemoNotification } from './notifications.ts';
import { type DemoShop, planPayments } from './payments.ts';
import { DEMO_PASSWORD, type DemoPerson, demoAccounts, demoStudent, otherInstructors } from './people.ts';
import { createDemoReviews, hideDemoReview, reviewsCourse, unwelcome } from './reviews.ts';
import { demoBundles, planSite } from './site.ts';
import { planWebinars } from './webinars.ts';

/**
 * The demo school: three months of a living school, made by the commands that people's clicks run, in chronological order, on an injected clock.
 * Command ids are derived from their content, so that an interrupted load continues where it stopped.
 */

const STUDENTS = 55;
const DAYS = 90;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/**
 * Steps at least this far apart never run concurrently: a course is published half a day before anybody enrols. During setup steps depend on each
 * other. What the history shows first, the last two weeks, stands in the order of its moments: one step after another.
 */
const NEIGHBOURS = 8 * HOUR;
const CLOSE_NEIGHBOURS = HOUR;
const SET_UP = 2 * DAY;
const LAST = 14 * DAY;

interface Step {
  at: number;
  /** What the step is about, by its first words: steps of one lane never run concurrently. */
  lane: string;
  name: string;
  run(context: CommandContext): Promise<unknown>;
}

/** mulberry32: small, seeded, the same on every machine. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const tiers = { Básico: 'basic', Premium: 'premium' } as const;
const difficulties = { principiante: 'beginner', intermedio: 'intermediate', avanzado: 'advanced' } as const;
/** Names under `.example` and the like never exist (RFC 2606): the result of checking such a link is known without the internet. */
const NOBODYS = /\.example$/;
const kinds: Record<DemoSubtopic['tipo'], SubtopicKind> = { lectura: 'reading', video: 'video', evaluacion: 'assessment' };
const wholeQuiz = (questions: readonly DemoQuestion[]): WholeQuiz => ({
  settings: defaultSettings,
  questions: questions.map(({ pregunta, puntos, opciones }) => ({
    ...{ text: pregunta, instruction: '', points: puntos },
    options: opciones.map(({ texto, correcta, porque = '' }) => ({ text: texto, correct: correcta, explanation: porque })),
  })),
});
const resourceKinds = { 1: 'document', 2: 'video', 3: 'other' } as const;

/** `teacher`: index into the instructors (0 is the demo account); `opened`: days after the school began. */
const programme: readonly { course: DemoCourse; teacher: number; opened: number; featured: boolean }[] = [
  { course: iaNoCode, teacher: 0, opened: 0, featured: true },
  { course: cursoDePython, teacher: 1, opened: 1, featured: true },
  { course: agentesDeIa, teacher: 0, opened: 3, featured: true },
  { course: mcpServers, teacher: 2, opened: 8, featured: true },
  { course: vibeCoding, teacher: 1, opened: 15, featured: true },
  { course: fineTuningLlms, teacher: 2, opened: 24, featured: true },
];

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

/** What happens in the school until `end`, in the order of its moments, and the passwords that are hashed meanwhile. `shop` null: nobody buys anything. */
export function planDemoSchool(
  domain: Domain,
  end: Date,
  shop: DemoShop | null,
): { agenda: readonly Step[]; hashing: readonly Promise<void>[] } {
  const { accounts, authoring, commands, community, learning, passwords, quizzes } = domain;
  const begin = beginningOf(end);
  /** ms: UTC's midnight before it; days are counted from here where the hour of the day matters. */
  const midnight = Math.floor(begin / DAY) * DAY;
  const random = seeded(20_261_121);
  const between = (low: number, high: number) => low + random() * (high - low);
  const userIds = new Map<string, number>();
  const courseIds = new Map<string, number>();
  const hashing: Promise<void>[] = [];
  const agenda: Step[] = [];
  /** One after another: who comes first has the lower number, in every load. */
  let registering: Promise<unknown> = Promise.resolve();

  const system: Actor = { userId: null, role: 'system' };
  const actorOf = (person: DemoPerson): Actor => ({ userId: userIds.get(person.email) ?? null, role: person.role });
  const plan = (at: number, name: string, actor: () => Actor, run: (context: CommandContext) => Promise<unknown>) => {
    if (at > end.getTime()) return;
    agenda.push({
      at,
      lane: name.split(' ')[1] ?? '',
      name,
      run: (context) => run({ ...context, actor: actor() }),
    });
  };
  const idOf = (person: DemoPerson): number => {
    const found = userIds.get(person.email);
    if (found === undefined) throw new Error(`${person.username} is not registered yet`);
    return found;
  };
  /** A number of their own for what is left to chance: unlike their id it does not depend on who was registered first. The demo's student passes quizzes. */
  const luckOf = ({ email }: DemoPerson): number =>
    email === 'estudiante@demo.mx' ? 0 : [...email].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973, 7);
  const courseIdOf = (one: DemoCourse): number => {
    const found = courseIds.get(one.slug);
    if (found === undefined) throw new Error(`${one.slug} is not there yet`);
    return found;
  };
  const administrator = demoAccounts[0] as DemoPerson;
  const byAdministrator = () => actorOf(administrator);

  /** When who is here, and in which course, by e-mail address and course: who a notification is for does not hang on what ran a moment earlier. */
  const since = new Map<string, number>();
  const register = (person: DemoPerson, at: number, verifies: boolean) => {
    since.set(person.email, at);
    const own = person.role === 'student' && person.plan === 'basic';
    plan(
      at,
      `register ${person.email}`,
      () => (own ? { userId: null, role: 'visitor' } : system),
      async (context) => {
        const registered = registering.then(() =>
          accounts.register(
            {
              username: person.username,
              email: person.email,
              firstName: person.firstName,
              lastName: person.lastName,
              role: person.role,
              plan: 'basic',
              source: person.role === 'student' ? 'self' : 'administrator',
              termsVersion: '2026-08',
              campaign: null,
            },
            context,
            // Hashing runs on other threads; the load waits for it at its end. Only demo accounts need a password.
            async (id) => {
              if (person.email.endsWith('@demo.mx')) hashing.push(passwords.set(id, DEMO_PASSWORD));
            },
          ),
        );
        registering = registered;
        const { userId } = await registered;
        userIds.set(person.email, userId);
      },
    );
    if (verifies)
      plan(
        at + 6 * MINUTE,
        `verify ${person.email}`,
        () => actorOf(person),
        async (context) => {
          const { state } = await commands.load(user, idOf(person));
          if (state.verificationEvent)
            await commands.handle(user, idOf(person), { type: 'verifyEmail', requestedBy: state.verificationEvent }, context);
        },
      );
    const { bio } = person;
    if (bio) {
      const say = (name: string, command: UserCommand) =>
        plan(
          at + 9 * MINUTE,
          `${name} ${person.email}`,
          () => actorOf(person),
          (context) => commands.handle(user, idOf(person), command, context),
        );
      say('introduce', { type: 'changeProfileField', field: 'bio', value: bio });
      say('present', { type: 'changeVisibility', field: 'bio', visibility: 'everyone' });
    }
    if (person.plan === 'premium')
      plan(at + 2 * HOUR, `premium ${person.email}`, byAdministrator, (context) =>
        commands.handle(
          user,
          idOf(person),
          { type: 'changePlan', plan: 'premium' },
          { ...context, reason: 'Pago del plan Premium confirmado' },
        ),
      );
  };

  const instructors = [demoAccounts[1] as DemoPerson, ...otherInstructors];
  for (const [index, person] of [...demoAccounts.slice(0, 3), ...otherInstructors].entries())
    register(person, begin + index * 10 * MINUTE, true);

  planSite(domain, begin, (at, name, by, run) => plan(at, name, by === 'administrator' ? byAdministrator : () => system, run));

  for (const { course: one, teacher, opened, featured } of programme) {
    const at = begin + opened * DAY + 2 * HOUR;
    const author = instructors[teacher] as DemoPerson;
    const byAuthor = () => actorOf(author);
    plan(at, `create ${one.slug}`, byAdministrator, async (context) => {
      const { courseId } = await authoring.createCourse(
        {
          title: one.nombre,
          description: one.descripcion,
          category: one.categoria,
          tier: tiers[one.tipo],
          difficulty: difficulties[one.dificultad],
          track: one.ruta,
          duration: one.duracion,
          instructorId: idOf(author),
          imageUrl: null,
          imageAlt: null,
          price: one.precio === null ? null : { amount: Math.round(one.precio * 100), currency: 'MXN' },
          previousPrice: null,
          providerPriceId: null,
          unlockRule: 'sequential',
        },
        context,
      );
      courseIds.set(one.slug, courseId);
    });
    let clock = at + 30 * MINUTE;
    const moduleIds = new Map<number, number>();
    for (const [m, module] of one.modulos.entries()) {
      clock += 7 * MINUTE;
      plan(clock, `module ${one.slug} ${m}`, byAuthor, async (context) => {
        const { moduleId } = await authoring.addModule(
          courseIdOf(one),
          { title: module.nombre, description: module.descripcion, content: module.contenido, videoUrl: null },
          context,
        );
        moduleIds.set(m, moduleId);
        await authoring.setObjectives(courseIdOf(one), moduleId, module.objetivos, derived(context, 'objectives'));
      });
      for (const [c, klass] of module.clases.entries()) {
        clock += 18 * MINUTE;
        plan(clock, `class ${one.slug} ${m} ${c}`, byAuthor, async (context) => {
          const made = await authoring.addClass(
            courseIdOf(one),
            moduleIds.get(m) as number,
            {
              title: klass.titulo,
              description: klass.descripcion,
              videoUrl: null,
              subtopics: klass.subtemas.map((subtopic) => ({
                title: subtopic.titulo,
                description: subtopic.descripcion,
                kind: kinds[subtopic.tipo],
                videoUrl: subtopic.tipo === 'video' ? subtopic.video : null,
                minutes: subtopic.tipo === 'evaluacion' ? null : subtopic.duracion,
                text: subtopic.tipo === 'evaluacion' ? null : subtopic.texto,
              })),
              resources: klass.recursos.map((resource) => ({
                title: resource.titulo,
                url: resource.enlace,
                kind: resourceKinds[resource.tipo],
              })),
            },
            context,
          );
          for (const [at, subtopic] of klass.subtemas.entries()) {
            if (subtopic.tipo !== 'evaluacion') continue;
            const ids = { courseId: courseIdOf(one), moduleId: moduleIds.get(m) as number, classId: made.classId };
            await quizzes.bring({ ...ids, subtopicId: made.subtopicIds[at] as number }, wholeQuiz(subtopic.preguntas), context);
          }
        });
      }
    }
    clock += HOUR;
    const captioned = one.modulos
      .flatMap(({ clases }) => clases.flatMap(({ subtemas }) => subtemas))
      .flatMap((subtopic) => (subtopic.tipo === 'video' && subtopic.subtitulos ? [subtopic.video] : []));
    for (const [v, videoUrl] of captioned.entries())
      plan(clock - MINUTE, `captions ${one.slug} ${v}`, byAuthor, (context) =>
        authoring.change(courseIdOf(one), { type: 'declareVideoText', videoUrl, text: 'captions' }, context),
      );
    plan(clock, `publish ${one.slug}`, byAdministrator, async (context) => {
      if (featured) await authoring.change(courseIdOf(one), { type: 'change', featured: true }, derived(context, 'featured'));
      await authoring.change(courseIdOf(one), { type: 'publish', withoutCaptions: true }, { ...context, reason: 'Revisado y listo' });
      await quizzes.publishAll(courseIdOf(one), context);
    });
    // The school checks links by itself, and one is dead: the second check records it.
    for (const look of [1, 2])
      plan(clock + 30 * DAY + look * AGAIN_MS, `links ${one.slug} ${look}`, byAdministrator, async ({ now }) => {
        const { state } = await commands.load(course, courseIdOf(one));
        for (const place of externalLinks(state))
          if (NOBODYS.test(new URL(place.link).hostname)) await domain.links.observe(place, { state: 'dead', reason: 'no-host' }, now);
      });
  }

  /** One session of at most an hour of study in a course, with classes marked on the way. */
  const sitting = (person: DemoPerson, one: DemoCourse, at: number, minutes: number, classes: number) => {
    const tab = `demo-${Math.round(at / MINUTE)}`;
    plan(
      at,
      `login ${person.email} ${at}`,
      () => actorOf(person),
      (context) =>
        commands.handle(
          sessions,
          idOf(person),
          { type: 'start', userId: idOf(person), sessionId: uuid5('demo session', person.email, at), method: 'password', device: null },
          context,
        ),
    );
    for (let elapsed = 3; elapsed <= minutes; elapsed += 3)
      plan(
        at + elapsed * MINUTE,
        `study ${person.email} ${at} ${elapsed}`,
        () => actorOf(person),
        (context) => learning.study(idOf(person), courseIdOf(one), { tab, reported: elapsed * 60 }, context),
      );
    for (let done = 0; done < classes; done++)
      plan(
        at + ((done + 1) * minutes * MINUTE) / (classes + 1) + done,
        `complete ${person.email} ${at} ${done}`,
        () => actorOf(person),
        async (context) => {
          const { access, enrolled, outline } = await learning.access(idOf(person), courseIdOf(one));
          if (enrolled === null || access === null) return;
          const next = await nextClass(person, outline);
          if (next === null) return;
          await learning.view(
            idOf(person),
            courseIdOf(one),
            { moduleId: next.moduleId, classId: next.classId, subtopicId: null, viewMode: 'module' },
            derived(context, 'view'),
          );
          // Some learners open a resource of a class.
          for (const { klass, resource } of presentResources(outline))
            if (klass.classId === next.classId && (luckOf(person) + resource.resourceId) % 3 === 0)
              await learning.openResource(
                idOf(person),
                courseIdOf(one),
                resource.resourceId,
                derived(context, 'open', resource.resourceId),
              );
          const thorough = isThorough(person, one);
          for (const quiz of presentQuizzes(outline))
            if (quiz.classId === next.classId && (thorough || (luckOf(person) + quiz.subtopicId) % 2 === 0))
              await tries(person, quiz, thorough, context);
          const { state } = await learning.setCompleted(idOf(person), courseIdOf(one), next.classId, true, context);
          // As the reactor does, and finds done: here it has the day on which it happened.
          if (state.courseCompleted && (await commands.load(user, idOf(person))).state.verified)
            await domain.certificates.issue(idOf(person), courseIdOf(one), derived(context, 'certificate')).catch((error: unknown) => {
              // Its quizzes come first.
              if (!(error instanceof DomainError)) throw error;
            });
        },
      );
    // One session in five begins in the community.
    const chance = luckOf(person) + minutes;
    if (chance % 5 === 0)
      plan(
        at + MINUTE,
        `community ${person.email} ${at}`,
        () => actorOf(person),
        (context) => community.open(idOf(person), chance % 7 || null, context),
      );
    plan(
      at + (minutes + 2) * MINUTE,
      `logout ${person.email} ${at}`,
      () => actorOf(person),
      (context) =>
        commands.handle(
          sessions,
          idOf(person),
          { type: 'end', sessionId: uuid5('demo session', person.email, at), cause: 'logout' },
          context,
        ),
    );
  };
  /** Who passes every quiz of a course, and so gets its certificate. The premium account leaves one certificate waiting for its quizzes. */
  const isThorough = (person: DemoPerson, one: DemoCourse): boolean =>
    person.email === demoAccounts.at(-1)?.email ? one !== iaNoCode : luckOf(person) % 4 === 0;
  /** Some know more than others, each their own things. */
  const tries = async (person: DemoPerson, quiz: QuizIds, thorough: boolean, context: CommandContext) => {
    const userId = idOf(person);
    const own = derived(context, 'quiz', quiz.subtopicId);
    const { open } = (await quizzes.begin(userId, quiz, own)).state;
    const asked = (await quizzes.load(quiz.subtopicId)).published?.questions ?? [];
    if (open === null) return;
    const knows = thorough ? 1 : 0.45 + 0.5 * seeded(luckOf(person))();
    for (const { questionId, options } of asked) {
      const guess = seeded(luckOf(person) * 1_000 + questionId);
      const right = guess() < knows;
      const other = options[Math.floor(guess() * options.length)]?.optionId;
      const chosen = options.flatMap(({ optionId, correct }) => ((right ? correct : optionId === other) ? [optionId] : []));
      await quizzes.answer(userId, quiz, { attempt: open, questionId, chosen }, derived(own, 'answer', questionId));
    }
    await quizzes.submit(userId, quiz, open, derived(own, 'submit'));
  };
  const completed = new Map<string, Set<number>>();
  const nextClass = async (person: DemoPerson, outline: CourseOutline) => {
    const key = `${person.email} ${outline.courseId}`;
    const done = completed.get(key) ?? new Set<number>();
    completed.set(key, done);
    for (const module of presentModules(outline))
      for (const klass of presentClasses(module))
        if (!done.has(klass.classId)) {
          done.add(klass.classId);
          return { moduleId: module.moduleId, classId: klass.classId };
        }
    return null;
  };

  const enrol = (person: DemoPerson, one: DemoCourse, at: number) => {
    since.set(`${person.email} ${one.slug}`, at);
    const priced = one.tipo === 'Básico' && (one.precio ?? 0) > 0;
    plan(at, `enrol ${person.email} ${one.slug}`, priced ? byAdministrator : () => actorOf(person), (context) =>
      priced
        ? learning.assign(idOf(person), courseIdOf(one), { ...context, reason: 'Beca de la escuela' })
        : learning.enrol(idOf(person), courseIdOf(one), context),
    );
  };

  const demoReviews = createDemoReviews(domain);
  const review = (person: DemoPerson, one: DemoCourse, at: number) => {
    const bad = spoiler === null && one.slug === unwelcome.slug;
    if (!bad && !reviewsCourse(person.email, one.slug)) return;
    plan(
      at,
      `review ${person.email} ${one.slug}`,
      () => actorOf(person),
      (context) =>
        demoReviews.write(
          idOf(person),
          courseIdOf(one),
          { email: person.email, slug: one.slug },
          context,
          bad ? unwelcome.said : undefined,
        ),
    );
    if (!bad) return;
    spoiler = person;
    plan(at + DAY, `hide ${person.email} ${one.slug}`, byAdministrator, (context) =>
      hideDemoReview(domain, idOf(person), courseIdOf(one), context),
    );
  };
  /** Against the rules: the first learner of that course. */
  let spoiler: DemoPerson | null = null;

  const openedOf = (one: DemoCourse) => begin + ((programme.find((entry) => entry.course === one)?.opened ?? 0) + 1) * DAY;
  /** `until`: a moment, counted from the beginning as all of a demo's, so that what somebody does depends on the hour at which it is loaded on its last day alone. */
  const live = (person: DemoPerson, arrived: number, chosen: readonly DemoCourse[], rhythm: number, until: number) => {
    const own = seeded(luckOf(person));
    const ownBetween = (low: number, high: number) => low + own() * (high - low);
    for (const [index, one] of chosen.entries()) {
      let at = Math.max(arrived + 3 * HOUR, openedOf(one)) + index * 9 * DAY;
      enrol(person, one, at);
      const classesIn = one.modulos.reduce((sum, module) => sum + module.clases.length, 0);
      for (let done = 0; done < classesIn; ) {
        // People study in the evening, in the school's time zone.
        at += ownBetween(0.6, 1.6) * rhythm * DAY;
        const evening = midnight + Math.floor((at - begin) / DAY) * DAY + ownBetween(23, 29) * HOUR;
        const minutes = Math.round(ownBetween(15, 42));
        const classes = own() < 0.75 ? 1 : 2;
        if (at >= until) break;
        sitting(person, one, evening, minutes, classes);
        // After about half of the course.
        if (done * 2 < classesIn && (done + classes) * 2 >= classesIn) review(person, one, evening + 2 * HOUR);
        done += classes;
      }
    }
  };

  const students: { person: DemoPerson; arrived: number }[] = [];
  const buyers: typeof students = [];
  const basic = [iaNoCode];
  const premium = [agentesDeIa, mcpServers, vibeCoding, fineTuningLlms];
  for (let index = 0; index < STUDENTS; index++) {
    const person = demoStudent(index);
    const arrived = begin + between(1.5, 84) * DAY;
    const verifies = random() < 0.92;
    register(person, arrived, verifies);
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
    live(person, arrived, chosen, between(2, 6), random() < 0.3 ? arrived + between(6, 30) * DAY : end.getTime());
  }

  const [, , , student, subscriber] = demoAccounts as readonly DemoPerson[];
  if (student && subscriber) {
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
    register(subscriber, begin + 30 * DAY, true);
    live(subscriber, begin + 30 * DAY, [agentesDeIa, vibeCoding, iaNoCode], 3, end.getTime() - 12 * HOUR);
    sitting(subscriber, agentesDeIa, end.getTime() - 5 * HOUR, 28, 0);
  }

  if (student && subscriber)
    planWebinars(domain, end, {
      ...{ instructors, students, idOf, accounts: { estudiante: student, premium: subscriber } },
      plan: (at, name, by, run) => plan(at, name, () => actorOf(by), run),
    });
  const courseOf = (slug: string): number => courseIds.get(slug) ?? 0;
  plan(begin + 86 * DAY, 'bundles', byAdministrator, async (context) => {
    const bundles = createBundles(domain.commands);
    for (const [index, terms] of demoBundles(courseOf).entries()) {
      const { bundleId } = await bundles.create(terms, derived(context, 'bundle', index));
      await bundles.publish(bundleId, derived(context, 'bundle published', index));
    }
  });
  // Whoever came into the course before did so at their own pace; its seats are bought afterwards, and no neighbours of it.
  plan(end.getTime() - 90 * MINUTE, 'groups', byAdministrator, async (context) => {
    for (const [index, { days, weeks, ...group }] of demoGroups.entries()) {
      const day = addDays(schoolDay(end.toISOString()), days);
      const own = derived(context, 'group', index);
      await learning.groups.plan(courseOf('mcp-servers'), { ...group, day, time: '09:00', endsOn: addDays(day, 7 * weeks - 1) }, own);
    }
  });
  if (shop)
    planPayments(domain, shop, {
      ...{ begin, end: end.getTime(), administrator, buyers, idOf, courseOf },
      plan: (at, name, by, run) => plan(at, name, () => actorOf(by), run),
    });
  planComments(domain, begin + 87 * DAY, { person: idOf, course: courseOf }, (at, name, by, run) => plan(at, name, () => actorOf(by), run));
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

  agenda.sort((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1));
  return { agenda, hashing };
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
