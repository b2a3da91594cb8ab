import { createHash } from 'node:crypto';
import type { EventStore, Position, Recorded } from '../../../events/store/port.ts';
import type { Vault } from '../../integrations/vault/port.ts';
import type { SigningKeys } from '../kernel/signingKeys.ts';

/**
 * Evidence that nobody changed the log: each event has a hash over all before it and itself, kept in the vault, apart from the log. They are added as the log
 * grows; verifying reads the log again and finds the first event at which the two part.
 */

/** How the text of a signed hash begins, and nothing else that the school signs. */
const ROOT_BEGIN = '{"events":';
/** How many events one record of the vault holds. */
const BLOCK = 1_000;
/** How many bytes are kept of each hash but the last of a block: enough to see that an event differs. */
const SHORT = 8;
const PAGE = 500;
/** Key in the vault's table `chain` of the outcome of the last verification. */
const LAST = 'last';

interface Block {
  /** Of the events of the block, one after the other, base64. */
  short: string;
  events: number;
  /** The last event's position and hash (hex). */
  position: Position;
  hash: string;
}
/** The place where the log and its hashes differ. */
export interface Broken {
  /** `changed`: this event, or one before it, differs. `missing`: the log ends before this number of events. */
  kind: 'changed' | 'missing';
  /** How many events are unchanged. */
  sound: number;
  event: { stream: string; version: number; type: string; position: Position } | null;
}
export interface Verified {
  /** ISO. */
  at: string;
  events: number;
  hash: string;
  broken: Broken | null;
  /** The outcome of the last comparison with a signed hash that somebody had kept elsewhere; absent: there was none. */
  kept?: { at: string; events: number; same: boolean } | null;
  /** Something had read further than the log reached at a start: what stood there is lost. How many events were left then. */
  lost?: { events: number };
  /** When the daily comparison was made, of which auditors get word (ISO); absent: one is due. Whoever asks for a comparison in between puts it off by nothing. */
  daily?: string;
}
/** The content of a signed hash: a number of events, and the hash over them. */
export interface Root {
  at: string;
  events: number;
  hash: string;
}
export interface ChainState {
  /** Events that have a hash. */
  events: number;
  position: Position | null;
  hash: string;
  last: Verified | null;
}

const blockKey = (index: number): string => `block:${String(index).padStart(9, '0')}`;
/** null: the stored text is no JSON any more. */
const textOf = (event: Recorded): string | null => {
  const { stream, version, id, type } = event;
  try {
    return JSON.stringify([stream, version, id, type, event.data, event.metadata]);
  } catch {
    return null;
  }
};
const hashed = (before: string, text: string): string => createHash('sha256').update(before).update(text).digest('hex');
const shortOf = (hash: string): Buffer => Buffer.from(hash.slice(0, SHORT * 2), 'hex');

export function createChain(store: Pick<EventStore, 'pages' | 'misfiled'>, vault: Vault, keys: SigningKeys, now: () => Date) {
  /** The blocks in order. */
  async function* blocks(): AsyncIterable<{ index: number; revision: number; block: Block }> {
    let after: string | undefined;
    for (let index = 0; ; ) {
      const some = await vault.list<Block>('chain', 'block:', { limit: 100, ...(after !== undefined && { after }) });
      for (const { value, revision } of some) yield { index: index++, revision, block: value };
      after = some.at(-1)?.key;
      if (some.length < 100) return;
    }
  }
  const newest = async () => {
    const [found] = await vault.list<Block>('chain', 'block:', { limit: 1, backwards: true });
    if (!found) return null;
    return { index: Number(found.key.slice('block:'.length)), revision: found.revision, block: found.value };
  };
  const last = async (): Promise<Verified | null> => (await vault.get<Verified>('chain', LAST))?.value ?? null;

  return {
    /** Adds hashes for what the log has got since, up to an event that cannot be read. One process does so at a time; of two, the second writes nothing. */
    async extend(signal?: AbortSignal): Promise<void> {
      const before = await newest();
      let index = before?.index ?? 0;
      let revision = before?.revision ?? null;
      let { hash, short, events } = before
        ? { hash: before.block.hash, short: Buffer.from(before.block.short, 'base64'), events: before.block.events }
        : { hash: '', short: Buffer.alloc(0), events: 0 };
      const keep = async (position: Position): Promise<boolean> => {
        const block: Block = { short: short.toString('base64'), events, position, hash };
        const done =
          revision === null
            ? await vault.insert<Block>('chain', blockKey(index), block)
            : await vault.replace<Block>('chain', blockKey(index), revision, block);
        if (done) revision = (await vault.get<Block>('chain', blockKey(index)))?.revision ?? null;
        return done;
      };
      for await (const page of store.pages(before?.block.position ?? null, { pageSize: PAGE })) {
        if (signal?.aborted) return;
        let position: Position | null = null;
        for (const event of page) {
          if (events === BLOCK) {
            if (position !== null && !(await keep(position))) return;
            index++;
            [revision, short, events] = [null, Buffer.alloc(0), 0];
          }
          const text = textOf(event);
          // Verifying reports it.
          if (text === null) {
            if (position !== null) await keep(position);
            return;
          }
          hash = hashed(hash, text);
          short = Buffer.concat([short, shortOf(hash)]);
          events++;
          position = event.position;
        }
        if (position !== null && !(await keep(position))) return;
      }
    },

    /**
     * Reads the log again, as far as it has hashes. `onProgress` is called with the number of events so far. The outcome is kept. `root`: compared too, by the log
     * alone; whoever can write log and hashes can write hashes that agree with each other, but not with it. `asked`: somebody wants to know, and has
     * seen by now that the log had lost its end.
     */
    async verify(
      onProgress: (events: number) => void = () => {},
      signal?: AbortSignal,
      { root, asked = false }: { root?: Root | undefined; asked?: boolean } = {},
    ): Promise<Verified> {
      let agrees = false;
      const expected = blocks()[Symbol.asyncIterator]();
      let block: Block | null = null;
      let known: Buffer = Buffer.alloc(0);
      let inBlock = 0;
      let sound = 0;
      let hash = '';
      let broken: Broken | null = null;
      const nextBlock = async (): Promise<boolean> => {
        const { value, done } = await expected.next();
        block = done ? null : (value as { block: Block }).block;
        known = Buffer.from(block?.short ?? '', 'base64');
        inBlock = 0;
        return block !== null;
      };
      const isOver = (): boolean => inBlock === block?.events;
      /** Whether this is the event that has the next hash. */
      const isNext = (text: string): boolean => {
        hash = hashed(hash, text);
        const same = known.subarray(inBlock * SHORT, (inBlock + 1) * SHORT).equals(shortOf(hash));
        inBlock++;
        return same && (!isOver() || block?.hash === hash);
      };
      await nextBlock();
      let before: Position | null = null;
      reading: for await (const page of block ? store.pages(null, { pageSize: PAGE }) : []) {
        signal?.throwIfAborted();
        const until = page.at(-1)?.position ?? null;
        const stray = until === null ? null : await store.misfiled?.(before, until);
        before = until;
        for (const event of page) {
          const text = event.position === stray ? null : textOf(event);
          if (text !== null && isOver() && !(await nextBlock())) break reading;
          if (text === null || !isNext(text)) {
            const { stream, version, type, position } = event;
            broken = { kind: 'changed', sound, event: { stream, version, type, position } };
            break reading;
          }
          sound++;
          if (sound === root?.events) agrees = hash === root.hash;
        }
        onProgress(sound);
      }
      const left = block as Block | null;
      if (!broken && left && inBlock < left.events) broken = { kind: 'missing', sound, event: null };
      const previous = await last();
      const kept = root ? { at: root.at, events: root.events, same: agrees } : previous?.kept;
      const lost = asked ? undefined : previous?.lost;
      const at = now().toISOString();
      const daily = asked ? previous?.daily : at;
      const outcome: Verified = { at, events: sound, hash, broken, ...(kept && { kept }), ...(lost && { lost }), ...(daily && { daily }) };
      await vault.put<Verified>('chain', LAST, outcome);
      return outcome;
    },

    /** Notes that the log has lost its end, which the hashes need not have reached. It is told until somebody asks for a verification. */
    async lostEnd(): Promise<void> {
      let events = 0;
      for await (const page of store.pages(null, { pageSize: PAGE })) events += page.length;
      const { hash, last } = await this.state();
      const { daily, ...before } = last ?? { broken: null, hash };
      await vault.put<Verified>('chain', LAST, { ...before, at: now().toISOString(), events, lost: { events } });
    },

    /** What a signed hash says; null: it is none of this school, which signs certificates with the same keys. */
    async readRoot({ text, keyId, signature }: { text: string; keyId: string; signature: string }): Promise<Root | null> {
      return (await keys.verify(text, { keyId, signature })) && text.startsWith(ROOT_BEGIN) ? (JSON.parse(text) as Root) : null;
    },

    async state(): Promise<ChainState> {
      const found = await newest();
      return {
        events: found ? found.index * BLOCK + found.block.events : 0,
        position: found?.block.position ?? null,
        hash: found?.block.hash ?? '',
        last: await last(),
      };
    },

    /** What somebody keeps elsewhere, to compare with later: how many events there are, the hash over all of them, and the school's signature. */
    async root() {
      const { events, position, hash } = await this.state();
      const text = JSON.stringify({ events, position, hash, at: now().toISOString() });
      const [key] = (await keys.published()).slice(-1);
      return { text, ...(await keys.sign(text)), key };
    },
  };
}

export type Chain = ReturnType<typeof createChain>;

/** What was found: `sound`, or how it is not what it was; `other`: not what a hash that was kept elsewhere says. */
export const outcomeOf = ({ broken, kept, lost }: Verified): 'sound' | 'other' | Broken['kind'] =>
  broken?.kind ?? (lost ? 'missing' : kept && !kept.same ? 'other' : 'sound');
