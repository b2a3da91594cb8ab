import { type CourseEvent, type CourseOutline, presentModules } from '../../../events/outline.ts';
import { refuse } from '../kernel/errors.ts';
import type { ModuleCommand } from './courseCommand.ts';
import { findModule, permutation, required, same } from './coursePart.ts';

export const MAX_MODULES = 200;

/** The events that follow from a command about the modules of an existing course that is not archived. */
export function decideModules(command: ModuleCommand, state: CourseOutline): readonly CourseEvent[] {
  const { courseId } = state;
  switch (command.type) {
    case 'addModule': {
      if (presentModules(state).length >= MAX_MODULES) return refuse('TOO_MANY_MODULES');
      const { type: _, ...data } = command;
      return [{ type: 'ModuleAdded', data: { courseId, ...data, title: required(data.title, 'TITLE_EMPTY') } }];
    }
    case 'changeModule': {
      const module = findModule(state, command.moduleId);
      const { moduleId } = module;
      const events: CourseEvent[] = [];
      if (command.title !== undefined) {
        const title = required(command.title, 'TITLE_EMPTY');
        if (title !== module.title) events.push({ type: 'ModuleRenamed', data: { courseId, moduleId, title } });
      }
      if (command.description !== undefined && command.description !== module.description) {
        const description = required(command.description, 'DESCRIPTION_EMPTY');
        if (description !== module.description) events.push({ type: 'ModuleDescribed', data: { courseId, moduleId, description } });
      }
      if (command.content !== undefined && command.content !== module.content) {
        if (command.content.trim() === '') return refuse('CONTENT_EMPTY');
        events.push({ type: 'ModuleContentSet', data: { courseId, moduleId, content: command.content } });
      }
      if (command.videoUrl !== undefined && command.videoUrl !== module.videoUrl)
        events.push({ type: 'ModuleVideoSet', data: { courseId, moduleId, videoUrl: command.videoUrl } });
      return events;
    }
    case 'reorderModules': {
      const present = presentModules(state).map((module) => module.moduleId);
      if (!permutation(command.order, present)) return refuse('ORDER_MISMATCH');
      return same(command.order, present) ? [] : [{ type: 'ModulesReordered', data: { courseId, order: [...command.order] } }];
    }
    case 'removeModule':
      return [{ type: 'ModuleRemoved', data: { courseId, moduleId: findModule(state, command.moduleId).moduleId } }];
    case 'restoreModule':
      if (state.modules.some((module) => module.moduleId === command.moduleId && !module.removed)) return [];
      if (presentModules(state).length >= MAX_MODULES) return refuse('TOO_MANY_MODULES');
      return [{ type: 'ModuleRestored', data: { courseId, moduleId: findModule(state, command.moduleId, true).moduleId } }];
    case 'setObjectives': {
      const module = findModule(state, command.moduleId);
      const texts = (list: readonly { text: string }[]) => list.map((objective) => objective.text);
      return same(texts(module.objectives), texts(command.objectives))
        ? []
        : [{ type: 'ObjectivesSet', data: { courseId, moduleId: module.moduleId, objectives: [...command.objectives] } }];
    }
  }
}
