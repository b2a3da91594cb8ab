import { presentClasses, presentModules } from '../../../events/outline.ts';
import type { SchoolSettings } from '../../../events/site.ts';
import { defaultSchool } from '../../../events/siteContent.ts';
import { type DrawnPath, isShown, type Words as PageName, type PublicPath, pages } from '../../../frontend/src/app/pages.ts';
import { type CourseSummary, rankOf, summaryOf } from '../../projections/courseSummary.ts';
import { type CourseDoc, courses } from '../../projections/courses.ts';
import type { Reads } from '../../projections/kernel/reads.ts';
import { ratingOf, reviewStats } from '../../projections/reviews.ts';
import { bundleDocs, bundleRecordOf } from '../answers/bundles.ts';
import { difficulties, tiers } from '../answers/courses.ts';
import { openCampaign, readSchool, readSite, siteRecordOf } from '../answers/site.ts';
import { moneyText } from '../answers/siteValues.ts';
import type { BundleRecord } from '../contract/bundles.ts';
import type { SiteRecord } from '../contract/site.ts';
import { courseSlug, idOfSlug } from '../contract/slug.ts';
import { escapeHtml, headTags, type PageHead } from './html.ts';
import { costsBody, fill, landingSections, policiesBody, pricingBody, type SiteTexts, type Sold, structuredFaq } from './sitePages.ts';

/** Of a page; `{{school}}` is replaced by the school's name. */
interface Words {
  title: string;
  description: string;
}
interface Listed extends Words {
  own: string;
  empty: string;
}
const NO_WORDS: Words = { title: '', description: '' };
/** The messages that these pages need; the build puts them beside the pages. */
export interface PageTexts extends Readonly<Record<PageName, Words>> {
  /** `{{courses}}` are the titles of some courses; `empty` is the description while there are none, `own` the title for a school with a name of its own. */
  home: Listed;
  catalogue: Listed;
  /** The same words as in the application. */
  site: SiteTexts;
  courses: string;
  classes: Record<string, string>;
  level: Record<string, string>;
  free: string;
  premiumOnly: string;
  needsScript: string;
  /** Of the navigation bar of the public pages. */
  nav: Readonly<Record<string, string>>;
}

export interface PublicPage {
  /** Tags. */
  head: string;
  /** HTML of the page's content. */
  body: string;
  /** HTML of what the page loads while one scrolls; absent: nothing. */
  later?: string;
}

/** A public page for readers that run no script: search engines, link previews and people. From the read models, at each request. */
export type PublicPages = ReturnType<typeof createPublicPages>;

const COURSE: DrawnPath = '/cursos/:slug';
const BUNDLE = '/paquetes/:slug';
/** Paths that search engines need not crawl. */
const closed = pages.filter(({ who }) => who !== 'anyone' && who !== 'guest').map(({ path }) => path.replace(/:.*$/, ''));

/** How many courses a description names, the first of the catalogue. */
const NAMED = { home: 3, catalogue: 5 };
type Prominent = Pick<CourseDoc, 'featured' | 'place' | 'courseId'>;
const byProminence = (one: Prominent, other: Prominent): number => rankOf(one) - rankOf(other) || one.courseId - other.courseId;

/** `published`: the courses of the catalogue, by id. */
export function createPublicPages(
  reads: Reads,
  published: () => Promise<readonly CourseSummary[]>,
  texts: PageTexts,
  publicUrl: string,
  now: () => Date,
) {
  const origin = publicUrl.replace(/\/+$/, '');
  const at = (path: string) => `${origin}${path}`;
  /** The school's own logo may be a path here or an address elsewhere. */
  const logoOf = ({ logoUrl }: SchoolSettings): string | null => logoUrl && new URL(logoUrl, `${origin}/`).href;
  const page = (school: SchoolSettings, path: string, { title, description }: Words, structured: readonly object[]): PageHead => {
    const logo = logoOf(school);
    return {
      title: fill(title, { school: school.name }),
      description: fill(description, { school: school.name }),
      site: school.name,
      canonical: at(path),
      // The default picture has the product's name in it.
      image: logo ?? (school.name === defaultSchool.name ? at('/og.png') : null),
      imageSize: logo ? null : [1200, 630],
      locale: 'es_MX',
      structured,
    };
  };
  /** The description of a page that lists courses: it names courses that exist, and subjects only for the demo school. */
  const listed = (
    school: SchoolSettings,
    path: PublicPath,
    which: 'home' | 'catalogue',
    all: readonly CourseSummary[],
    about: readonly object[],
  ) => {
    const { title, own, description, empty } = texts[which];
    const words = { title: school.name === defaultSchool.name ? title : own, description: all.length > 0 ? description : empty };
    const head = page(school, path, words, about);
    // Titles are the school's text: never treated as replacement patterns.
    const named = [...all].sort(byProminence).slice(0, NAMED[which]);
    const courses = new Intl.ListFormat('es-MX').format(named.map((course) => course.title));
    return headTags({ ...head, description: fill(head.description, { courses }) });
  };
  const schoolOf = (school: SchoolSettings): object => ({
    '@type': 'EducationalOrganization',
    '@id': at('/#escuela'),
    name: school.name,
    url: at('/'),
    logo: logoOf(school) ?? at('/icon-512.png'),
    email: school.email,
    ...(school.phone && { telephone: school.phone }),
    ...(school.address && { address: school.address }),
    ...(school.socials.length > 0 && { sameAs: school.socials.map(({ url }) => url) }),
  });
  const siteNow = async (): Promise<{ site: SiteRecord; school: SchoolSettings }> => {
    const [parts, campaign] = await Promise.all([readSite(reads), openCampaign(reads)]);
    return { site: siteRecordOf(parts, campaign, now().toISOString()), school: parts.school };
  };

  /** With the courses that are published: the others have no page to lead to. */
  const bundlesNow = async (): Promise<BundleRecord[]> => {
    const [docs, all] = await Promise.all([bundleDocs(reads, true), published()]);
    const of = new Map(all.map((course) => [course.courseId, course]));
    return docs.map((doc) => bundleRecordOf(doc, of));
  };

  const priceOf = ({ price, tier }: CourseSummary): string => {
    if (price && price.amount > 0) return moneyText(price);
    return tier === 'premium' ? texts.premiumOnly : texts.free;
  };
  const pathOf = ({ courseId, title }: CourseSummary): string => `/cursos/${courseSlug({ id: courseId, nombre: title })}`;
  const plural = new Intl.PluralRules('es-MX');
  const counted = (classes: number): string =>
    (texts.classes[plural.select(classes)] ?? texts.classes.other ?? '').replace('{{count}}', String(classes));
  const structuredCourse = (course: CourseSummary, rating?: { average: number | null; count: number }): object => ({
    '@type': 'Course',
    '@id': at(pathOf(course)),
    url: at(pathOf(course)),
    name: course.title,
    description: course.description,
    inLanguage: 'es-MX',
    provider: { '@id': at('/#escuela') },
    educationalLevel: texts.level[difficulties[course.difficulty]],
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'online',
      ...(course.counts.minutes > 0 && { courseWorkload: `PT${course.counts.minutes}M` }),
    },
    offers: {
      '@type': 'Offer',
      category: course.price && course.price.amount > 0 ? 'Paid' : tiers[course.tier] === 'Premium' ? 'Subscription' : 'Free',
      ...(course.price && { price: course.price.amount / 100, priceCurrency: course.price.currency }),
    },
    ...(rating?.average != null && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: rating.average,
        reviewCount: rating.count,
        bestRating: 5,
        worstRating: 1,
      },
    }),
  });
  const soldOf = (all: readonly CourseSummary[]): Sold[] =>
    all.flatMap((course) =>
      course.price && course.price.amount > 0
        ? [{ title: course.title, path: pathOf(course), amount: course.price.amount / 100, currency: course.price.currency }]
        : [],
    );
  const graph = (...all: (object | null)[]): object => ({ '@context': 'https://schema.org', '@graph': all.filter((one) => one !== null) });
  /** `more` follows the courses. */
  const listing = (all: readonly CourseSummary[], more = ''): string =>
    `<h1>${escapeHtml(texts.courses)}</h1><ul>${all
      .map((course) => {
        const facts = [texts.level[difficulties[course.difficulty]] ?? '', counted(course.counts.classes), priceOf(course)];
        return `<li><h2><a href="${escapeHtml(pathOf(course))}">${escapeHtml(course.title)}</a></h2><p>${escapeHtml(course.description)}</p><p>${escapeHtml(facts.join(' · '))}</p></li>`;
      })
      .join('')}</ul>${more}`;
  /** The title of a page, without the school's name at its end. */
  const titled = ({ title }: { title: string }): string => `<h1>${escapeHtml(title.split(' · ')[0] ?? title)}</h1>`;
  const nameOf = (key: string): string => texts.nav[key.replace('nav.', '')] ?? '';
  const links = pages.filter(isShown).filter(({ who, menu, footer }) => who === 'anyone' && (menu ?? footer));
  const bar = `<nav aria-label="${escapeHtml(nameOf('main'))}"><ul style="display:flex;flex-wrap:wrap;gap:4px 20px;list-style:none;padding:0">${links
    .map(
      ({ path, menu, footer }) =>
        `<li><a href="${path}" style="display:inline-block;padding:8px 0">${escapeHtml(nameOf(menu ?? footer ?? ''))}</a></li>`,
    )
    .join('')}</ul></nav>`;

  const readers: Readonly<Record<PublicPath, () => Promise<PublicPage>>> = {
    async '/'() {
      const [all, { site, school }] = await Promise.all([published(), siteNow()]);
      const head = listed(school, '/', 'home', all, [graph(schoolOf(school), structuredFaq(site, at('/#preguntas')))]);
      const later = landingSections(site, texts.site);
      return {
        head,
        body: listing(all.filter(({ featured }) => featured).sort(byProminence), later),
        later,
      };
    },
    async '/pricing'() {
      const [all, { site, school }] = await Promise.all([published(), siteNow()]);
      const offers = site.precios.map(({ monto, moneda, desde }) => ({
        '@type': 'Offer',
        name: texts.site.pricing.premium,
        url: at('/pricing'),
        price: monto,
        priceCurrency: moneda,
        validFrom: desde,
        offeredBy: { '@id': at('/#escuela') },
      }));
      const head = headTags(page(school, '/pricing', texts.pricing, [graph(schoolOf(school), ...offers)]));
      return { head, body: pricingBody(site, soldOf(all), texts.site) };
    },
    async '/costos-servicios'() {
      const [all, { site, school }] = await Promise.all([published(), siteNow()]);
      const head = headTags(page(school, '/costos-servicios', texts.costs, [graph(schoolOf(school))]));
      return { head, body: costsBody(site, soldOf(all), texts.site) };
    },
    async '/politicas'() {
      const { site, school } = await siteNow();
      return { head: headTags(page(school, '/politicas', texts.policies, [])), body: policiesBody(site, texts.site) };
    },
    async '/list-courses'() {
      const [all, school] = await Promise.all([published(), readSchool(reads)]);
      const list = {
        '@context': 'https://schema.org',
        '@graph': [
          schoolOf(school),
          {
            '@type': 'ItemList',
            itemListElement: all.map((course, index) => ({ '@type': 'ListItem', position: index + 1, item: structuredCourse(course) })),
          },
        ],
      };
      return { head: listed(school, '/list-courses', 'catalogue', all, [list]), body: listing(all) };
    },
    async '/register'() {
      const school = await readSchool(reads);
      return { head: headTags(page(school, '/register', texts.register, [])), body: titled(texts.register) };
    },
    async '/login'() {
      const school = await readSchool(reads);
      return { head: headTags(page(school, '/login', texts.login, [])), body: titled(texts.login) };
    },
  };

  const isPublic = (address: string): address is PublicPath => Object.hasOwn(readers, address);

  /** The content of a course's page, as far as it can be shown without scripts. */
  const courseBody = (course: CourseDoc): string => {
    const modules = presentModules(course);
    const objectives = [...new Set(modules.flatMap((module) => module.objectives.map(({ text }) => text)))];
    const facts = [
      texts.level[difficulties[course.difficulty]] ?? '',
      counted(modules.flatMap(presentClasses).length),
      priceOf(summaryOf(course)),
    ];
    const list = (items: readonly string[]) => `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
    return `<h1>${escapeHtml(course.title)}</h1><p>${escapeHtml(facts.join(' · '))}</p><p>${escapeHtml(course.description)}</p>${list(objectives)}${modules
      .map((module) => `<h2>${escapeHtml(module.title)}</h2>${list(presentClasses(module).map(({ title }) => title))}`)
      .join('')}<p><a href="/list-courses">${escapeHtml(texts.courses)}</a></p>`;
  };
  const readCourse = async (slug: string): Promise<PublicPage | { moved: string } | null> => {
    const id = idOfSlug(slug);
    const course = id === null ? null : await reads.get(courses, String(id));
    if (course?.status !== 'published') return null;
    const summary = summaryOf(course);
    const path = pathOf(summary);
    if (path !== `/cursos/${slug}`) return { moved: path };
    const rating = ratingOf(await reads.get(reviewStats, String(course.courseId)));
    const said = course.description.replace(/\s+/g, ' ').trim();
    const description = said.length > 160 ? `${said.slice(0, 157).replace(/\s+\S*$/, '')}…` : said;
    const school = await readSchool(reads);
    const structured = { '@context': 'https://schema.org', '@graph': [schoolOf(school), structuredCourse(summary, rating)] };
    // An author's text is not a replacement pattern.
    const head = { ...page(school, path, NO_WORDS, [structured]), title: `${course.title} · ${school.name}`, description };
    return { head: headTags(head), body: courseBody(course) };
  };

  const readBundle = async (slug: string): Promise<PublicPage | { moved: string } | null> => {
    const id = idOfSlug(slug);
    const bundle = (await bundlesNow()).find((one) => one.id === id);
    if (!bundle) return null;
    const path = `/paquetes/${bundle.slug}`;
    if (path !== `/paquetes/${slug}`) return { moved: path };
    const { titulo, descripcion, precio, moneda, suma, en_venta, cursos } = bundle;
    const school = await readSchool(reads);
    const together = en_venta && precio !== null ? precio : null;
    const program = {
      '@type': 'EducationalOccupationalProgram',
      '@id': at(path),
      url: at(path),
      name: titulo,
      description: descripcion,
      provider: { '@id': at('/#escuela') },
      hasCourse: cursos.flatMap(({ slug: of, nombre }) =>
        of === null ? [] : [{ '@type': 'Course', '@id': at(`/cursos/${of}`), url: at(`/cursos/${of}`), name: nombre }],
      ),
      ...(together !== null && {
        offers: {
          '@type': 'Offer',
          category: 'Paid',
          price: together,
          priceCurrency: moneda,
          url: at(path),
          availability: 'https://schema.org/InStock',
        },
      }),
    };
    const said = descripcion.replace(/\s+/g, ' ').trim();
    const head = {
      ...page(school, path, NO_WORDS, [graph(schoolOf(school), program)]),
      title: `${titulo} · ${school.name}`,
      description: said.slice(0, 160),
    };
    const priced = (amount: number): string => moneyText({ amount: Math.round(amount * 100), currency: moneda });
    const body = `<h1>${escapeHtml(titulo)}</h1><p>${escapeHtml(descripcion)}</p>${together === null ? '' : `<p>${escapeHtml(priced(together))} <s>${escapeHtml(priced(suma))}</s></p>`}<ol>${cursos
      .map(
        ({ slug: of, nombre }) =>
          `<li>${of === null ? escapeHtml(nombre) : `<a href="/cursos/${escapeHtml(of)}">${escapeHtml(nombre)}</a>`}</li>`,
      )
      .join('')}</ol>`;
    return { head: headTags(head), body };
  };

  return {
    /** `moved`: the present address of a renamed course; null: an address that is not public. */
    async read(address: string): Promise<PublicPage | { moved: string } | null> {
      const slug = /^\/cursos\/([^/]+)$/.exec(address)?.[1];
      if (slug !== undefined) return readCourse(slug);
      const bundle = /^\/paquetes\/([^/]+)$/.exec(address)?.[1];
      if (bundle !== undefined) return readBundle(bundle);
      return isPublic(address) ? readers[address]() : null;
    },
    school: (): Promise<SchoolSettings> => readSchool(reads),
    /** The data behind all pages, besides the courses, as text: the same text means the same pages. */
    site: async (): Promise<string> => JSON.stringify([await siteNow(), await bundleDocs(reads, true)]),
    /** For a page that is not for search engines. */
    private: ({ name }: SchoolSettings): string =>
      headTags({ title: name, description: '', site: name, canonical: null, image: null, imageSize: null, locale: '', structured: [] }),
    /** The web app manifest: the build's, with the school's name and colour. */
    async manifest(built: string): Promise<string> {
      const { name, color } = await readSchool(reads);
      const given = JSON.parse(built) as Record<string, unknown>;
      return JSON.stringify({ ...given, name, short_name: name, ...(color && { theme_color: color }) });
    },
    /** HTML for readers without scripts: the content, links to the other pages, and the shared notices. `withBar` false: under a page that has its own bar. */
    framed(body: string, withBar = true): string {
      // Beside the application's style sheet, which may not arrive.
      const content = `${body}<p>${escapeHtml(texts.needsScript)}</p>`;
      return `<div style="max-width:72ch;margin:0 auto;padding:16px 20px 48px">${withBar ? `${bar}<main style="display:grid;gap:12px">${content}</main>` : content}</div>`;
    },
    async sitemap(): Promise<string> {
      const [all, { site }, bundles] = await Promise.all([published(), siteNow(), bundlesNow()]);
      const changed = {
        site: site.actualizado ?? '',
        courses: all.reduce((last, { changedAt }) => (changedAt > last ? changedAt : last), ''),
      };
      const entry = (path: string, modified: string) =>
        `<url><loc>${escapeHtml(at(path))}</loc>${modified ? `<lastmod>${modified.slice(0, 10)}</lastmod>` : ''}</url>`;
      const entries = pages.filter(isShown).flatMap(({ path, sitemap }) => {
        if (!sitemap) return [];
        if (path === BUNDLE) return bundles.map(({ slug }) => entry(`/paquetes/${slug}`, changed.courses));
        if (path === COURSE) return all.map((course) => entry(pathOf(course), course.changedAt));
        return entry(
          path,
          sitemap
            .map((what) => changed[what])
            .sort()
            .at(-1) ?? '',
        );
      });
      return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>\n`;
    },
    robots: (): string =>
      `User-agent: *\n${['/api/', '/demo/', ...closed].map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${at('/sitemap.xml')}\n`,
  };
}
