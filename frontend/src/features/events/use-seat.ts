import { useTranslation } from 'react-i18next';
import type { WebinarRecord } from '../../../../backend/api/contract/webinars.ts';
import { api } from '../../api/api.ts';
import { download } from '../../api/download.ts';
import { requestOf } from '../../lib/calls.ts';
import { notify } from '../../ui/notify.ts';
import { useSave } from '../../ui/use-save.ts';
import '../../domain/live-event/texts.ts';

/** The actions on one's own seat at a live event. */
export const useSeat = ({ id }: Pick<WebinarRecord, 'id'>) => {
  const { t } = useTranslation('liveEvent');
  const [register] = api.useRegisterForWebinarMutation();
  const [leave] = api.useLeaveWebinarMutation();
  const [enter] = api.useJoinWebinarMutation();
  const { save, act, busy } = useSave();
  return {
    busy,
    register: (espera: boolean) =>
      act(() => register({ webinarId: id, body: { espera } }).unwrap(), { done: ({ message }: { message: string }) => message }),
    /** Rejects where it was refused, for the dialog that asks. */
    leave: () => save(() => leave(id).unwrap(), { done: ({ message }: { message: string }) => message }),
    async join() {
      // Opened within the click, or the browser would block it as a popup; it gets its address once the school has answered.
      const room = window.open('about:blank', '_blank');
      const answer = await act(() => enter({ webinarId: id, body: {} }).unwrap());
      if (!answer) return room?.close();
      if (!room) return window.location.assign(answer.enlace);
      room.opener = null;
      room.location.replace(answer.enlace);
    },
    addToCalendar: () =>
      download(requestOf(calls.webinarCalendar, id), 'text/calendar', `evento-${id}.ics`).catch(() => notify.error(t('downloadFailed'))),
  };
};
