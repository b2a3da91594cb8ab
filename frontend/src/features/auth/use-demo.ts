import { call } from '../../lib/http.ts';
import { useResource } from '../../lib/use-resource.ts';

/** Whether this is the demo school; false until it is known. */
export const useDemo = (): boolean => {
  const { data } = useResource('health', (signal) => call<{ demo?: boolean }>('/api/health', { signal }));
  return data?.demo === true;
};
