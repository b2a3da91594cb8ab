import { z } from 'zod';
import { idNumber, messageAnswer } from './common.ts';
import { route } from './route.ts';

/** «Ver como»: an administrator sees the school as another person does. Meanwhile the server accepts no write from them but the one that ends it. */

/** In the record of the signed-in person: the administrator behind it, and until when. */
export const viewer = z.object({ id: z.number(), name: z.string(), until: z.string() });

const tag = 'Cuenta';
export const viewing = {
  startViewing: route({
    id: 'startViewing',
    method: 'POST',
    path: '/api/ver-como',
    tag,
    summary: 'See the school as this person does, for a reason; in the browser of the session alone, and for half an hour at most',
    policy: 'users.view',
    now: 'session',
    body: z.object({ id_usuario: idNumber, motivo: z.string().trim().min(1).max(500) }),
    answer: messageAnswer.extend({ user_role: z.number() }),
    errors: ['USER_NOT_FOUND', 'VIEW_NOT_ALLOWED', 'VIEW_IN_BROWSER'],
  }),
  endViewing: route({
    id: 'endViewing',
    method: 'DELETE',
    path: '/api/ver-como',
    tag,
    summary: 'Be oneself again; who is so already is told the same',
    policy: 'signedIn',
    now: 'session',
    answer: messageAnswer,
  }),
} as const;
