import type { Vault } from './port.ts';

/** What stands under the key of a request: that it is under way, then its answer. Nothing of it can be read without the client's key. */
export interface AnswerRecord {
  /** Whose run it is: who took over from a run that seemed dead is not disturbed by it. */
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
  /** No other process keeps answers here: what an earlier one left under way has died with it. */
  readonly exclusive: boolean;
  /** Notes a run where nothing stands, or only the run of the owner `over`. Answers null then, and else what stands. */
  claim(name: string, run: AnswerRecord, expiresAt: number, over?: string): Promise<AnswerRecord | null>;
  /** Ends a run, with its sealed answer or (null) without a trace; does nothing where the record has passed to another run. */
  settle(name: string, run: AnswerRecord, sealed: string | null, expiresAt: number): Promise<void>;
  /** Forgets every answer, and every run that is under way: it ends without leaving one. */
  forgetAll(): Promise<void>;
  close(): Promise<void>;
}

/** Answers in the vault: for processes that share one. */
export const vaultAnswers = (vault: Vault): Answers => ({
  exclusive: false,
  async claim(name, run, expiresAt, over) {
    for (;;) {
      if (await vault.insert<AnswerRecord>('answers', name, run, { expiresAt })) return null;
      const found = await vault.get<AnswerRecord>('answers', name);
      if (!found) continue;
      if (found.value.owner !== over || found.value.sealed !== null) return found.value;
      if (await vault.replace<AnswerRecord>('answers', name, found.revision, run, { expiresAt })) return null;
    }
  },
  async settle(name, run, sealed, expiresAt) {
    const found = await vault.get<AnswerRecord>('answers', name);
    if (found?.value.owner !== run.owner) return;
    await vault.replace<AnswerRecord>('answers', name, found.revision, { ...run, sealed }, { expiresAt: sealed === null ? 0 : expiresAt });
  },
  forgetAll: () => vault.clear('answers'),
  // The vault has an owner of its own.
  close: async () => {},
});
