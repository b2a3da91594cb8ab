import type { CourseSummary } from '../../projections/courseSummary.ts';
import type { BundleRecord } from '../contract/bundles.ts';
import { type DrawnPath, isShown, pages } from '../contract/pages.ts';
import { coursePath } from './courseHtml.ts';
import type { SiteAddresses } from './heads.ts';
import { escapeHtml } from './html.ts';

const COURSE: DrawnPath = '/cursos/:slug';
const BUNDLE = '/paquetes/:slug';
/** Paths that search engines need not crawl. */
const closed = pages.filter(({ who }) => who !== 'anyone' && who !== 'guest').map(({ path }) => path.replace(/:.*$/, ''));

/** What the sitemap is made of. `siteChanged`: ISO, or empty. */
interface Listed {
  courses: readonly CourseSummary[];
  bundles: readonly BundleRecord[];
  siteChanged: string;
}

/** sitemap.xml and robots.txt. */
export const createCrawlerFiles = ({ at }: SiteAddresses) => ({
  sitemap({ courses, bundles, siteChanged }: Listed): string {
    const changed = {
      site: siteChanged,
      courses: courses.reduce((last, { changedAt }) => (changedAt > last ? changedAt : last), ''),
    };
    const entry = (path: string, modified: string) =>
      `<url><loc>${escapeHtml(at(path))}</loc>${modified ? `<lastmod>${modified.slice(0, 10)}</lastmod>` : ''}</url>`;
    const entries = pages.filter(isShown).flatMap(({ path, sitemap }) => {
      if (!sitemap) return [];
      if (path === BUNDLE) return bundles.map(({ slug }) => entry(`/paquetes/${slug}`, changed.courses));
      if (path === COURSE) return courses.map((course) => entry(coursePath(course), course.changedAt));
      const moments = sitemap.map((what) => changed[what]).sort();
      return entry(path, moments.at(-1) ?? '');
    });
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>\n`;
  },
  robots: (): string =>
    `User-agent: *\n${['/api/', '/demo/', ...closed].map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${at('/sitemap.xml')}\n`,
});
