import { useEffect } from 'react';
import type { Found } from '../../domain/catalogue-search.ts';
import { addressOf } from '../../lib/calls.ts';
import { followTopics } from '../../lib/follow-topics.ts';
import { call } from '../../lib/http.ts';
import { type Resource, useResource } from '../../lib/use-resource.ts';

/** What the landing shows of the courses: the first six as the catalogue orders them, those the school marked before the others, and all in figures. */
const six = { limit: 6 };
export const front = { key: 'portada', url: addressOf(calls.searchCourses, six) };

export type Front = Pick<Found, 'cursos' | 'publicado'>;

/** Followed live. */
export const useFront = (): Resource<Front> => {
  const found = useResource(front.key, (signal, minPosition) => call(calls.searchCourses, six, { signal, minPosition }));
  const { refresh, readAt } = found;
  useEffect(() => followTopics(['cursos'], refresh, readAt), [refresh, readAt]);
  return found;
};
