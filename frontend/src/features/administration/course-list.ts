import type { Course } from '../../lib/course.ts';

export const states = ['publicado', 'borrador', 'archivado'] as const;
export type CourseState = (typeof states)[number];
export const stateOf = (course: Pick<Course, 'estado' | 'archivado'>): CourseState =>
  course.archivado ? 'archivado' : course.estado === 1 ? 'publicado' : 'borrador';

const plain = (text: string) => text.toLocaleLowerCase('es-MX').normalize('NFD').replace(/\p{M}/gu, '');
/** Every word of the search is in the title, the category or the instructor's name, whatever its accents. */
export const matches = (course: Pick<Course, 'nombre' | 'categoria' | 'instructor'>, search: string): boolean => {
  const text = plain(`${course.nombre} ${course.categoria} ${course.instructor ?? ''}`);
  return plain(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
};

export const columns = ['course', 'instructor', 'status', 'students', 'updated'] as const;
export type Column = (typeof columns)[number];
const value: Record<Column, (course: Course) => string | number> = {
  course: (course) => plain(course.nombre),
  instructor: (course) => plain(course.instructor ?? '￿'),
  status: (course) => states.indexOf(stateOf(course)),
  students: (course) => course.students,
  updated: (course) => course.actualizado,
};
export const sorted = (courses: readonly Course[], by: Column, down: boolean): Course[] =>
  [...courses].sort((a, b) => {
    const [x, y] = [value[by](a), value[by](b)];
    const order = typeof x === 'number' && typeof y === 'number' ? x - y : String(x).localeCompare(String(y), 'es-MX');
    return (down ? -order : order) || a.id - b.id;
  });

/** What speaks for and against publishing. Only a course without classes cannot be published (C-80). */
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
