/** Codes of roles at the API's edge: 1 student, 2 administrator, 3 instructor, 4 analyst. */
export const role = { student: 1, admin: 2, instructor: 3, analyst: 4 } as const;
export type RoleCode = (typeof role)[keyof typeof role];

export const roleKey = (code: number): 'student' | 'admin' | 'instructor' | 'analyst' => {
  if (code === role.admin) return 'admin';
  if (code === role.instructor) return 'instructor';
  return code === role.analyst ? 'analyst' : 'student';
};
