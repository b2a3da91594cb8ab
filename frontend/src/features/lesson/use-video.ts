import { useEffect, useRef } from 'react';
import { api } from '../../api/api.ts';
import type { OnSecond } from '../../ui/youtube-player.tsx';

const EVERY_MS = 30_000;
/** This close to its end a video counts as watched. */
const END_S = 10;

/** Reports the position of a video: every half minute while it plays, when it is stopped, and when the page is left. */
export const useVideo = (userId: number, courseId: number, allowed: boolean): OnSecond => {
  const [save] = api.useSaveVideoMutation();
  const last = useRef<{ video: string; segundo: number; sent: boolean } | null>(null);
  const sentAt = useRef(0);
  const report = useRef(() => {});
  report.current = () => {
    const at = last.current;
    if (!at || at.sent || !allowed) return;
    at.sent = true;
    sentAt.current = Date.now();
    void save({ userId, body: { id_curso: courseId, video: at.video, segundo: at.segundo } });
  };
  useEffect(() => {
    const leave = () => report.current();
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  return (video, second, duration, stopped = false) => {
    if (last.current && last.current.video !== video) report.current();
    const segundo = duration > 0 && second > duration - END_S ? 0 : Math.floor(second);
    if (last.current?.video === video && last.current.segundo === segundo) return stopped ? report.current() : undefined;
    last.current = { video, segundo, sent: false };
    if (stopped || Date.now() - sentAt.current >= EVERY_MS) report.current();
  };
};
