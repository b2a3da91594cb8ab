import { z } from 'zod';
import { defineEvent } from './define.ts';
import { said } from './sentences.ts';
import { id } from './types.ts';

/** Whether a person lets analysts follow what they do as it happens, and who did. Streams `following-<userId>`. */

export const LiveFollowingAllowed = defineEvent('LiveFollowingAllowed', {
  category: 'following',
  schema: z.object({ userId: id }),
  summary: 'Una persona permitió que quien analiza siga su actividad en vivo.',
  sentence: said('permitió que se siga su actividad en vivo', 'let their activity be followed live'),
});
export const LiveFollowingWithdrawn = defineEvent('LiveFollowingWithdrawn', {
  category: 'following',
  schema: z.object({ userId: id }),
  summary: 'Una persona retiró su permiso para que se siga su actividad en vivo.',
  sentence: said('retiró el permiso para seguir su actividad en vivo', 'no longer lets their activity be followed live'),
});
/** Recorded before the first event is shown; where it was not allowed, with the reason of the administrator. */
export const LiveFollowingBegun = defineEvent('LiveFollowingBegun', {
  category: 'following',
  schema: z.object({ userId: id, by: id, allowed: z.boolean() }),
  summary: 'Alguien del equipo empezó a seguir en vivo la actividad de una persona: con su permiso, o con un motivo.',
  sentence: said('empezó a seguir en vivo la actividad de una persona', 'began to follow a person’s activity live'),
});

export const followingEvents = [LiveFollowingAllowed, LiveFollowingWithdrawn, LiveFollowingBegun] as const;
