const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** JSON that can stand inside a script element: nothing in it can end the element. */
export const scriptJson = (value: object): string => JSON.stringify(value).replace(/</g, '\\u003c');

/** What stands in a page's head for who reads it without running it. Addresses are absolute. */
export interface PageHead {
  title: string;
  description: string;
  /** null: this page is not for search engines. */
  canonical: string | null;
  image: string;
  locale: string;
  structured: readonly object[];
}

const meta = (kind: 'name' | 'property', name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}">`;

export function headTags({ title, description, canonical, image, locale, structured }: PageHead): string {
  if (canonical === null) return `${meta('name', 'robots', 'noindex')}<title>${escapeHtml(title)}</title>`;
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', 'Aulaviva'),
    meta('property', 'og:locale', locale),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', canonical),
    meta('property', 'og:image', image),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('name', 'twitter:card', 'summary_large_image'),
    ...structured.map((data) => `<script type="application/ld+json">${scriptJson(data)}</script>`),
  ].join('');
}

/** The built page with this head in the place of its own, and `body` for who runs no scripts. */
export function withHead(shell: string, head: string, body: string): string {
  const bare = shell.replace(/<title>[\s\S]*?<\/title>\s*/, '').replace(/<meta name="description"[^>]*>\s*/, '');
  return bare.replace('</head>', () => `${head}</head>`).replace('</body>', () => `<noscript>${body}</noscript></body>`);
}
