import { send } from '../lib/http.ts';
import { createLiveApi } from '../live/live.ts';
import { feed } from './feed.ts';

export { command } from '../live/live.ts';

/** The time limit of the store's calls; a call that cannot be cancelled has the same (lib/http.ts). */
const PATIENCE_MS = 30_000;
const origin = globalThis.location?.origin ?? '';
const made = createLiveApi((sending) => {
  const { url, signal } = sending;
  const both = signal && 'any' in AbortSignal ? AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]) : signal;
  return send({ ...sending, url: origin + url, signal: both });
}, feed);

/** The empty API; `api.ts` injects every call, features add topics by `enhanceEndpoints` with `live`. */
export const baseApi = made.api;
export const live = made.live;
export const { readStatuses, watchReadStatuses } = made;
