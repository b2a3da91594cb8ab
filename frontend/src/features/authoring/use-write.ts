import { api } from '../../api/api.ts';
import { useEditor } from './editor-context.ts';

const writes = {
  updateCourse: api.useUpdateCourseMutation,
  createModule: api.useCreateModuleMutation,
  updateModule: api.useUpdateModuleMutation,
  removeModule: api.useRemoveModuleMutation,
  restoreModule: api.useRestoreModuleMutation,
  reorderModules: api.useReorderModulesMutation,
  setObjectives: api.useSetObjectivesMutation,
  createClass: api.useCreateClassMutation,
  updateClass: api.useUpdateClassMutation,
  removeClass: api.useRemoveClassMutation,
  restoreClass: api.useRestoreClassMutation,
  reorderClasses: api.useReorderClassesMutation,
  moveClass: api.useMoveClassMutation,
  createSubtopic: api.useCreateSubtopicMutation,
  updateSubtopic: api.useUpdateSubtopicMutation,
  removeSubtopic: api.useRemoveSubtopicMutation,
  reorderSubtopics: api.useReorderSubtopicsMutation,
  createResource: api.useCreateResourceMutation,
  updateResource: api.useUpdateResourceMutation,
  removeResource: api.useRemoveResourceMutation,
} as const;
type Writes = typeof writes;
/** The same calls, for the draft of a published course. */
const drafts = {
  updateCourse: api.useDraftUpdateCourseMutation,
  createModule: api.useDraftCreateModuleMutation,
  updateModule: api.useDraftUpdateModuleMutation,
  removeModule: api.useDraftRemoveModuleMutation,
  restoreModule: api.useDraftRestoreModuleMutation,
  reorderModules: api.useDraftReorderModulesMutation,
  setObjectives: api.useDraftSetObjectivesMutation,
  createClass: api.useDraftCreateClassMutation,
  updateClass: api.useDraftUpdateClassMutation,
  removeClass: api.useDraftRemoveClassMutation,
  restoreClass: api.useDraftRestoreClassMutation,
  reorderClasses: api.useDraftReorderClassesMutation,
  moveClass: api.useDraftMoveClassMutation,
  createSubtopic: api.useDraftCreateSubtopicMutation,
  updateSubtopic: api.useDraftUpdateSubtopicMutation,
  removeSubtopic: api.useDraftRemoveSubtopicMutation,
  reorderSubtopics: api.useDraftReorderSubtopicsMutation,
  createResource: api.useDraftCreateResourceMutation,
  updateResource: api.useDraftUpdateResourceMutation,
  removeResource: api.useDraftRemoveResourceMutation,
} as const;

type Trigger = (arg: never) => { unwrap: () => Promise<unknown> };

/**
 * A change of the course by the name of its call: the one place that decides where the editor writes. For a published course that is its draft; a draft
 * is not an event, so a write is followed by reading again what the editor shows.
 */
export const useWrite = <Name extends keyof Writes>(name: Name): ReturnType<Writes[Name]>[0] => {
  const { draft, reread } = useEditor();
  const direct = writes[name]()[0];
  const drafted = drafts[name]()[0] as unknown as Trigger;
  if (!draft) return direct;
  const write = (arg: never) => {
    const sent = drafted(arg);
    return {
      async unwrap() {
        const answer = await sent.unwrap();
        await reread();
        return answer;
      },
    };
  };
  return write as unknown as ReturnType<Writes[Name]>[0];
};
