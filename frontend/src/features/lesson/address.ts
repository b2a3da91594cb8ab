/** The place in a course that the address names. */
export interface Address {
  courseId: number | null;
  moduleId: number | null;
  sessionId: number | null;
  subtopicId: number | null;
  /** A comment below it that a link leads to. */
  commentId: number | null;
}

const id = (value: string | null): number | null => (value && /^[1-9]\d{0,9}$/.test(value) ? Number(value) : null);
/** `moduleId` and `sessionId` are accepted beside `modulo` and `sesion`, because links of other pages use them. */
export const readAddress = (search: URLSearchParams): Address => ({
  courseId: id(search.get('courseId')),
  moduleId: id(search.get('modulo') ?? search.get('moduleId')),
  sessionId: id(search.get('sesion') ?? search.get('sessionId')),
  subtopicId: id(search.get('subtema')),
  commentId: id(search.get('comment')),
});

export const lessonPath = (
  courseId: number,
  at: { module?: number | null; session?: number | null; subtopic?: number | null; second?: number | null } = {},
): string => {
  const search = new URLSearchParams({ courseId: String(courseId) });
  if (at.module) search.set('modulo', String(at.module));
  if (at.session) search.set('sesion', String(at.session));
  if (at.subtopic) search.set('subtema', String(at.subtopic));
  if (at.second) search.set('t', String(at.second));
  return `/courses?${search}`;
};
