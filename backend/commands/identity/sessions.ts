import type { IdentityEvent } from '../../../events/identity.ts';
import type { Decider } from '../kernel/decider.ts';
import { GrowingSet } from '../kernel/growing.ts';

type Event = Extract<IdentityEvent, { type: 'SessionStarted' | 'SessionEnded' }>;
export type SessionEndCause = Extract<Event, { type: 'SessionEnded' }>['data']['cause'];
export type SessionMethod = Extract<Event, { type: 'SessionStarted' }>['data']['method'];

export type SessionsCommand =
  | { type: 'start'; userId: number; sessionId: string; method: SessionMethod; device: string | null }
  | { type: 'end'; sessionId: string; cause: SessionEndCause }
  /** All but `except`. */
  | { type: 'endAll'; except: string | null; cause: SessionEndCause };

interface State {
  userId: number;
  open: GrowingSet<string>;
}

/** The sessions of one person: which stand open. Tokens are never here; they live hashed in the vault. */
export const sessions: Decider<State, SessionsCommand, Event> = {
  category: 'sessions',
  initial: () => ({ userId: 0, open: new GrowingSet() }),
  decide(command, state) {
    switch (command.type) {
      case 'start':
        return [
          {
            type: 'SessionStarted',
            data: { userId: command.userId, sessionId: command.sessionId, method: command.method, device: command.device },
          },
        ];
      case 'end':
        return state.open.has(command.sessionId)
          ? [{ type: 'SessionEnded', data: { userId: state.userId, sessionId: command.sessionId, cause: command.cause } }]
          : [];
      case 'endAll':
        return [...state.open]
          .filter((sessionId) => sessionId !== command.except)
          .map((sessionId) => ({ type: 'SessionEnded', data: { userId: state.userId, sessionId, cause: command.cause } }));
    }
  },
  evolve({ open }, { type, data: { userId, sessionId } }) {
    return { userId, open: type === 'SessionStarted' ? open.with(sessionId) : open.without(sessionId) };
  },
};
