import type { ProjectionEvent as Event } from '../../../events/operations.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';

export type ProjectionCommand = {
  projection: string;
} /** `highest`: the highest generation number in the read store, which includes generations that it started by itself. */ & (
  | { type: 'replay'; highest: number; codeVersion: number }
  | { type: 'cancel' }
  | { type: 'switch' }
  /** Whether there is a generation to return to is known to the read store. */
  | { type: 'return'; previous: number | null }
  | { type: 'pause' }
  | { type: 'resume'; halted: boolean }
  | { type: 'skip'; poison: { position: string; eventType: string } | null }
);

interface State {
  building: { generation: number; finished: boolean } | null;
  /** The highest generation number recorded: no number is used twice. */
  last: number;
  paused: boolean;
}

/** Records operators' requests about one projection. The projector reads these events and acts on them. */
export const projectionOperations: Decider<State, ProjectionCommand, Event> = {
  category: 'operations',
  initial: () => ({ building: null, last: 0, paused: false }),
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
        return state.building?.finished
          ? [{ type: 'GenerationSwitched', data: { projection, generation: state.building.generation } }]
          : refuse('NOTHING_TO_SWITCH');
      case 'return':
        return command.previous === null
          ? refuse('NO_PREVIOUS')
          : [{ type: 'GenerationReturned', data: { projection, generation: command.previous } }];
      case 'pause':
        return state.paused ? [] : [{ type: 'ProjectionPaused', data: { projection } }];
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
          building: { generation: event.data.generation, finished: false },
          last: Math.max(state.last, event.data.generation),
        };
      case 'ReplayFinished':
        return state.building?.generation === event.data.generation
          ? { ...state, building: { generation: event.data.generation, finished: true } }
          : state;
      case 'ReplayCancelled':
      case 'ReplayFailed':
        return withoutBuilding(state, event.data.generation);
      // A projection that is switched to is no longer paused.
      case 'GenerationSwitched':
        return { ...withoutBuilding(state, event.data.generation), paused: false };
      case 'GenerationReturned':
      case 'ProjectionResumed':
        return { ...state, paused: false };
      case 'ProjectionPaused':
        return { ...state, paused: true };
      case 'PoisonEventSkipped':
        return state;
    }
  },
};

const withoutBuilding = (state: State, generation: number): State =>
  state.building?.generation === generation ? { ...state, building: null } : state;
