import { useDispatch } from 'react-redux';
import { api } from '../../api/api.ts';
import type { AppDispatch } from '../../api/store.ts';

/** Reads the site again. Never rejects: the person may have left the page meanwhile. */
export function useReread(): () => Promise<unknown> {
  const dispatch = useDispatch<AppDispatch>();
  return () => dispatch(api.endpoints.managedSite.initiate(undefined, { forceRefetch: true, subscribe: false }));
}
