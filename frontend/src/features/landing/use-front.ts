import { useEffect } from 'react';
import type { Found } from '../../lib/catalogue-search.ts';
import { followTopics } from '../../lib/follow-topics.ts';
import { call } from '../../lib/http.ts';
import { type Resource, useResource } from '../../lib/use-resource.ts';

/** What the landing shows of the courses: the first six as the catalogue orders them, those the school marked before the others, and all in figures. */
export const front = { key: 'portada', url: '/api/cursos/buscar?limit=6' };

export type Front = Pick<Found, 'cursos' | 'publicado'>;

/** Followed live. */
export const useFront = (): Resource<Front> => {
  const found = useResource(front.key, (signal, minPosition) => call<Front>(front.url, { signal, minPosition }));
  const { refresh, readAt } = found;
  useEffect(() => followTopics(['cursos'], refresh, readAt), [refresh, readAt]);
  return found;
};
