import { addTexts } from './i18n.ts';
import site from './site.es-MX.json';

declare module './i18n.ts' {
  interface Texts {
    site: typeof site;
  }
}
/** Texts of the managed parts of the public site: the landing's sections, the contact form, prices and policies. */
addTexts('site', site);

/** The subject of a request as the school reads it: in the school's language, whatever the visitor's. */
export const subjectOf = (what: 'grants' | 'corporate' | 'consulting' | 'pricing'): string => site[what].askTitle;
