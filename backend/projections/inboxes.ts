import type { NotificationType } from '../../events/notices.ts';
import type { Channel } from '../../events/notifications.ts';
import { OWN_NUMBERS } from '../../events/notifications.ts';
import type { DataOf, EventOf, StreamEvent } from '../../events/registry.ts';
import { withEntry } from './entries.ts';
import type { Projection, Recorded } from './projection.ts';

type Event = StreamEvent<'inbox'>;

/** Something that one person was told. */
export interface NoticeDoc extends Omit<DataOf<'NoticeGiven'>, 'name'> {
  notificationId: number;
  name: string | null;
  sentAt: string;
}

/** What each person was told, one by one. */
export const notices: Projection<NoticeDoc, EventOf<'NoticeGiven'>> = {
  name: 'notices',
  version: 3,
  indexes: [
    ['userId', '-sentAt', '-notificationId'],
    ['userId', 'courseId', '-sentAt', '-notificationId'],
    ['userId', 'kind', '-sentAt', '-notificationId'],
    ['sentAt'],
  ],
  on: {
    NoticeGiven: {
      key: ({ data, version }) => `${data.userId}_${OWN_NUMBERS + version}`,
      evolve: (_, { data, version, meta }) => ({ ...data, notificationId: OWN_NUMBERS + version, sentAt: meta.occurredAt }),
    },
  },
  persons: (doc) => [String(doc.userId)],
  redact: () => null,
  topics: (_, { userId, notificationId }) => [{ topic: `usuariosnotificaciones:${userId}`, id: String(notificationId) }],
};

/** What a person has read, and where they want to hear what. */
export interface InboxDoc {
  userId: number;
  readUpTo: string | null;
  seenUpTo: string | null;
  /** The opened ones among those sent after `readUpTo`: number → when it was sent. */
  read: Readonly<Record<string, string>>;
  /** What the person chose; the rest is as the school has it. */
  preferences: Readonly<Partial<Record<NotificationType, Partial<Record<Channel, boolean>>>>>;
  /** Browsers that take what is pushed, the first added first. */
  places: readonly { placeId: string; device: string | null; at: string }[];
  /** Whether there are any. */
  reached: boolean;
}

const key = ({ data }: Recorded<Event>) => String(data.userId);
const change = <T extends Event['type']>(fields: (doc: InboxDoc, event: Recorded<EventOf<T>>) => Partial<InboxDoc>) => ({
  key,
  evolve: (doc: InboxDoc | null, event: Recorded<EventOf<T>>): InboxDoc => {
    const before = doc ?? {
      userId: event.data.userId,
      readUpTo: null,
      seenUpTo: null,
      read: {},
      preferences: {},
      places: [],
      reached: false,
    };
    return { ...before, ...fields(before, event) };
  },
});
const later = (a: string | null, b: string): string => (a !== null && a > b ? a : b);

export const inboxes: Projection<InboxDoc, Event> = {
  name: 'inboxes',
  version: 2,
  indexes: [['reached']],
  on: {
    InboxSeen: change<'InboxSeen'>((doc, { data }) => ({ seenUpTo: later(doc.seenUpTo, data.seenUpTo) })),
    NotificationRead: change<'NotificationRead'>((doc, { data }) => ({
      read: withEntry(doc.read, String(data.notificationId), data.sentAt),
    })),
    AllNotificationsRead: change<'AllNotificationsRead'>((doc, { data }) => {
      const readUpTo = later(doc.readUpTo, data.readUpTo);
      return { readUpTo, read: Object.fromEntries(Object.entries(doc.read).filter(([, at]) => at > readUpTo)) };
    }),
    NotificationPreferenceSet: change<'NotificationPreferenceSet'>((doc, { data: { type, channel, on } }) => ({
      preferences: { ...doc.preferences, [type]: { ...doc.preferences[type], [channel]: on } },
    })),
    PushPlaceAdded: change<'PushPlaceAdded'>((doc, { data: { placeId, device, endpoint }, meta }) =>
      endpoint === null
        ? {}
        : { places: [...doc.places.filter((one) => one.placeId !== placeId), { placeId, device, at: meta.occurredAt }], reached: true },
    ),
    PushPlaceRemoved: change<'PushPlaceRemoved'>((doc, { data }) => {
      const places = doc.places.filter(({ placeId }) => placeId !== data.placeId);
      return { places, reached: places.length > 0 };
    }),
    InboxRestored: change<'InboxRestored'>((_, { data }) => ({
      readUpTo: data.readUpTo,
      seenUpTo: data.seenUpTo,
      read: Object.fromEntries(data.read.map(({ notificationId, sentAt }) => [String(notificationId), sentAt])),
    })),
  },
  persons: (doc) => [String(doc.userId)],
  redact: () => null,
  topics: (id) => [{ topic: `usuariosnotificaciones:${id}`, id: 'estado' }],
};
