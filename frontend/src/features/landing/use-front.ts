import type { Found } from '../../domain/catalogue-search.ts';
import { addressOf } from '../../lib/calls.ts';
import { useLive } from '../../lib/use-live.ts';
import type { Resource } from '../../lib/use-resource.ts';

/** What the landing shows of the courses: the first six as the catalogue orders them, those the school marked before the others, and all in figures. */
const six = { limit: 6 };
export const front = { key: 'portada', url: addressOf(calls.searchCourses, six) };

export type Front = Pick<Found, 'cursos' | 'publicado'>;

/** Followed live. */
export const useFront = (): Resource<Front> => useLive(reads.searchCourses, six, front.key);
