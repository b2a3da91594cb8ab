import { z } from 'zod';
import { idNumber, messageAnswer, optionalText } from './common.ts';
import { route } from './route.ts';

/** The end of the log followed for one person: with their permission, or for a reason on record (docs/decisions/0176). */

export const ownFollowing = z.object({
  permitido: z.boolean(),
  /** Since when the permission is as it is; null: nobody ever chose. */
  desde: z.string().nullable(),
  /** Who followed, the newest first; `nombre` null: the person shows no name. */
  veces: z.array(z.object({ fecha: z.string(), nombre: z.string().nullable(), con_permiso: z.boolean() })),
});
export type OwnFollowing = z.output<typeof ownFollowing>;

export const followingCalls = {
  ownFollowing: route({
    id: 'ownFollowing',
    method: 'GET',
    path: '/api/cuenta/seguimiento',
    tag: 'Personas',
    policy: 'signedIn',
    summary: 'Whether one lets analysts follow what one does as it happens, and who did',
    live: { follows: { 'seguimiento:{userId}': 'self' } },
    answer: ownFollowing,
  }),
  setFollowing: route({
    id: 'setFollowing',
    method: 'PUT',
    path: '/api/cuenta/seguimiento',
    tag: 'Personas',
    policy: 'signedIn',
    summary: 'Let analysts follow what one does as it happens, or not; withdrawn, whoever follows by it sees nothing more',
    body: z.object({ permitido: z.boolean() }),
    answer: messageAnswer,
  }),
  beginFollowing: route({
    id: 'beginFollowing',
    method: 'POST',
    path: '/api/eventos/seguimientos/:userId',
    tag: 'Analítica',
    policy: 'analytics.follow',
    summary: 'Begin to follow the events of one account live; a learner must have permitted it, or an administrator say why',
    params: z.object({ userId: idNumber }),
    body: z.object({ motivo: optionalText(500) }),
    answer: z.object({ cursor: z.string().nullable() }),
    errors: ['USER_NOT_FOUND', 'FOLLOW_NOT_ALLOWED', 'REASON_REQUIRED'],
  }),
} as const;
