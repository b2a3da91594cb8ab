import { askForProof } from '../lib/proof.ts';
import { getSessionUser } from '../lib/session.ts';
import { type ApiError, createLiveApi } from '../live/live.ts';
import { feed } from './feed.ts';
import { sessionRefused } from './session.ts';

export type { ApiError } from '../live/live.ts';
export { command } from '../live/live.ts';

const made = createLiveApi(
  globalThis.location?.origin ?? '',
  feed,
  (error) => {
    if (error.status === 401 || error.status === 409) sessionRefused(error.code);
  },
  () => getSessionUser()?.id,
  askForProof,
);

/** The empty API; `generated.ts` injects every endpoint, features add topics by `enhanceEndpoints` with `live`. */
export const baseApi = made.api;
export const live = made.live;
export const { standings, watchStandings } = made;

/** What a hook or `unwrap` threw, as one shape. */
export const asApiError = (error: unknown): ApiError => {
  if (typeof error === 'object' && error !== null && 'code' in error && 'status' in error) return error as ApiError;
  const message =
    error instanceof Error ? error.message : typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : '';
  return { status: 0, code: 'UNEXPECTED', message };
};
