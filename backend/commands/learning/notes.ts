import type { DataOf, StreamEvent } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/errors.ts';
import { GrowingMap } from '../kernel/growing.ts';

type Event = StreamEvent<'notes'>;
export type Note = DataOf<'NoteAdded'>;
export type NoteCommand =
  | ({ type: 'add' } & Note)
  | { type: 'edit'; userId: number; courseId: number; noteId: string; text: string }
  | { type: 'remove'; userId: number; courseId: number; noteId: string };

/** Each note as it stands, by its id. */
export type NotesState = GrowingMap<string, Note>;

/** Of one learner in one course. */
export const MOST_NOTES = 500;

/** What one learner noted in one course. Errors: TOO_MANY_NOTES, NOTE_EMPTY, NOTE_NOT_FOUND. */
export const notes: Decider<NotesState, NoteCommand, Event> = {
  category: 'notes',
  wordless: 'where lost',
  initial: () => new GrowingMap(),
  decide(command, state) {
    const { type, userId, courseId, noteId } = command;
    const ids = { userId, courseId, noteId };
    const found = state.get(noteId);
    if (type === 'add') {
      const { type: _, ...data } = command;
      if (found) return [];
      if (!data.text && !data.quote) return refuse('NOTE_EMPTY');
      return state.size >= MOST_NOTES ? refuse('TOO_MANY_NOTES') : [{ type: 'NoteAdded', data }];
    }
    if (type === 'remove') return found ? [{ type: 'NoteRemoved', data: ids }] : [];
    if (!found) return refuse('NOTE_NOT_FOUND');
    if (command.text === '' && !found.quote) return refuse('NOTE_EMPTY');
    return command.text === found.text ? [] : [{ type: 'NoteEdited', data: { ...ids, text: command.text } }];
  },
  evolve(state, { type, data }) {
    if (type === 'NoteRemoved') return state.without(data.noteId);
    if (type === 'NoteAdded') return state.with(data.noteId, data);
    const before = state.get(data.noteId);
    return before ? state.with(data.noteId, { ...before, text: data.text }) : state;
  },
};
