import { z } from 'zod';
import { defineEvent } from './define.ts';
import { named, type Sentence, said } from './sentences.ts';
import { id, money } from './types.ts';

/**
 * Bundles: published courses in an order to take them in, sold together where they have a price; stream `bundles-school`. What somebody bought stands in
 * their own purchases, so that a bundle can change afterwards.
 */

const bundleId = id;
const terms = {
  title: z.string().max(120),
  description: z.string().max(4_000),
  /** In the order in which they are best taken. */
  courseIds: z.array(id).max(20),
  /** null: a path whose courses are taken one by one. */
  price: money.nullable(),
};
const define = <const T extends string, S extends z.ZodObject>(type: T, schema: S, summary: string, sentence: Sentence) =>
  defineEvent(type, { category: 'bundles', schema, summary, sentence });

export const BundleCreated = define(
  'BundleCreated',
  z.object({ bundleId, ...terms }),
  'Se armó un paquete de cursos, todavía sin publicar: cuáles, en qué orden y a qué precio.',
  named('armó el paquete', 'made the bundle'),
);
export type BundleTerms = Omit<z.output<typeof BundleCreated.schema>, 'bundleId'>;
export const BundleEdited = define(
  'BundleEdited',
  z.object({ bundleId, ...terms }),
  'Cambió un paquete de cursos. Quien ya lo compró conserva lo que compró.',
  named('cambió el paquete', 'changed the bundle'),
);
export const BundlePublished = define(
  'BundlePublished',
  z.object({ bundleId }),
  'Un paquete de cursos quedó a la vista y a la venta.',
  said('puso a la venta un paquete de cursos', 'put a bundle of courses on sale'),
);
export const BundleArchived = define(
  'BundleArchived',
  z.object({ bundleId }),
  'Un paquete de cursos dejó de verse y de venderse. Quien ya lo compró lo conserva.',
  said('dejó de vender un paquete de cursos', 'stopped selling a bundle of courses'),
);

export const bundleEvents = [BundleCreated, BundleEdited, BundlePublished, BundleArchived] as const;
