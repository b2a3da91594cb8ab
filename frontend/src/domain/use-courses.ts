import { useEffect } from 'react';
import { followTopics } from '../lib/follow-topics.ts';
import { call } from '../lib/http.ts';
import { type Resource, useResource } from '../lib/use-resource.ts';
import type { Course } from './course.ts';

/** The published courses, followed live. */
export const useCourses = (): Resource<Course[]> => {
  const courses = useResource('cursos', (signal, minPosition) => call(calls.listCourses, {}, { signal, minPosition }));
  const { refresh, readAt } = courses;
  useEffect(() => followTopics(['cursos'], refresh, readAt), [refresh, readAt]);
  return courses;
};
