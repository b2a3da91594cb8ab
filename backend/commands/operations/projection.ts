import type { ProjectionEvent as Event } from '../../../events/operations.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';

export type ProjectionCommand = {
  projection: string;
} /** `highest`: the highest generation number in the read store, which includes generations that it started by itself. */ & (
  | { type: 'replay'; highest: number; codeVersion: number }
  | { type: 'cancel' }
  /** `limit`: the share of documents that may differ; with `forced` any difference may be served. */
  | { type: 'switch'; limit: number; forced: boolean }
  /** `kept`: the generations to which one can return, as the read store knows them. */
  | { type: 'return'; generation: number; kept: readonly number[] }
  /** `until`: when it goes on by itself, ISO; null: when somebody resumes it. */
  | { type: 'pause'; until: string | null }
  | { type: 'resume'; halted: boolean }
  | { type: 'skip'; poison: { position: string; eventType: string } | null }
);

interface State {
  /** `differs`: the share of documents that differ, once it is built and compared. */
  building: { generation: number; differs: number | null } | null;
  /** The highest generation number recorded: no number is used twice. */
  last: number;
  paused: { until: string | null } | null;
}

interface Counts {
  added: number;
  changed: number;
  removed: number;
  unchanged: number;
}
/** The share of documents that a switch would change, from 0 to 1. */
export function differingShare({ added, changed, removed, unchanged }: Counts): number {
  const differing = added + changed + removed;
  return differing === 0 ? 0 : differing / (differing + unchanged);
}

/** Records operators' requests about one projection. The projector reads these events and acts on them. */
export const projectionOperations: Decider<State, ProjectionCommand, Event> = {
  category: 'operations',
  wordless: true,
  passesOver: true,
  initial: () => ({ building: null, last: 0, paused: null }),
  decide(command, state) {
    const { projection } = command;
    switch (command.type) {
      case 'replay':
        if (state.building) return refuse('REPLAY_RUNNING');
        return [
          {
            type: 'ReplayStarted',
            data: { projection, generation: Math.max(state.last, command.highest) + 1, codeVersion: command.codeVersion },
          },
        ];
      case 'cancel':
        return state.building
          ? [{ type: 'ReplayCancelled', data: { projection, generation: state.building.generation } }]
          : refuse('NOTHING_TO_SWITCH');
      case 'switch':
        if (typeof state.building?.differs !== 'number') return refuse('NOTHING_TO_SWITCH');
        if (state.building.differs > command.limit && !command.forced) return refuse('DIFFERENCE_TOO_LARGE');
        return [{ type: 'GenerationSwitched', data: { projection, generation: state.building.generation } }];
      case 'return':
        return command.kept.includes(command.generation)
          ? [{ type: 'GenerationReturned', data: { projection, generation: command.generation } }]
          : refuse('NO_PREVIOUS');
      case 'pause': {
        const { until } = command;
        return state.paused?.until === until ? [] : [{ type: 'ProjectionPaused', data: { projection, ...(until !== null && { until }) } }];
      }
      case 'resume':
        return state.paused || command.halted ? [{ type: 'ProjectionResumed', data: { projection } }] : refuse('NOT_HALTED');
      case 'skip':
        return command.poison ? [{ type: 'PoisonEventSkipped', data: { projection, ...command.poison } }] : refuse('NOT_HALTED');
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case 'ReplayStarted':
        return {
          ...state,
          building: { generation: event.data.generation, differs: null },
          last: Math.max(state.last, event.data.generation),
        };
      case 'ReplayFinished':
        return state.building?.generation === event.data.generation
          ? { ...state, building: { generation: event.data.generation, differs: differingShare(event.data) } }
          : state;
      case 'ReplayCancelled':
      case 'ReplayFailed':
        return withoutBuilding(state, event.data.generation);
      // A projection that is switched to is no longer paused.
      case 'GenerationSwitched':
        return { ...withoutBuilding(state, event.data.generation), paused: null };
      case 'GenerationReturned':
      case 'ProjectionResumed':
        return { ...state, paused: null };
      case 'ProjectionPaused':
        return { ...state, paused: { until: event.data.until ?? null } };
      case 'PoisonEventSkipped':
        return state;
    }
  },
};

const withoutBuilding = (state: State, generation: number): State =>
  state.building?.generation === generation ? { ...state, building: null } : state;
