import { type CourseEvent, type CourseOutline, presentClasses, presentModules } from '../../../events/outline.ts';
import { refuse } from '../kernel/errors.ts';
import type { ClassCommand } from './courseCommand.ts';
import { findClass, findModule, permutation, required, same } from './coursePart.ts';

/** The events that follow from a command about the classes of an existing course that is not archived. */
export function decideClasses(command: ClassCommand, state: CourseOutline): readonly CourseEvent[] {
  const { courseId } = state;
  switch (command.type) {
    case 'addClass': {
      const { type: _, subtopics, resources, content = '', ...rest } = command;
      const { moduleId, classId } = command;
      findModule(state, moduleId);
      const named = <T extends { title: string }>(items: readonly T[]): T[] =>
        items.map((item) => ({ ...item, title: required(item.title, 'TITLE_EMPTY') }));
      return [
        {
          type: 'ClassAdded',
          data: {
            courseId,
            ...rest,
            title: required(rest.title, 'TITLE_EMPTY'),
            subtopics: named(subtopics),
            resources: named(resources),
          },
        },
        ...(content === '' ? [] : [{ type: 'ClassContentSet' as const, data: { courseId, moduleId, classId, content } }]),
      ];
    }
    case 'changeClass': {
      const { module, klass } = findClass(state, command.classId);
      const next = {
        title: command.title === undefined ? klass.title : required(command.title, 'TITLE_EMPTY'),
        description: command.description ?? klass.description,
        videoUrl: command.videoUrl === undefined ? klass.videoUrl : command.videoUrl,
      };
      const ids = { courseId, moduleId: module.moduleId, classId: klass.classId };
      const { title, description, videoUrl, content: before } = klass;
      const { content = before } = command;
      return [
        ...(same(next, { title, description, videoUrl }) ? [] : [{ type: 'ClassEdited' as const, data: { ...ids, ...next } }]),
        ...(content === before ? [] : [{ type: 'ClassContentSet' as const, data: { ...ids, content } }]),
      ];
    }
    case 'reorderClasses': {
      const module = findModule(state, command.moduleId);
      const present = presentClasses(module).map((klass) => klass.classId);
      if (!permutation(command.order, present)) return refuse('ORDER_MISMATCH');
      return same(command.order, present)
        ? []
        : [{ type: 'ClassesReordered', data: { courseId, moduleId: module.moduleId, order: [...command.order] } }];
    }
    case 'moveClass': {
      const { module, klass } = findClass(state, command.classId);
      const target = findModule(state, command.moduleId);
      const { classId } = klass;
      const [from, moduleId] = [module.moduleId, target.moduleId];
      const others = presentClasses(target).flatMap((one) => (one.classId === classId ? [] : [one.classId]));
      const place = Math.min(command.place ?? others.length + 1, others.length + 1);
      if (from !== moduleId) return [{ type: 'ClassMoved', data: { courseId, moduleId, classId, from, place } }];
      // Within its own module, moving a class is a change of the order.
      if (command.place === undefined) return [];
      const order = others.toSpliced(place - 1, 0, classId);
      const present = presentClasses(module).map((one) => one.classId);
      return same(order, present) ? [] : [{ type: 'ClassesReordered', data: { courseId, moduleId, order } }];
    }
    case 'removeClass': {
      const { module, klass } = findClass(state, command.classId);
      return [{ type: 'ClassRemoved', data: { courseId, moduleId: module.moduleId, classId: klass.classId } }];
    }
    case 'restoreClass': {
      if (presentModules(state).some((module) => presentClasses(module).some((klass) => klass.classId === command.classId))) return [];
      const { module, klass } = findClass(state, command.classId, true);
      return [{ type: 'ClassRestored', data: { courseId, moduleId: module.moduleId, classId: klass.classId } }];
    }
  }
}
