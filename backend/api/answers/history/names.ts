import type { ReadSession } from '../../../projections/kernel/reads.ts';
import { users } from '../../../projections/users.ts';
import { shownName } from '../people.ts';

export interface Who {
  id: number;
  nombre: string;
}

/** Who is who, as staff may know them; of the erased and of who shows no name, a number. */
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
