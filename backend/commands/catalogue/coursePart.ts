import { isDeepStrictEqual } from 'node:util';
import { type CourseOutline, type Klass, type Module, presentClasses, presentModules } from '../../../events/outline.ts';
import { refuse } from '../kernel/errors.ts';

export const findModule = (state: CourseOutline, moduleId: number, removed = false): Module =>
  state.modules.find((module) => module.moduleId === moduleId && module.removed === removed) ?? refuse('MODULE_NOT_FOUND');

export const findClass = (state: CourseOutline, classId: number, removed = false): { module: Module; klass: Klass } => {
  for (const module of presentModules(state)) {
    const klass = module.classes.find((found) => found.classId === classId && found.removed === removed);
    if (klass) return { module, klass };
  }
  return refuse('CLASS_NOT_FOUND');
};
/** Whether any class has it, archived ones too. */
export const holds = ({ modules }: CourseOutline, has: (klass: Klass) => boolean): boolean =>
  modules.some(({ classes }) => classes.some(has));
export const findSubtopic = (state: CourseOutline, subtopicId: number) => {
  for (const module of presentModules(state))
    for (const klass of presentClasses(module)) {
      const subtopic = klass.subtopics.find((found) => found.subtopicId === subtopicId);
      if (subtopic) return { module, klass, subtopic };
    }
  return refuse('SUBTOPIC_NOT_FOUND');
};
export const findResource = (state: CourseOutline, resourceId: number) => {
  for (const module of presentModules(state))
    for (const klass of presentClasses(module)) {
      const resource = klass.resources.find((found) => found.resourceId === resourceId);
      if (resource) return { module, klass, resource };
    }
  return refuse('RESOURCE_NOT_FOUND');
};

export const required = (value: string, code: 'TITLE_EMPTY' | 'DESCRIPTION_EMPTY'): string =>
  value.trim() === '' ? refuse(code) : value.trim();
export const same = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a, b);
export const permutation = (order: readonly number[], present: readonly number[]): boolean =>
  order.length === present.length && new Set(order).size === order.length && order.every((id) => present.includes(id));
