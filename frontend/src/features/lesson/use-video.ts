import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '../../api/api.ts';
import type { AppDispatch } from '../../api/store.ts';
import { readAgain } from '../../api/topics.ts';
import type { OnSecond } from '../../ui/youtube-player.tsx';
import { createWatched, isWhole } from './watched-so-far.ts';

const EVERY_MS = 30_000;
/** This close to its end a video begins anew the next time. */
const END_S = 10;

interface Options {
  /** Whether this person's place is kept. */
  allowed: boolean;
  /** The course asks to watch its videos, and this one was not watched yet. */
  required: boolean;
  /** Where it was stopped before, in seconds. */
  from: number;
}

/**
 * Reports the position of a video: every half minute while it plays, when it is stopped, and when the page is left. Where the course asks to watch it, its
 * place is how far it was watched without skipping, and that it was watched is reported at once. `far`: that place; null while nothing has played.
 */
export const useVideo = (userId: number, courseId: number, { allowed, required, from }: Options) => {
  const dispatch = useDispatch<AppDispatch>();
  const [save] = api.useSaveVideoMutation();
  const last = useRef<{ video: string; segundo: number; sent: boolean } | null>(null);
  const sentAt = useRef(0);
  const watched = useRef<ReturnType<typeof createWatched> | null>(null);
  const [far, setFar] = useState<{ second: number; duration: number } | null>(null);
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
  /** Resolves to whether the school has noted it. */
  const finish = async (video: string, visto: 'completo' | 'leido'): Promise<boolean> => {
    const { error } = await save({ userId, body: { id_curso: courseId, video, segundo: 0, visto } });
    if (!error) void dispatch(readAgain(`progreso:${userId}`));
    return !error;
  };
  const onSecond: OnSecond = (video, second, duration, stopped = false) => {
    if (last.current && last.current.video !== video) report.current();
    let at = second;
    if (required) {
      watched.current ??= createWatched(from);
      at = watched.current(second, performance.now());
      setFar({ second: at, duration });
      if (isWhole(at, duration)) {
        if (last.current?.segundo === 0 && last.current.sent) return;
        last.current = { video, segundo: 0, sent: true };
        void finish(video, 'completo').then((noted) => {
          // Tried again with the next report of the player.
          if (!noted) last.current = null;
        });
        return;
      }
    }
    const segundo = duration > 0 && at > duration - END_S ? 0 : Math.floor(at);
    if (last.current?.video === video && last.current.segundo === segundo) return stopped ? report.current() : undefined;
    last.current = { video, segundo, sent: false };
    if (stopped || Date.now() - sentAt.current >= EVERY_MS) report.current();
  };
  return { onSecond, far, finish };
};
