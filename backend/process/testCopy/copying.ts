import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createCodec } from '../../../events/codec.ts';
import type { AppendMetadata, Envelope } from '../../../events/define.ts';
import { personalBuckets } from '../../../events/files.ts';
import type { EventLog } from '../../../events/log.ts';
import { registry } from '../../../events/registry.ts';
import { occurredAt } from '../../../events/store/moments.ts';
import type { Appended, JsonObject, NewEvent, Position, Recorded } from '../../../events/store/port.ts';
import { openSqliteStore } from '../../../events/store/sqlite.ts';
import { reservedAs } from '../../commands/identity/reservations.ts';
import { keysOf } from '../../commands/identity/user.ts';
import { normalise } from '../../commands/kernel/values.ts';
import { leadAddress } from '../../commands/site/leads.ts';
import { openDiskFiles } from '../../integrations/files/disk.ts';
import type { FileStore } from '../../integrations/files/port.ts';
import { createPasswords } from '../../integrations/vault/passwords.ts';
import { createPersonalKeys } from '../../integrations/vault/personalKeys.ts';
import { openSqliteVault } from '../../integrations/vault/sqlite.ts';
import { decode } from '../../projections/kernel/folding.ts';
import { distance } from '../../projections/kernel/position.ts';
import { BadConfig, readConfig } from '../config.ts';
import { COPY_MARK, type CopyMark, isCutOff } from '../copyMark.ts';
import { makeInFolder } from '../ownFolder.ts';
import { EVENTS_FILE, FILES_FOLDER, VAULT_FILE } from '../stores.ts';
import { createMask, type Mask } from './mask.ts';
import type { Source } from './source.ts';

/**
 * Makes a test copy: the school as it was at a position, in a folder of its own, with keys of its own and with nobody in it. Events keep their ids,
 * their streams and their order; read models are built from them at the copy's first start. Of the vault nothing is taken over.
 */

export interface CopyOptions {
  source: Source;
  folder: string;
  /** The last event that is copied. */
  last: Position;
  /** The moment that was asked for (epoch ms); absent: when the last event occurred. */
  moment?: number | undefined;
  readOnly: boolean;
  now: () => Date;
  signal: AbortSignal;
  /** How many hundredths of the log are copied. */
  progress(percent: number): void;
}

/** The folder of the copied log until it is complete. */
const ASIDE = '.copying';
/** How many bytes must stay free on the disk. */
const ROOM_BYTES = 64 * 2 ** 20;
/** The copied log takes this many times the size of the original, and its read models about as much. */
const GROWTH = 1.3;
const MOST_OF_APPEND = 256 * 1024;
const ERASED = ['UserErased', 'LeadErased'];

/** Learns the names of people, as far as events say them. */
const TELLING = [...registry.values()].filter(({ personal }) => personal).map(({ type }) => type);
const RESERVED = { email: ['email', 'previous'], username: ['username', 'previous'] } as const;

interface Account {
  role: string;
  email: string;
  opens: boolean;
}

/** Where the log stood at a moment: its last event that had occurred by then; null: none had. */
export async function positionAt(source: Source, moment: number): Promise<Position | null> {
  const head = await source.head();
  let last: Position | null = null;
  if (head !== null)
    for await (const page of source.pages(head)) last = page.findLast((event) => occurredAt(event) <= moment)?.position ?? last;
  return last;
}

async function checkRoom(folder: string, bytes: number): Promise<void> {
  const disk = await statfs(folder);
  const free = disk.bavail * disk.bsize;
  if (free < bytes + ROOM_BYTES)
    throw new BadConfig(
      `there is no room for the copy: it needs about ${Math.ceil((bytes + ROOM_BYTES) / 2 ** 20)} MB, ${Math.floor(free / 2 ** 20)} MB are free`,
    );
}

/** An event that this release cannot read could name anybody: copying ends there. */
async function decoded(codec: Pick<EventLog, 'decode'>, page: readonly Recorded[]): Promise<Envelope[]> {
  const found = await decode(codec, page);
  return found.map((one) => {
    if ('event' in one) return one.event;
    const { type, position } = one.record;
    throw new BadConfig(`${type} at ${position} cannot be read, so there is no copy with it; --at makes one of the school before it`);
  });
}

/** Pictures of people stay behind. */
async function copyOwnFiles(from: FileStore, to: FileStore, signal: AbortSignal): Promise<void> {
  for await (const { key } of from.list()) {
    signal.throwIfAborted();
    if ((personalBuckets as ReadonlySet<string>).has(key.split('/')[0] ?? '')) continue;
    const found = await from.get(key);
    if (found) await to.put(key, await buffer(found.stream));
  }
}

/** Throws BadConfig; whatever it throws, it leaves nothing in the folder. */
export async function makeCopy(options: CopyOptions): Promise<CopyMark> {
  const { folder, signal } = options;
  return makeInFolder(
    folder,
    `--to: ${folder}`,
    () => isCutOff(folder),
    () => copied(options),
  ).catch((error: unknown) => {
    if (signal.aborted) throw new BadConfig('the copy was cancelled, and nothing is left of it');
    throw error;
  });
}

async function copied({ source, folder, last, moment, readOnly, now, signal, progress }: CopyOptions): Promise<CopyMark> {
  const end = distance(last) ?? 0;
  const share = Math.min(1, end / Math.max(1, distance(await source.head()) ?? 1));
  await checkRoom(folder, 2 * GROWTH * share * source.bytes);
  // From its first moment the folder is that of a copy.
  const unfinished = {
    made: now().toISOString(),
    asOf: now().toISOString(),
    position: last,
    events: 0,
    readOnly,
    password: '',
    accounts: [],
  };
  const at = (...names: string[]) => path.join(folder, ...names);
  const keep = (mark: CopyMark) => writeFileSync(at(COPY_MARK), `${JSON.stringify(mark, null, 2)}\n`, { mode: 0o600, flush: true });
  keep(unfinished);
  const config = readConfig({ DATA_DIR: folder });
  mkdirSync(at(ASIDE), { mode: 0o700 });
  const store = await openSqliteStore({ dataDir: at(ASIDE) });
  const vault = openSqliteVault(at(ASIDE, VAULT_FILE));
  try {
    const keys = createPersonalKeys(vault, config.personalDataKey);
    const codec = createCodec(registry, keys);
    const original = createCodec(registry, createPersonalKeys(source.vault, source.config.personalDataKey));
    const mask = createMask(randomBytes(32));

    // Whoever has been erased since stays so, whatever the copy's own log says of them.
    const erased = new Set<string>();
    const head = await source.head();
    if (head !== null)
      for await (const page of source.pages(head, ERASED))
        for (const { type, data } of page) erased.add(String(type === 'UserErased' ? data.userId : data.leadId));
    const isErased = (person: string) => erased.has(person);

    const reserved = new Map<string, string>();
    for await (const page of source.pages(last, TELLING)) {
      signal.throwIfAborted();
      for (const { type, data } of await decoded(original, page)) {
        mask.learn(type, data as JsonObject);
        noteReserved(reserved, mask, type, data as JsonObject, source.config.reservationKey, config.reservationKey);
      }
    }

    const accounts = new Map<number, Account>();
    let asOf = 0;
    let events = 0;
    for await (const page of source.pages(last)) {
      signal.throwIfAborted();
      await checkRoom(folder, 0);
      const appends: { stream: string; version: number; events: NewEvent[]; bytes: number }[] = [];
      for (const [index, event] of (await decoded(original, page)).entries()) {
        const data = mask.data(event.type, event.data as object, isErased);
        if (event.type === 'LeadCaptured')
          data.address = typeof data.email === 'string' ? leadAddress(config.reservationKey, data.email) : '';
        noteAccount(accounts, event, data);
        const meta = mask.metadata(event.meta, await original.reasonOf(event.meta)) as AppendMetadata;
        const { written } = await codec.encode(event.id, { type: event.type, data }, meta);
        const stream = mask.stream(event.stream, reserved);
        const { size } = page[index] as Recorded;
        const open = appends.at(-1);
        if (open?.stream === stream && open.bytes + size < MOST_OF_APPEND) {
          open.events.push(written);
          open.bytes += size;
        } else appends.push({ stream, version: event.version, events: [written], bytes: size });
        asOf = Math.max(asOf, Date.parse(event.meta.occurredAt));
        events++;
      }
      // In their order: the writer takes them as they come.
      await Promise.all(
        appends.map(
          ({ stream, version, ...append }): Promise<Appended> => store.append(stream, version === 0 ? 'none' : version - 1, append.events),
        ),
      );
      progress(Math.floor((100 * (distance(page.at(-1)?.position ?? last) ?? end)) / Math.max(1, end)));
    }
    for (const person of erased) await keys.destroy(person);
    if (source.files) {
      const files = openDiskFiles(at(FILES_FOLDER));
      await copyOwnFiles(source.files, files, signal);
      await files.close();
    }

    const password = randomBytes(9).toString('base64url');
    const passwords = createPasswords(vault);
    const doors: CopyMark['accounts'] = [];
    for (const role of ['administrator', 'instructor', 'analyst', 'auditor', 'student']) {
      const [userId, account] = [...accounts].find(([, one]) => one.role === role && one.opens) ?? [];
      if (userId === undefined || !account) continue;
      await passwords.set(userId, password);
      doors.push({ role, email: account.email });
    }
    await vault.close();
    await store.close();
    signal.throwIfAborted();
    // The log comes last: it makes the folder a school.
    for (const name of [VAULT_FILE, EVENTS_FILE]) renameSync(at(ASIDE, name), at(name));
    rmSync(at(ASIDE), { recursive: true });
    const mark = { ...unfinished, asOf: new Date(moment ?? asOf).toISOString(), events, password, accounts: doors };
    keep(mark);
    return mark;
  } finally {
    await vault.close();
    await store.close();
  }
}

/** Where the names of people are reserved: by the key of the original, and by that of the copy, where other names stand. */
function noteReserved(reserved: Map<string, string>, mask: Mask, type: string, data: JsonObject, from: Uint8Array, to: Uint8Array): void {
  if (registry.get(type)?.category !== 'user') return;
  for (const kind of ['email', 'username'] as const) {
    if (!(kind in data)) continue;
    for (const field of RESERVED[kind]) {
      const name = data[field];
      if (typeof name !== 'string') continue;
      const keys: readonly string[] = [...keysOf[kind](name), normalise(name)];
      const masked = keysOf[kind](mask[kind === 'email' ? 'mail' : 'username'](name))[0];
      for (const [index, key] of [...new Set(keys)].entries()) {
        const was = `${kind}-${reservedAs(from, kind, key)}`;
        // The other spellings of a name are reserved too, and open nothing in the copy.
        if (!reserved.has(was)) reserved.set(was, index === 0 ? reservedAs(to, kind, masked) : mask.opaque(was));
      }
    }
  }
}

/** Who could sign in, and with which address. */
function noteAccount(accounts: Map<number, Account>, { type }: Envelope, data: JsonObject): void {
  const userId = Number(data.userId);
  const account = accounts.get(userId);
  if (type === 'UserRegistered' && typeof data.email === 'string')
    accounts.set(userId, { role: String(data.role), email: data.email, opens: true });
  if (!account) return;
  if (type === 'RoleChanged') account.role = String(data.to);
  else if (type === 'EmailChanged' && typeof data.email === 'string') account.email = data.email;
  else if (type === 'UserDeactivated' || type === 'UserErased' || type === 'PasswordHeld') account.opens = false;
  else if (type === 'UserActivated') account.opens = true;
}

/** Throws BadConfig where a folder holds a copy that did not come to its end. */
export function checkCopy(dataDir: string, mark: CopyMark): void {
  if (!existsSync(path.join(dataDir, EVENTS_FILE)) || mark.events === 0)
    throw new BadConfig(`DATA_DIR: the copy in ${dataDir} did not come to its end; remove the folder and make it again`);
}
