import type { SchoolSettings } from '../../../events/site.ts';
import { type CourseSummary, summaryOf } from '../../projections/courseSummary.ts';
import { courses } from '../../projections/courses.ts';
import type { Reads } from '../../projections/reading/reads.ts';
import { ratingOf, reviewStats } from '../../projections/reviews.ts';
import { bundleDocs, bundleRecordOf } from '../answers/bundles.ts';
import { openCampaign, readSchool, readSite, siteRecordOf } from '../answers/site.ts';
import type { BundleRecord } from '../contract/bundles.ts';
import { isShown, type PublicPath, pages } from '../contract/pages.ts';
import type { SiteRecord } from '../contract/site.ts';
import { idOfSlug } from '../contract/slug.ts';
import { byProminence, coursePath, createCourseHtml } from './courseHtml.ts';
import { createCrawlerFiles } from './crawlers.ts';
import { createHeads, siteAddresses } from './heads.ts';
import { escapeHtml } from './html.ts';
import type { PageTexts, Words } from './pageTexts.ts';
import { costsBody, landingSections, policiesBody, pricingBody, type Sold, structuredFaq } from './sitePages.ts';
import { createStructured, graph } from './structured.ts';

export interface PublicPage {
  /** Tags. */
  head: string;
  /** HTML of the page's content. */
  body: string;
  /** HTML of what the page loads while one scrolls; absent: nothing. */
  later?: string;
}
/** A page; `moved`: the present address of what was renamed; null: an address that is not public. */
type Found = PublicPage | { moved: string } | null;

/** A public page for readers that run no script: search engines, link previews and people. From the read models, at each request. */
export type PublicPages = ReturnType<typeof createPublicPages>;

/** The title of a page, without the school's name at its end. */
const titled = ({ title }: Words): string => `<h1>${escapeHtml(title.split(' · ')[0] ?? title)}</h1>`;

const soldOf = (all: readonly CourseSummary[]): Sold[] =>
  all.flatMap((course) =>
    course.price && course.price.amount > 0
      ? [{ title: course.title, path: coursePath(course), amount: course.price.amount / 100, currency: course.price.currency }]
      : [],
  );

/** The links to the other public pages. */
function barOf({ nav }: PageTexts): string {
  const nameOf = (key: string): string => escapeHtml(nav[key.replace('nav.', '')] ?? '');
  const links = pages.filter(isShown).filter(({ who, menu, footer }) => who === 'anyone' && (menu ?? footer));
  return `<nav aria-label="${nameOf('main')}"><ul style="display:flex;flex-wrap:wrap;gap:4px 20px;list-style:none;padding:0">${links
    .map(
      ({ path, menu, footer }) =>
        `<li><a href="${path}" style="display:inline-block;padding:8px 0">${nameOf(menu ?? footer ?? '')}</a></li>`,
    )
    .join('')}</ul></nav>`;
}

/** `published`: the courses of the catalogue, by id. */
export function createPublicPages(
  reads: Reads,
  published: () => Promise<readonly CourseSummary[]>,
  texts: PageTexts,
  publicUrl: string,
  now: () => Date,
) {
  const addresses = siteAddresses(publicUrl);
  const heads = createHeads(addresses, texts);
  const structured = createStructured(addresses, texts);
  const html = createCourseHtml(texts);
  const crawlers = createCrawlerFiles(addresses);
  const bar = barOf(texts);

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
  const formPage = async (path: PublicPath, words: Words): Promise<PublicPage> => {
    const school = await readSchool(reads);
    return { head: heads.page(school, path, words, []), body: titled(words) };
  };

  const readers: Readonly<Record<PublicPath, () => Promise<PublicPage>>> = {
    async '/'() {
      const [all, { site, school }] = await Promise.all([published(), siteNow()]);
      const about = graph(structured.school(school), structuredFaq(site, addresses.at('/#preguntas')));
      const later = landingSections(site, texts.site);
      const featured = all.filter((course) => course.featured).sort(byProminence);
      return { head: heads.list(school, '/', 'home', all, about), body: html.listing(featured, later), later };
    },
    async '/pricing'() {
      const [all, { site, school }] = await Promise.all([published(), siteNow()]);
      const about = graph(structured.school(school), ...structured.premium(site.precios));
      return { head: heads.page(school, '/pricing', texts.pricing, [about]), body: pricingBody(site, soldOf(all), texts.site) };
    },
    async '/costos-servicios'() {
      const [all, { site, school }] = await Promise.all([published(), siteNow()]);
      const head = heads.page(school, '/costos-servicios', texts.costs, [graph(structured.school(school))]);
      return { head, body: costsBody(site, soldOf(all), texts.site) };
    },
    async '/politicas'() {
      const { site, school } = await siteNow();
      return { head: heads.page(school, '/politicas', texts.policies, []), body: policiesBody(site, texts.site) };
    },
    async '/list-courses'() {
      const [all, school] = await Promise.all([published(), readSchool(reads)]);
      const items = all.map((course, index) => ({ '@type': 'ListItem', position: index + 1, item: structured.course(course) }));
      const about = graph(structured.school(school), { '@type': 'ItemList', itemListElement: items });
      return { head: heads.list(school, '/list-courses', 'catalogue', all, about), body: html.listing(all) };
    },
    '/register': () => formPage('/register', texts.register),
    '/login': () => formPage('/login', texts.login),
  };
  const isPublic = (address: string): address is PublicPath => Object.hasOwn(readers, address);

  const readCourse = async (slug: string): Promise<Found> => {
    const id = idOfSlug(slug);
    const course = id === null ? null : await reads.get(courses, String(id));
    if (course?.status !== 'published') return null;
    const path = coursePath(course);
    if (path !== `/cursos/${slug}`) return { moved: path };
    const rating = ratingOf(await reads.get(reviewStats, String(course.courseId)));
    const school = await readSchool(reads);
    const about = graph(structured.school(school), structured.course(summaryOf(course), rating));
    return { head: heads.thing(school, path, course, about), body: html.course(course) };
  };
  const readBundle = async (slug: string): Promise<Found> => {
    const id = idOfSlug(slug);
    const bundle = (await bundlesNow()).find((one) => one.id === id);
    if (!bundle) return null;
    const path = `/paquetes/${bundle.slug}`;
    if (path !== `/paquetes/${slug}`) return { moved: path };
    const school = await readSchool(reads);
    const about = graph(structured.school(school), structured.bundle(bundle));
    const words = { title: bundle.titulo, description: bundle.descripcion };
    return { head: heads.thing(school, path, words, about), body: html.bundle(bundle) };
  };

  return {
    async read(address: string): Promise<Found> {
      const [, kind, slug = ''] = /^\/(cursos|paquetes)\/([^/]+)$/.exec(address) ?? [];
      if (kind) return kind === 'cursos' ? readCourse(slug) : readBundle(slug);
      return isPublic(address) ? readers[address]() : null;
    },
    school: (): Promise<SchoolSettings> => readSchool(reads),
    /** The data behind all pages, besides the courses, as text: the same text means the same pages. */
    site: async (): Promise<string> => JSON.stringify([await siteNow(), await bundleDocs(reads, true)]),
    /** The head of a page that is not for search engines. */
    private: heads.private,
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
      return crawlers.sitemap({ courses: all, bundles, siteChanged: site.actualizado ?? '' });
    },
    robots: crawlers.robots,
  };
}
