import type { NotificationContent } from '../../../events/notifications.ts';
import type { DataOf, StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';

type Event = StreamEvent<'notification'>;

export interface NotificationState {
  content: NotificationContent | null;
  /** When it is to be sent; ISO UTC. */
  sendAt: string | null;
  /** Who prepared it; null: the school by itself. */
  by: number | null;
  sent: boolean;
  withdrawn: boolean;
  /** Who took it back last; null: nobody did, or the school by itself. */
  withdrawnBy: number | null;
}
export type NotificationCommand = { notificationId: number } & (
  | { type: 'schedule'; content: NotificationContent; sendAt: string }
  | { type: 'send'; content: NotificationContent; recipients: DataOf<'NotificationSent'>['recipients'] }
  | { type: 'withdraw' }
  | { type: 'restore' }
);

const contentOf = ({ type, title, message, kind, courseId, link, audience }: NotificationContent): NotificationContent => ({
  ...{ type, title, message, kind, courseId, link, audience },
});

/** One notification to many: prepared or sent, taken back and given again; sent once. Errors: NOTIFICATION_NOT_FOUND. */
export const notification: Decider<NotificationState, NotificationCommand, Event> = {
  category: 'notification',
  initial: () => ({ content: null, sendAt: null, by: null, sent: false, withdrawn: false, withdrawnBy: null }),
  decide(command, state) {
    const { notificationId } = command;
    switch (command.type) {
      case 'schedule':
        return state.content
          ? []
          : [{ type: 'NotificationScheduled', data: { notificationId, ...contentOf(command.content), sendAt: command.sendAt } }];
      case 'send':
        return state.sent || state.withdrawn
          ? []
          : [{ type: 'NotificationSent', data: { notificationId, ...contentOf(command.content), recipients: command.recipients } }];
      case 'withdraw':
        if (!state.content) return refuse('NOTIFICATION_NOT_FOUND');
        return state.withdrawn ? [] : [{ type: 'NotificationWithdrawn', data: { notificationId } }];
      case 'restore':
        if (!state.content) return refuse('NOTIFICATION_NOT_FOUND');
        return state.withdrawn ? [{ type: 'NotificationRestored', data: { notificationId } }] : [];
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case 'NotificationScheduled':
        return { ...state, content: contentOf(event.data), sendAt: event.data.sendAt, by: event.meta.actor.userId };
      case 'NotificationSent':
        return { ...state, content: contentOf(event.data), sent: true };
      case 'NotificationWithdrawn':
        return { ...state, withdrawn: true, withdrawnBy: event.meta.actor.userId };
      case 'NotificationRestored':
        return { ...state, withdrawn: false };
    }
  },
};
