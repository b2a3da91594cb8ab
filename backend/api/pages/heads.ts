import type { SchoolSettings } from '../../../events/site.ts';
import { defaultSchool } from '../../../events/siteContent.ts';
import type { CourseSummary } from '../../projections/courseSummary.ts';
import { byProminence } from './courseHtml.ts';
import { headTags, type PageHead } from './html.ts';
import type { PageTexts, Words } from './pageTexts.ts';
import { fill } from './sitePages.ts';

/** How many courses a description names, the first of the catalogue. */
const NAMED = { home: 3, catalogue: 5 };

/** Absolute addresses of the public site; the school's own logo may be a path here or an address elsewhere. */
export interface SiteAddresses {
  at: (path: string) => string;
  logoOf: (school: SchoolSettings) => string | null;
}
export function siteAddresses(publicUrl: string): SiteAddresses {
  const origin = publicUrl.replace(/\/+$/, '');
  return { at: (path) => `${origin}${path}`, logoOf: ({ logoUrl }) => logoUrl && new URL(logoUrl, `${origin}/`).href };
}

const LONGEST_DESCRIPTION = 160;
/** A text of the school as a description: in one line, cut at a word. */
export const descriptionOf = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST_DESCRIPTION ? `${line.slice(0, LONGEST_DESCRIPTION - 3).replace(/\s+\S*$/, '')}…` : line;
};

/** The heads of public pages. */
export function createHeads({ at, logoOf }: SiteAddresses, texts: PageTexts) {
  const head = (school: SchoolSettings, path: string, { title, description }: Words, structured: readonly object[]): PageHead => {
    const logo = logoOf(school);
    return {
      title,
      description,
      site: school.name,
      canonical: at(path),
      // The default picture has the product's name in it.
      image: logo ?? (school.name === defaultSchool.name ? at('/og.png') : null),
      imageSize: logo ? null : [1200, 630],
      locale: 'es_MX',
      structured,
    };
  };
  const named = (school: SchoolSettings, { title, description }: Words): Words => ({
    title: fill(title, { school: school.name }),
    description: fill(description, { school: school.name }),
  });
  return {
    /** With words of the messages. */
    page: (school: SchoolSettings, path: string, words: Words, structured: readonly object[]): string =>
      headTags(head(school, path, named(school, words), structured)),
    /** With words of an author: they are not replacement patterns. */
    thing: (school: SchoolSettings, path: string, { title, description }: Words, structured: object): string =>
      headTags(head(school, path, { title: `${title} · ${school.name}`, description: descriptionOf(description) }, [structured])),
    /** Of a page that lists courses: its description names courses that exist, and subjects only for the demo school. */
    list(school: SchoolSettings, path: string, which: keyof typeof NAMED, all: readonly CourseSummary[], structured: object): string {
      const { title, own, description, empty } = texts[which];
      const words = { title: school.name === defaultSchool.name ? title : own, description: all.length > 0 ? description : empty };
      const listed = [...all].sort(byProminence).slice(0, NAMED[which]);
      const courses = new Intl.ListFormat('es-MX').format(listed.map((course) => course.title));
      const filled = head(school, path, named(school, words), [structured]);
      // After the school's name: titles are the school's text, and never treated as replacement patterns.
      return headTags({ ...filled, description: fill(filled.description, { courses }) });
    },
    /** For a page that is not for search engines. */
    private: ({ name }: SchoolSettings): string =>
      headTags({ title: name, description: '', site: name, canonical: null, image: null, imageSize: null, locale: '', structured: [] }),
  };
}
