import type { Words as PageName } from '../contract/pages.ts';
import type { SiteTexts } from './sitePages.ts';

/** Of a page; `{{school}}` is replaced by the school's name. */
export interface Words {
  title: string;
  description: string;
}
export interface ListWords extends Words {
  own: string;
  empty: string;
}
/** The messages that the public pages need; the build puts them beside the pages. */
export interface PageTexts extends Readonly<Record<PageName, Words>> {
  /** `{{courses}}` are the titles of some courses; `empty` is the description while there are none, `own` the title for a school with a name of its own. */
  home: ListWords;
  catalogue: ListWords;
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
