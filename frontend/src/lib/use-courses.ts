import { useEffect } from 'react';
import type { Course } from './course.ts';
import { followTopics } from './follow-topics.ts';
import { call } from './http.ts';
import { type Resource, useResource } from './use-resource.ts';

/** The published courses, followed live. */
export const useCourses = (): Resource<Course[]> => {
  const courses = useResource('cursos', (signal, minPosition) => call<Course[]>('/api/cursos/cursos', { signal, minPosition }));
  const { refresh, readAt } = courses;
  useEffect(() => followTopics(['cursos'], refresh, readAt), [refresh, readAt]);
  return courses;
};
