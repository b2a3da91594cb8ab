import { CHANNEL_USE, type ChannelUseDoc, channelUse, MAIN_SERVER } from '../../projections/channelUse.ts';
import { channelsOf, readSite } from '../answers/site.ts';
import type { Implement } from '../calls/implement.ts';
import { community as contract } from '../contract/community.ts';
import type { Deps } from '../deps.ts';

type Use = ChannelUseDoc['channels'][string];
const openings = ({ opened, people, lastAt }: Use) => ({ aperturas: opened, personas: people, ultimaApertura: lastAt });

/** The community for its members, and how its invitations are used. */
export function communityRoutes(implement: Implement, { community }: Deps): void {
  implement(contract.community, {
    async handle(_, call) {
      const parts = await readSite(call.reads);
      return { servidor: parts.school.communityUrl, canales: channelsOf(parts) };
    },
  });

  implement(contract.communityUse, {
    async handle(_, call) {
      const { [MAIN_SERVER]: main, ...channels } = (await call.reads.get(channelUse, CHANNEL_USE))?.channels ?? {};
      return {
        servidor: main ? openings(main) : null,
        canales: Object.entries(channels).map(([id, use]) => ({ id: Number(id), ...openings(use) })),
      };
    },
  });

  implement(contract.openChannel, {
    async handle({ params: { canal } }, call) {
      const userId = call.identity?.userId ?? 0;
      call.wrote((await community.open(userId, canal === 'principal' ? null : canal, call.context())).position);
      return { message: 'Anotado' };
    },
  });
}
