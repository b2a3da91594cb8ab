import { useDispatch } from 'react-redux';
import { api } from '../../api/api.ts';
import type { AppDispatch } from '../../api/store.ts';

/** Reads the site again. Never rejects: who has left the page meanwhile is not told that nothing was read for them. */
export function useReread(): () => Promise<unknown> {
  const dispatch = useDispatch<AppDispatch>();
  return () => dispatch(api.endpoints.managedSite.initiate(undefined, { forceRefetch: true, subscribe: false }));
}
