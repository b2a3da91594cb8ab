import type { ReadSession } from '../../../projections/reading/reads.ts';
import { users } from '../../../projections/users.ts';
import { shownName } from '../people.ts';

export interface Who {
  id: number;
  nombre: string;
}

/** Names of people as staff may see them; a number where the person is erased or shows no name. */
export async function namesOf(ids: Iterable<number | null>, reads: ReadSession): Promise<(userId: number) => string> {
  const wanted = [...new Set([...ids].filter((id) => id !== null))];
  const people = await reads.getMany(users, wanted.map(String));
  return (userId) => {
    const person = people.get(String(userId));
    return (person && shownName(person, 'staff')) || `Usuario #${userId}`;
  };
}
export const whoOf = (userId: number | null, nameOf: (userId: number) => string): Who | null =>
  userId === null ? null : { id: userId, nombre: nameOf(userId) };
