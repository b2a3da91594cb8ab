import { useEffect } from 'react';
import { api } from '../../api/api.ts';
import { activityEvents } from '../../lib/activity.ts';
import { addressOf } from '../../lib/calls.ts';
import { StudyClock } from './study-clock.ts';

const beat = 15_000;

/** Reports every 15 s, and when the page is closed, how long it has been studied: always the total, so that a lost or repeated report does no harm. The last report is marked, so that it counts even within the minute of the previous one. */
export const useStudyTime = ({ userId, courseId, enabled }: { userId: number; courseId: number; enabled: boolean }): void => {
  const [send] = api.useHeartbeatMutation();
  useEffect(() => {
    if (!enabled) return;
    const clock = new StudyClock(performance.now());
    const pestana = crypto.randomUUID();
    let reported = 0;
    /** The total that the school has counted; it counts once a minute. */
    let counted = 0;
    let refused = false;
    const message = (cierra: boolean) => ({ id_curso: courseId, pestana, segundos: clock.seconds, ...(cierra && { cierra }) });
    const visible = () => document.visibilityState === 'visible';
    const report = async (leaving = false) => {
      if (refused || clock.seconds <= (leaving ? counted : reported)) return;
      const body = message(leaving);
      reported = body.segundos;
      const { data, error } = await send({ userId, body });
      if (data && data.contados > 0) counted = Math.max(counted, body.segundos);
      if (!error) return;
      reported = 0; // the next report contains the whole total again
      refused = 'status' in error && error.status === 403;
    };
    const leave = () => {
      clock.tick(performance.now(), visible());
      if (refused || clock.seconds <= counted) return;
      const body = message(true);
      const sent = navigator.sendBeacon?.(
        addressOf(calls.heartbeat, { userId, body }),
        new Blob([JSON.stringify(body)], { type: 'application/json' }),
      );
      if (sent) reported = counted = body.segundos;
      else void report(true);
    };
    const touch = () => clock.touch(performance.now());
    const turn = () => {
      clock.tick(performance.now(), visible());
      if (!visible()) void report(true);
    };
    const ticking = setInterval(() => clock.tick(performance.now(), visible()), 1_000);
    const beating = setInterval(() => void report(), beat);
    // In the capture phase: a playing video's events do not bubble.
    for (const sign of activityEvents) addEventListener(sign, touch, { passive: true, capture: true });
    document.addEventListener('visibilitychange', turn);
    addEventListener('pagehide', leave);
    return () => {
      leave();
      clearInterval(ticking);
      clearInterval(beating);
      for (const sign of activityEvents) removeEventListener(sign, touch, { capture: true });
      document.removeEventListener('visibilitychange', turn);
      removeEventListener('pagehide', leave);
    };
  }, [userId, courseId, enabled, send]);
};
