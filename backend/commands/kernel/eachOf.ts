import { PersonalKeyMissing } from '../../../events/privacy.ts';

/**
 * Runs an action for each of these people, one after another. A person whose key is lost does not stop the others: the first such error is thrown
 * when everybody had their turn. Any other error is thrown at once.
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
