/** What a link answered. `unknown`: whether it leads anywhere could not be told, and nothing follows from it. */
export type LinkAnswer =
  | { state: 'alive' }
  | { state: 'dead'; reason: 'not-found' | 'gone' | 'no-host' }
  | { state: 'unknown'; reason: 'refused' | 'timeout' | 'no-name' | 'unreachable' | 'redirects' | 'status' };

export interface LinkChecker {
  /** Never throws, whatever the link is. `host`: the one that the answer is about. */
  check(link: string, stop?: AbortSignal): Promise<LinkAnswer & { host: string }>;
  /** Whether there is a machine of this name. Never throws; no answer is none. */
  resolves(host: string): Promise<boolean>;
}
