import { pino } from 'pino';
import { createSessionTokens } from '../../integrations/vault/sessionTokens.ts';
import { start } from '../composition.ts';
import { BadConfig, type Config, readConfig } from '../config.ts';
import { openVault } from '../stores.ts';

const SESSION_MS = 10 * 60_000;

/** A call of the API; any error answer ends the command with its code and message. */
export type Ask = <T>(method: 'GET' | 'POST' | 'PUT', at: string, body?: object) => Promise<T>;

/** Whoever can read the vault's file can do everything anyway; the session is short and its actor is nobody (0), with a recorded reason. */
async function withSession(url: string, config: Config, work: (ask: Ask) => Promise<void>): Promise<void> {
  const vault = await openVault(config);
  const tokens = createSessionTokens(vault);
  const sessionId = crypto.randomUUID();
  const { token } = await tokens.start({ userId: 0, sessionId, role: 'administrator', expiresAt: Date.now() + SESSION_MS });
  try {
    await work(async <T>(method: string, at: string, body?: object) => {
      const response = await fetch(`${url}${at}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const answer = (await response.json()) as T & { message?: string; code?: string };
      if (!response.ok) throw new BadConfig(`${answer.code}: ${answer.message}`);
      return answer;
    });
  } finally {
    await tokens.end(0, sessionId);
    await vault.close();
  }
}

/** Operator commands: run against the running school, else against one started for them. Errors end with one line and status 1. */
export async function asOperator(work: (ask: Ask) => Promise<void>): Promise<void> {
  const config = readConfig(process.env);
  const url = `http://${config.host}:${config.port}`;
  const alive = await fetch(`${url}/api/health`).then(
    (response) => response.ok,
    () => false,
  );
  if (alive) return withSession(url, config, work);
  const running = await start({ ...config, port: 0, demo: false }, pino({ level: 'error' }));
  try {
    await running.ready;
    await withSession(running.address ?? '', config, work);
  } finally {
    await running.stop();
  }
}
