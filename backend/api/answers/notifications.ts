import { noticeWords } from '../../../events/notices.ts';
import type { Audience } from '../../../events/notifications.ts';
import { courses } from '../../projections/courses.ts';
import type { InboxItem } from '../../projections/inboxReader.ts';
import type { NotificationDoc } from '../../projections/notifications.ts';
import type { ReadHelpers } from '../../projections/reading/reads.ts';
import { segments } from '../../projections/segments.ts';
import { users } from '../../projections/users.ts';
import type { AudienceInput, InboxRecord, SentRecord } from '../contract/notifications.ts';
import { roleCodes, rolesByCode } from '../contract/roles.ts';
import { planCodes, shownName } from './people.ts';

/** How notifications look to the API's callers. */

const audienceNames = { everyone: 'todos', role: 'rol', plan: 'plan', course: 'curso', segment: 'segmento', self: 'propia' } as const;
const audienceKinds = { todos: 'everyone', rol: 'role', plan: 'plan', curso: 'course', segmento: 'segment' } as const;
/** Of the learners of a course, as callers name them. */
const learnersWhoNames = { all: 'todos', learning: 'sin-terminar', completed: 'terminaron', quiet: 'sin-actividad' } as const;
const whoByName = Object.fromEntries(Object.entries(learnersWhoNames).map(([who, name]) => [name, who])) as Record<string, Audience['who']>;

export const audienceOf = ({ clase, rol, plan, id_curso, quienes, id_segmento }: AudienceInput): Audience => ({
  kind: audienceKinds[clase],
  role: clase === 'rol' && rol !== undefined ? (rolesByCode[rol] ?? null) : null,
  plan: clase === 'plan' && plan !== undefined ? (plan === 2 ? 'premium' : 'basic') : null,
  courseId: clase === 'curso' ? (id_curso ?? null) : null,
  who: (clase === 'curso' && quienes && whoByName[quienes]) || 'all',
  segmentId: clase === 'segmento' ? (id_segmento ?? null) : null,
});

type Reading = Pick<ReadHelpers, 'getMany'>;
/** Titles of courses, as they are now. */
const titlesOf = async (ids: readonly (number | null)[], reads: Reading): Promise<(id: number | null) => string | null> => {
  const asked = [...new Set(ids.filter((id) => id !== null))].map(String);
  const docs = asked.length === 0 ? new Map() : await reads.getMany(courses, asked);
  return (id) => (id === null ? null : (docs.get(String(id))?.title ?? null));
};

export async function inboxRecords(items: readonly InboxItem[], reads: Reading): Promise<InboxRecord[]> {
  const title = await titlesOf(
    items.map(({ courseId }) => courseId),
    reads,
  );
  return items.map(({ notificationId, type, title: titulo, message, kind, courseId, link, sentAt, name, read }) => {
    const curso = title(courseId);
    const said =
      kind === null ? null : { es: noticeWords(kind, 'es', { curso, nombre: name }), en: noticeWords(kind, 'en', { curso, nombre: name }) };
    return {
      ...{ id_notificacion: notificationId, leida: read },
      notificacion: {
        id_notificacion: notificationId,
        titulo: titulo ?? said?.es.title ?? '',
        mensaje: message ?? said?.es.text ?? '',
        ...{ tipo: type, fecha_envio: sentAt, id_curso: courseId, curso, enlace: link },
        en: said && { titulo: said.en.title, mensaje: said.en.text },
      },
    };
  });
}

export async function sentRecords(docs: readonly NotificationDoc[], reads: Reading): Promise<SentRecord[]> {
  const title = await titlesOf(
    docs.flatMap(({ courseId, audience }) => [courseId, audience.courseId]),
    reads,
  );
  const people = await reads.getMany(users, [...new Set(docs.flatMap(({ by }) => (by === null ? [] : [String(by)])))]);
  const kept = await reads.getMany(segments, [...new Set(docs.flatMap(({ audience }) => audience.segmentId ?? []))]);
  const statusNames = { scheduled: 'programada', sent: 'enviada', withdrawn: 'retirada' } as const;
  return docs.map((doc) => {
    const { kind, role, plan, courseId, who, segmentId } = doc.audience;
    const author = doc.by === null ? undefined : people.get(String(doc.by));
    return {
      ...{ id_notificacion: doc.notificationId, titulo: doc.title ?? '', mensaje: doc.message ?? '', tipo: doc.type },
      ...{ fecha_envio: doc.at, id_curso: doc.courseId, curso: title(doc.courseId), enlace: doc.link },
      estado: statusNames[doc.status],
      audiencia: {
        ...{ clase: audienceNames[kind], rol: role && roleCodes[role], plan: plan && planCodes[plan] },
        ...{ id_curso: courseId, curso: title(courseId), quienes: learnersWhoNames[who] },
        ...{ id_segmento: segmentId, segmento: (segmentId !== null && kept.get(segmentId)?.name) || null },
      },
      autor: author && !author.erased ? shownName(author, 'staff') : null,
      ...{ destinatarios: doc.recipients, vistas: doc.seen, abiertas: doc.opened },
    };
  });
}
