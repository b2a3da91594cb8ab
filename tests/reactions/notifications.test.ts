import { expect, test } from 'vitest';
import { sessions } from '../../backend/commands/identity/sessions.ts';
import { readMailToken } from '../../backend/commands/identity/tokens.ts';
import { user } from '../../backend/commands/identity/user.ts';
import { createTimer } from '../../backend/commands/kernel/timer.ts';
import { inbox } from '../../backend/commands/notifications/inbox.ts';
import { everyone } from '../../backend/commands/notifications/notifications.ts';
import { digestAction, digestToken, nextDigest } from '../../backend/commands/reactions/digest.ts';
import { sendNotificationAction } from '../../backend/commands/reactions/notifications.ts';
import { pushReactor } from '../../backend/commands/reactions/push.ts';
import { createOutbox } from '../../backend/integrations/mail/outbox.ts';
import type { Mail } from '../../backend/integrations/mail/port.ts';
import { isPushEndpoint, type PushMessage, type PushPlace } from '../../backend/integrations/push/port.ts';
import { createPushes } from '../../backend/integrations/push/pushed.ts';
import type { Envelope } from '../../events/define.ts';
import { defaultSchool } from '../../events/siteContent.ts';
import { memoryDomain, openDomain, publishedCourse, register } from '../support/domain.ts';
import { type Process, processOf } from '../support/interrupted.ts';
import { until } from '../support/until.ts';

const content = { type: 'urgent', title: 'Cerramos', message: 'Hoy', kind: null, courseId: null, link: null, audience: everyone } as const;

// rows: F04
test('what was prepared is sent at its time to whoever it is for by then, once; what was taken back is not', async () => {
  const { commands, notifications, context } = await openDomain();
  const { notificationId } = await notifications.schedule(content, '2026-03-02T10:00:00.000Z', context());
  const asked: Date[] = [];
  const send = sendNotificationAction(commands, notifications, async (_, now) => {
    asked.push(now);
    return [1, 2];
  });
  const deadline = { thing: 'x', due: '2026-03-02T10:00:00.000Z', kind: 'x', data: { notificationId } };
  await send(deadline, context());
  await send(deadline, context());
  expect(asked).toHaveLength(1);
  const back = await notifications.schedule(content, '2026-03-02T10:00:00.000Z', context());
  await notifications.withdraw(back.notificationId, context());
  await send({ ...deadline, data: { notificationId: back.notificationId } }, context());
  expect(asked).toHaveLength(1);
});

test('what an instructor prepared is not sent once the course is another’s, or they teach no more; an administrator’s is', async () => {
  const domain = await openDomain();
  const { authoring, commands, notifications, context } = domain;
  const [ines, otro, dora] = [await register(domain, 'ines'), await register(domain, 'otro'), await register(domain, 'dora')];
  for (const one of [ines, otro]) await commands.handle(user, one, { type: 'changeRole', role: 'instructor' }, context());
  await commands.handle(user, dora, { type: 'changeRole', role: 'administrator' }, context());
  const { courseId } = await publishedCourse(domain, [1], { instructorId: ines });
  const audience = { ...everyone, kind: 'course' as const, courseId };
  const send = sendNotificationAction(commands, notifications, async () => [9]);
  const prepared = async (userId: number, role: 'instructor' | 'administrator') => {
    const due = '2026-03-02T18:00:00.000Z';
    const by = { actor: { userId, role } } as const;
    const { notificationId } = await notifications.schedule({ ...content, courseId, audience }, due, context(undefined, by));
    return async () => {
      await send({ thing: 'x', due, kind: 'x', data: { notificationId } }, context());
      return (await domain.types(`notification-${notificationId}`)).at(-1);
    };
  };
  const [first, second, third] = [
    await prepared(ines, 'instructor'),
    await prepared(ines, 'instructor'),
    await prepared(dora, 'administrator'),
  ];
  expect(await first()).toBe('NotificationSent');
  await authoring.change(courseId, { type: 'change', instructorId: otro }, context());
  expect(await second()).toBe('NotificationWithdrawn');
  expect(await third()).toBe('NotificationSent');
});

// rows: F14
test('what is sent reaches the devices of whom it is for, where they want it; one that is gone is forgotten; what is old wakes nobody', async () => {
  const domain = await openDomain();
  const { commands, notifications, context } = domain;
  const [ana, beto] = [await register(domain, 'ana'), await register(domain, 'beto')];
  const place = (name: string) => ({ endpoint: `https://push.servicio.mx/${name}`, p256dh: 'k', auth: 'a', device: null, sessionId: name });
  const subscribe = (userId: number, placeId: string) =>
    commands.handle(inbox, userId, { type: 'subscribe', userId, placeId, ...place(placeId) }, context());
  await subscribe(ana, 'telefono');
  await subscribe(ana, 'vieja');
  await subscribe(beto, 'otra');
  const sent: { place: PushPlace; message: PushMessage }[] = [];
  const reactor = pushReactor(
    commands,
    {
      async send(to, message) {
        if (to.endpoint.endsWith('vieja')) return 'gone';
        sent.push({ place: to, message });
        return 'sent';
      },
    },
    async function* () {
      yield [ana, beto];
    },
    createPushes(domain.vault).note,
  );
  await notifications.send(content, [ana], context());
  const [event] = await domain.events('notification-1');
  if (!event) throw new Error('it was sent');
  await reactor.on.NotificationSent?.(event, context());
  expect(sent.map(({ place }) => place.endpoint)).toEqual(['https://push.servicio.mx/telefono']);
  expect(JSON.parse(sent[0]?.message.body ?? '')).toMatchObject({ id: 1, titulo: 'Cerramos', mensaje: 'Hoy' });
  expect([...(await commands.load(inbox, ana)).state.places.keys()]).toEqual(['telefono']);
  expect(await createPushes(domain.vault).of(event.id)).toMatchObject({ sent: 1, gone: 1 });
  await commands.handle(inbox, ana, { type: 'prefer', userId: ana, notificationType: 'urgent', channel: 'push', on: false }, context());
  await reactor.on.NotificationSent?.(event, context());
  await commands.handle(inbox, ana, { type: 'prefer', userId: ana, notificationType: 'urgent', channel: 'push', on: true }, context());
  await reactor.on.NotificationSent?.(event, { ...context(), now: new Date(Date.parse(event.meta.occurredAt) + 2 * 86_400_000) });
  expect(sent).toHaveLength(1);
});

// rows: F14
test('a browser whose session somebody ended hears nothing more; one whose session ran out does; a new password by mail ends all', async () => {
  const domain = await openDomain();
  const { commands, context } = domain;
  const ana = await register(domain, 'ana');
  const start = (sessionId: string) =>
    commands.handle(sessions, ana, { type: 'start', userId: ana, sessionId, method: 'password', device: null }, context());
  const end = (sessionId: string, cause: 'logout' | 'expired') =>
    commands.handle(sessions, ana, { type: 'end', sessionId, cause }, context());
  const key = { endpoint: 'https://push.servicio.mx/x', p256dh: 'k', auth: 'a', device: null };
  for (const sessionId of ['a', 'b', 'c']) {
    await start(sessionId);
    await commands.handle(inbox, ana, { type: 'subscribe', userId: ana, placeId: sessionId, ...key, sessionId }, context());
  }
  await end('a', 'logout');
  await end('b', 'expired');
  const reactor = pushReactor(commands, null, async function* () {}, createPushes(domain.vault).note);
  for (const event of await domain.events(`sessions-${ana}`))
    if (event.type === 'SessionEnded') await reactor.on.SessionEnded?.(event, context());
  const places = async () => [...(await commands.load(inbox, ana)).state.places.keys()];
  expect(await places()).toEqual(['b', 'c']);
  await commands.handle(user, ana, { type: 'passwordChanged', by: 'self' }, context());
  await commands.handle(user, ana, { type: 'passwordChanged', by: 'reset' }, context());
  const [own, reset] = (await domain.events(`user-${ana}`)).filter(({ type }) => type === 'PasswordChanged');
  // What ran out could be anybody's browser by now; a session that goes on is that of who changed it.
  await reactor.on.PasswordChanged?.(own as Envelope, context());
  expect(await places()).toEqual(['c']);
  await reactor.on.PasswordChanged?.(reset as Envelope, context());
  expect(await places()).toEqual([]);
});

// rows: F13
test('the summary is one mail a day for each who has something unread, with a link that ends it; who read all of it is not written to', async () => {
  const domain = await openDomain();
  const { commands, context } = domain;
  const userId = await register(domain, 'ana', { source: 'google', firstName: 'Ana' });
  const mails: Mail[] = [];
  const due = '2026-03-03T17:00:00.000Z';
  const next: string[] = [];
  const item = (title: string) => ({ kind: null, title, message: 'Texto', name: null, course: 'IA', sentAt: '2026-03-03T10:00:00.000Z' });
  const act = digestAction(
    commands,
    { send: async (mail) => void mails.push(mail) },
    {
      publicUrl: 'https://escuela.mx',
      secret: 's'.repeat(32),
      school: async () => ({ name: 'Escuela', email: 'hola@escuela.mx', color: null }) as never,
    },
    () => ({ schedule: async (deadline) => void next.push(deadline.due) }),
    async (_from, _to, after) => ({ digests: after === 0 ? [{ userId, items: [item('Una'), item('Dos')] }] : [], next: null }),
  );
  const deadline = { thing: 'digest', due, kind: 'digest', data: { from: '2026-03-02T17:00:00.000Z', to: due, after: 0 } };
  for (const _ of [1, 2]) await act(deadline, { ...context(), now: new Date(due) });
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
  expect(mails[0]).toMatchObject({ userId, to: 'ana@ejemplo.mx', subject: 'Tienes 2 novedades en la escuela' });
  expect(mails[0]?.text).toContain('Una');
  const link = mails[0]?.links.find((one) => one.includes('/unsubscribe?token=')) ?? '';
  expect(readMailToken('s'.repeat(32), 'end-digest', new URL(link).searchParams.get('token') ?? '')?.userId).toBe(userId);
  expect(digestToken('s'.repeat(32), userId)).not.toBe(digestToken('t'.repeat(32), userId));
  expect(new Set(next)).toEqual(new Set([nextDigest(new Date(due)).toISOString()]));
});

test('the summary of one whose key is lost keeps nobody else’s, nor that of the next day', async () => {
  const first = await openDomain();
  const people: number[] = [];
  for (const name of ['ana', 'perdida', 'beto']) people.push(await register(first, name, { source: 'google' }));
  await first.vault.remove('keys', String(people[1]));
  const { commands, context } = await first.another();
  const mails: Mail[] = [];
  const next: string[] = [];
  const item = { kind: null, title: 'Una', message: 'Texto', name: null, course: 'IA', sentAt: '2026-03-03T10:00:00.000Z' };
  const act = digestAction(
    commands,
    { send: async (mail) => void mails.push(mail) },
    { publicUrl: 'https://escuela.mx', secret: 's'.repeat(32), school: async () => defaultSchool },
    () => ({ schedule: async (deadline) => void next.push(deadline.due) }),
    async () => ({ digests: people.map((userId) => ({ userId, items: [item] })), next: null }),
  );
  const due = '2026-03-03T17:00:00.000Z';
  const data = { from: '2026-03-02T17:00:00.000Z', to: due, after: 0 };
  await act({ thing: 'digest', due, kind: 'digest', data }, { ...context(), now: new Date(due) });
  expect(mails.map(({ userId }) => userId)).toEqual([people[0], people[2]]);
  expect(next).toEqual([nextDigest(new Date(due)).toISOString()]);
});

test('a place that is not a service of the public web by its name, over https, is never asked', () => {
  expect(isPushEndpoint('https://updates.push.services.mozilla.com/wpush/v2/gAAAA')).toBe(true);
  expect(isPushEndpoint('https://fcm.googleapis.com/fcm/send/abc')).toBe(true);
  for (const address of [
    ...['http://fcm.googleapis.com/x', 'https://localhost/x', 'https://127.0.0.1/x', 'https://[::1]/x', 'https://10.0.0.1/x'],
    ...['https://fcm.googleapis.com:8443/x', 'https://user:pw@fcm.googleapis.com/x', 'https://intranet/x', 'https://db.internal/x'],
    ...['https://2130706433/x', 'file:///etc/passwd', 'javascript:alert(1)', '', `https://a.mx/${'x'.repeat(1_000)}`],
  ])
    expect(isPushEndpoint(address), address).toBe(false);
});

test('summaries that are killed at any step, with the outbox that sends them, reach everybody under one id, and come again the next day', {
  timeout: 60_000,
}, async () => {
  const due = '2026-03-03T17:00:00.000Z';
  const tomorrow = nextDigest(new Date(due)).toISOString();
  const item = { kind: null, title: 'Una', message: 'Texto', name: null, course: 'IA', sentAt: '2026-03-03T10:00:00.000Z' };
  /** One process: it looks at what is due, and sends what waits, until it dies or has nothing left to do. */
  const live = async (process: Process, people: readonly number[], taken: Mail[]) => {
    const { domain } = process;
    const { vault } = domain;
    const transport = { send: (mail: Mail) => process.outside(async () => void taken.push(mail)), forget: async () => {} };
    const outbox = createOutbox({ vault, transport, now: () => new Date(due), logger: { info() {}, warn() {} }, backoff: [0, 0, 0, 0] });
    const school = async () => defaultSchool;
    const timer = createTimer(vault, { digest: (deadline, context) => act(deadline, context) });
    const act = digestAction(
      domain.commands,
      outbox,
      { publicUrl: 'https://escuela.mx', secret: 's'.repeat(32), school },
      () => timer,
      // Two at a time.
      async (_from, _to, after) => {
        const left = people.filter((userId) => userId > after);
        const now = left.slice(0, 2);
        return { digests: now.map((userId) => ({ userId, items: [item] })), next: left.length > 2 ? (now.at(-1) ?? null) : null };
      },
    );
    const stopping = new AbortController();
    const sending = outbox.run(stopping.signal);
    try {
      while ((await timer.tick(new Date(due))) > 0);
      await until(async () => process.isDead() || (await vault.list('outbox', 'pending:')).length === 0, 'nothing to wait');
    } finally {
      stopping.abort();
      await sending;
    }
  };
  const prepare = async () => {
    const domain = memoryDomain();
    const people: number[] = [];
    for (const name of ['ana', 'beto', 'carla']) people.push(await register(domain, name, { source: 'google' }));
    const data = { from: '2026-03-02T17:00:00.000Z', to: due, after: 0 };
    await domain.vault.put('deadlines', `${due}|digest`, { thing: 'digest', due, kind: 'digest', data });
    return { domain, people };
  };
  const whole = await prepare();
  const process = processOf(whole.domain);
  await live(process, whole.people, []);
  expect(process.steps()).toBeGreaterThan(12);
  for (let at = 1; at <= process.steps(); at++)
    for (const when of ['before', 'after'] as const) {
      const { domain, people } = await prepare();
      const taken: Mail[] = [];
      await live(processOf(domain, at, when), people, taken).catch(() => undefined);
      await live(processOf(domain), people, taken);
      const ids = new Set(taken.map(({ userId, messageId }) => `${userId} ${messageId}`));
      expect(ids.size, `${when} ${at}`).toBe(3);
      // Killed between sending and noting it, one goes again under its id.
      expect(taken.length, `${when} ${at}`).toBeLessThanOrEqual(4);
      const deadlines = (await domain.vault.list('deadlines', '')).map(({ key }) => key);
      expect(deadlines, `${when} ${at}`).toEqual([`${tomorrow}|digest`]);
      const outbox = (await domain.vault.list('outbox', '')).map(({ key }) => key.split(':')[0]);
      expect(outbox, `${when} ${at}`).toEqual(['sent', 'sent', 'sent']);
    }
});
