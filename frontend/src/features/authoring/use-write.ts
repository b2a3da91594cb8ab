import { api } from '../../api/api.ts';

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
  createSubtopic: api.useCreateSubtopicMutation,
  updateSubtopic: api.useUpdateSubtopicMutation,
  removeSubtopic: api.useRemoveSubtopicMutation,
  reorderSubtopics: api.useReorderSubtopicsMutation,
  createResource: api.useCreateResourceMutation,
  updateResource: api.useUpdateResourceMutation,
  removeResource: api.useRemoveResourceMutation,
} as const;
type Writes = typeof writes;

/** A change of the course by the name of its call: the one place that says where the editor writes. */
export const useWrite = <Name extends keyof Writes>(name: Name): ReturnType<Writes[Name]>[0] => writes[name]()[0];
