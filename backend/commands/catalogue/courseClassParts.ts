import type { CourseEvent, CourseOutline, Resource, Subtopic } from '../../../events/outline.ts';
import { refuse } from '../kernel/errors.ts';
import type { ResourceCommand, SubtopicCommand } from './courseCommand.ts';
import { findClass, findResource, findSubtopic, holds, permutation, required, same } from './coursePart.ts';

/** The events that follow from a command about the subtopics of a class, of a course that is not archived. */
export function decideSubtopics(command: SubtopicCommand, state: CourseOutline): readonly CourseEvent[] {
  const { courseId } = state;
  switch (command.type) {
    case 'addSubtopic': {
      const { type: _, classId, ...subtopic } = command;
      const { module } = findClass(state, classId);
      // A subtopic that comes back under its former number may be there already.
      if (holds(state, ({ subtopics }) => subtopics.some(({ subtopicId }) => subtopicId === subtopic.subtopicId))) return [];
      return [
        {
          type: 'SubtopicAdded',
          data: { courseId, moduleId: module.moduleId, classId, ...subtopic, title: required(subtopic.title, 'TITLE_EMPTY') },
        },
      ];
    }
    case 'changeSubtopic': {
      const { module, klass, subtopic } = findSubtopic(state, command.subtopicId);
      const { type: _, ...asked } = command;
      const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as Partial<Subtopic>;
      const next: Subtopic = {
        ...subtopic,
        ...given,
        title: given.title === undefined ? subtopic.title : required(given.title, 'TITLE_EMPTY'),
      };
      return same(next, subtopic)
        ? []
        : [{ type: 'SubtopicEdited', data: { courseId, moduleId: module.moduleId, classId: klass.classId, ...next } }];
    }
    case 'reorderSubtopics': {
      const { module, klass } = findClass(state, command.classId);
      const present = klass.subtopics.map((subtopic) => subtopic.subtopicId);
      if (!permutation(command.order, present)) return refuse('ORDER_MISMATCH');
      return same(command.order, present)
        ? []
        : [
            {
              type: 'SubtopicsReordered',
              data: { courseId, moduleId: module.moduleId, classId: klass.classId, order: [...command.order] },
            },
          ];
    }
    case 'removeSubtopic': {
      const { module, klass, subtopic } = findSubtopic(state, command.subtopicId);
      return [
        {
          type: 'SubtopicRemoved',
          data: { courseId, moduleId: module.moduleId, classId: klass.classId, subtopicId: subtopic.subtopicId },
        },
      ];
    }
  }
}

/** The events that follow from a command about the resources of a class. */
export function decideResources(command: ResourceCommand, state: CourseOutline): readonly CourseEvent[] {
  const { courseId } = state;
  switch (command.type) {
    case 'addResource': {
      const { type: _, classId, ...resource } = command;
      const { module } = findClass(state, classId);
      if (holds(state, ({ resources }) => resources.some(({ resourceId }) => resourceId === resource.resourceId))) return [];
      return [
        {
          type: 'ResourceAdded',
          data: { courseId, moduleId: module.moduleId, classId, ...resource, title: required(resource.title, 'TITLE_EMPTY') },
        },
      ];
    }
    case 'changeResource': {
      const { module, klass, resource } = findResource(state, command.resourceId);
      const { type: _, ...asked } = command;
      const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as Partial<Resource>;
      const next: Resource = {
        ...resource,
        ...given,
        title: given.title === undefined ? resource.title : required(given.title, 'TITLE_EMPTY'),
      };
      return same(next, resource)
        ? []
        : [{ type: 'ResourceEdited', data: { courseId, moduleId: module.moduleId, classId: klass.classId, ...next } }];
    }
    case 'removeResource': {
      const { module, klass, resource } = findResource(state, command.resourceId);
      return [
        {
          type: 'ResourceRemoved',
          data: { courseId, moduleId: module.moduleId, classId: klass.classId, resourceId: resource.resourceId },
        },
      ];
    }
  }
}
