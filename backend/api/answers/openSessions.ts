import type { SessionTokens } from '../../integrations/vault/sessionTokens.ts';
import type { Reads } from '../../projections/reading/reads.ts';
import { sessions } from '../../projections/sessions.ts';

/** A person's open sessions, the last used first: from the read model, with the last use of the token from the vault. */
export async function openSessions(reads: Pick<Reads, 'find'>, sessionTokens: Pick<SessionTokens, 'lastUsed'>, userId: number) {
  const { docs } = await reads.find(sessions, { where: { userId }, sort: ['-startedAt'], limit: 200 });
  const used = await sessionTokens.lastUsed(userId);
  return docs
    .filter(({ doc }) => used.has(doc.sessionId))
    .map(({ doc }) => ({
      id: doc.sessionId,
      metodo: doc.method,
      dispositivo: doc.device,
      inicio: doc.startedAt,
      ultimo_uso: new Date(Math.max(used.get(doc.sessionId) ?? 0, Date.parse(doc.startedAt))).toISOString(),
    }))
    .sort((a, b) => b.ultimo_uso.localeCompare(a.ultimo_uso));
}
