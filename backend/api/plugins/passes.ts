import { randomBytes } from 'node:crypto';

/** The header of a call that this process makes to itself. */
export const PASS = 'x-pass';

/** Passes for calls that this process makes to itself: each says as whom the call is made, is valid once, and cannot be made by anybody else. */
export interface Passes<Identity> {
  give(identity: Identity): string;
  take(pass: unknown): Identity | null;
}

export function createPasses<Identity>(): Passes<Identity> {
  const given = new Map<string, Identity>();
  return {
    give(identity) {
      const pass = randomBytes(32).toString('base64url');
      given.set(pass, identity);
      return pass;
    },
    take(pass) {
      if (typeof pass !== 'string') return null;
      const identity = given.get(pass) ?? null;
      given.delete(pass);
      return identity;
    },
  };
}
