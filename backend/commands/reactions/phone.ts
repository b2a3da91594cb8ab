import type { TextSender } from '../../integrations/phone/port.ts';
import { phoneCode } from '../identity/tokens.ts';
import { user } from '../identity/user.ts';
import type { Commands } from '../kernel/handle.ts';
import type { Reactor } from '../kernel/reactor.ts';

/** Minutes for which a code is valid. */
export const PHONE_CODE_MINUTES = 10;

/** Text messages that follow from events. The same event gives the same code and the same id. */
export function phoneReactor(
  commands: Commands,
  sender: TextSender,
  options: { secret: string; school: () => Promise<{ name: string }> },
): Reactor {
  const { secret, school } = options;
  return {
    name: 'phone',
    on: {
      async PhoneCodeRequested(event) {
        const { userId } = event.data as { userId: number };
        const { state } = await commands.load(user, userId);
        // Another number or a newer code made this one useless.
        if (state.phone === null || state.phoneCodeEvent !== event.id) return;
        const text = `${phoneCode(secret, userId, event.id)} es tu código de ${(await school()).name}. Vale ${PHONE_CODE_MINUTES} minutos. No lo compartas con nadie.`;
        await sender.send({ id: event.id, userId, to: state.phone, text, sentAt: event.meta.occurredAt });
      },
      async PasswordChanged(event) {
        const { userId } = event.data as { userId: number };
        const { state } = await commands.load(user, userId);
        if (state.phone === null || !state.phoneVerified) return;
        const text = `La contraseña de tu cuenta de ${(await school()).name} acaba de cambiar. Si no fuiste tú, pide una nueva de inmediato.`;
        await sender.send({ id: event.id, userId, to: state.phone, text, sentAt: event.meta.occurredAt });
      },
      // Queued like the messages themselves, so that none of those on their way arrives later.
      UserErased: (event) => sender.forget((event.data as { userId: number }).userId),
    },
  };
}
