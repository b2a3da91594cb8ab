import { addresses } from '../../../../backend/api/contract/addresses.ts';
import type { Call } from '../../lib/calls.ts';
import { call } from '../../lib/http.ts';
import { useResource } from '../../lib/use-resource.ts';

const health: Call<void, { demo?: boolean }> = `GET ${addresses.health}`;

export const healthKey = 'health';
/** Whether this is the demo school; false until it is known. */
export const useDemo = (): boolean => {
  const { data } = useResource(healthKey, (signal) => call(health, undefined, { signal }));
  return data?.demo === true;
};
