/** The course that someone wanted to start before signing in (A39). Kept a day, through registering and confirming the e-mail. */
const key = 'aulaviva.cursoPendiente';
const day = 86_400_000;

export const rememberCourse = (courseId: number, now = Date.now()): void => {
  try {
    localStorage.setItem(key, JSON.stringify({ courseId, until: now + day }));
  } catch {
    // Without storage the person starts the course with one more press.
  }
};

/** Answers it once and forgets it. */
export const takePendingCourse = (now = Date.now()): number | null => {
  try {
    const text = localStorage.getItem(key);
    localStorage.removeItem(key);
    const value: unknown = text ? JSON.parse(text) : null;
    if (typeof value !== 'object' || value === null || !('courseId' in value) || !('until' in value)) return null;
    const { courseId, until } = value;
    return typeof courseId === 'number' && Number.isInteger(courseId) && courseId > 0 && typeof until === 'number' && until > now
      ? courseId
      : null;
  } catch {
    return null;
  }
};
