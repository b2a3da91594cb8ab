import { expect, onTestFinished, test } from 'vitest';
import { user } from '../../backend/commands/identity/user.ts';
import { createTimer } from '../../backend/commands/kernel/timer.ts';
import { REVIEW_GRADES, SEND_GRADE } from '../../backend/commands/operations/grades.ts';
import { PLATFORMS, platforms } from '../../backend/commands/operations/platforms.ts';
import { gradeReactor } from '../../backend/commands/reactions/grades.ts';
import type { GradeSender } from '../../backend/integrations/lti/port.ts';
import { openDomain, publishedCourse, register } from '../support/domain.ts';
import { react } from '../support/reacting.ts';

/** What a learning platform is sent of a course whose outline changes. */

const PLATFORM = 'p1';
const AT_A_TIME = 50;
const MINUTE = 60_000;
const BREATH = 10_000;

/** A course of two classes, of which each learner did the first one, and the platform from which all of them came. */
async function setting(learners: number) {
  const domain = await openDomain();
  const { authoring, clock, commands, context, grades, learning, vault } = domain;
  const { courseId, modules } = await publishedCourse(domain, [2]);
  const [module = { moduleId: 0, classIds: [] }] = modules;
  await commands.handle(
    platforms,
    PLATFORMS,
    {
      ...{ type: 'register', platformId: PLATFORM, name: 'Moodle', issuer: 'https://moodle.mx', clientId: 'c', deployments: ['1'] },
      ...{ authorization: 'https://moodle.mx/a', keys: 'https://moodle.mx/k', tokens: 'https://moodle.mx/t' },
      ...{ domains: ['acme.mx'], createsAccounts: true, codeId: null },
    },
    context(),
  );
  const scores: { subject: string; given: number; maximum: number }[] = [];
  const sender: GradeSender = {
    async send(_, __, line, { subject, given, maximum }) {
      scores.push({ subject, given, maximum });
      return { lineItem: line.lineItem ?? '', fault: null, status: 200, retryAfterMs: null };
    },
  };
  const timer = createTimer(vault, {
    [SEND_GRADE]: grades.action(sender, new AbortController().signal),
    [REVIEW_GRADES]: grades.reviewing,
  });
  const reacting = react(domain, [gradeReactor(grades, clock.now)]);
  onTestFinished(reacting.stop);
  await reacting.handled(null);
  for (let at = 0; at < learners; at++) {
    const userId = await register(domain, `persona${at}`);
    const link = { type: 'linkOutside', providerId: PLATFORM, identity: `i${at}`, by: 'provider' } as const;
    await commands.handle(user, userId, link, context());
    await learning.enrol(userId, courseId, context());
    await learning.setCompleted(userId, courseId, module.classIds[0] ?? 0, true, context());
    const of = { platformId: PLATFORM, userId, courseId, classId: null, subject: `s${at}` };
    await grades.remember(of, { lineItem: 'https://moodle.mx/columns/1', lineItems: null, resourceLink: 'r' }, clock.now());
  }
  const klass = { title: 'Otra', description: '', videoUrl: null, subtopics: [], resources: [] };
  return {
    ...{ domain, grades, scores, courseId },
    addClass: async () => (await authoring.addClass(courseId, module.moduleId, klass, context())).classId,
    removeClass: (classId: number) => authoring.change(courseId, { type: 'removeClass', classId }, context()),
    /** The reactions come to rest, and everything is done that is due after this time. Returns what was sent meanwhile, by how it stands. */
    async after(milliseconds: number) {
      await reacting.settled();
      clock.advance(milliseconds);
      const before = scores.length;
      while ((await timer.tick(clock.now())) > 0);
      const counts = new Map<string, number>();
      for (const { given, maximum } of scores.slice(before)) {
        const score = `${given} of ${maximum}`;
        counts.set(score, (counts.get(score) ?? 0) + 1);
      }
      return Object.fromEntries(counts);
    },
  };
}

// rows: P06
test('another class makes other scores: each is sent once more, a few at a time, once the outline rests', async () => {
  const { after, addClass, removeClass, domain } = await setting(AT_A_TIME + 10);
  expect(await after(0)).toEqual({ '1 of 2': AT_A_TIME + 10 });
  await addClass();
  expect(await after(MINUTE - 1)).toEqual({});
  await addClass();
  expect(await after(1)).toEqual({ '1 of 4': AT_A_TIME });
  expect(await after(BREATH - 1)).toEqual({});
  expect(await after(1)).toEqual({ '1 of 4': 10 });
  expect(await after(60 * MINUTE)).toEqual({});
  // What is taken back before anybody looked is nothing; nor is a course of which nobody is graded.
  await removeClass(await addClass());
  expect(await after(MINUTE)).toEqual({});
  expect(await after(60 * MINUTE)).toEqual({});
  const other = await publishedCourse(domain, [1]);
  await after(MINUTE);
  expect(await domain.vault.list('grades', `review:${other.courseId}`)).toEqual([]);
  expect(await domain.vault.list('deadlines', '')).toEqual([]);
});

// rows: P06
test('what changes while scores are looked at makes one more round, and no second one beside it', async () => {
  const { after, addClass } = await setting(AT_A_TIME + 10);
  await after(0);
  await addClass();
  expect(await after(MINUTE)).toEqual({ '1 of 3': AT_A_TIME });
  await addClass();
  await addClass();
  expect(await after(BREATH)).toEqual({ '1 of 5': 10 });
  expect(await after(BREATH)).toEqual({ '1 of 5': AT_A_TIME });
  expect(await after(BREATH)).toEqual({});
  expect(await after(60 * MINUTE)).toEqual({});
});

// rows: P06
test('of a platform that is removed, or a person who unlinked it, nothing of a course is looked at any more', async () => {
  const { after, addClass, domain, grades, courseId } = await setting(3);
  await after(0);
  await grades.forgetLearner(PLATFORM, 1);
  expect(await domain.vault.list('grades', `course:${courseId}:`)).toHaveLength(2);
  await domain.commands.handle(platforms, PLATFORMS, { type: 'remove', platformId: PLATFORM }, domain.context());
  await addClass();
  expect(await after(MINUTE)).toEqual({});
  expect(await domain.vault.list('grades', `course:${courseId}:`)).toEqual([]);
});
