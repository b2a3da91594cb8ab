import { StoreDamaged, type StorePart, StoreUnavailable } from '../../events/store/faults.ts';
import { BadConfig, type Config } from './config.ts';
import { ANSWERS_FILE, READ_FILE, VAULT_FILE } from './stores.ts';

/** Where each part stands, in DATA_DIR. */
export const STORE_FILES: Readonly<Record<StorePart, string>> = {
  log: 'events.db',
  vault: VAULT_FILE,
  'read models': READ_FILE,
  'kept answers': ANSWERS_FILE,
};

/** What an operator should do about damage. */
const remedy = ({ part }: StoreDamaged): string =>
  part === 'read models'
    ? `stop the school, delete ${READ_FILE} and start it again: it is built anew from the log`
    : 'keep a copy of DATA_DIR, then put the last backup into an empty one (npm run restore -- <folder>; docs/operations.md)';

/** Why a server cannot listen, in terms of our settings; null for any other error. */
const listenFailure = (error: unknown, { host, port }: Config): string | null => {
  switch ((error as NodeJS.ErrnoException | null)?.code) {
    case 'EADDRINUSE':
      return `PORT: ${port} is in use by another process`;
    case 'EACCES':
      return `PORT: this user may not listen on ${port}`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST: ${host} is no address of this machine`;
    default:
      return null;
  }
};

/** Of damage that nobody has met yet, in one line. */
export const foundLine = (fault: StoreDamaged): string =>
  `DATA_DIR: ${STORE_FILES[fault.part]} is damaged (${fault.message}), and the school goes on until somebody reads what is: ${remedy(fault)}`;

/** Why a command ends, in one line for whoever runs it; null: nobody foresaw it. */
export function lineOf(error: unknown, config: Config | null = null): string | null {
  if (error instanceof BadConfig) return error.message;
  if (error instanceof StoreDamaged) return `DATA_DIR: ${STORE_FILES[error.part]} cannot be used (${error.message}): ${remedy(error)}`;
  if (error instanceof StoreUnavailable) return `a store does not answer: ${error.message}`;
  if (String((error as NodeJS.ErrnoException | null)?.code).startsWith('ERR_PARSE_ARGS')) return (error as Error).message;
  return config && listenFailure(error, config);
}

/** Runs a command to its end: a foreseen error ends it with one clear line and status 1. */
export async function asCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const line = lineOf(error);
    if (line === null) throw error;
    process.stderr.write(`aulaviva: ${line}\n`);
    process.exit(1);
  }
}
