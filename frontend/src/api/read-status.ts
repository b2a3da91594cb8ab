import { useSyncExternalStore } from 'react';
import { useSelector } from 'react-redux';
import type { ReadStatus } from '../live/read-statuses.ts';
import { readStatuses, watchReadStatuses } from './base.ts';
import type { RootState } from './store.ts';
import type { schoolApi } from './topics.ts';

const useReadStatuses = () => useSyncExternalStore(watchReadStatuses, readStatuses, readStatuses);

/** The position of the answers of an endpoint on the page, the lowest where there are several. */
export const useReadStatus = (endpoint: keyof typeof schoolApi.endpoints): ReadStatus | null => {
  const all = useReadStatuses();
  const shown = useShown();
  return least([...all].flatMap(([key, one]) => (key.startsWith(`${endpoint}(`) && shown(key) ? [one] : [])));
};

/** The status to show for halted projections: that of the lowest position; null where none is halted. */
export const useHalted = (): ReadStatus | null => {
  const all = useReadStatuses();
  const shown = useShown();
  return least([...all].flatMap(([key, one]) => (one.halted && shown(key) ? [one] : [])));
};

/** Entries stay in the cache for a while after their page was left. */
const useShown = () => {
  const subscriptions = useSelector((state: RootState) => state.api.subscriptions);
  return (key: string) => Object.keys(subscriptions[key] ?? {}).length > 0;
};
const least = (found: readonly ReadStatus[]): ReadStatus | null =>
  found.reduce<ReadStatus | null>((low, one) => (low && (low.position ?? '') <= (one.position ?? '') ? low : one), null);
