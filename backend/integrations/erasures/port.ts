/**
 * Which streams of people were erased, kept apart from log and vault: a backup that is put back is older than some erasures, and brings those people back
 * unless somebody still knows. It names nobody: a stream is told from a later one of the same number by the id of its first event.
 */
export interface Erasure {
  /** `user-<id>` or `lead-<id>`. */
  stream: string;
  /** Id of the stream's first event. */
  first: string;
  /** ISO UTC. */
  at: string;
}

export interface ErasureLedger {
  /** Durable when it resolves. Noted twice, it counts once. */
  note(erasure: Erasure): Promise<void>;
}
