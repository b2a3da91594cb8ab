import type { courseStates } from '../../../../backend/api/contract/choices.ts';
import type { Course } from '../../domain/course.ts';

export type CourseState = (typeof courseStates)[number];
export const stateOf = (course: Pick<Course, 'estado' | 'archivado'>): CourseState =>
  course.archivado ? 'archivado' : course.estado === 1 ? 'publicado' : 'borrador';

/** How many courses the landing page shows. */
export const FRONT = 6;
/** The featured courses in the order of the landing page: those with a place by it, then the others by their number of learners. */
export const featuredOf = <C extends Pick<Course, 'id' | 'destacado' | 'archivado' | 'lugar_destacado' | 'students'>>(
  courses: readonly C[],
): C[] =>
  courses
    .filter(({ destacado, archivado }) => destacado && !archivado)
    .sort(
      (one, other) =>
        Math.sign((one.lugar_destacado ?? Number.MAX_VALUE) - (other.lugar_destacado ?? Number.MAX_VALUE)) ||
        other.students - one.students ||
        one.id - other.id,
    );

/** The conditions for publishing. Only the lack of classes prevents it (C-80). */
export const checklist = (
  course: Pick<Course, 'totalSesiones' | 'img_curso' | 'precio' | 'tipo' | 'descripcion' | 'totalVideos' | 'videosSinTexto'>,
) =>
  [
    { key: course.totalSesiones > 0 ? 'classes' : 'noClasses', good: course.totalSesiones > 0, blocks: course.totalSesiones === 0 },
    { key: course.descripcion.trim() ? 'description' : 'noDescription', good: course.descripcion.trim() !== '', blocks: false },
    { key: course.img_curso ? 'image' : 'noImage', good: course.img_curso !== null, blocks: false },
    {
      key: course.precio ? 'price' : course.tipo === 'Premium' ? 'noPrice' : 'free',
      good: Boolean(course.precio) || course.tipo === 'Básico',
      blocks: false,
    },
    ...(course.totalVideos > 0
      ? [{ key: course.videosSinTexto > 0 ? 'silentVideos' : 'videoTexts', good: course.videosSinTexto === 0, blocks: false } as const]
      : []),
  ] as const;
