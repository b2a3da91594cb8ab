import type { Collection, Filter, MongoClient } from 'mongodb';
import { MongoServerError } from 'mongodb';
import { StoreDamaged } from '../../../events/store/faults.ts';
import { mongoClient, withFailures } from '../mongo/client.ts';
import type { Now, Vault, VaultRecord, VaultTable } from './port.ts';
import { prefixEnd } from './prefix.ts';

interface Row {
  /** `<table>:<key>`; no table has a colon in its name. */
  _id: string;
  /** JSON text: any key may occur in it. */
  value: string;
  revision: number;
  expires: number | null;
}

const DUPLICATE_KEY = 11_000;
const idOf = (table: VaultTable, key: string): string => `${table}:${key}`;

class MongoVault implements Vault {
  readonly #client: MongoClient;
  readonly #rows: Collection<Row>;
  readonly #now: Now;
  /** The highest revision seen here. */
  #highest = 0;
  #indexed: Promise<unknown> | null = null;

  constructor(url: string, dbName: string, now: Now) {
    this.#client = mongoClient(url, 'aulaviva vault');
    this.#rows = this.#client.db(dbName).collection('records');
    this.#now = now;
  }

  async get<T>(table: VaultTable, key: string): Promise<VaultRecord<T> | null> {
    const row = await this.#rows.findOne({ _id: idOf(table, key) });
    return row && (row.expires === null || row.expires > this.#now()) ? this.#toRecord<T>(table, row) : null;
  }

  async put<T>(table: VaultTable, key: string, value: T, options?: { expiresAt?: number }): Promise<void> {
    const _id = idOf(table, key);
    while (!(await this.#over({ _id }, value, options)) && !(await this.#make(_id, value, options))) {
      // Another write came in between: written over that one.
    }
  }

  async insert<T>(table: VaultTable, key: string, value: T, options?: { expiresAt?: number }): Promise<boolean> {
    const _id = idOf(table, key);
    return (await this.#make(_id, value, options)) || this.#over({ _id, expires: { $lte: this.#now() } }, value, options);
  }

  async replace<T>(table: VaultTable, key: string, revision: number, value: T, options?: { expiresAt?: number }): Promise<boolean> {
    return this.#over({ _id: idOf(table, key), revision, ...this.#alive() }, value, options);
  }

  async remove(table: VaultTable, key: string): Promise<void> {
    await this.#rows.deleteOne({ _id: idOf(table, key) });
  }

  async clear(table: VaultTable): Promise<void> {
    const from = idOf(table, '');
    await this.#rows.deleteMany({ _id: { $gte: from, $lt: prefixEnd(from) ?? from } });
  }

  async list<T>(
    table: VaultTable,
    prefix: string,
    options: { limit?: number; after?: string; backwards?: boolean } = {},
  ): Promise<VaultRecord<T>[]> {
    const { limit, after, backwards = false } = options;
    if (limit !== undefined && limit < 1) return [];
    const from = idOf(table, prefix);
    const end = prefixEnd(from);
    const bounds: Filter<Row>[] = [{ _id: { $gte: from } }];
    if (end !== null) bounds.push({ _id: { $lt: end } });
    if (after !== undefined) bounds.push({ _id: { [backwards ? '$lt' : '$gt']: idOf(table, after) } });
    const rows = await this.#rows
      .find({ $and: [...bounds, this.#alive()] })
      .sort({ _id: backwards ? -1 : 1 })
      .limit(limit ?? 0)
      .toArray();
    return rows.map((row) => this.#toRecord<T>(table, row));
  }

  count(table: VaultTable, prefix: string): Promise<number> {
    const from = idOf(table, prefix);
    const end = prefixEnd(from);
    return this.#rows.countDocuments({ $and: [{ _id: { $gte: from, ...(end !== null && { $lt: end }) } }, this.#alive()] });
  }

  async sweep(now: number): Promise<number> {
    // Done once; it is called every second.
    this.#indexed ??= this.#rows.createIndex({ expires: 1 }).catch((error: unknown) => {
      this.#indexed = null;
      throw error;
    });
    await this.#indexed;
    return (await this.#rows.deleteMany({ expires: { $lte: now } })).deletedCount;
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  #alive(): Filter<Row> {
    return { $or: [{ expires: null }, { expires: { $gt: this.#now() } }] };
  }

  #toRecord<T>(table: VaultTable, { _id, value, revision }: Row): VaultRecord<T> {
    this.#highest = Math.max(this.#highest, revision);
    try {
      return { key: _id.slice(table.length + 1), value: JSON.parse(value) as T, revision };
    } catch (error) {
      throw new StoreDamaged('vault', `a record of ${table} cannot be read`, error);
    }
  }

  async #over(filter: Filter<Row>, value: unknown, options?: { expiresAt?: number }): Promise<boolean> {
    const update = { $set: { value: JSON.stringify(value), expires: options?.expiresAt ?? null }, $inc: { revision: 1 } };
    const row = await this.#rows.findOneAndUpdate(filter, update, { returnDocument: 'after', projection: { revision: 1 } });
    if (row) this.#highest = Math.max(this.#highest, row.revision);
    return row !== null;
  }

  async #make(_id: string, value: unknown, options?: { expiresAt?: number }): Promise<boolean> {
    // Starts at the clock, so that a key removed and written again, here or by another node, never gets an earlier revision.
    this.#highest = Math.max(this.#highest + 1, Date.now() * 1024);
    try {
      await this.#rows.insertOne({ _id, value: JSON.stringify(value), revision: this.#highest, expires: options?.expiresAt ?? null });
      return true;
    } catch (error) {
      if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) return false;
      throw error;
    }
  }
}

/** A database of its own beside the read models, with majority writes. `now` is for expiry on reading. Errors: StoreUnavailable, StoreDamaged. */
export const openMongoVault = (url: string, dbName: string, now: Now = Date.now): Vault =>
  withFailures(new MongoVault(url, dbName, now), 'the vault does not answer');
