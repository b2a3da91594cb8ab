import { type BundleDoc, bundles } from '../../projections/bundles.ts';
import { type CourseSummary, summaryOf } from '../../projections/courseSummary.ts';
import { courses } from '../../projections/courses.ts';
import type { ReadSession, Reads } from '../../projections/reading/reads.ts';
import type { BundleRecord } from '../contract/bundles.ts';
import { courseSlug } from '../contract/slug.ts';
import { tiers } from './courses.ts';

export const MOST_BUNDLES = 100;
const STATES = { draft: 'borrador', published: 'publicado', archived: 'archivado' } as const;
export const bundleSlug = ({ bundleId, title }: Pick<BundleDoc, 'bundleId' | 'title'>): string =>
  courseSlug({ id: bundleId, nombre: title });

export function bundleRecordOf(doc: BundleDoc, of: ReadonlyMap<number, CourseSummary>): BundleRecord {
  const { bundleId, version, title, description, status, courseIds, price } = doc;
  const currency = price?.currency ?? 'MXN';
  const all = courseIds.flatMap((id) => of.get(id) ?? []);
  const sold = all.every(({ status: state, price: alone, tier }) => {
    if (state !== 'published') return false;
    return (alone?.amount ?? 0) === 0 ? tier === 'basic' || alone !== null : alone?.currency === currency;
  });
  const apart = all.reduce((sum, { price: alone }) => sum + (alone?.currency === currency ? alone.amount : 0), 0);
  return {
    ...{ id: bundleId, version, slug: bundleSlug(doc), titulo: title, descripcion: description, estado: STATES[status] },
    precio: price ? price.amount / 100 : null,
    moneda: currency,
    suma: apart / 100,
    en_venta: price !== null && price.amount < apart && status === 'published' && sold && all.length === courseIds.length,
    cursos: all.map((course) => ({
      id: course.courseId,
      slug: course.status === 'published' ? courseSlug({ id: course.courseId, nombre: course.title }) : null,
      nombre: course.title,
      precio: course.price ? course.price.amount / 100 : null,
      moneda: course.price?.currency ?? 'MXN',
      tipo: tiers[course.tier],
      clases: course.counts.classes,
    })),
  };
}

export async function coursesById(
  ids: readonly number[],
  reads: Pick<ReadSession, 'getMany'>,
): Promise<ReadonlyMap<number, CourseSummary>> {
  const found = await reads.getMany(courses, [...new Set(ids)].map(String));
  return new Map([...found].map(([, doc]) => [doc.courseId, summaryOf(doc)]));
}

/** `published`: only bundles that visitors see, the newest first; otherwise all. */
export async function bundleDocs(reads: Reads | ReadSession, published: boolean): Promise<BundleDoc[]> {
  const { docs } = await reads.find(bundles, {
    ...(published && { where: { status: 'published' } }),
    sort: ['-bundleId'],
    limit: MOST_BUNDLES,
  });
  return docs.map(({ doc }) => doc);
}

/** A bundle that visitors see names only published courses: nobody is told of a course that was unpublished since. */
export async function readBundles(reads: Reads | ReadSession, published: boolean): Promise<BundleRecord[]> {
  const docs = await bundleDocs(reads, published);
  const found = await coursesById(
    docs.flatMap(({ courseIds }) => courseIds),
    reads,
  );
  const of = new Map([...found].filter(([, { status }]) => !published || status === 'published'));
  return docs.map((doc) => bundleRecordOf(doc, of));
}
