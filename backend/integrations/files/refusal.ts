/** Why a file is refused. */
export type Refusal = 'empty' | 'type' | 'animated' | 'broken' | 'pixels' | 'mixed';
export class UploadRefused extends Error {
  readonly reason: Refusal;
  constructor(reason: Refusal) {
    super(reason);
    this.name = 'UploadRefused';
    this.reason = reason;
  }
}
