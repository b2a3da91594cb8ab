import { paths } from '../lib/paths.ts';
import { logOut } from '../lib/session.ts';

/** Ends the session and begins a new document, so that nothing of this person stays in memory. */
export const leave = async (): Promise<void> => {
  await logOut().catch(() => undefined);
  globalThis.location.assign(paths.login());
};
