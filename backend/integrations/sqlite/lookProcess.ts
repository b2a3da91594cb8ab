import { constants, setPriority } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { StoreDamaged, sqliteFault } from '../../../events/store/faults.ts';

/**
 * A process of its own, below the school's in priority: `lookProcess.ts <database>` reads all of its pages and prints what is wrong with it, nothing where it is whole.
 * SQLite cannot be asked to stop in the middle; a process can be ended.
 */
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const file = process.argv[2] ?? '';
try {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
  const [found] = Object.values(db.prepare('PRAGMA quick_check(1)').get() ?? {});
  db.close();
  if (found !== 'ok') process.stdout.write(String(found));
} catch (error) {
  const fault = sqliteFault(error, 'log', '');
  if (!(fault instanceof StoreDamaged)) throw error;
  process.stdout.write((error as Error).message);
}
