import { z } from 'zod';
import { messageAnswer, numeric } from './common.ts';
import { route } from './route.ts';
import { channelRecord } from './site.ts';

/** With its invitation, which only signed-in people get. */
export const communityChannel = channelRecord.extend({ id: z.number(), enlace: z.string().nullable() });
export type CommunityChannel = z.output<typeof communityChannel>;
export const communityRecord = z.object({
  /** Invitation to the main server; null: the school has none. */
  servidor: z.string().nullable(),
  canales: z.array(communityChannel),
});
export type CommunityRecord = z.output<typeof communityRecord>;

const use = {
  /** Several openings by one person within a minute count once. */
  aperturas: z.number(),
  personas: z.number(),
  ultimaApertura: z.string().nullable(),
};
export const communityUse = z.object({
  /** null: nobody has opened it yet. */
  servidor: z.object(use).nullable(),
  /** Channels without openings are absent. */
  canales: z.array(z.object({ id: z.number(), ...use })),
});
export type CommunityUse = z.output<typeof communityUse>;

const tag = 'Comunidad';

export const community = {
  community: route({
    id: 'community',
    method: 'GET',
    path: '/api/comunidad',
    tag,
    policy: 'signedIn',
    summary: 'The channels of the community and the main server, with their invitations',
    live: { follows: { sitio: { only: ['channels', 'school'] } } },
    answer: communityRecord,
  }),
  communityUse: route({
    id: 'communityUse',
    method: 'GET',
    path: '/api/comunidad/uso',
    tag,
    policy: 'site.edit',
    summary: 'How often each invitation was opened, and by how many people',
    live: { follows: { comunidad: true }, pace: 500 },
    answer: communityUse,
  }),
  openChannel: route({
    id: 'openChannel',
    aside: true,
    use: true,
    method: 'POST',
    path: '/api/comunidad/canales/:canal/abrir',
    tag,
    policy: 'signedIn',
    summary: 'Note that the caller opened an invitation (`principal`: that of the main server); several times within a minute count once',
    params: z.object({ canal: z.union([z.literal('principal'), numeric(z.number().int().min(1).max(1_000_000))]) }),
    answer: messageAnswer,
    errors: ['SITE_ITEM_NOT_FOUND'],
  }),
} as const;
