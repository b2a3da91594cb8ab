import { type CourseOutline, presentResources, presentVideos } from '../../../events/outline.ts';
import { type BrokenLinksDoc, brokenLinks } from '../../projections/brokenLinks.ts';
import { courses } from '../../projections/courses.ts';
import { pagesOf, type ReadSession } from '../../projections/reading/reads.ts';

const PAGE = 500;

/** What is known about a resource's link, where its address has not changed since it was checked. */
export const knownOf = (doc: BrokenLinksDoc | null | undefined, { resourceId, url }: { resourceId: number; url: string }) => {
  const found = doc?.broken[resourceId];
  return found?.link === url ? { desde: found.since, motivo: found.reason } : null;
};

/** The dead videos, each with every place where the course uses it. */
export const goneVideos = (doc: BrokenLinksDoc | null | undefined, outline: CourseOutline) =>
  presentVideos(outline).flatMap(({ url, module, klass, subtopic }) => {
    const found = doc?.videos[url];
    return found
      ? [
          {
            link_video: url,
            ...{ id_modulo: module.moduleId, modulo: module.title },
            ...{ id_sesion: klass?.classId ?? null, clase: klass?.title ?? null },
            ...{ id_subtema: subtopic?.subtopicId ?? null, subtema: subtopic?.title ?? null },
            roto: { desde: found.since, motivo: found.reason },
          },
        ]
      : [];
  });

/** By course, how many of its links are dead; only of the given courses, and of those that have any. */
export async function brokenByCourse(
  reads: ReadSession,
  wanted: (outline: CourseOutline) => boolean = () => true,
): Promise<{ id_curso: number; rotos: number }[]> {
  const found: BrokenLinksDoc[] = [];
  for await (const page of pagesOf(reads, brokenLinks, { limit: PAGE })) {
    found.push(...page.map(({ doc }) => doc));
  }
  const outlines = await reads.getMany(
    courses,
    found.map(({ courseId }) => String(courseId)),
  );
  return found.flatMap((doc) => {
    const outline = outlines.get(String(doc.courseId));
    if (!outline || !wanted(outline)) return [];
    const resources = presentResources(outline).filter(({ resource }) => knownOf(doc, resource) !== null);
    const rotos = resources.length + goneVideos(doc, outline).length;
    return rotos > 0 ? [{ id_curso: doc.courseId, rotos }] : [];
  });
}
