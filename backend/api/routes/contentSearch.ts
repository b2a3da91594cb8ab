import { enrolments } from '../../projections/enrolments.ts';
import { createContentSearch, type Readable } from '../answers/contentSearch.ts';
import type { Implement } from '../calls/implement.ts';
import { contentSearch as contract } from '../contract/contentSearch.ts';
import type { Deps } from '../deps.ts';

/** Search inside courses. What one may read is decided on the streams, module by module, as when it is opened. */
export function contentSearchRoutes(implement: Implement, { learning }: Deps): void {
  const index = createContentSearch();
  implement(contract.searchContent, {
    async handle({ params: { userId }, query: { buscar, id_curso, limit } }, call) {
      const ids =
        id_curso !== undefined
          ? [id_curso]
          : (await call.reads.find(enrolments, { where: { userId, enrolled: true }, limit: 200 })).docs.map(({ doc }) => doc.courseId);
      const readable: Readable[] = [];
      for (const id of ids) {
        const found = await learning.reading(userId, id, call.now).catch(() => null);
        if (found && found.access !== null && (found.enrolled !== null || found.access === 'staff')) readable.push(found);
      }
      return index.search(buscar, readable, limit, call.reads);
    },
  });
}
