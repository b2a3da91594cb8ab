import { role } from '../../lib/roles.ts';

/** What audiences are made of, as the calls name it. */
export const learnersOf = ['todos', 'sin-terminar', 'terminaron', 'sin-actividad'] as const;
export const roles = Object.values(role);
