import { z } from 'zod';
import { amountInput, currency, idNumber, line, messageAnswer, optionalText } from './common.ts';
import { route } from './route.ts';

/** Bundles of courses: what visitors see, what a learner has of them, what somebody would pay, and what administrators do with them. */

const tag = 'Pagos';
export const bundleStates = ['borrador', 'publicado', 'archivado'] as const;
const bundledCourse = z.object({
  id: z.number(),
  /** null where it is not published (any more). */
  slug: z.string().nullable(),
  nombre: z.string(),
  /** The price of the course alone; null where it is sold only with the plan, or open to all. */
  precio: z.number().nullable(),
  moneda: z.string(),
  tipo: z.enum(['Básico', 'Premium']),
  clases: z.number(),
});
export const bundleRecord = z.object({
  id: z.number(),
  version: z.number(),
  slug: z.string(),
  titulo: z.string(),
  descripcion: z.string(),
  estado: z.enum(bundleStates),
  /** The price of all courses together; null: they are taken one by one. */
  precio: z.number().nullable(),
  moneda: currency,
  /** The sum of the prices of its courses. */
  suma: z.number(),
  /** Whether it can be bought now: it has a price, and each of its courses is still sold as it was. */
  en_venta: z.boolean(),
  /** In the order in which they are best taken. */
  cursos: z.array(bundledCourse),
});
export type BundleRecord = z.output<typeof bundleRecord>;
const list = z.object({ paquetes: z.array(bundleRecord) });

const terms = z.object({
  titulo: line(120),
  descripcion: optionalText(4_000),
  cursos: z.array(idNumber).max(20),
  /** null: not sold together. */
  precio: amountInput.nullable(),
  moneda: currency.default('MXN'),
});
const ofBundle = z.object({ id: idNumber });
const termErrors = ['REQUIRED_FIELDS', 'BUNDLE_COURSES', 'BUNDLE_PRICE'] as const;
const termFields = { BUNDLE_COURSES: 'cursos', BUNDLE_PRICE: 'precio', REQUIRED_FIELDS: 'titulo' } as const;
const manage = { tag, policy: 'payments.manage' } as const;

export const bundles = {
  listBundles: route({
    id: 'listBundles',
    method: 'GET',
    path: '/api/paquetes',
    tag,
    summary: 'Published bundles of courses, with what they cost together and apart',
    policy: 'open',
    live: { follows: { paquetes: true, cursos: true }, pace: 1_000 },
    answer: list,
  }),
  ownBundles: route({
    id: 'ownBundles',
    method: 'GET',
    path: '/api/paquetes/de/:userId',
    tag,
    summary:
      'The bundles that a person bought, with the courses that they had then, and published paths that are not sold in which they have begun a course',
    policy: 'learning.read',
    params: z.object({ userId: idNumber }),
    live: { follows: { 'compras:{userId}': 'arg.userId', 'usuariocurso:{userId}': 'arg.userId', paquetes: true }, pace: 1_000 },
    answer: z.object({
      paquetes: z.array(
        z.object({
          id: z.number(),
          /** null where it has no page: it is not published (any more). */
          slug: z.string().nullable(),
          titulo: z.string(),
          comprado: z.boolean(),
          cursos: z.array(z.object({ id: z.number(), slug: z.string().nullable(), nombre: z.string(), clases: z.number() })),
        }),
      ),
    }),
  }),
  lookAtBundle: route({
    id: 'lookAtBundle',
    method: 'GET',
    path: '/api/checkout/paquetes/:id',
    tag,
    summary:
      'What a bundle costs who asks: those of its courses that they do not have, by their share of its price; all of it as a gift (`regalo=1`)',
    policy: 'signedIn',
    params: ofBundle,
    query: z.object({ regalo: z.enum(['0', '1']).default('0') }),
    live: { still: 'asked by who is about to pay; the purchase asks again' },
    answer: z.object({
      titulo: z.string(),
      /** The price of the whole bundle, and what this person pays. */
      completo: z.number(),
      precio: z.number(),
      moneda: currency,
      cursos: z.array(z.object({ id: z.number(), nombre: z.string(), precio: z.number(), tuyo: z.boolean() })),
    }),
    errors: ['BUNDLE_NOT_FOUND', 'BUNDLE_NOT_FOR_SALE', 'BUNDLE_OWNED', 'USER_NOT_FOUND'],
  }),
  allBundles: route({
    ...manage,
    id: 'allBundles',
    method: 'GET',
    path: '/api/pagos/paquetes',
    summary: 'All bundles, the last one first',
    live: { follows: { paquetes: true, cursos: true }, pace: 1_000 },
    answer: list,
  }),
  createBundle: route({
    ...manage,
    id: 'createBundle',
    method: 'POST',
    path: '/api/pagos/paquetes',
    summary: 'Make a bundle of courses; it is seen once it is published',
    body: terms,
    answer: messageAnswer.extend({ id: z.number() }),
    status: 201,
    errors: [...termErrors, 'TOO_MANY_ITEMS'],
    fieldErrors: termFields,
  }),
  editBundle: route({
    ...manage,
    id: 'editBundle',
    versionOf: 'bundle',
    method: 'PUT',
    path: '/api/pagos/paquetes/:id',
    summary: 'Change a bundle; who bought it keeps what they bought',
    params: ofBundle,
    body: terms,
    answer: messageAnswer,
    errors: [...termErrors, 'BUNDLE_NOT_FOUND', 'VERSION_CONFLICT'],
    fieldErrors: termFields,
  }),
  publishBundle: route({
    ...manage,
    id: 'publishBundle',
    method: 'POST',
    path: '/api/pagos/paquetes/:id/publicar',
    summary: 'A bundle is seen and sold',
    params: ofBundle,
    answer: messageAnswer,
    errors: ['BUNDLE_NOT_FOUND', 'BUNDLE_COURSES', 'BUNDLE_PRICE'],
  }),
  archiveBundle: route({
    ...manage,
    id: 'archiveBundle',
    method: 'POST',
    path: '/api/pagos/paquetes/:id/archivar',
    summary: 'A bundle is no longer seen or sold; who bought it keeps it',
    params: ofBundle,
    answer: messageAnswer,
    errors: ['BUNDLE_NOT_FOUND'],
  }),
} as const;
