import { expect, test } from 'vitest';
import { user } from '../../backend/commands/identity/user.ts';
import type { Reaction } from '../../backend/commands/kernel/reactor.ts';
import { inbox, MOST_A_DAY, MOST_TALK_A_DAY } from '../../backend/commands/notifications/inbox.ts';
import { discussionReactor } from '../../backend/commands/reactions/discussions.ts';
import type { Envelope } from '../../events/define.ts';
import { noticeWords } from '../../events/notices.ts';
import { confirmEmail } from '../support/confirmEmail.ts';
import { openDomain, publishedCourse, register } from '../support/domain.ts';

/** A course with one subtopic, its learners, and a reactor that is told of one event after the other. */
async function talking() {
  const domain = await openDomain();
  const { authoring, commands, context, discussions, learning, moderating, notifications } = domain;
  const teacher = await register(domain, 'lucia');
  await commands.handle(user, teacher, { type: 'changeRole', role: 'instructor' }, context());
  const { courseId } = await publishedCourse(domain, [1], { instructorId: teacher });
  const { moduleId } = await authoring.addModule(courseId, { title: 'Módulo', description: '', content: '', videoUrl: null }, context());
  const subtopic = { title: 'Los ciclos', description: '', kind: 'reading' as const, minutes: null, videoUrl: null, text: 'Hola' };
  const { classId } = await authoring.addClass(
    courseId,
    moduleId,
    { title: 'Clase', description: '', videoUrl: null, subtopics: [subtopic], resources: [] },
    context(),
  );
  // The first number of its kind.
  const subtopicId = 1;
  const place = { courseId, moduleId, classId, subtopicId };
  const learner = async (name: string) => {
    const userId = await register(domain, name, { source: 'google' });
    await learning.enrol(userId, courseId, context());
    return userId;
  };
  const closed = new Set<number>();
  const reactor = discussionReactor(commands, discussions, notifications, async (_, { userId }) => !closed.has(userId));
  const by = (userId: number, role: 'student' | 'instructor' | 'administrator' = 'student') =>
    context(undefined, { actor: { userId, role } });
  let handled = 0;
  /** Everything since, each event twice, as a reactor that was stopped in between hears it. */
  const hear = async (later = 0) => {
    const events: Envelope[] = await domain.events();
    for (const event of events.slice(handled))
      for (const _ of [1, 2]) {
        const reaction: Reaction | undefined = reactor.on[event.type];
        const now = new Date(domain.clock.now().getTime() + later);
        await reaction?.(event, { ...context(`hears ${event.id}`), now });
      }
    handled = events.length;
  };
  const told = async (userId: number) => {
    const all = await domain.events(`inbox-${userId}`);
    return all.flatMap(({ type, data }) =>
      type === 'NoticeGiven' ? [data as { kind: string; name: string | null; link: string | null }] : [],
    );
  };
  const kinds = async (userId: number) => (await told(userId)).map(({ kind }) => kind);
  const say = async (userId: number, text: string, rootId?: number) =>
    (
      await discussions.post(
        userId,
        { ...place, staff: false },
        { text, answered: rootId === undefined ? null : await discussions.find(rootId) },
        by(userId),
      )
    ).commentId;
  return { ...domain, teacher, courseId, subtopicId, place, learner, closed, by, hear, told, kinds, say, moderating };
}
type Talking = Awaited<ReturnType<typeof talking>>;
const reported = async ({ discussions, moderating, by }: Talking, userId: number, commentId: number) =>
  moderating.report(userId, await discussions.find(commentId), { reason: 'spam', text: '' }, by(userId));
const decide = async (
  { discussions, moderating, by }: Talking,
  decision: 'remove' | 'dismiss' | 'attend' | 'reopen' | 'restore' | 'rejectAppeal',
  commentId: number,
  moderator: number,
) => moderating.decide(await discussions.find(commentId), { decision, reason: 'Lo revisé' }, by(moderator, 'instructor'));

// rows: E13
test('who is called and who began the thread hear of it once, with a link to the comment, and nobody hears of themselves', async () => {
  const school = await talking();
  const [ana, beto, carla] = [await school.learner('ana'), await school.learner('beto'), await school.learner('carla')];
  const root = await school.say(ana, `¿Alguien? <@${ana}>`);
  const answer = await school.say(beto, `Yo sí, y <@${carla}> también`, root);
  const both = await school.say(carla, `Gracias, <@${ana}>`, root);
  await school.say(ana, 'Perfecto', root);
  await school.hear();
  const link = (id: number) => `/courses?courseId=${school.courseId}&subtema=${school.subtopicId}&comment=${id}`;
  expect(await school.told(ana)).toMatchObject([
    { kind: 'commentReply', name: 'Los ciclos', link: link(answer) },
    { kind: 'commentMention', name: 'Los ciclos', link: link(both) },
  ]);
  expect(await school.told(carla)).toMatchObject([{ kind: 'commentMention', link: link(answer) }]);
  expect(await school.told(beto)).toEqual([]);
  // Whom a change calls anew hears of it; who was called before does not hear it again.
  await school.discussions.edit(
    await school.discussions.find(both),
    { text: `Gracias, <@${ana}> y <@${beto}>`, staff: false },
    school.by(carla),
  );
  await school.hear();
  expect(await school.kinds(ana)).toHaveLength(2);
  expect(await school.told(beto)).toMatchObject([{ kind: 'commentMention', link: link(both) }]);
});

// rows: E13
test('nobody hears of what they may not read, of what was taken down, withdrawn or said by somebody silenced, or of what is old', async () => {
  const school = await talking();
  const [ana, beto, locked, gone] = [
    await school.learner('ana'),
    await school.learner('beto'),
    await school.learner('dora'),
    await school.learner('eva'),
  ];
  school.closed.add(locked);
  await school.say(ana, `<@${locked}> y <@${gone}>`);
  await school.learning.unenrol(gone, school.courseId, school.context());
  await school.hear();
  const removed = await school.say(ana, `<@${beto}> uno`);
  await decide(school, 'remove', removed, school.teacher);
  const back = await school.say(ana, `<@${beto}> dos`);
  await school.discussions.withdraw(await school.discussions.find(back), school.by(ana));
  const third = await school.say(ana, `<@${beto}> tres`);
  const mute = { kind: 'mute', courseId: school.courseId, commentId: third, hours: 1, reason: 'Basta' } as const;
  await school.moderating.sanction(ana, mute, school.by(school.teacher, 'instructor'));
  await school.hear();
  await school.say(beto, `<@${ana}>`);
  await school.hear(4 * 86_400_000);
  for (const one of [locked, gone, beto]) expect(await school.told(one)).toEqual([]);
  expect(await school.kinds(ana)).toEqual(['commentRemoved', 'personMuted']);
});

// rows: E10
test('who reported hears what came of it, once for each outcome; who decided, who moderates and who is gone do not', async () => {
  const school = await talking();
  const [ana, beto, carla, dora] = [
    await school.learner('ana'),
    await school.learner('beto'),
    await school.learner('carla'),
    await school.learner('dora'),
  ];
  await school.commands.handle(user, dora, { type: 'changeRole', role: 'administrator' }, school.context());
  const comment = await school.say(ana, 'Compren aquí');
  for (const one of [beto, carla, dora, school.teacher]) {
    if (one === school.teacher) {
      await confirmEmail(school.commands, one, school.context());
    }
    await reported(school, one, comment);
  }
  await school.commands.handle(user, carla, { type: 'deactivate' }, school.context());
  await decide(school, 'dismiss', comment, school.teacher);
  await school.hear();
  await decide(school, 'reopen', comment, school.teacher);
  await decide(school, 'dismiss', comment, school.teacher);
  await decide(school, 'reopen', comment, school.teacher);
  await decide(school, 'remove', comment, dora);
  await school.hear();
  expect(await school.told(beto)).toMatchObject([
    { kind: 'reportDismissed', link: `/courses?courseId=${school.courseId}&subtema=${school.subtopicId}&comment=${comment}` },
    { kind: 'reportRemoved', link: '/participation' },
  ]);
  expect([await school.kinds(carla), await school.kinds(dora), await school.kinds(school.teacher)]).toEqual([[], [], []]);
  expect(await school.kinds(ana)).toEqual(['commentRemoved']);
});

// rows: E12
test('the author hears of a removal, of what came of the appeal, and of each sanction with its end; the best answer of its choice', async () => {
  const school = await talking();
  const [ana, beto] = [await school.learner('ana'), await school.learner('beto')];
  const root = await school.say(beto, '¿Cómo?');
  const answer = await school.say(ana, 'Así', root);
  const teacher = school.by(school.teacher, 'instructor');
  const choose = async (id: number | null) =>
    school.moderating.chooseBest(await school.discussions.find(root), id, school.by(school.teacher, 'instructor'));
  await choose(answer);
  await school.hear();
  await choose(null);
  await choose(answer);
  await school.hear();
  await decide(school, 'remove', answer, school.teacher);
  await school.moderating.appeal(await school.discussions.find(answer), 'No es justo', school.by(ana));
  await decide(school, 'rejectAppeal', answer, school.teacher);
  await decide(school, 'restore', answer, school.teacher);
  const give = (kind: 'warning' | 'mute' | 'suspension') =>
    school.moderating.sanction(
      ana,
      { kind, courseId: school.courseId, commentId: answer, hours: 24, reason: 'Así no' },
      school.by(school.teacher, 'instructor'),
    );
  await give('warning');
  await give('mute');
  const { sanctionId } = await give('suspension');
  await school.moderating.appealSanction(ana, sanctionId, 'Perdón', school.by(ana));
  const answered = { sanctionId, reason: 'Va', courseId: school.courseId };
  await school.moderating.answerSanction(ana, { ...answered, lift: false }, teacher);
  await school.moderating.answerSanction(ana, { ...answered, lift: true }, school.by(school.teacher, 'instructor'));
  await school.hear();
  expect(await school.kinds(ana)).toEqual([
    ...['commentBest', 'commentRemoved', 'removalUpheld', 'commentRestored'],
    ...['personWarned', 'personMuted', 'personSuspended', 'sanctionUpheld', 'sanctionLifted'],
  ]);
  const muted = (await school.told(ana)).find(({ kind }) => kind === 'personMuted');
  expect(muted).toMatchObject({ name: '2026-03-03T17:00:00.000Z', link: '/participation' });
  const { title } = noticeWords('personMuted', 'es', { curso: null, nombre: muted?.name ?? null });
  expect(title.replace(/\s/g, ' ')).toBe('No puedes comentar hasta el 3 de marzo a las 9:00 a.m. hora de Tijuana');
});

test('however much is said to somebody, there is room left for what is decided about them', async () => {
  const domain = await openDomain();
  const ana = await register(domain, 'ana');
  for (let count = 0; count < MOST_TALK_A_DAY + 5; count++)
    await domain.notifications.notify(ana, { kind: 'commentMention' }, domain.context());
  const given = async () => (await domain.commands.load(inbox, ana)).state.given;
  expect(await given()).toBe(MOST_TALK_A_DAY);
  for (let count = 0; count < MOST_A_DAY; count++) await domain.notifications.notify(ana, { kind: 'personWarned' }, domain.context());
  expect(await given()).toBe(MOST_A_DAY);
});
