/**
 * Which streams of people were erased, kept apart from log and vault: a restored backup is older than some erasures and would bring those people back.
 * It names nobody: the id of a stream's first event distinguishes it from a later stream of the same number.
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
  /** Durable when it resolves. An entry noted twice counts once. Error: StoreUnwritable. */
  note(erasure: Erasure): Promise<void>;
}
