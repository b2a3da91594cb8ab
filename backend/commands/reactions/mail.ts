import type { Envelope } from '../../../events/define.ts';
import type { Mailer } from '../../integrations/mail/port.ts';
import { mailToken } from '../identity/tokens.ts';
import { user } from '../identity/user.ts';
import type { Commands } from '../kernel/handle.ts';
import type { Reactor } from '../kernel/reactor.ts';

/** Mails that follow from events. One Message-ID per event, whatever happens; the same event gives the same link. */
export function mailReactor(
  commands: Commands,
  mailer: Mailer,
  options: { publicUrl: string; secret: string; schoolName: string },
): Reactor {
  const { publicUrl, secret, schoolName } = options;
  const send = async (
    event: Envelope,
    write: (person: { name: string; email: string; userId: number }) => { subject: string; lines: string[]; links: string[] },
  ) => {
    const { userId } = event.data as { userId: number };
    const { state } = await commands.load(user, userId);
    if (!state.email) return;
    const { subject, lines, links } = write({ name: state.firstName ?? state.username ?? '', email: state.email, userId });
    const text = [`Hola${state.firstName ? `, ${state.firstName}` : ''}:`, '', ...lines, '', `— ${schoolName}`].join('\n');
    await mailer.send({
      messageId: `<${event.id}@${new URL(publicUrl).hostname}>`,
      userId,
      to: state.email,
      subject,
      text,
      links,
      sentAt: event.meta.occurredAt,
    });
  };

  return {
    name: 'mail',
    on: {
      EmailVerificationRequested: (event) =>
        send(event, ({ userId }) => {
          const link = `${publicUrl}/verify-email?token=${mailToken(secret, 'verify-email', userId, event.id)}`;
          return {
            subject: 'Confirma tu correo',
            lines: [
              'Confirma que este correo es tuyo para completar tu cuenta:',
              link,
              '',
              'El enlace vale 7 días. Si no creaste una cuenta, ignora este mensaje.',
            ],
            links: [link],
          };
        }),
      PasswordResetRequested: (event) =>
        send(event, ({ userId }) => {
          const link = `${publicUrl}/reset-password?token=${mailToken(secret, 'reset-password', userId, event.id)}`;
          return {
            subject: 'Cambia tu contraseña',
            lines: [
              'Pediste cambiar tu contraseña. Hazlo con este enlace, que vale 60 minutos y una sola vez:',
              link,
              '',
              'Si no fuiste tú, no hace falta hacer nada.',
            ],
            links: [link],
          };
        }),
      PasswordChanged: (event) =>
        send(event, () => {
          const link = `${publicUrl}/reset-password`;
          return {
            subject: 'Tu contraseña cambió',
            lines: [
              'La contraseña de tu cuenta acaba de cambiar y cerramos tus otras sesiones.',
              'Si no fuiste tú, pide un enlace nuevo de inmediato:',
              link,
            ],
            links: [link],
          };
        }),
      // In the same order as the mails themselves: none that was on its way arrives afterwards.
      UserErased: (event) => mailer.forget((event.data as { userId: number }).userId),
    },
  };
}
