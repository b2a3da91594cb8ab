import { PersonalKeyMissing } from '../../../events/privacy.ts';

/**
 * Does something for each of these people, one after another. One whose key is lost keeps nothing from the others: the error of the first of them is thrown
 * once everybody had their turn. Any other error is thrown at once.
 */
export async function eachOf<T>(people: Iterable<T>, act: (person: T) => Promise<unknown>): Promise<void> {
  let lost: PersonalKeyMissing | null = null;
  for (const person of people)
    await act(person).catch((error: unknown) => {
      if (!(error instanceof PersonalKeyMissing)) throw error;
      lost ??= error;
    });
  if (lost) throw lost as PersonalKeyMissing;
}
