import type { SchoolSettings } from '../../../events/site.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** JSON that is safe inside a script element: nothing in it can end the element. */
export const scriptJson = (value: object): string => JSON.stringify(value).replace(/</g, '\\u003c');

/** The head of a page for readers that run no script. Addresses are absolute. */
export interface PageHead {
  title: string;
  description: string;
  /** The name of the school. */
  site: string;
  /** null: this page is not for search engines. */
  canonical: string | null;
  /** null: none. */
  image: string | null;
  /** null: unknown, as for a logo. */
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

/** The built page with its head replaced, in the school's colour and with its logo, and with `body` for readers without scripts. */
export function withHead(shell: string, head: string, body: string, { color, logoUrl }: Pick<SchoolSettings, 'color' | 'logoUrl'>): string {
  let bare = shell.replace(/<title>[\s\S]*?<\/title>\s*/, '').replace(/<meta name="description"[^>]*>\s*/, '');
  // From the first paint on; the application applies later changes (lib/school.ts).
  if (color) bare = bare.replace('<html lang="es-MX"', (html) => `${html} data-school style="--school: ${escapeHtml(color)}"`);
  if (logoUrl) bare = bare.replace(/<link rel="icon"[^>]*>/, () => `<link rel="icon" href="${escapeHtml(logoUrl)}" />`);
  return bare.replace('</head>', () => `${head}</head>`).replace('</body>', () => `<noscript>${body}</noscript></body>`);
}
