import { z } from 'zod';
import { idNumber, messageAnswer, optionalText } from './common.ts';
import { route } from './route.ts';

const tag = 'Visita';

/** The plan, a course by its id, or a bundle by its id: `paquete-3`. */
const checkout = z.union([z.literal('premium'), z.templateLiteral(['paquete-', z.number().int().min(1)]), idNumber]);

/** What a browser reports before, or apart from, any session. */
export const visit = {
  rememberIntent: route({
    id: 'rememberIntent',
    method: 'POST',
    path: '/api/intencion',
    tag,
    summary:
      'Remember for a day the course that a visitor wants to start, and the scholarship code for it, or what they want to buy (`regalo`: for somebody else), or the code of a gift, until they have signed in',
    policy: 'open',
    body: z
      .object({
        ...{ id_curso: idNumber.optional(), codigo: optionalText(100), compra: checkout.optional(), regalo: z.boolean().optional() },
        /** The code of a gift that one is about to accept. */
        codigo_regalo: optionalText(60),
      })
      .refine(({ id_curso, compra, codigo_regalo: given }) => id_curso !== undefined || compra !== undefined || given !== undefined, {
        path: ['id_curso'],
      })
      .refine(({ id_curso, codigo }) => codigo === undefined || id_curso !== undefined, { path: ['id_curso'] }),
    answer: messageAnswer,
    errors: ['SCHOLARSHIP_CODE_NOT_FOUND', 'GIFT_NOT_FOUND'],
    fieldErrors: { SCHOLARSHIP_CODE_NOT_FOUND: 'codigo', GIFT_NOT_FOUND: 'codigo_regalo' },
  }),
  takeIntent: route({
    id: 'takeIntent',
    method: 'POST',
    path: '/api/intencion/tomar',
    tag,
    summary:
      'The course that was wanted before signing in, and what was about to be bought or accepted, once; also where the account was made in another browser',
    policy: 'signedIn',
    answer: z.object({
      ...{ id_curso: z.number().nullable(), codigo: z.string().nullable(), compra: checkout.nullable(), regalo: z.boolean() },
      codigo_regalo: z.string().nullable(),
    }),
  }),
  reportFailure: route({
    id: 'reportFailure',
    method: 'POST',
    path: '/api/fallas',
    tag,
    summary: 'A page broke: what support finds in the log by the reference that the person was shown',
    policy: 'open',
    body: z.object({ referencia: z.string().regex(/^[0-9a-f-]{4,36}$/i), mensaje: z.string().max(500), lugar: z.string().max(200) }),
    answer: messageAnswer,
  }),
  reportRefusal: route({
    id: 'reportRefusal',
    method: 'POST',
    path: '/api/rechazos',
    tag,
    summary: 'A page that is not for the role was asked for: the browser turned it away before any call, so the log learns it from here',
    policy: 'signedIn',
    body: z.object({
      lugar: z
        .string()
        .max(200)
        .regex(/^\/[^\s?#]*$/),
    }),
    answer: messageAnswer,
  }),
} as const;
