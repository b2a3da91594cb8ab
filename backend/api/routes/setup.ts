import { defaultSchool } from '../../../events/siteContent.ts';
import { user } from '../../commands/identity/user.ts';
import { derived } from '../../commands/kernel/handle.ts';
import { SESSION_MS } from '../../commands/reactions/sessions.ts';
import { school } from '../../commands/site/school.ts';
import { courses } from '../../projections/courses.ts';
import { demandGoodPassword } from '../calls/goodPassword.ts';
import type { Implement } from '../calls/implement.ts';
import { createSignIn } from '../calls/signIn.ts';
import { setup as contract } from '../contract/setup.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

const FIFTEEN_MINUTES = 15 * 60_000;
/** One request at a time may create the first administrator; one that takes longer than this has died. */
const TURN_MS = 60_000;
const TURN = 'setup';

/** Setup of a self-hosted school, up to its first administrator. */
export function setupRoutes(implement: Implement, deps: Deps, recheck: (userId: number) => void): void {
  const { accounts, commands, config, passwords, setup, site, vault, limits } = deps;
  const { start } = createSignIn(deps, recheck);

  implement(contract.setupState, {
    async handle(_, call) {
      const needed = await setup.needed();
      if (call.identity?.role !== 'administrator') return { needed };
      const [{ state }, { docs }] = await Promise.all([
        commands.load(school, 'school'),
        call.reads.find(courses, { where: { status: 'published' }, limit: 1 }),
      ]);
      return {
        needed,
        missing: setup.missing(),
        begun: { name: state.name !== defaultSchool.name, logo: state.logoUrl !== null, course: docs.length > 0 },
      };
    },
  });

  implement(contract.setUp, {
    async handle({ body }, call) {
      if (!(await setup.needed())) throw new ApiError('SETUP_DONE');
      if (!(await limits.guess([['setup', call.ip, config.limits.logins]], FIFTEEN_MINUTES, async () => setup.isCode(body.code))))
        throw new ApiError('SETUP_CODE_INVALID');
      if (!(await vault.insert('leases', TURN, { at: call.now.toISOString() }, { expiresAt: call.now.getTime() + TURN_MS })))
        throw new ApiError('SETUP_DONE');
      try {
        if (!(await setup.needed())) throw new ApiError('SETUP_DONE');
        const owner = { username: body.username, email: body.email, firstName: body.first_name, lastName: body.last_name ?? null };
        await demandGoodPassword(commands, body.password, owner);
        const context = {
          ...call.context('the first administrator, by the address that the start printed'),
          actor: { userId: null, role: 'system' as const },
        };
        const { userId, position } = await accounts.register(
          {
            ...owner,
            role: 'administrator',
            plan: 'basic',
            source: 'administrator',
            termsVersion: null,
            campaign: null,
          },
          context,
          (id) => passwords.set(id, body.password),
        );
        call.wrote(position);
        if (body.school !== undefined) call.wrote(await site.changeSchool({ name: body.school }, derived(context, 'school')));
        return await start((await commands.load(user, userId)).state, 'password', call, SESSION_MS);
      } finally {
        await vault.remove('leases', TURN);
      }
    },
  });
}
