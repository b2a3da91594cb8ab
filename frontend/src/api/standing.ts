import { useSyncExternalStore } from 'react';
import { useSelector } from 'react-redux';
import type { Standing } from '../live/live.ts';
import { standings, watchStandings } from './base.ts';
import type { RootState } from './store.ts';
import type { schoolApi } from './topics.ts';

const useStandings = () => useSyncExternalStore(watchStandings, standings, standings);

/** How far the answer of an endpoint that is on the page reaches, the least where it was asked several things. */
export const useStanding = (endpoint: keyof typeof schoolApi.endpoints): Standing | null => {
  const all = useStandings();
  const shown = useShown();
  return least([...all].flatMap(([key, one]) => (key.startsWith(`${endpoint}(`) && shown(key) ? [one] : [])));
};

/** What a page shows of halted projections: the one that reaches least far; null where all of it goes on. */
export const useHalted = (): Standing | null => {
  const all = useStandings();
  const shown = useShown();
  return least([...all].flatMap(([key, one]) => (one.halted && shown(key) ? [one] : [])));
};

/** Entries stay for a while after their page was left. */
const useShown = () => {
  const subscriptions = useSelector((state: RootState) => state.api.subscriptions);
  return (key: string) => Object.keys(subscriptions[key] ?? {}).length > 0;
};
const least = (found: readonly Standing[]): Standing | null =>
  found.reduce<Standing | null>((low, one) => (low && (low.position ?? '') <= (one.position ?? '') ? low : one), null);
