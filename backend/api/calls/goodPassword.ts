import { isCommon } from '../../commands/identity/commonPasswords.ts';
import type { Commands } from '../../commands/kernel/handle.ts';
import { school } from '../../commands/site/school.ts';
import { ApiError } from '../error.ts';

interface Owner {
  username: string | null;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
}

/** Refuses common passwords wherever one is set. Its length is checked by the contract. */
export async function demandGoodPassword(commands: Commands, password: string, owner: Owner): Promise<void> {
  const { name } = (await commands.load(school, 'school')).state;
  const { username, email, firstName, lastName } = owner;
  const words = [name, username, email, email?.split('@')[0], firstName, lastName, `${firstName ?? ''}${lastName ?? ''}`];
  if (isCommon(password, words)) throw new ApiError('WEAK_PASSWORD');
}
