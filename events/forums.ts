/** Below which subtopic something is said is a number. The forum of a course stands at one of its own; those of subtopics come from the log and never so far. */
const FORUMS = 1_000_000_000;

export const forumOf = (courseId: number): number => FORUMS + courseId;
/** The course whose forum stands there; null: it is a subtopic. */
export const courseOfForum = (place: number): number | null => (place > FORUMS ? place - FORUMS : null);
