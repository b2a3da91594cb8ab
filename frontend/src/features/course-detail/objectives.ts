import type { Outline } from '../../../../backend/api/contract/records/courses.ts';

/** The objectives of all modules in their order, without repeats. */
export const objectivesOf = ({ modulos }: Pick<Outline, 'modulos'>): string[] => {
  const seen = new Set<string>();
  return modulos
    .flatMap((module) => module.objetivos.map(({ descripcion }) => descripcion.trim()))
    .filter((text) => {
      const key = text.toLocaleLowerCase('es-MX').replace(/[.\s]+$/, '');
      if (key === '' || seen.has(key)) return false;
      seen.add(key);
      return true;
    });
};
