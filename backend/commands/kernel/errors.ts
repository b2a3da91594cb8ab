/** A rule refuses a command. `code` is a key of the API's error catalogue; `detail` is safe to show. */
export class DomainError extends Error {
  readonly code: string;
  readonly detail: string | undefined;
  constructor(code: string, detail?: string) {
    super(detail ? `${code}: ${detail}` : code);
    this.name = 'DomainError';
    this.code = code;
    this.detail = detail;
  }
}

export const refuse = (code: string, detail?: string): never => {
  throw new DomainError(code, detail);
};

/** Catches refusals, for steps that may be refused by now; faults are thrown on. */
export const unlessRefused = (error: unknown): void => {
  if (!(error instanceof DomainError)) throw error;
};
