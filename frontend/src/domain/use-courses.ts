import { useLive } from '../lib/use-live.ts';
import type { Resource } from '../lib/use-resource.ts';
import type { Course } from './course.ts';

/** The published courses, followed live. */
export const useCourses = (): Resource<Course[]> => useLive(reads.listCourses, {}, 'cursos');
