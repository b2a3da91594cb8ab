import { role } from '../../lib/roles.ts';

/** Every role, as calls name it. */
export const roles = Object.values(role);
