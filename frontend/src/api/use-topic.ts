import { useEffect, useRef } from 'react';
import type { Change } from '../live/feed.ts';
import { feed } from './feed.ts';

/** Hears a topic beside the cache: for what a screen reads by another key than the topic's. */
export const useTopic = (topic: string | null, hear: (changes: Change[]) => void): void => {
  const latest = useRef(hear);
  latest.current = hear;
  useEffect(() => {
    if (!topic) return;
    const follower = feed().follow((changes, late) => latest.current([...changes, ...late]));
    void follower.add(topic);
    return follower.off;
  }, [topic]);
};
