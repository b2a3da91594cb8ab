import type { Vault } from '../../integrations/vault/port.ts';

/**
 * A log that is older than the files may have been put back by mistake: what it calls unused, or does not know, the right one needs. So for as long as
 * somebody may notice, no file is deleted for such a reason; what an erasure deletes is deleted all the same.
 */
const HELD_MS = 30 * 24 * 3_600_000;
/** In the vault's table `meta`: until when (ISO UTC). */
const HELD_KEY = 'files-held';

/** After a restore, and where the log was found to have lost its end. */
export const holdFiles = (vault: Pick<Vault, 'put'>, now: Date): Promise<void> =>
  vault.put<string>('meta', HELD_KEY, new Date(now.getTime() + HELD_MS).toISOString());

/** null: unused files are deleted. */
export async function filesHeldUntil(vault: Pick<Vault, 'get'>, now: Date): Promise<string | null> {
  const until = (await vault.get<string>('meta', HELD_KEY))?.value;
  return until !== undefined && until > now.toISOString() ? until : null;
}
