import i18next from 'i18next';
import { useEffect } from 'react';
import { countOnIcon } from '../../lib/app-icon.ts';
import type { AnswerOf } from '../../lib/calls.ts';
import { call } from '../../lib/http.ts';
import type { SessionUser } from '../../lib/session.ts';
import { useLive } from '../../lib/use-live.ts';

export type Received = AnswerOf<'inbox'>[number];
export type InboxState = ReturnType<typeof useInbox>;

/** What is new for this person, the same in every window; the icon of the installed application counts it too. */
export const useInbox = ({ id, viewer }: SessionUser) => {
  const { data, refetch } = useLive(reads.inboxSummary, id, `campana:${id}`);
  const unread = data?.nuevas ?? 0;
  useEffect(() => {
    if (!viewer && data !== undefined) countOnIcon('unread', unread);
  }, [unread, viewer, data]);
  /** Somebody who only views the school as this person marks nothing. */
  const write = async (send: () => Promise<{ position: string | null }>): Promise<boolean> => {
    if (viewer) return false;
    const { position } = await send();
    refetch(position ?? undefined);
    return true;
  };
  return {
    unread,
    unseen: data?.sinVer ?? 0,
    urgent: data?.urgente ?? null,
    read: (notificationId: number) => write(() => call(calls.readNotification, { userId: id, notificationId })),
    readAll: (hasta: string) => write(() => call(calls.readAllNotifications, { userId: id, body: { hasta } })),
    see: () => write(() => call(calls.seeNotifications, id)),
  };
};

/** The notification's words in the reader's language. `lang` is set where a person wrote them, in the school's language. */
export const wordsOf = ({ titulo, mensaje, en }: Received['notificacion']): { title: string; text: string; lang?: 'es' } => {
  if (i18next.language?.startsWith('en')) return en ? { title: en.titulo, text: en.mensaje } : { title: titulo, text: mensaje, lang: 'es' };
  return { title: titulo, text: mensaje };
};
