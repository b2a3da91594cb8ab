import { z } from 'zod';
import { email } from './auth.ts';
import { idNumber, messageAnswer } from './common.ts';
import { chosenGroups, groupErrors } from './groups.ts';
import { route } from './route.ts';

/** Gifts of courses and bundles: what somebody sees who was given one, accepting it, and sending its code again. */

const tag = 'Pagos';
export const giftStates = ['disponible', 'aceptado', 'terminado'] as const;
const ofCode = z.object({ codigo: z.string().max(60) });
const ended = ['GIFT_NOT_FOUND', 'GIFT_CLAIMED', 'GIFT_ENDED'] as const;

export const gifts = {
  lookAtGift: route({
    id: 'lookAtGift',
    method: 'GET',
    path: '/api/regalos/:codigo',
    tag,
    summary: 'What the code of a gift gives, and from whom; the address to which it went is not told',
    policy: 'open',
    params: ofCode,
    live: { still: 'read again after it was accepted' },
    answer: z.object({
      titulo: z.string(),
      tipo: z.enum(['curso', 'paquete']),
      estado: z.enum(giftStates),
      /** The first name of the giver; null: not known. */
      de: z.string().nullable(),
      para: z.string().nullable(),
      mensaje: z.string().nullable(),
      /** Whether the caller bought it, or accepted it. */
      compre: z.boolean(),
      mio: z.boolean(),
      id_curso: z.number().nullable(),
      /** The courses that it opens. */
      cursos: z.array(z.object({ id: z.number(), nombre: z.string() })),
    }),
    errors: ['GIFT_NOT_FOUND'],
  }),
  claimGift: route({
    id: 'claimGift',
    method: 'POST',
    path: '/api/regalos/:codigo/aceptar',
    tag,
    summary: 'Accept a gift: what it is of opens for who asks, once',
    policy: 'signedIn',
    params: ofCode,
    body: z.object({ grupos: chosenGroups }),
    answer: messageAnswer,
    errors: [...ended, ...groupErrors, 'GIFT_OWN', 'COURSE_ALREADY_OWNED', 'USER_NOT_FOUND'],
  }),
  sendGift: route({
    id: 'sendGift',
    method: 'POST',
    path: '/api/compras/:userId/:orderId/regalo',
    tag,
    summary: 'Send the code of a gift that nobody has accepted by mail, at most five times; `para`: to another address than before',
    policy: 'account.own',
    params: z.object({ userId: idNumber, orderId: idNumber }),
    body: z.object({ para: email.optional() }),
    answer: messageAnswer,
    errors: [...ended, 'ORDER_NOT_FOUND', 'GIFT_NO_ADDRESS', 'GIFT_SENT_ENOUGH', 'INVALID_EMAIL'],
    fieldErrors: { INVALID_EMAIL: 'para', GIFT_NO_ADDRESS: 'para' },
  }),
} as const;
