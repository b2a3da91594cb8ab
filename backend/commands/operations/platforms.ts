import type { DataOf, StreamEvent } from '../../../events/registry.ts';
import { refusePublicDomains } from '../identity/providers.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { GrowingMap } from '../kernel/growing.ts';

type Event = StreamEvent<'platforms'>;

/** A learning platform that was not removed. */
export interface Platform extends DataOf<'PlatformRegistered'> {
  paused: boolean;
}
export type PlatformCommand =
  | ({ type: 'register' } & DataOf<'PlatformRegistered'>)
  | ({ type: 'change' } & DataOf<'PlatformChanged'>)
  | { type: 'pause' | 'resume' | 'remove'; platformId: string }
  /** The school’s own key: it has been made. */
  | { type: 'changeKey'; keyId: string };

export const MOST_PLATFORMS = 50;
export const PLATFORMS = 'school';

const isSame = (before: Platform, after: DataOf<'PlatformChanged'>): boolean =>
  Object.entries(after).every(([name, value]) => JSON.stringify(before[name as keyof Platform]) === JSON.stringify(value));

/**
 * The learning platforms that open courses of the school, and its own key towards them; stream `platforms-school`. Errors: TOO_MANY_ITEMS, PLATFORM_TAKEN, PLATFORM_NOT_FOUND,
 * COMPANY_DOMAIN_PUBLIC.
 */
export const platforms: Decider<GrowingMap<string, Platform>, PlatformCommand, Event> = {
  category: 'platforms',
  initial: () => new GrowingMap(),
  decide(command, state) {
    if (command.type === 'changeKey') return [{ type: 'ToolKeyChanged', data: { keyId: command.keyId } }];
    const before = state.get(command.platformId);
    const { platformId } = command;
    if (command.type === 'register') {
      const { type: _, ...data } = command;
      refusePublicDomains(data.domains);
      if (before) return refuse('CONFLICT');
      // By these two a token says whose it is.
      for (const [, { issuer, clientId }] of state)
        if (issuer === data.issuer && clientId === data.clientId) return refuse('PLATFORM_TAKEN');
      return state.size >= MOST_PLATFORMS ? refuse('TOO_MANY_ITEMS') : [{ type: 'PlatformRegistered', data }];
    }
    if (!before) return refuse('PLATFORM_NOT_FOUND');
    switch (command.type) {
      case 'change': {
        const { type: _, ...data } = command;
        refusePublicDomains(data.domains);
        return isSame(before, data) ? [] : [{ type: 'PlatformChanged', data }];
      }
      case 'pause':
        return before.paused ? [] : [{ type: 'PlatformPaused', data: { platformId } }];
      case 'resume':
        return before.paused ? [{ type: 'PlatformResumed', data: { platformId } }] : [];
      case 'remove':
        return [{ type: 'PlatformRemoved', data: { platformId } }];
    }
  },
  evolve(state, { type, data }) {
    if (type === 'ToolKeyChanged') return state;
    if (type === 'PlatformRegistered') return state.with(data.platformId, { ...data, paused: false });
    const before = state.get(data.platformId);
    if (!before) return state;
    switch (type) {
      case 'PlatformChanged':
        return state.with(data.platformId, { ...before, ...data });
      case 'PlatformPaused':
        return state.with(data.platformId, { ...before, paused: true });
      case 'PlatformResumed':
        return state.with(data.platformId, { ...before, paused: false });
      case 'PlatformRemoved':
        return state.without(data.platformId);
    }
  },
};
