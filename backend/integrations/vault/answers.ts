import type { Vault } from './port.ts';

/** The record under the key of a request: that it is running, then its answer. It cannot be read without the client's key. */
export interface AnswerRecord {
  /** Identifies the run: one that seemed dead cannot disturb the run that took over. */
  owner: string;
  /** Keyed digest of what was sent. */
  bodyHash: string;
  /** Epoch milliseconds. */
  startedAt: number;
  /** The sealed answer, base64; null while the request is under way. */
  sealed: string | null;
}

/** Answers kept by key, each until its `expiresAt` (epoch milliseconds). Every write is durable when it resolves. Errors: StoreUnavailable. */
export interface Answers {
  /** No other process keeps answers here: runs of an earlier process died with it. */
  readonly exclusive: boolean;
  /**
   * Records a run where there is no record, or still the very one that is given as `over`: its run has died, or its answer cannot be opened. Returns null
   * then, else the present record.
   */
  claim(name: string, run: AnswerRecord, expiresAt: number, over?: AnswerRecord): Promise<AnswerRecord | null>;
  /** Ends a run, with its sealed answer or (null) by deleting the record; does nothing where another run has taken over. */
  settle(name: string, run: AnswerRecord, sealed: string | null, expiresAt: number): Promise<void>;
  /** Deletes every answer and running record; a run that ends later leaves none. */
  forgetAll(): Promise<void>;
  /** Where the last write failed, tries again: rejects while answers cannot be kept, because then no request with a key may be executed. */
  writable(): Promise<void>;
  close(): Promise<void>;
}

/** Whether a record is still the one that was read. */
export const isStill = ({ owner, sealed }: AnswerRecord, read: AnswerRecord | undefined): boolean =>
  owner === read?.owner && sealed === read.sealed;

/** Answers in the vault: for processes that share one. */
export const vaultAnswers = (vault: Vault): Answers => ({
  exclusive: false,
  async claim(name, run, expiresAt, over) {
    for (;;) {
      if (await vault.insert<AnswerRecord>('answers', name, run, { expiresAt })) return null;
      const found = await vault.get<AnswerRecord>('answers', name);
      if (!found) continue;
      if (!isStill(found.value, over)) return found.value;
      if (await vault.replace<AnswerRecord>('answers', name, found.revision, run, { expiresAt })) return null;
    }
  },
  async settle(name, run, sealed, expiresAt) {
    const found = await vault.get<AnswerRecord>('answers', name);
    if (found?.value.owner !== run.owner) return;
    await vault.replace<AnswerRecord>('answers', name, found.revision, { ...run, sealed }, { expiresAt: sealed === null ? 0 : expiresAt });
  },
  forgetAll: () => vault.clear('answers'),
  // The vault has a check of its own for that.
  writable: async () => {},
  // The vault is closed by its own owner.
  close: async () => {},
});
