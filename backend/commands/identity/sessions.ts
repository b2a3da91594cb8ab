import type { DataOf, StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { GrowingMap } from '../kernel/growing.ts';

type Event = StreamEvent<'sessions'>;
export type SessionEndCause = DataOf<'SessionEnded'>['cause'];
export type ViewingEndCause = DataOf<'ViewingEnded'>['cause'];
export type SessionMethod = DataOf<'SessionStarted'>['method'];

export type SessionsCommand =
  | { type: 'start'; userId: number; sessionId: string; method: SessionMethod; device: string | null }
  | { type: 'end'; sessionId: string; cause: SessionEndCause }
  /** Ends all sessions but `except`, a limited number at a time: repeat it until `othersOpen` says that none is left. */
  | { type: 'startViewing'; userId: number; viewId: string }
  | { type: 'endViewing'; userId: number; viewId: string; cause: ViewingEndCause }
  | { type: 'endAll'; except: string | null; cause: SessionEndCause };

interface State {
  userId: number;
  /** How each began, by its id; the oldest first. */
  open: GrowingMap<string, SessionMethod>;
}

/** The most sessions of one person. Starting one more ends the oldest. */
export const MAX_SESSIONS = 50;
/** For the account that all visitors of the demo share: its sessions are short, and starting one ends none that began with the password. */
export const MAX_DEMO_SESSIONS = 500;
/** The most events of one append, with room to spare. */
const ENDED_AT_ONCE = 500;

/** Whether the limit is reached: the session that started last may have ended others. */
export const isFull = ({ open }: State, method: SessionMethod): boolean =>
  open.size >= (method === 'demo' ? MAX_DEMO_SESSIONS : MAX_SESSIONS);
export const othersOpen = ({ open }: Pick<State, 'open'>, except: string | null): boolean =>
  open.size > (except !== null && open.has(except) ? 1 : 0);

const ending = (userId: number, ids: readonly string[], cause: SessionEndCause): Event[] =>
  ids.slice(0, ENDED_AT_ONCE).map((sessionId) => ({ type: 'SessionEnded', data: { userId, sessionId, cause } }));

/** The open sessions of one person. Tokens are not here; the vault keeps their hashes. */
export const sessions: Decider<State, SessionsCommand, Event> = {
  category: 'sessions',
  wordless: true,
  initial: () => ({ userId: 0, open: new GrowingMap() }),
  decide(command, state) {
    switch (command.type) {
      case 'start': {
        const demo = command.method === 'demo';
        const alike = [...state.open].filter(([, method]) => (method === 'demo') === demo).map(([sessionId]) => sessionId);
        const tooMany = alike.slice(0, Math.max(0, alike.length + 1 - (demo ? MAX_DEMO_SESSIONS : MAX_SESSIONS)));
        return [
          ...ending(command.userId, tooMany, 'revoked'),
          {
            type: 'SessionStarted',
            data: { userId: command.userId, sessionId: command.sessionId, method: command.method, device: command.device },
          },
        ];
      }
      case 'end':
        return state.open.has(command.sessionId)
          ? [{ type: 'SessionEnded', data: { userId: state.userId, sessionId: command.sessionId, cause: command.cause } }]
          : [];
      case 'startViewing':
        return [{ type: 'ViewingStarted', data: { userId: command.userId, viewId: command.viewId } }];
      case 'endViewing':
        return [{ type: 'ViewingEnded', data: { userId: command.userId, viewId: command.viewId, cause: command.cause } }];
      case 'endAll':
        return ending(
          state.userId,
          state.open.keys().filter((sessionId) => sessionId !== command.except),
          command.cause,
        );
    }
  },
  evolve({ open }, event) {
    const { userId } = event.data;
    // An administrator who views the school as this person has no session of that person.
    if (event.type === 'ViewingStarted' || event.type === 'ViewingEnded') return { userId, open };
    const { sessionId } = event.data;
    return { userId, open: event.type === 'SessionStarted' ? open.with(sessionId, event.data.method) : open.without(sessionId) };
  },
};
