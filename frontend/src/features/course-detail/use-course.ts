import { useEffect } from 'react';
import type { Outline } from '../../../../backend/api/contract/catalogue.ts';
import { followTopics } from '../../lib/follow-topics.ts';
import { call } from '../../lib/http.ts';
import { useResource } from '../../lib/use-resource.ts';

/** A course with its whole outline, followed live. null reads nothing. */
export const useCourse = (id: number | null) => {
  const course = useResource<Outline>(id === null ? null : `esquema:${id}`, (signal, minPosition) =>
    call(calls.getOutline, id as number, { signal, minPosition }),
  );
  const { refresh, readAt } = course;
  useEffect(
    // The catalogue's topic is open to all and tells of every change of a course.
    () => (id === null ? undefined : followTopics(['cursos'], refresh, readAt)),
    [id, refresh, readAt],
  );
  return course;
};
