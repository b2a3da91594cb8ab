import { createHash } from 'node:crypto';
import { wants } from '../../../events/notices.ts';
import type { Audience, Channel, NotificationContent } from '../../../events/notifications.ts';
import { teaches } from '../../../events/outline.ts';
import { course } from '../../commands/catalogue/course.ts';
import { readMailToken } from '../../commands/identity/tokens.ts';
import { type CommandContext, derived } from '../../commands/kernel/handle.ts';
import { inbox } from '../../commands/notifications/inbox.ts';
import { notification } from '../../commands/notifications/notification.ts';
import { everyone } from '../../commands/notifications/notifications.ts';
import { isPushEndpoint } from '../../integrations/push/port.ts';
import { inboxes } from '../../projections/inboxes.ts';
import type { InboxReader } from '../../projections/inboxReader.ts';
import { type NotificationDoc, notifications as notificationDocs } from '../../projections/notifications.ts';
import type { PeopleDirectory } from '../../projections/peopleDirectory.ts';
import { pagesOf } from '../../projections/reading/reads.ts';
import { users } from '../../projections/users.ts';
import { audiencePeople } from '../answers/audiences.ts';
import { audienceOf, inboxRecords, sentRecords } from '../answers/notifications.ts';
import { type Call, type Implement, signedIn } from '../calls/implement.ts';
import { deviceOf } from '../calls/signIn.ts';
import { notificationTypes } from '../contract/choices.ts';
import { NO_REASON, SAVED } from '../contract/common.ts';
import { type AudienceInput, notifications as contract } from '../contract/notifications.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

/** How long a sending waits for the read models, in milliseconds; with one that is behind, it goes to the people that one knows. */
const JOINED_MS = 1_000;
/** A time nearer than this many milliseconds counts as now, because clocks differ. */
const NOW_MS = 60_000;
const FIGURES_MS = 30 * 86_400_000;
const FIGURES_PAGE = 200;
const FURTHEST_MS = 366 * 86_400_000;
/** How many notifications count as seen when a list is opened: those of its first page. */
const FIRST_PAGE = 100;

/** Inboxes of people, and the notifications that the school sends. */
export function notificationRoutes(implement: Implement, deps: Deps, reader: InboxReader, directory: PeopleDirectory): void {
  inboxRoutes(implement, deps, reader);
  preferenceRoutes(implement, deps);
  sentRoutes(implement);
  sendingRoutes(implement, deps, directory);
  withdrawalRoutes(implement, deps);
}

function inboxRoutes(implement: Implement, { commands }: Deps, reader: InboxReader): void {
  implement(contract.inbox, {
    async handle({ params, query: { limit, cursor, curso } }, call) {
      const page = await reader.page(params.userId, { limit, cursor, courseId: curso }, call.reads);
      if (page.next !== null) call.header('x-next-cursor', page.next);
      return inboxRecords(page.items, call.reads);
    },
  });
  implement(contract.inboxSummary, {
    async handle({ params }, call) {
      const { unread, unseen, urgent } = await reader.summary(params.userId, call.now, call.reads);
      const [urgente = null] = await inboxRecords(urgent ? [urgent] : [], call.reads);
      return { nuevas: unread, sinVer: unseen, urgente };
    },
  });
  implement(contract.readNotification, {
    async handle({ params: { userId, notificationId } }, call) {
      const item = await reader.item(userId, notificationId, call.reads);
      if (!item) throw new ApiError('NOTIFICATION_NOT_FOUND');
      const { sentAt } = item;
      call.wrote((await commands.handle(inbox, userId, { type: 'read', userId, notificationId, sentAt }, call.context())).position);
      return { message: 'Notificación leída', id_notificacion: notificationId, leida: true as const };
    },
  });
  implement(contract.readAllNotifications, {
    async handle({ params: { userId }, body: { hasta } }, call) {
      const now = call.now.toISOString();
      const upTo = hasta !== undefined && hasta < now ? hasta : now;
      call.wrote((await commands.handle(inbox, userId, { type: 'readAll', userId, upTo }, call.context())).position);
      return { message: 'Todas las notificaciones quedaron leídas' };
    },
  });
  implement(contract.seeNotifications, {
    async handle({ params: { userId } }, call) {
      const { items } = await reader.page(userId, { limit: FIRST_PAGE }, call.reads);
      call.wrote((await commands.handle(inbox, userId, { type: 'see', userId, items }, call.context())).position);
      return { message: 'Anotado' };
    },
  });
}

/** Where a person wants each type of notification to arrive: inbox, mail, devices. */
function preferenceRoutes(implement: Implement, { commands, config, pushKey }: Deps): void {
  const places = async (userId: number, call: Call) => (await call.reads.get(inboxes, String(userId))) ?? null;
  implement(contract.notificationPreferences, {
    async handle({ params: { userId } }, call) {
      const doc = await places(userId, call);
      const preferences = doc?.preferences ?? {};
      return {
        tipos: notificationTypes.map((tipo) => ({
          ...{ tipo, correo: wants(preferences, tipo, 'mail'), dispositivos: wants(preferences, tipo, 'push') },
        })),
        dispositivos: (doc?.places ?? []).map(({ placeId, device, at }) => ({ id: placeId, nombre: device, desde: at })),
        clave: await pushKey(),
      };
    },
  });
  const prefer = async (
    userId: number,
    notificationType: NotificationContent['type'],
    channel: Channel,
    on: boolean,
    context: CommandContext,
  ) => (await commands.handle(inbox, userId, { type: 'prefer', userId, notificationType, channel, on }, context)).position;
  implement(contract.setNotificationPreference, {
    async handle({ params: { userId }, body: { tipo, canal, activo } }, call) {
      call.wrote(await prefer(userId, tipo, canal === 'correo' ? 'mail' : 'push', activo, call.context()));
      return SAVED;
    },
  });
  implement(contract.addPushDevice, {
    async handle({ params: { userId }, body: { endpoint, p256dh, auth } }, call) {
      if (!isPushEndpoint(endpoint)) throw new ApiError('PUSH_ENDPOINT_INVALID');
      const placeId = createHash('sha256').update(endpoint).digest('hex').slice(0, 32);
      const session = { device: deviceOf(call.userAgent), sessionId: call.identity?.sessionId ?? null };
      const command = { type: 'subscribe', userId, placeId, endpoint, p256dh, auth, ...session } as const;
      call.wrote((await commands.handle(inbox, userId, command, call.context())).position);
      return { message: 'Este dispositivo recibirá tus notificaciones', id: placeId };
    },
  });
  implement(contract.removePushDevice, {
    async handle({ params: { userId, placeId } }, call) {
      call.wrote(
        (await commands.handle(inbox, userId, { type: 'unsubscribe', userId, placeId, cause: 'person' }, call.context())).position,
      );
      return { message: 'El dispositivo ya no recibirá notificaciones' };
    },
  });
  implement(contract.endDigest, {
    async handle({ body: { token } }, call) {
      const found = readMailToken(config.sessionSecret, 'end-digest', token);
      if (!found) throw new ApiError('TOKEN_INVALID');
      const context = call.context();
      for (const type of notificationTypes) call.wrote(await prefer(found.userId, type, 'mail', false, derived(context, type)));
      return { message: 'Ya no recibirás el resumen por correo' };
    },
  });
}

const sendTime = (given: string | undefined, now: Date): string | null => {
  if (given === undefined) return null;
  const at = Date.parse(given);
  if (Number.isNaN(at) || at - now.getTime() > FURTHEST_MS) throw new ApiError('SEND_DATE_INVALID');
  return at - now.getTime() < NOW_MS ? null : new Date(at).toISOString();
};
const contentOf = (
  body: { titulo: string; mensaje: string; tipo?: NotificationContent['type'] | undefined; enlace?: string | undefined },
  courseId: number | null,
  audience: Audience,
): NotificationContent => ({
  ...{ type: body.tipo ?? (courseId === null ? 'general' : 'course'), title: body.titulo, message: body.mensaje, kind: null },
  ...{ courseId, link: body.enlace ?? (courseId === null ? null : `/courses?courseId=${courseId}`), audience },
});

/** What was sent: by everybody to administrators, by themselves to instructors. */
function sentRoutes(implement: Implement): void {
  const listedFor = (call: Call) => ({
    listed: true,
    ...(call.identity?.role !== 'administrator' && { by: call.identity?.userId ?? 0 }),
  });
  const historyPage = async ({ limit, cursor }: { limit: number; cursor?: string | undefined }, call: Call) => {
    const { docs, next } = await call.reads.find(notificationDocs, {
      where: listedFor(call),
      sort: ['-at'],
      limit,
      ...(cursor !== undefined && { cursor }),
    });
    const records = await sentRecords(
      docs.map(({ doc }) => doc),
      call.reads,
    );
    return { records, next };
  };
  implement(contract.sentNotifications, {
    async handle({ query }, call) {
      const { records, next } = await historyPage(query, call);
      if (next !== null) call.header('x-next-cursor', next);
      return records;
    },
  });
  implement(contract.notificationHistory, {
    async handle({ query }, call) {
      const { records, next } = await historyPage(query, call);
      return { notificaciones: records, siguiente: next };
    },
  });
  implement(contract.notificationFigures, {
    async handle(_, call) {
      const desde = new Date(call.now.getTime() - FIGURES_MS).toISOString();
      const figures = { desde, enviadas: 0, entregadas: 0, vistas: 0, abiertas: 0 };
      for await (const page of pagesOf(call.reads, notificationDocs, {
        where: { ...listedFor(call), at: { gte: desde } },
        sort: ['-at'],
        limit: FIGURES_PAGE,
      })) {
        for (const { doc } of page) {
          if (doc.status !== 'sent') continue;
          figures.enviadas++;
          figures.entregadas += doc.recipients;
          figures.vistas += doc.seen;
          figures.abiertas += doc.opened;
        }
      }
      return figures;
    },
  });
}

/** The audiences that a caller may write to. */
function createAudiences({ commands }: Deps, directory: PeopleDirectory) {
  const demandCourse = async (courseId: number, call: Call): Promise<void> => {
    const { state } = await commands.load(course, courseId);
    if (state.status === 'none') throw new ApiError('COURSE_NOT_FOUND');
    if (call.identity?.role !== 'administrator' && !teaches(state, signedIn(call).userId)) throw new ApiError('AUDIENCE_NOT_OWN');
  };
  /** The exact audience that this caller may write to; decided on the streams. */
  const audienceFor = async (given: AudienceInput | undefined, courseId: number | undefined, call: Call): Promise<Audience> => {
    const asked = given ? audienceOf(given) : courseId === undefined ? everyone : { ...everyone, kind: 'course' as const, courseId };
    if (call.identity?.role !== 'administrator' && asked.kind !== 'course') throw new ApiError('AUDIENCE_NOT_OWN');
    const missing = { role: asked.role, plan: asked.plan, course: asked.courseId, segment: asked.segmentId, everyone: true, self: true }[
      asked.kind
    ];
    if (missing === null) throw new ApiError('AUDIENCE_INCOMPLETE');
    if (asked.courseId !== null) await demandCourse(asked.courseId, call);
    return asked;
  };
  const peopleOf = async (audience: Audience, call: Call): Promise<number[]> => {
    // Read first, so that X-Position is one that the directory has reached.
    await call.reads.get(users, '0');
    const people = await audiencePeople(audience, { directory, reads: call.reads, now: call.now, self: call.identity?.userId ?? null });
    if (people === null) throw new ApiError('SEGMENT_NOT_FOUND');
    return people;
  };
  return { demandCourse, audienceFor, peopleOf };
}

function sendingRoutes(implement: Implement, deps: Deps, directory: PeopleDirectory): void {
  const { commands, notifications, reads } = deps;
  const { demandCourse, audienceFor, peopleOf } = createAudiences(deps, directory);
  implement(contract.countAudience, {
    async handle({ query }, call) {
      return { personas: (await peopleOf(await audienceFor(query, undefined, call), call)).length };
    },
  });
  implement(contract.createNotification, {
    async handle({ body }, call) {
      // One of a course is for its learners, unless somebody says otherwise (C-30).
      if (body.tipo === 'course' && body.id_curso === undefined && body.audiencia?.clase !== 'curso')
        throw new ApiError('AUDIENCE_INCOMPLETE');
      const audience = await audienceFor(body.audiencia ?? undefined, body.id_curso, call);
      const courseId = body.id_curso ?? audience.courseId;
      if (courseId !== null && courseId !== audience.courseId) await demandCourse(courseId, call);
      const content = contentOf(body, courseId, audience);
      const sendAt = sendTime(body.fecha_envio, call.now);
      // Everybody who joined before the sending gets it: the read models must first reach the end of the log.
      const head = await commands.log.store.head();
      if (head !== null) await reads.waitFor(head, JOINED_MS);
      const people = await peopleOf(audience, call);
      if (sendAt === null && people.length === 0) throw new ApiError('AUDIENCE_EMPTY');
      const context = call.context();
      const done =
        sendAt === null ? await notifications.send(content, people, context) : await notifications.schedule(content, sendAt, context);
      call.wrote(done.position);
      const doc: NotificationDoc = {
        ...{
          notificationId: done.notificationId,
          ...content,
          status: sendAt === null ? 'sent' : 'scheduled',
          by: call.identity?.userId ?? null,
        },
        ...{ at: sendAt ?? call.now.toISOString(), sentAt: null, listed: true, people: '', seen: 0, opened: 0 },
        recipients: sendAt === null ? people.length : 0,
      };
      const [record] = await sentRecords([doc], call.reads);
      if (!record) throw new Error('a record for each document');
      return { message: sendAt === null ? 'Notificación enviada' : 'Notificación programada', ...record };
    },
  });
  implement(contract.tryNotification, {
    async handle({ body }, call) {
      const self = call.identity?.userId ?? 0;
      if (body.id_curso !== undefined) await demandCourse(body.id_curso, call);
      const audience: Audience = { ...everyone, kind: 'self' };
      call.wrote((await notifications.send(contentOf(body, body.id_curso ?? null, audience), [self], call.context())).position);
      return { message: 'Te enviamos la prueba: mira tu campana' };
    },
  });
}

function withdrawalRoutes(implement: Implement, { commands, notifications }: Deps): void {
  /** Instructors see only their own; another's is answered like a missing one. */
  const demandOwn = async (id: number, call: Call): Promise<void> => {
    if (call.identity?.role === 'administrator') return;
    const doc = await call.reads.get(notificationDocs, String(id));
    if (doc?.by !== call.identity?.userId) throw new ApiError('NOTIFICATION_NOT_FOUND');
  };
  implement(contract.withdrawNotification, {
    async handle({ params, query }, call) {
      await demandOwn(params.id, call);
      call.wrote((await notifications.withdraw(params.id, call.context(query.motivo ?? NO_REASON))).position);
      return { message: 'Notificación retirada' };
    },
  });
  implement(contract.restoreNotification, {
    async handle({ params, body }, call) {
      await demandOwn(params.id, call);
      const { state } = await commands.load(notification, params.id);
      // What an administrator took back, or the school itself, only an administrator gives again.
      if (state.withdrawn && call.identity?.role !== 'administrator' && state.withdrawnBy !== call.identity?.userId)
        throw new ApiError('FORBIDDEN');
      call.wrote((await notifications.restore(params.id, call.context(body.motivo ?? NO_REASON))).position);
      return { message: 'La notificación volvió a las bandejas' };
    },
  });
}
