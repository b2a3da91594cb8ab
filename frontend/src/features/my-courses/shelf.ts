import type { Course } from '../../domain/course.ts';
import type { Enrolment } from '../../domain/learning.ts';

export interface ShelfItem {
  course: Course;
  enrolment: Enrolment | null;
}
export const tabs = ['todos', 'basico', 'premium', 'enCurso', 'completados'] as const;
export type Tab = (typeof tabs)[number];

/** The person's courses first, in the given order, then the school's others; a course that is no longer published stays for its learners. */
export const merge = (offered: readonly Course[], enrolments: readonly Enrolment[]): ShelfItem[] => {
  const mine = new Set(enrolments.map(({ id_curso }) => id_curso));
  return [
    ...enrolments.map((enrolment) => ({ course: enrolment.curso, enrolment })),
    ...offered.filter(({ id }) => !mine.has(id)).map((course) => ({ course, enrolment: null })),
  ];
};

export const inTab = (tab: Tab, { course, enrolment }: ShelfItem): boolean => {
  if (tab === 'basico') return course.tipo === 'Básico';
  if (tab === 'premium') return course.tipo === 'Premium';
  if (tab === 'enCurso') return enrolment !== null && enrolment.estado !== 'completado';
  if (tab === 'completados') return enrolment?.estado === 'completado';
  return true;
};

/** The course to take after all that one has: the next of a bundle one has, else the first that the school offers. */
export const nextFor = (shelf: readonly ShelfItem[], bundles: readonly { cursos: readonly { id: number }[] }[]): Course | undefined => {
  const offered = shelf.flatMap(({ course, enrolment }) => (enrolment === null ? [course] : []));
  const bundled = bundles.flatMap(({ cursos }) => cursos.map(({ id }) => id));
  return bundled.flatMap((id) => offered.find((course) => course.id === id) ?? [])[0] ?? offered[0];
};
