/** The result of checking a link. `unknown`: it could not be told whether it works, and nothing follows. */
export type LinkAnswer =
  | { state: 'alive' }
  | { state: 'dead'; reason: 'not-found' | 'gone' | 'no-host' }
  | { state: 'unknown'; reason: 'refused' | 'timeout' | 'no-name' | 'unreachable' | 'redirects' | 'status' };

export interface LinkChecker {
  /** Never throws, whatever the link is. `host`: the one that the result is about. */
  check(link: string, stop?: AbortSignal): Promise<LinkAnswer & { host: string }>;
  /** Whether a host of this name exists. Never throws; no answer counts as no. */
  resolves(host: string): Promise<boolean>;
}
