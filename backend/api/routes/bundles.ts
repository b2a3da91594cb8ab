import type { BundleTerms } from '../../../events/bundles.ts';
import type { Money } from '../../../events/types.ts';
import type { Bundles } from '../../commands/payments/bundle.ts';
import { bundles } from '../../projections/bundles.ts';
import { enrolments } from '../../projections/enrolments.ts';
import { orders } from '../../projections/orders.ts';
import { bundleSlug, coursesById, MOST_BUNDLES, readBundles } from '../answers/bundles.ts';
import { type Implement, signedIn } from '../calls/implement.ts';
import { bundles as contract } from '../contract/bundles.ts';
import { SAVED } from '../contract/common.ts';
import { courseSlug } from '../contract/slug.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../error.ts';

const MOST_OWN = 200;

/** Bundles of courses, for visitors, learners, buyers, and who manages payments. */
export function bundleRoutes(implement: Implement, deps: Deps): void {
  buyingRoutes(implement, deps);
  ownRoutes(implement);
  managingRoutes(implement, deps.payments.bundles);
}

function buyingRoutes(implement: Implement, { payments }: Deps): void {
  implement(contract.listBundles, { handle: async (_, { reads }) => ({ paquetes: await readBundles(reads, true) }) });
  implement(contract.allBundles, { handle: async (_, { reads }) => ({ paquetes: await readBundles(reads, false) }) });
  implement(contract.lookAtBundle, {
    async handle({ params: { id }, query: { regalo } }, call) {
      const { title, whole, price, courses } = await payments.bundleFor(signedIn(call).userId, id, regalo === '1');
      return {
        ...{ titulo: title, completo: whole.amount / 100, precio: price.amount / 100, moneda: price.currency },
        cursos: courses.map(({ courseId, title: nombre, price: alone, owned }) => ({
          ...{ id: courseId, nombre, precio: alone / 100, tuyo: owned },
        })),
      };
    },
  });
}

function ownRoutes(implement: Implement): void {
  implement(contract.ownBundles, {
    async handle({ params: { userId } }, { reads }) {
      const bought = [
        ...(await reads.find(orders, { where: { userId }, sort: ['-startedAt'], limit: MOST_OWN })).docs.filter(
          ({ doc }) => doc.gift === null,
        ),
        ...(await reads.find(orders, { where: { claimedBy: userId }, limit: MOST_OWN })).docs,
      ].flatMap(({ doc }) => {
        const { bundle, state, refunded, paid, dispute, title } = doc;
        return bundle && state === 'paid' && refunded < paid && dispute !== 'lost' ? [{ ...bundle, title }] : [];
      });
      const has = new Set(bought.map(({ id }) => id));
      const began = new Set((await reads.find(enrolments, { where: { userId }, limit: MOST_OWN })).docs.map(({ doc }) => doc.courseId));
      const shown = (await reads.find(bundles, { where: { status: 'published' }, sort: ['-bundleId'], limit: MOST_BUNDLES })).docs.map(
        ({ doc }) => doc,
      );
      const slugOf = new Map(shown.map((doc) => [doc.bundleId, bundleSlug(doc)]));
      const paths = shown.filter(
        ({ bundleId, price, courseIds }) => price === null && !has.has(bundleId) && courseIds.some((id) => began.has(id)),
      );
      const all = [
        // Once each, where it was bought again for courses that came later.
        ...[...has].map((id) => {
          const own = bought.filter((one) => one.id === id);
          return { id, titulo: own[0]?.title ?? '', comprado: true, path: [...new Set(own.flatMap(({ path }) => path))] };
        }),
        ...paths.map(({ bundleId, title, courseIds }) => ({ id: bundleId, titulo: title, comprado: false, path: courseIds })),
      ];
      const named = await coursesById(
        all.flatMap(({ path }) => path),
        reads,
      );
      return {
        paquetes: all.map(({ id, titulo, comprado, path }) => ({
          ...{ id, titulo, comprado, slug: slugOf.get(id) ?? null },
          cursos: path.flatMap((courseId) => {
            const course = named.get(courseId);
            const nombre = course?.title ?? '';
            const slug = course?.status === 'published' ? courseSlug({ id: courseId, nombre }) : null;
            const known = slug !== null || comprado || began.has(courseId);
            return course && known ? [{ id: courseId, nombre, slug, clases: course.counts.classes }] : [];
          }),
        })),
      };
    },
  });
}

const termsOf = (body: {
  titulo: string;
  descripcion?: string | undefined;
  cursos: number[];
  precio: number | null;
  moneda: Money['currency'];
}): BundleTerms => {
  const { titulo, descripcion, cursos, precio, moneda } = body;
  if (titulo === '') throw new ApiError('REQUIRED_FIELDS', { errors: [{ path: 'titulo', message: 'Escribe el título.' }] });
  const courseIds = [...new Set(cursos)];
  if (courseIds.length < 2) throw new ApiError('BUNDLE_COURSES');
  const price = precio === null ? null : { amount: Math.round(precio * 100), currency: moneda };
  return { title: titulo, description: descripcion ?? '', courseIds, price };
};

function managingRoutes(implement: Implement, service: Deps['payments']['bundles']): void {
  implement(contract.createBundle, {
    async handle({ body }, call) {
      const { bundleId, position } = await service.create(termsOf(body), call.context());
      call.wrote(position);
      return { ...SAVED, id: bundleId };
    },
  });
  implement(contract.editBundle, {
    async handle({ params: { id }, body }, call) {
      const { ifMatch } = call;
      const check = (state: Bundles) => {
        const version = state.get(id)?.version;
        if (ifMatch !== null && version !== undefined && version !== ifMatch) throw new ApiError('VERSION_CONFLICT');
      };
      call.wrote((await service.edit(id, termsOf(body), call.context(), { check })).position);
      return SAVED;
    },
  });
  implement(contract.publishBundle, {
    async handle({ params: { id } }, call) {
      call.wrote((await service.publish(id, call.context())).position);
      return SAVED;
    },
  });
  implement(contract.archiveBundle, {
    async handle({ params: { id } }, call) {
      call.wrote((await service.archive(id, call.context())).position);
      return SAVED;
    },
  });
}
