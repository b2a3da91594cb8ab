import { phoneCodeMatches } from '../../commands/identity/tokens.ts';
import { PHONE_CODE_MINUTES } from '../../commands/reactions/phone.ts';
import { toE164 } from '../../integrations/phone/numbers.ts';
import type { Call, Implement } from '../calls/implement.ts';
import { account } from '../contract/account.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';
import type { OwnAccount } from './ownAccount.ts';

const HOUR = 3_600_000;
const CODE_TRIES = 5;
const CODES_PER_HOUR = 5;
export const CODE_MS = PHONE_CODE_MINUTES * 60_000;

/** One's own phone, and the code that confirms it. */
export function phoneRoutes(implement: Implement, { config, textMessages }: Deps, own: OwnAccount): void {
  const { limits, proof, self, ownState, ownActiveState, since, change } = own;

  const requestCode = async (call: Call, ...parts: string[]) => {
    if (!textMessages) throw new ApiError('PHONE_OFF');
    const { userId } = self(call);
    const state = await ownState(call);
    if (state.phone === null) throw new ApiError('PHONE_MISSING');
    if (state.phoneVerified) return;
    // By person, and by number: many accounts together cannot flood one phone.
    await limits.count('phone-code', String(userId), CODES_PER_HOUR, HOUR);
    await limits.count('phone-number', state.phone, CODES_PER_HOUR * 2, HOUR);
    await change(call, { type: 'requestPhoneCode' }, {}, ...parts);
  };

  implement(account.verifyPhone, {
    async handle({ body }, call) {
      const before = await ownActiveState(call);
      if (body.phone_number !== undefined) {
        const phone = toE164(body.phone_number);
        if (phone === null) throw new ApiError('PHONE_INVALID');
        if (phone !== before.phone) await proof.demand(call);
        const state = await change(call, { type: 'setPhone', phone }, since(before));
        // None was asked for yet: the number is another one, or whoever set it was cut off before.
        if (state.phoneCodeEvent === null && textMessages) await requestCode(call, phone);
        return { verified: state.phoneVerified, phone_number: phone, message: '¡Teléfono actualizado!' };
      }
      if (body.code === undefined)
        return {
          verified: before.phoneVerified,
          phone_number: before.phone,
          message: before.phoneVerified ? 'Teléfono confirmado' : 'Teléfono sin confirmar',
        };
      if (before.phoneVerified) return { verified: true, phone_number: before.phone, message: 'Teléfono confirmado' };
      if (before.phone === null) throw new ApiError('PHONE_MISSING');
      const event = before.phoneCodeEvent;
      if (event === null || call.now.getTime() - Date.parse(before.phoneCodeAt ?? '') > CODE_MS) throw new ApiError('CODE_EXPIRED');
      // Counted before it is checked: of many concurrent guesses only the permitted number is checked.
      try {
        await limits.count('phone-try', event, CODE_TRIES, HOUR);
      } catch {
        throw new ApiError('CODE_EXHAUSTED');
      }
      if (!phoneCodeMatches(config.sessionSecret, before.userId, event, body.code.replace(/\s/g, ''))) throw new ApiError('CODE_WRONG');
      await change(call, { type: 'verifyPhone', requestedBy: event });
      return { verified: true, phone_number: before.phone, message: 'Teléfono confirmado' };
    },
  });

  implement(account.sendPhoneCode, {
    async handle(_, call) {
      await requestCode(call);
      return { message: 'Código enviado' };
    },
  });

  implement(account.removePhone, {
    async handle(_, call) {
      const before = await ownActiveState(call);
      await proof.demand(call);
      await change(call, { type: 'setPhone', phone: null }, since(before));
      return { message: 'Teléfono eliminado' };
    },
  });
}
