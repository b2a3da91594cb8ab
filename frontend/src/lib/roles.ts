import { type RoleCode, roleCodes, rolesByCode } from '../../../backend/api/contract/roles.ts';

export type { RoleCode };

const { administrator, ...others } = roleCodes;
export const role = { ...others, admin: administrator } as const;

/** Its name in texts; an unknown code counts as a student's. */
export const roleKey = (code: number): keyof typeof role => {
  const name = rolesByCode[code] ?? 'student';
  return name === 'administrator' ? 'admin' : name;
};
