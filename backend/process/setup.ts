import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SetupMissing } from '../api/contract/setup.ts';
import type { Deps, Setup } from '../api/deps.ts';
import { administrators } from '../commands/identity/administrators.ts';
import type { Config } from './config.ts';

/** The first start of a school: who may create its first administrator, and which settings are missing. */
export function createSetup({
  commands,
  config,
  demo,
  textMessages,
}: Pick<Deps, 'commands' | 'demo' | 'textMessages'> & { config: Config }): Setup {
  const code = createHmac('sha256', config.sessionSecret).update('setup').digest('base64url').slice(0, 32);
  let done = false;
  return {
    async needed() {
      // A demo school has its own administrator.
      done ||= demo() || (await commands.load(administrators, 'active')).state.active.size > 0;
      return !done;
    },
    isCode(given) {
      const [one, other] = [given, code].map((text) => createHmac('sha256', config.sessionSecret).update(text).digest());
      return one !== undefined && other !== undefined && timingSafeEqual(one, other);
    },
    missing: () => missingIn(config, textMessages),
    address: `${config.publicUrl}/setup?code=${code}`,
  };
}

/** Optional settings that the environment does not set; a school works without them, with fewer features. */
function missingIn(config: Config, textMessages: boolean): SetupMissing[] {
  const local = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(config.publicUrl).hostname);
  const missing: (SetupMissing | false)[] = [
    config.mail === null && { id: 'mail', variable: 'SMTP_URL' },
    config.stripe === null && { id: 'payments', variable: 'STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET' },
    config.google === null && { id: 'google', variable: 'GOOGLE_CLIENT_ID' },
    !textMessages && { id: 'phone', variable: null },
    config.files.kind === 'disk' && { id: 'files', variable: 'FILES_URL' },
    local && { id: 'publicAddress', variable: 'PUBLIC_URL' },
  ];
  return missing.filter((one) => one !== false);
}
