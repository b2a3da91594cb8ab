import type { Found } from '../../domain/catalogue-search.ts';
import { addressOf } from '../../lib/calls.ts';
import { useLive } from '../../lib/use-live.ts';
import type { Resource } from '../../lib/use-resource.ts';

/** The courses on the landing page: the first six of the catalogue's order, which puts featured ones first, and all of them in figures. */
const six = { limit: 6 };
export const front = { key: 'portada', url: addressOf(calls.searchCourses, six) };

export type Front = Pick<Found, 'cursos' | 'publicado'>;

/** Followed live. */
export const useFront = (): Resource<Front> => useLive(reads.searchCourses, six, front.key);
