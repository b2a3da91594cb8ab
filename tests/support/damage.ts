import { closeSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Overwrites pages of a table or an index of a closed database, as a failing disk would: `count` leaf pages from `from` on. Returns how many it overwrote. */
export function damagePages(file: string, name: string, from = 0, count = 1): number {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const size = Number(db.prepare('PRAGMA page_size').get()?.page_size);
  const sql = `SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno LIMIT ? OFFSET ?`;
  const pages = db.prepare(sql).all(name, count, from) as { pageno: number }[];
  db.close();
  const disk = openSync(file, 'r+');
  for (const { pageno } of pages) writeSync(disk, Buffer.alloc(size, 0xff), 0, size, (pageno - 1) * size);
  closeSync(disk);
  return pages.length;
}
