import type { EventOf } from '../../../events/registry.ts';
import type { Decider } from '../kernel/decider.ts';

interface State {
  text: string;
}
type Command = { type: 'setText'; courseId: number; moduleId: number; classId: number; subtopicId: number; text: string };

/** The text of one subtopic, in a stream of its own because it is long and often edited. */
export const lesson: Decider<State, Command, EventOf<'LessonTextSet'>> = {
  category: 'lesson',
  initial: () => ({ text: '' }),
  decide(command, state) {
    const { type: _, ...data } = command;
    return command.text === state.text ? [] : [{ type: 'LessonTextSet', data }];
  },
  evolve: (_, event) => ({ text: event.data.text }),
};
