import type { BatchItem, CourseAct } from '../../../events/batches.ts';
import type { DataOf, StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { DomainError, refuse } from '../kernel/errors.ts';
import type { CommandContext } from '../kernel/handle.ts';

type Event = StreamEvent<'batch'>;

export type BatchKind = 'courses' | 'import' | 'statuses';
/** How many rows an import will bring in, and in how many parts. */
export type Planned = NonNullable<DataOf<'BatchOpened'>['planned']>;
export type BatchCommand =
  | { type: 'open'; batchId: string; kind: BatchKind; planned?: Planned | null }
  | { type: 'record'; batchId: string; part: number; items: readonly BatchItem[]; registered: readonly number[] }
  | { type: 'recordCourses'; batchId: string; part: number; act: CourseAct; courses: readonly number[] }
  | { type: 'close'; batchId: string; done: number; refused: number }
  | { type: 'undoParts'; batchId: string; upto: number; done: number; refused: number }
  | { type: 'undo'; batchId: string };
/** Its changes are read from its stream when it is undone, because there may be many. */
export interface BatchState {
  kind: BatchKind | null;
  /** How many parts were recorded; they come in order. */
  parts: number;
  closed: boolean;
  /** All parts before this one are undone. */
  undoneParts: number;
  undone: boolean;
}

/** One change made to many people or courses. */
export const batch: Decider<BatchState, BatchCommand, Event> = {
  category: 'batch',
  initial: () => ({ kind: null, parts: 0, closed: false, undoneParts: 0, undone: false }),
  decide(command, state) {
    const { batchId } = command;
    if (command.type === 'open')
      return state.kind === null
        ? [{ type: 'BatchOpened', data: { batchId, kind: command.kind, planned: command.planned ?? null } }]
        : refuse('CONFLICT');
    if (state.kind === null) return refuse('BATCH_NOT_FOUND');
    if (state.undone) return refuse('BATCH_UNDONE');
    switch (command.type) {
      case 'record':
      case 'recordCourses': {
        const { part } = command;
        if (part < state.parts) return [];
        if (state.closed || part > state.parts) return refuse('CONFLICT');
        if (command.type === 'recordCourses')
          return [{ type: 'BatchCoursesRecorded', data: { batchId, part, act: command.act, courses: [...command.courses] } }];
        const { items, registered } = command;
        return [{ type: 'BatchPartRecorded', data: { batchId, part, items: [...items], registered: [...registered] } }];
      }
      case 'close':
        return state.closed ? [] : [{ type: 'BatchClosed', data: { batchId, done: command.done, refused: command.refused } }];
      case 'undoParts': {
        const { upto, done, refused } = command;
        return upto <= state.undoneParts ? [] : [{ type: 'BatchPartsUndone', data: { batchId, upto, done, refused } }];
      }
      case 'undo':
        return [{ type: 'BatchUndone', data: { batchId } }];
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case 'BatchOpened':
        return { ...state, kind: event.data.kind };
      case 'BatchPartRecorded':
      case 'BatchCoursesRecorded':
        return { ...state, parts: event.data.part + 1 };
      case 'BatchClosed':
        return { ...state, closed: true };
      case 'BatchPartsUndone':
        return { ...state, undoneParts: event.data.upto };
      case 'BatchUndone':
        return { ...state, undone: true };
    }
  },
};

/** The commands of a batch share its correlation. The reason is stored with each person's events, sealed with their key. */
export const within = (batchId: string, context: CommandContext) => {
  const { reason: _, ...shared } = { ...context, correlationId: batchId };
  return { each: { ...context, correlationId: batchId }, shared };
};

/** Why a command of a batch was refused. Throws what is no refusal. */
export const refusal = (error: unknown): string => {
  if (error instanceof DomainError) return error.code;
  throw error;
};
