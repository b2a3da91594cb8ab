import type { StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { GrowingMap } from '../kernel/growing.ts';

export type SanctionKind = 'warning' | 'mute' | 'suspension';
/** For how long somebody may be silenced at once, in hours. */
export const MOST_HOURS = 24 * 90;

export interface Sanction {
  kind: SanctionKind;
  /** null: it holds in the whole school. */
  courseId: number | null;
  /** When it ends, epoch milliseconds; null: when it is lifted, or (a warning) never. */
  until: number | null;
  lifted: boolean;
  appeal: 'open' | 'rejected' | null;
}
export type ConductState = GrowingMap<number, Sanction>;

export type ConductCommand = { userId: number } & (
  | { type: 'sanction'; kind: SanctionKind; courseId: number | null; commentId: number | null; until: string | null; reason: string }
  | { type: 'lift' | 'uphold'; sanctionId: number; reason: string }
  | { type: 'appeal'; sanctionId: number; text: string }
);

const types = { warning: 'PersonWarned', mute: 'PersonMuted', suspension: 'CommentingSuspended' } as const;
/** The most sanctions of one person; then one must be lifted before the next. */
export const MOST_SANCTIONS = 500;

/** What a person may not do in discussions; stream `conduct-<person>`. Errors: SANCTION_NOT_FOUND, ALREADY_APPEALED, SANCTION_OVER, TOO_MANY_ITEMS. */
export const conduct: Decider<ConductState, ConductCommand, StreamEvent<'conduct'>> = {
  category: 'conduct',
  wordless: true,
  initial: () => new GrowingMap(),
  decide(command, state) {
    const { userId } = command;
    if (command.type === 'sanction') {
      const { kind, courseId, commentId, until, reason } = command;
      if (state.size >= MOST_SANCTIONS) return refuse('TOO_MANY_ITEMS');
      const data = { userId, sanctionId: state.size + 1, courseId, commentId, reason };
      return kind === 'mute'
        ? [{ type: 'PersonMuted', data: { ...data, until: until ?? '' } }]
        : [{ type: types[kind], data } as StreamEvent<'conduct'>];
    }
    const { sanctionId } = command;
    const sanction = state.get(sanctionId);
    if (!sanction) return refuse('SANCTION_NOT_FOUND');
    if (sanction.lifted) return command.type === 'lift' ? [] : refuse('SANCTION_OVER');
    if (command.type === 'lift') return [{ type: 'SanctionLifted', data: { userId, sanctionId, reason: command.reason } }];
    if (command.type === 'appeal') {
      if (sanction.appeal !== null) return refuse('ALREADY_APPEALED');
      return [{ type: 'SanctionAppealed', data: { userId, sanctionId, text: command.text } }];
    }
    return sanction.appeal === 'open' ? [{ type: 'SanctionUpheld', data: { userId, sanctionId, reason: command.reason } }] : [];
  },
  evolve(state, { type, data }) {
    const changed = (more: Partial<Sanction>): ConductState => {
      const before = state.get(data.sanctionId);
      return before ? state.with(data.sanctionId, { ...before, ...more }) : state;
    };
    const begun = (kind: SanctionKind, courseId: number | null, until: number | null): ConductState =>
      state.with(data.sanctionId, { kind, courseId, until, lifted: false, appeal: null });
    switch (type) {
      case 'PersonWarned':
        return begun('warning', data.courseId, null);
      case 'PersonMuted':
        return begun('mute', data.courseId, Date.parse(data.until));
      case 'CommentingSuspended':
        return begun('suspension', data.courseId, null);
      case 'SanctionLifted':
        return changed({ lifted: true });
      case 'SanctionAppealed':
        return changed({ appeal: 'open' });
      case 'SanctionUpheld':
        return changed({ appeal: 'rejected' });
    }
  },
};

/** What keeps a person from commenting in a course now; null: nothing. */
export const silenceOf = (state: ConductState, courseId: number, now: number): Sanction | null => {
  for (const [, sanction] of state) {
    const { kind, courseId: where, until, lifted } = sanction;
    if (lifted || kind === 'warning' || (where !== null && where !== courseId)) continue;
    if (until === null || until > now) return sanction;
  }
  return null;
};
