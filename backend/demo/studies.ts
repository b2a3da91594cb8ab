import { uuid5 } from '../../events/ids.ts';
import { type CourseOutline, presentClasses, presentModules, presentResources } from '../../events/outline.ts';
import type { QuizIds } from '../../events/quiz.ts';
import { sessions } from '../commands/identity/sessions.ts';
import { user } from '../commands/identity/user.ts';
import { DomainError } from '../commands/kernel/errors.ts';
import { type CommandContext, derived } from '../commands/kernel/handle.ts';
import { presentQuizzes } from '../commands/learning/quizIds.ts';
import type { Domain } from '../domain.ts';
import { type Agenda, DAY, HOUR, MINUTE, seeded } from './agenda.ts';
import { iaNoCode } from './content/ia-no-code.ts';
import type { DemoCourse } from './content/types.ts';
import { type DemoPerson, demoAccounts } from './people.ts';
import { programme } from './programme.ts';
import { createDemoReviews, hideDemoReview, reviewsCourse, unwelcome } from './reviews.ts';

/** A number of their own for what is left to chance: unlike their id it does not depend on who was registered first. The demo's student passes quizzes. */
const luckOf = ({ email }: DemoPerson): number =>
  email === 'estudiante@demo.mx' ? 0 : [...email].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973, 7);

/** What learners do in courses: they enrol, study in sessions, mark classes, pass quizzes and say what they think of it. `begin`: ms, when the school began. */
export function createStudies(domain: Domain, agenda: Agenda, begin: number) {
  const { commands, community, learning, quizzes } = domain;
  const { plan, actorOf, idOf, courseIdOf, byAdministrator, since } = agenda;
  /** ms: UTC's midnight before it; days are counted from here where the hour of the day matters. */
  const midnight = Math.floor(begin / DAY) * DAY;

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
  return { sitting, enrol, live };
}

export type Studies = ReturnType<typeof createStudies>;
