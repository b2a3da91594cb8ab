import type { SchoolSettings } from '../../../events/site.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** JSON that can stand inside a script element: nothing in it can end the element. */
export const scriptJson = (value: object): string => JSON.stringify(value).replace(/</g, '\\u003c');

/** What stands in a page's head for who reads it without running it. Addresses are absolute. */
export interface PageHead {
  title: string;
  description: string;
  /** How the school is called. */
  site: string;
  /** null: this page is not for search engines. */
  canonical: string | null;
  /** null: none. */
  image: string | null;
  /** null: not known, as of a logo. */
  imageSize: readonly [width: number, height: number] | null;
  locale: string;
  structured: readonly object[];
}

const meta = (kind: 'name' | 'property', name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}">`;

export function headTags({ title, description, site, canonical, image, imageSize, locale, structured }: PageHead): string {
  if (canonical === null) return `${meta('name', 'robots', 'noindex')}<title>${escapeHtml(title)}</title>`;
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', site),
    meta('property', 'og:locale', locale),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', canonical),
    ...(image ? [meta('property', 'og:image', image)] : []),
    ...(image && imageSize
      ? [meta('property', 'og:image:width', String(imageSize[0])), meta('property', 'og:image:height', String(imageSize[1]))]
      : []),
    meta('name', 'twitter:card', image && imageSize ? 'summary_large_image' : 'summary'),
    ...structured.map((data) => `<script type="application/ld+json">${scriptJson(data)}</script>`),
  ].join('');
}

/** The built page with this head in the place of its own, in the school's colour and under its logo, and `body` for who runs no scripts. */
export function withHead(shell: string, head: string, body: string, { color, logoUrl }: Pick<SchoolSettings, 'color' | 'logoUrl'>): string {
  let bare = shell.replace(/<title>[\s\S]*?<\/title>\s*/, '').replace(/<meta name="description"[^>]*>\s*/, '');
  // From the first paint on; the application follows later changes (lib/school.ts).
  if (color) bare = bare.replace('<html lang="es-MX"', (html) => `${html} data-school style="--school: ${escapeHtml(color)}"`);
  if (logoUrl) bare = bare.replace(/<link rel="icon"[^>]*>/, () => `<link rel="icon" href="${escapeHtml(logoUrl)}" />`);
  return bare.replace('</head>', () => `${head}</head>`).replace('</body>', () => `<noscript>${body}</noscript></body>`);
}
