import { call } from '../../lib/http.ts';
import { useResource } from '../../lib/use-resource.ts';

/** Whether this is the demo school; false until it is known. */
export const useDemo = (): boolean => {
  const { data } = useResource('health', async (signal) => (await call<{ demo?: boolean }>('/api/health', { signal })).data);
  return data?.demo === true;
};
