import { type NotificationType, talkKinds, wants } from '../../../events/notices.ts';
import { type Channel, OWN_NUMBERS } from '../../../events/notifications.ts';
import type { DataOf, StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { GrowingMap } from '../kernel/growing.ts';

type Event = StreamEvent<'inbox'>;

export interface InboxState {
  /** Everything sent until then is read; null: nothing. ISO UTC, as the other times. */
  readUpTo: string | null;
  seenUpTo: string | null;
  /** The notifications opened one by one after `readUpTo`, each with when it was sent. */
  read: GrowingMap<number, string>;
  /** Opened before it was on an opened list; `seen` counts it already. */
  openedUnseen: GrowingMap<number, true>;
  /** `type channel` → chosen. */
  preferences: GrowingMap<string, boolean>;
  /** Browsers that take what is pushed, by the id of their place; the first added first. */
  places: GrowingMap<string, PushPlaceOfOne>;
  /** The last day (UTC) on which notices were given, and how many. */
  day: string;
  given: number;
}

export interface PushPlaceOfOne {
  endpoint: string;
  p256dh: string;
  auth: string;
  device: string | null;
  sessionId: string | null;
}
export interface Item {
  notificationId: number;
  sentAt: string;
}
export type Preference = { notificationType: NotificationType; channel: Channel; on: boolean };
export type InboxCommand = { userId: number } & (
  | ({ type: 'give'; now: Date } & Omit<DataOf<'NoticeGiven'>, 'userId'>)
  | ({ type: 'read' } & Item)
  | { type: 'readAll'; upTo: string }
  /** `items`: the notifications on the list, newest first. */
  | { type: 'see'; items: readonly Item[] }
  | ({ type: 'prefer' } & Preference)
  | ({ type: 'subscribe'; placeId: string } & PushPlaceOfOne)
  | { type: 'unsubscribe'; placeId: string; cause: 'person' | 'gone' | 'ended' }
  | { type: 'restore'; readUpTo: string | null; seenUpTo: string | null; read: readonly Item[] }
);

/** The most notices that one person gets in a day; further ones are dropped. */
export const MOST_A_DAY = 100;
/** The most of these that other people cause, so that nobody can flood a sanction out of an inbox. */
export const MOST_TALK_A_DAY = 50;
/** How many are kept as opened one by one; after that, everything before the oldest of them counts as read. */
export const MOST_READ = 1_000;
/** The most browsers of one person; the oldest makes room. */
export const MOST_PLACES = 10;
/** The most notifications that one opening of the list counts as seen for the first time. */
const MOST_SEEN = 200;

/** Whether a person wants notifications of this type there. */
export const wanted = ({ preferences }: InboxState, type: NotificationType, channel: Channel): boolean =>
  preferences.get(preferenceKey(type, channel)) ?? wants({}, type, channel);
export const preferenceKey = (type: NotificationType, channel: Channel): string => `${type} ${channel}`;
const isAfter = (at: string, limit: string | null): boolean => limit === null || at > limit;
const later = (a: string | null, b: string): string => (a !== null && a > b ? a : b);

/** The notifications for one person alone, and what they have read; stream `inbox-<userId>`. */
export const inbox: Decider<InboxState, InboxCommand, Event> = {
  category: 'inbox',
  wordless: 'where lost',
  initial: () => ({
    ...{ readUpTo: null, seenUpTo: null, read: new GrowingMap(), openedUnseen: new GrowingMap(), preferences: new GrowingMap() },
    places: new GrowingMap(),
    ...{ day: '', given: 0 },
  }),
  decide(command, state) {
    const { userId } = command;
    switch (command.type) {
      case 'give': {
        const { kind, courseId, name, link, now } = command;
        const most = talkKinds.has(kind) ? MOST_TALK_A_DAY : MOST_A_DAY;
        if (state.day === now.toISOString().slice(0, 10) && state.given >= most) return [];
        return [{ type: 'NoticeGiven', data: { userId, kind, courseId, name, link } }];
      }
      case 'read': {
        const { notificationId, sentAt } = command;
        if (!isAfter(sentAt, state.readUpTo) || state.read.has(notificationId)) return [];
        const opened: Event = {
          type: 'NotificationRead',
          data: { userId, notificationId, sentAt, unseen: isAfter(sentAt, state.seenUpTo) },
        };
        if (state.read.size < MOST_READ) return [opened];
        const first = [...state.read].reduce((least, [, at]) => (at < least ? at : least), sentAt);
        return [opened, { type: 'AllNotificationsRead', data: { userId, readUpTo: first } }];
      }
      case 'readAll':
        return isAfter(command.upTo, state.readUpTo) ? [{ type: 'AllNotificationsRead', data: { userId, readUpTo: command.upTo } }] : [];
      case 'see': {
        const fresh = command.items.filter(({ sentAt }) => isAfter(sentAt, state.seenUpTo));
        if (fresh.length === 0) return [];
        const seenUpTo = fresh.reduce((most, { sentAt }) => later(most, sentAt), '');
        const notifications = fresh.flatMap(({ notificationId: id }) => (id < OWN_NUMBERS && !state.openedUnseen.has(id) ? [id] : []));
        return [{ type: 'InboxSeen', data: { userId, seenUpTo, notifications: notifications.slice(0, MOST_SEEN) } }];
      }
      case 'prefer': {
        const { notificationType: type, channel, on } = command;
        if (state.preferences.get(preferenceKey(type, channel)) === on) return [];
        return [{ type: 'NotificationPreferenceSet', data: { userId, type, channel, on } }];
      }
      case 'subscribe': {
        const { placeId, endpoint, p256dh, auth, device, sessionId } = command;
        const had = state.places.get(placeId);
        if (had && had.p256dh === p256dh && had.auth === auth && had.sessionId === sessionId) return [];
        const added: Event = { type: 'PushPlaceAdded', data: { userId, placeId, endpoint, p256dh, auth, device, sessionId } };
        const [oldest] = state.places.keys();
        if (had || state.places.size < MOST_PLACES || oldest === undefined) return [added];
        return [{ type: 'PushPlaceRemoved', data: { userId, placeId: oldest, cause: 'full' } }, added];
      }
      case 'unsubscribe': {
        const { placeId, cause } = command;
        return state.places.has(placeId) ? [{ type: 'PushPlaceRemoved', data: { userId, placeId, cause } }] : [];
      }
      case 'restore': {
        const { readUpTo, seenUpTo, read } = command;
        return [{ type: 'InboxRestored', data: { userId, readUpTo, seenUpTo, read: read.slice(0, 2_000) } }];
      }
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case 'NoticeGiven': {
        const day = event.meta.occurredAt.slice(0, 10);
        return { ...state, day, given: day === state.day ? state.given + 1 : 1 };
      }
      case 'InboxSeen':
        return { ...state, seenUpTo: later(state.seenUpTo, event.data.seenUpTo), openedUnseen: new GrowingMap() };
      case 'NotificationRead': {
        const { notificationId, sentAt, unseen } = event.data;
        const openedUnseen = unseen ? state.openedUnseen.with(notificationId, true) : state.openedUnseen;
        return { ...state, read: state.read.with(notificationId, sentAt), openedUnseen };
      }
      case 'AllNotificationsRead': {
        const readUpTo = later(state.readUpTo, event.data.readUpTo);
        const read = [...state.read].reduce(
          (kept, [id, at]) => (at > readUpTo ? kept.with(id, at) : kept),
          new GrowingMap<number, string>(),
        );
        return { ...state, readUpTo, read };
      }
      case 'NotificationPreferenceSet': {
        const { type, channel, on } = event.data;
        return { ...state, preferences: state.preferences.with(preferenceKey(type, channel), on) };
      }
      case 'PushPlaceAdded': {
        const { placeId, endpoint, p256dh, auth, device, sessionId } = event.data;
        // An erased person has no browsers left.
        if (endpoint === null || p256dh === null || auth === null) return state;
        return { ...state, places: state.places.with(placeId, { endpoint, p256dh, auth, device, sessionId }) };
      }
      case 'PushPlaceRemoved':
        return { ...state, places: state.places.without(event.data.placeId) };
      case 'InboxRestored': {
        const { readUpTo, seenUpTo, read } = event.data;
        const items = read.reduce((map, one) => map.with(one.notificationId, one.sentAt), new GrowingMap<number, string>());
        return { ...state, readUpTo, seenUpTo, read: items, openedUnseen: new GrowingMap() };
      }
    }
  },
};
