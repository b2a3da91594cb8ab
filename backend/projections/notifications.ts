import { OWN_NUMBERS } from '../../events/notifications.ts';
import type { DataOf, EventOf, StreamEvent } from '../../events/registry.ts';
import type { Projection, Recorded } from './projection.ts';

type Event = StreamEvent<'notification'>;
type Sent = DataOf<'NotificationSent'>;
type Read = EventOf<'NotificationRead' | 'InboxSeen'>;

/** One notification to many, and what became of it. */
export interface NotificationDoc extends Omit<Sent, 'recipients'> {
  status: 'scheduled' | 'sent' | 'withdrawn';
  /** Who sent or prepared it; null: the school by itself. */
  by: number | null;
  /** When it was sent, or is to be; ISO UTC. */
  at: string;
  sentAt: string | null;
  /** Whether the history lists it: what the school sends by itself, and one's own tests, it does not. */
  listed: boolean;
  recipients: number;
  /** A bit for each number of an account (events/recipients.ts). */
  people: string;
  /** How many recipients opened a list that it was on; and how many opened it while it was new to them. */
  seen: number;
  opened: number;
}

const key = ({ data }: Recorded<Event>) => String(data.notificationId);
const base = ({ data, meta }: Recorded<EventOf<'NotificationScheduled' | 'NotificationSent'>>) => {
  const { notificationId, type, title, message, kind, courseId, link, audience } = data;
  return {
    ...{ notificationId, type, title, message, kind, courseId, link, audience },
    by: meta.actor.userId,
    listed: audience.kind !== 'self' && kind === null,
    ...{ seen: 0, opened: 0 },
  };
};
const counted = (data: Read['data']): number[] => ('notifications' in data ? data.notifications : [data.notificationId]);

/** What was sent to many at once. Who it is for stands in it as it was decided then; inboxes are joined on reading. */
export const notifications: Projection<NotificationDoc, Event | Read> = {
  name: 'notifications',
  version: 1,
  indexes: [
    ['listed', '-at'],
    ['by', 'listed', '-at'],
    ['status', '-at'],
  ],
  on: {
    NotificationScheduled: {
      key,
      evolve: (_, event) => ({ ...base(event), status: 'scheduled', at: event.data.sendAt, sentAt: null, recipients: 0, people: '' }),
    },
    NotificationSent: {
      key,
      evolve: (doc, event) => ({
        ...base(event),
        ...{ by: doc?.by ?? event.meta.actor.userId, status: 'sent', at: event.meta.occurredAt, sentAt: event.meta.occurredAt },
        ...{ recipients: event.data.recipients.count, people: event.data.recipients.people },
      }),
    },
    NotificationWithdrawn: { key, evolve: (doc) => doc && { ...doc, status: 'withdrawn' } },
    NotificationRestored: { key, evolve: (doc) => doc && { ...doc, status: doc.sentAt === null ? 'scheduled' : 'sent' } },
    InboxSeen: {
      key: ({ data }) => counted(data).map(String),
      evolve: (doc) => doc && { ...doc, seen: doc.seen + 1 },
    },
    NotificationRead: {
      key: ({ data }) => (data.notificationId < OWN_NUMBERS ? String(data.notificationId) : null),
      evolve: (doc, { data }) => doc && { ...doc, opened: doc.opened + 1, seen: doc.seen + (data.unseen ? 1 : 0) },
    },
  },
  topics: (_, { notificationId, status }) => [
    { topic: 'notificaciones', id: `${notificationId}` },
    // Inboxes are told only when it comes or goes, not each time that somebody opens it.
    { topic: 'difusiones', id: `${notificationId}`, about: status, view: ({ people }) => ({ people }) },
  ],
};
