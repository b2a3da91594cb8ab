import { user } from '../../backend/commands/identity/user.ts';
import type { CommandContext, Commands } from '../../backend/commands/kernel/handle.ts';

const byThemselves = (userId: number): CommandContext => {
  const commandId = crypto.randomUUID();
  return { commandId, correlationId: commandId, causationId: commandId, actor: { userId, role: 'student' }, now: new Date() };
};

/** Confirms the address of a person, by the command that the link in the mail runs. */
export async function confirmEmail(commands: Commands, userId: number, context: CommandContext = byThemselves(userId)): Promise<void> {
  const { verificationEvent } = (await commands.load(user, userId)).state;
  await commands.handle(user, userId, { type: 'verifyEmail', requestedBy: verificationEvent ?? '' }, context);
}
