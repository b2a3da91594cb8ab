/** Generated from the contract by frontend/calls-plugin.ts: how each call is sent, which topics move its answer, and for which nobody waits. */
declare module 'virtual:calls' {
  import type { Live } from '../../../backend/api/contract/follows.ts';

  export const calls: Readonly<Record<string, string>>;
  export const live: Readonly<Record<string, Live>>;
  export const aside: readonly string[];
}
