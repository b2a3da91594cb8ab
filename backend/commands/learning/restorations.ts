import type { Reaction } from '../../../events/comments.ts';
import type { NotificationType } from '../../../events/notices.ts';
import type { Channel } from '../../../events/notifications.ts';
import type { Position } from '../../../events/store/port.ts';
import type { RestoredStream } from '../../../events/streams.ts';
import { type CommentsState, comments, type ReactedAt } from '../discussion/comments.ts';
import { type ConductState, conduct } from '../discussion/conduct.ts';
import type { Discussions } from '../discussion/discussions.ts';
import type { Decider } from '../kernel/decider.ts';
import type { CommandContext, Commands } from '../kernel/handle.ts';
import { type InboxState, inbox, wanted } from '../notifications/inbox.ts';
import { type SupportCommand, type SupportState, support } from '../support/support.ts';
import { type AttemptsState, attempts } from './attempt.ts';
import { type BookmarksState, bookmarks } from './bookmarks.ts';
import { type EnrolmentState, enrolment } from './enrolment.ts';
import { type ExercisesState, exercises } from './exercises.ts';
import { type GoalState, goal } from './goal.ts';
import type { Learning } from './learning.ts';
import { type NoteCommand, type NotesState, notes } from './notes.ts';
import { type ReviewState, review } from './review.ts';
import type { Reviews } from './reviews.ts';
import { type WatchState, watching } from './watching.ts';

/** What a restoration may use: the services by which a person changes these streams in the product. */
export interface RestoreServices {
  commands: Commands;
  learning: Learning;
  reviews: Reviews;
  discussions: Discussions;
}

/** One command of a restoration. `parts` distinguish it from others on its stream, so that a repeat is recognised. */
export interface Step {
  parts: readonly (string | number)[];
  /** Run after all others: it takes away what the restoration of other streams still needs, as an enrolment. */
  last?: true;
  run(context: CommandContext): Promise<{ position: Position | null }>;
}

/** The commands that bring one kind of stream from its present state to an earlier one. `courseId` is 0 for a stream that is not about a course. */
export interface Restoration<S> {
  decider: Pick<Decider<S, never, never>, 'category' | 'initial'> & { evolve(state: S, event: never): S };
  steps(then: S, now: S, ids: { userId: number; courseId: number }, services: RestoreServices): Step[];
}

/** What no command can undo stays: opened modules, completed courses. */
const enrolments: Restoration<EnrolmentState> = {
  decider: enrolment,
  steps(then, now, { userId, courseId }, { learning }) {
    const steps: Step[] = [];
    const undone = now.completed.keys().filter((classId) => !then.completed.has(classId));
    const missing = then.completed.keys().filter((classId) => !now.completed.has(classId));
    if (!now.enrolled && (then.enrolled || undone.length + missing.length > 0)) {
      const granted = [...then.entitlements].find(([, { source }]) => source === 'grant')?.[1];
      const options = { again: true as const, ...(granted?.code && { code: granted.code }) };
      steps.push({
        parts: ['enrol'],
        run: (next) =>
          granted ? learning.assign(userId, courseId, next, options) : learning.enrol(userId, courseId, next, { groupId: null }),
      });
    }
    for (const classId of undone)
      steps.push({ parts: ['undone', classId], run: (next) => learning.setCompleted(userId, courseId, classId, false, next) });
    for (const classId of missing)
      steps.push({ parts: ['missing', classId], run: (next) => learning.setCompleted(userId, courseId, classId, true, next) });
    const { lastView } = then;
    if (lastView && JSON.stringify(lastView) !== JSON.stringify(now.lastView))
      steps.push({ parts: ['view'], run: (next) => learning.view(userId, courseId, lastView, next) });
    // An earlier step may have enrolled; unenrolling twice does nothing.
    if (!then.enrolled && (now.enrolled || steps.length > 0))
      steps.push({ parts: ['unenrol'], last: true, run: (next) => learning.unenrol(userId, courseId, next) });
    return steps;
  },
};

const reviewed: Restoration<ReviewState> = {
  decider: review,
  steps(then, now, { userId, courseId }, { reviews }) {
    const { text, stars } = then;
    if (then.posted && text !== null && (!now.posted || text !== now.text || stars !== now.stars))
      return [{ parts: ['review'], run: (next) => reviews.write(userId, courseId, { stars, text }, next) }];
    return !then.posted && now.posted ? [{ parts: ['review'], run: (next) => reviews.withdraw(userId, courseId, next) }] : [];
  },
};

const watched: Restoration<WatchState> = {
  decider: watching,
  steps: (then, now, { userId, courseId }, { learning }) =>
    [...now].flatMap(([video, stopped]) => {
      const second = then.get(video) ?? 0;
      return second === stopped
        ? []
        : [{ parts: ['watch', video], run: (next: CommandContext) => learning.watch(userId, courseId, { video, second }, next) }];
    }),
};

const saved: Restoration<BookmarksState> = {
  decider: bookmarks,
  steps(then, now, { userId }, { commands }) {
    const step = ([classId, courseId]: [number, number], saved: boolean) => ({
      parts: [saved ? 'save' : 'remove', classId],
      run: (next: CommandContext) => commands.handle(bookmarks, String(userId), { userId, courseId, classId, saved }, next),
    });
    return [
      ...[...now].filter(([classId]) => !then.has(classId)).map((one) => step(one, false)),
      ...[...then].filter(([classId]) => !now.has(classId)).map((one) => step(one, true)),
    ];
  },
};

/** Attempts that were begun since count no more; what was handed in meanwhile stays so. */
const attempted: Restoration<AttemptsState> = {
  decider: attempts,
  steps(then, now, { userId }, { commands }) {
    const { ids } = now;
    if (ids === null) return [];
    return [...now.attempts].flatMap(([attempt, { voided }]) =>
      voided || then.attempts.has(attempt)
        ? []
        : [
            {
              parts: ['void', attempt],
              run: (next: CommandContext) =>
                commands.handle(attempts, `${userId}_${ids.subtopicId}`, { userId, ...ids, type: 'void', attempt }, next),
            },
          ],
    );
  },
};

/** What was handed in since is withdrawn. */
const handedIn: Restoration<ExercisesState> = {
  decider: exercises,
  steps(then, now, { userId, courseId }, { commands }) {
    return [...now].flatMap(([subtopicId, submissions]) =>
      submissions.flatMap(({ withdrawn }, at) =>
        withdrawn || at < (then.get(subtopicId)?.length ?? 0)
          ? []
          : [
              {
                parts: ['withdraw', subtopicId, at + 1],
                run: (next: CommandContext) =>
                  commands.handle(exercises, `${userId}_${courseId}`, { type: 'withdraw', subtopicId, submission: at + 1 }, next),
              },
            ],
      ),
    );
  },
};

/** Notifications since then are kept; what was read, seen and chosen is put back. */
const received: Restoration<InboxState> = {
  decider: inbox,
  steps(then, now, { userId }, { commands }) {
    const marks = ({ readUpTo, seenUpTo, read }: InboxState) => ({
      ...{ readUpTo, seenUpTo },
      read: [...read].map(([notificationId, sentAt]) => ({ notificationId, sentAt })),
    });
    const steps: Step[] = [];
    if (JSON.stringify(marks(then)) !== JSON.stringify(marks(now)))
      steps.push({ parts: ['marks'], run: (next) => commands.handle(inbox, userId, { type: 'restore', userId, ...marks(then) }, next) });
    for (const [key, on] of now.preferences) {
      const [notificationType, channel] = key.split(' ') as [NotificationType, Channel];
      const before = wanted(then, notificationType, channel);
      if (before !== on)
        steps.push({
          parts: ['prefer', key],
          run: (next) => commands.handle(inbox, userId, { type: 'prefer', userId, notificationType, channel, on: before }, next),
        });
    }
    for (const [placeId] of now.places)
      if (!then.places.has(placeId))
        steps.push({
          parts: ['place', placeId],
          run: (next) => commands.handle(inbox, userId, { type: 'unsubscribe', userId, placeId, cause: 'person' }, next),
        });
    return steps;
  },
};

const aimed: Restoration<GoalState> = {
  decider: goal,
  steps: (then, now, { userId }, { commands }) =>
    then.days === now.days
      ? []
      : [{ parts: ['goal'], run: (next) => commands.handle(goal, String(userId), { userId, days: then.days ?? 0 }, next) }],
};

const noted: Restoration<NotesState> = {
  decider: notes,
  steps(then, now, { userId, courseId }, { commands }) {
    const step = (command: NoteCommand) => ({
      parts: [command.type, command.noteId],
      run: (next: CommandContext) => commands.handle(notes, `${userId}_${courseId}`, command, next),
    });
    const ids = { userId, courseId };
    return [
      ...[...now].filter(([noteId]) => !then.has(noteId)).map(([noteId]) => step({ type: 'remove', ...ids, noteId })),
      ...[...then].flatMap(([noteId, note]) => {
        const stands = now.get(noteId);
        if (!stands) return [step({ type: 'add', ...note })];
        return stands.text === note.text ? [] : [step({ type: 'edit', ...ids, noteId, text: note.text ?? '' })];
      }),
    ];
  },
};

/** What was said since is withdrawn, and reactions are as they were; what was taken back stays so. */
const said: Restoration<CommentsState> = {
  decider: comments,
  steps(then, now, { userId, courseId }, { commands, discussions }) {
    const comment = (commentId: number) => ({ commentId, userId, courseId });
    const react = ([mark, at]: [string, ReactedAt], given: boolean): Step => {
      const [commentId = '', reaction = ''] = mark.split(' ');
      const command = { type: 'react', ...comment(Number(commentId)), ...at, reaction: reaction as Reaction, given } as const;
      return {
        parts: [given ? 'react' : 'unreact', mark],
        run: (next) => commands.handle(comments, `${userId}_${courseId}`, command, next),
      };
    };
    return [
      ...[...now.comments]
        .filter(([commentId, { withdrawn }]) => !withdrawn && !then.comments.has(commentId))
        .map(([commentId]) => ({
          parts: ['withdraw', commentId],
          run: async (next: CommandContext) => ({ position: await discussions.withdraw(comment(commentId), next) }),
        })),
      ...[...now.reactions].filter(([mark]) => !then.reactions.has(mark)).map((one) => react(one, false)),
      ...[...then.reactions].filter(([mark]) => !now.reactions.has(mark)).map((one) => react(one, true)),
    ];
  },
};

/** A sanction that was given since is lifted. */
const sanctioned: Restoration<ConductState> = {
  decider: conduct,
  steps: (then, now, { userId }, { commands }) =>
    [...now]
      .filter(([sanctionId, { lifted }]) => !lifted && !then.has(sanctionId))
      .map(([sanctionId]) => ({
        parts: ['lift', sanctionId],
        run: (next: CommandContext) => commands.handle(conduct, userId, { type: 'lift', userId, sanctionId, reason: '' }, next),
      })),
};

/** What was asked since is withdrawn; what was said about the others stays said, and they are as open as they were. */
const helped: Restoration<SupportState> = {
  decider: support,
  steps(then, now, { userId }, { commands }) {
    return [...now].flatMap(([requestId, one]) => {
      const before = then.get(requestId);
      const step = (command: SupportCommand): Step => ({
        parts: [command.type, requestId],
        run: (next) => commands.handle(support, userId, command, next),
      });
      const ids = { userId, requestId };
      if (!before) return [step({ ...ids, type: 'withdraw' })];
      const { plan, riskAt, dueAt } = before;
      if (before.status === 'closed') return one.status === 'closed' ? [] : [step({ ...ids, type: 'close', by: 'school' })];
      return one.status === 'closed' ? [step({ ...ids, type: 'reopen', clock: { plan, riskAt, dueAt } })] : [];
    });
  },
};

/** One for each category that the catalogue of streams calls restored, in the order in which they run. */
export const restorations = {
  ...{ enrolment: enrolments, watching: watched, review: reviewed, bookmarks: saved, attempt: attempted, exercises: handedIn },
  ...{ inbox: received, notes: noted, goals: aimed },
  ...{ comments: said, conduct: sanctioned, support: helped },
} satisfies Record<RestoredStream, unknown>;
