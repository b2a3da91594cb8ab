/** Outgoing text messages. `id` is the same whenever the same message is sent again. Errors: any error means "try again". */
export interface TextMessage {
  id: string;
  /** The id of the recipient. */
  userId: number;
  /** E.164. */
  to: string;
  text: string;
  /** ISO UTC. */
  sentAt: string;
}
export interface TextSender {
  send(message: TextMessage): Promise<void>;
  /** Removes this person's messages. */
  forget(userId: number): Promise<void>;
}
