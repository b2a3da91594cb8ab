import { z } from 'zod';
import { defineEvent } from './define.ts';
import { said } from './sentences.ts';
import { id } from './types.ts';

export const CommunityChannelOpened = defineEvent('CommunityChannelOpened', {
  category: 'community',
  schema: z.object({
    userId: id,
    /** The channel as an item of the site; null for the main server. */
    channelId: id.nullable(),
    /** The person it is about: figures count distinct people by this field. */
    first: z.boolean(),
  }),
  summary: 'Una persona abrió la invitación de un canal de la comunidad; varias veces en un minuto cuentan una.',
  sentence: said('abrió una invitación de la comunidad', 'opened an invitation of the community'),
});

export const communityEvents = [CommunityChannelOpened] as const;
