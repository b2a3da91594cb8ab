/** One message to one receiver. */
export interface Message {
  /** The same for every attempt and every repetition: by it a receiver recognises them. */
  id: string;
  /** The moment of the attempt. */
  at: Date;
  body: string;
  /** Headers besides those of the signature. */
  headers?: Readonly<Record<string, string>>;
}
/** Where it goes. */
export interface Receiver {
  url: string;
  /** The value of its `Authorization` header, for receivers that know no signature. */
  authorization: string | null;
  /** What it is signed with; two while one takes the place of the other. */
  secrets: readonly string[];
}
/** `refused`: the address may not be called (not the public web, no TLS); the others: nothing answered. */
export type Fault = 'refused' | 'timeout' | 'no-name' | 'unreachable';
export interface Outcome {
  /** Of the answer; null: there was none. */
  status: number | null;
  fault: Fault | null;
  /** The beginning of the answer's body. */
  answer: string;
  milliseconds: number;
  /** How long the receiver asks to wait; null where it says nothing. */
  retryAfterMs: number | null;
}
export interface WebhookSender {
  /** Never throws. */
  send(receiver: Receiver, message: Message, stop?: AbortSignal): Promise<Outcome>;
  /** Whether it would be sent there at all, by the address alone: where a name leads is looked at with each attempt. */
  accepts(url: string): boolean;
}

/** Addresses and secrets of webhooks, sealed in the vault. */
export interface WebhookSecrets {
  setAddress(addressId: string, address: Pick<Receiver, 'url' | 'authorization'>): Promise<void>;
  address(addressId: string): Promise<Pick<Receiver, 'url' | 'authorization'> | null>;
  /** Makes a new secret under this id and returns it; a repeat returns the same one. */
  makeSecret(secretId: string): Promise<string>;
  secret(secretId: string): Promise<string | null>;
  /** Removes it at a time (ISO UTC). */
  endSecret(secretId: string, until: string): Promise<void>;
  forget(ids: { addresses?: readonly string[]; secrets?: readonly string[] }): Promise<void>;
}
