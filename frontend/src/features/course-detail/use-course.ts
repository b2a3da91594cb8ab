import type { Outline } from '../../../../backend/api/contract/records/courses.ts';
import { useLive } from '../../lib/use-live.ts';
import type { Resource } from '../../lib/use-resource.ts';

/** A course with its whole outline, followed live. null reads nothing. */
export const useCourse = (id: number | null): Resource<Outline> => useLive(reads.getOutline, id ?? 0, id === null ? null : `esquema:${id}`);
