import { presentClasses, presentModules } from '../../../events/outline.ts';
import { type CourseDoc, courses } from '../../projections/courses.ts';
import type { Reads } from '../../projections/kernel/reads.ts';
import { difficulties, tiers } from '../routes/courses.ts';
import { escapeHtml, headTags, type PageHead } from './html.ts';

/** The texts of the catalogue of messages that these pages need; the build puts them beside the pages. */
export interface PageTexts {
  home: { title: string; description: string };
  catalogue: { title: string; description: string };
  register: { title: string; description: string };
  login: { title: string; description: string };
  courses: string;
  classes: Record<string, string>;
  level: Record<string, string>;
  free: string;
  premiumOnly: string;
  needsScript: string;
}

/** A public page as those read it who run no script: search engines, link previews and people. From the read models, at each call. */
export interface PublicPages {
  /** Tags for the head, and HTML for the body; null: an address that is not public. */
  read(address: string): Promise<{ head: string; body: string } | null>;
  /** Of a page that is not for search engines. */
  private(title: string): string;
  sitemap(): Promise<string>;
  robots(): string;
}

const published = async (reads: Reads): Promise<CourseDoc[]> => {
  const found: CourseDoc[] = [];
  let cursor: string | undefined;
  do {
    const page = await reads.find(courses, { where: { status: 'published' }, limit: 100, ...(cursor !== undefined && { cursor }) });
    found.push(...page.docs.map(({ doc }) => doc));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return found.sort((a, b) => a.courseId - b.courseId);
};

export function createPublicPages(reads: Reads, texts: PageTexts, publicUrl: string): PublicPages {
  const origin = publicUrl.replace(/\/+$/, '');
  const at = (path: string) => `${origin}${path}`;
  const page = (path: string, { title, description }: { title: string; description: string }, structured: readonly object[]): PageHead => ({
    title,
    description,
    canonical: at(path),
    image: at('/og.png'),
    locale: 'es_MX',
    structured,
  });
  const school = { '@type': 'EducationalOrganization', '@id': at('/#escuela'), name: 'Aulaviva', url: at('/'), logo: at('/icon-512.png') };

  const priceOf = ({ price, tier }: CourseDoc): string => {
    if (price && price.amount > 0)
      return new Intl.NumberFormat('es-MX', { style: 'currency', currency: price.currency, currencyDisplay: 'code' }).format(
        price.amount / 100,
      );
    return tier === 'premium' ? texts.premiumOnly : texts.free;
  };
  const plural = new Intl.PluralRules('es-MX');
  const counted = (classes: number): string =>
    (texts.classes[plural.select(classes)] ?? texts.classes.other ?? '').replace('{{count}}', String(classes));
  const structuredCourse = (course: CourseDoc): object => ({
    '@type': 'Course',
    name: course.title,
    description: course.description,
    inLanguage: 'es-MX',
    provider: { '@id': at('/#escuela') },
    educationalLevel: texts.level[difficulties[course.difficulty]],
    hasCourseInstance: { '@type': 'CourseInstance', courseMode: 'online', ...(course.duration && { courseWorkload: course.duration }) },
    offers: {
      '@type': 'Offer',
      category: course.price && course.price.amount > 0 ? 'Paid' : tiers[course.tier] === 'Premium' ? 'Subscription' : 'Free',
      ...(course.price && { price: course.price.amount / 100, priceCurrency: course.price.currency }),
    },
  });
  const listing = (all: readonly CourseDoc[]): string =>
    `<main><h1>${escapeHtml(texts.courses)}</h1><ul>${all
      .map((course) => {
        const classes = presentModules(course).flatMap(presentClasses).length;
        const facts = [texts.level[difficulties[course.difficulty]] ?? '', counted(classes), priceOf(course)];
        return `<li><h2>${escapeHtml(course.title)}</h2><p>${escapeHtml(course.description)}</p><p>${escapeHtml(facts.join(' · '))}</p></li>`;
      })
      .join('')}</ul><p>${escapeHtml(texts.needsScript)}</p></main>`;

  const readers: Readonly<Record<string, () => Promise<{ head: string; body: string }>>> = {
    async '/'() {
      const all = await published(reads);
      const head = headTags(page('/', texts.home, [{ '@context': 'https://schema.org', ...school }]));
      return { head, body: listing(all.filter(({ featured }) => featured)) };
    },
    async '/list-courses'() {
      const all = await published(reads);
      const list = {
        '@context': 'https://schema.org',
        '@graph': [
          school,
          {
            '@type': 'ItemList',
            itemListElement: all.map((course, index) => ({ '@type': 'ListItem', position: index + 1, item: structuredCourse(course) })),
          },
        ],
      };
      return { head: headTags(page('/list-courses', texts.catalogue, [list])), body: listing(all) };
    },
    async '/register'() {
      return { head: headTags(page('/register', texts.register, [])), body: '' };
    },
    async '/login'() {
      return { head: headTags(page('/login', texts.login, [])), body: '' };
    },
  };

  return {
    read: async (address) => (Object.hasOwn(readers, address) ? ((await readers[address]?.()) ?? null) : null),
    private: (title) => headTags({ title, description: '', canonical: null, image: '', locale: '', structured: [] }),
    async sitemap() {
      const changed = (await published(reads)).reduce((last, { changedAt }) => (changedAt > last ? changedAt : last), '');
      const entry = (path: string, modified: string) =>
        `<url><loc>${escapeHtml(at(path))}</loc>${modified ? `<lastmod>${modified.slice(0, 10)}</lastmod>` : ''}</url>`;
      return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entry('/', changed)}${entry('/list-courses', changed)}${entry('/register', '')}</urlset>\n`;
    },
    robots: () =>
      `User-agent: *\nDisallow: /api/\nDisallow: /dashboard\nDisallow: /admin\nDisallow: /instructor\nDisallow: /profile\nDisallow: /demo/\n\nSitemap: ${at('/sitemap.xml')}\n`,
  };
}
