import { parseArgs } from 'node:util';
import type { UserRecord } from '../../api/contract/auth.ts';
import { normaliseAddress } from '../../commands/kernel/values.ts';
import { BadConfig } from '../config.ts';
import { asCommand } from '../failure.ts';
import { asOperator } from './operator.ts';

/** `npm run admin -- <email>`: makes an account an active administrator, with the operator as the reason. Uses the running school, else starts one for itself. */
await asCommand(async () => {
  const [email = ''] = parseArgs({ allowPositionals: true }).positionals;
  if (!email.includes('@')) throw new BadConfig('npm run admin -- <email>');
  await asOperator(async (ask) => {
    const found = await ask<UserRecord[]>('GET', `/api/auth/users/?limit=100&search=${encodeURIComponent(email.trim())}`);
    const person = found.find((one) => one.email !== null && normaliseAddress(one.email) === normaliseAddress(email));
    if (!person) throw new BadConfig(`nobody has the address ${email}`);
    await ask('PUT', `/api/auth/users/${person.id}`, { user_role: 2, is_active: true, motivo: 'npm run admin' });
    process.stdout.write(`${email} is an administrator now\n`);
  });
});
