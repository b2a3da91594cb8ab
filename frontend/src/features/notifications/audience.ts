import { role } from '../../lib/roles.ts';

/** The names of all roles, as calls have them. */
export const roles = Object.values(role);
