import type { Position } from '../../../events/store/port.ts';
import { refuse } from '../kernel/errors.ts';
import { type CommandContext, type Commands, derived } from '../kernel/handle.ts';
import { siteSection } from './content.ts';
import { invitations } from './invitations.ts';
import { school } from './school.ts';

export function createCommunity(commands: Commands) {
  /** Only channels that can be opened: shown, and with an invitation. */
  const isOpen = async (channelId: number | null): Promise<boolean> => {
    if (channelId === null) return (await commands.load(school, 'school')).state.communityUrl !== null;
    const { items } = (await commands.load(siteSection, 'channels')).state;
    const found = items.find(({ itemId, removed, visible }) => itemId === channelId && visible && !removed);
    return found !== undefined && 'membersAt' in found.item && found.item.url !== null;
  };
  return {
    /** Records that a person opened the invitation of a channel (null: of the main server). Errors: SITE_ITEM_NOT_FOUND. */
    async open(userId: number, channelId: number | null, context: CommandContext): Promise<{ position: Position | null }> {
      if (!(await isOpen(channelId))) return refuse('SITE_ITEM_NOT_FOUND');
      const command = { userId, channelId, at: context.now.getTime() };
      const { position } = await commands.handle(invitations, userId, command, derived(context, 'open'));
      return { position };
    },
  };
}
