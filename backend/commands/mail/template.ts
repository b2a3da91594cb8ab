/** Renders a mail: the same words as text and as HTML. */

import type { Tongue } from '../../../events/sentences.ts';

export type Block =
  | { kind: 'text'; text: string }
  /** The action: a button, and its address written out below. `href`: http or https. */
  | { kind: 'button'; label: string; href: string }
  /** A link smaller than a button, for what few people want. */
  | { kind: 'link'; label: string; href: string }
  | { kind: 'facts'; facts: readonly (readonly [name: string, value: string])[] }
  /** In small print at the end. */
  | { kind: 'note'; text: string };

/** The content of one mail. */
export interface Letter {
  tongue: Tongue;
  subject: string;
  /** The preview that mail programs show beside the subject. */
  preview: string;
  greeting: string;
  blocks: readonly Block[];
}

/** The sender's name. */
export interface Letterhead {
  name: string;
  /** The address for replies; null: none. */
  email: string | null;
  /** Address of the school's site. */
  url: string;
  /** Main colour as #rrggbb; null: the product's own. */
  color: string | null;
}

/** Text that is HTML already; made by `html` alone. */
class Markup {
  readonly html: string;
  constructor(text: string) {
    this.html = text;
  }
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** Characters that HTML does not allow, or that turn the reading order around, are dropped. */
const escapeHtml = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cs}\p{Cn}\u202a-\u202e\u2066-\u2069]/gu, (found) => (found === '\n' || found === '\t' ? found : ''))
    .replace(/[&<>"']/g, (found) => ENTITIES[found] ?? '');

export type { Markup };

type Value = string | Markup | readonly Markup[];
const render = (value: Value): string =>
  typeof value === 'string' ? escapeHtml(value) : value instanceof Markup ? value.html : value.map((part) => part.html).join('');

/** Escapes every value, unless it was made by this same tag. */
export const html = (strings: TemplateStringsArray, ...values: readonly Value[]): Markup =>
  new Markup(strings.reduce((text, part, index) => text + render(values[index - 1] ?? '') + part));

/** Throws on any scheme but http and https, so that a link is never a script. */
export const webAddress = (href: string): string => {
  const { protocol } = new URL(href);
  if (protocol !== 'http:' && protocol !== 'https:') throw new Error('a link of a mail must be a web address');
  return href;
};

// Inline, because some programs drop style sheets; the style sheet adapts the colours to dark screens.
const style = new Markup(`
    :root { color-scheme: light dark; supported-color-schemes: light dark; }
    body { margin: 0; padding: 0; }
    a { overflow-wrap: anywhere; }
    @media (max-width: 480px) {
      .hoja { padding: 24px 18px !important; border-radius: 0 !important; }
      .marco { padding: 0 !important; }
      .boton { display: block !important; text-align: center !important; }
    }
    @media (prefers-color-scheme: dark) {
      .fondo { background: #0e1715 !important; }
      .hoja { background: #15211e !important; }
      .tinta { color: #eaf2ee !important; }
      .tenue { color: #a7b8b1 !important; }
      .enlace { color: #4fd1b0 !important; }
      .boton { background: #4fd1b0 !important; color: #0e1715 !important; }
      .datos { background: #1d2c28 !important; }
      .linea { border-color: #2e403b !important; }
    }
  `);

const frames = {
  es: { locale: 'es-MX', copy: 'Si el botón no abre, copia esta dirección:', ask: (email: string) => `¿Dudas? Escribe a ${email}.` },
  en: { locale: 'en', copy: 'If the button does not open, copy this address:', ask: (email: string) => `Questions? Write to ${email}.` },
} as const;

const blockHtml = (block: Block, tongue: Tongue): Markup => {
  switch (block.kind) {
    case 'text':
      return html`<p class="tinta" style="margin:0 0 16px;color:#14211e;white-space:pre-line;">${block.text}</p>`;
    case 'button': {
      const href = webAddress(block.href);
      return html`<p style="margin:24px 0 12px;"><a class="boton" href="${href}" style="display:inline-block;padding:14px 24px;border-radius:10px;background:#0b6b57;color:#ffffff;font-weight:bold;text-decoration:none;">${block.label}</a></p>
      <p class="tenue" style="margin:0 0 24px;color:#4a5a55;font-size:14px;">${frames[tongue].copy} <a class="enlace" href="${href}" style="color:#0b6b57;overflow-wrap:anywhere;word-break:break-word;">${href}</a></p>`;
    }
    case 'facts':
      return html`<dl class="datos" style="margin:0 0 20px;padding:14px 18px;border-radius:10px;background:#f1eadd;">${block.facts.map(
        ([name, value]) =>
          html`<dt class="tenue" style="color:#4a5a55;font-size:14px;">${name}</dt><dd class="tinta" style="margin:0 0 8px;color:#14211e;font-weight:bold;overflow-wrap:anywhere;white-space:pre-line;">${value}</dd>`,
      )}</dl>`;
    case 'link':
      return html`<p class="tenue" style="margin:0 0 16px;font-size:15px;"><a class="enlace" href="${webAddress(block.href)}" style="color:#0b6b57;">${block.label}</a></p>`;
    case 'note':
      return html`<p class="tenue" style="margin:0 0 16px;color:#4a5a55;font-size:15px;">${block.text}</p>`;
  }
};

const blockText = (block: Block): string => {
  switch (block.kind) {
    case 'text':
    case 'note':
      return block.text;
    case 'button':
    case 'link':
      return `${block.label}:\n${webAddress(block.href)}`;
    case 'facts':
      return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
  }
};

const color = (letterhead: Letterhead): string =>
  letterhead.color !== null && /^#[0-9a-f]{6}$/i.test(letterhead.color) ? letterhead.color : '#0b6b57';

/** The HTML document of a mail: no tables, images or external content; at most 560 px wide, and readable at 320. */
const letterHtml = (letter: Letter, from: Letterhead): string =>
  html`<!doctype html>
<html lang="${frames[letter.tongue].locale}" dir="ltr">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="supported-color-schemes" content="light dark">
  <meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
  <title>${letter.subject}</title>
  <style>${style}</style>
</head>
<body class="fondo" style="margin:0;padding:0;background:#fbf7f0;">
  <div style="display:none;max-height:0;overflow:hidden;">${letter.preview}</div>
  <div class="fondo marco" style="padding:24px 12px;background:#fbf7f0;">
    <main class="hoja" style="box-sizing:border-box;max-width:560px;margin:0 auto;padding:32px;border-radius:14px;border-top:6px solid ${color(from)};background:#ffffff;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:17px;line-height:1.5;overflow-wrap:break-word;">
      <p class="tenue" style="margin:0 0 20px;color:#4a5a55;font-weight:bold;">${from.name}</p>
      <h1 class="tinta" style="margin:0 0 20px;color:#14211e;font-size:25px;line-height:1.25;">${letter.subject}</h1>
      <p class="tinta" style="margin:0 0 16px;color:#14211e;">${letter.greeting}</p>
      ${letter.blocks.map((block) => blockHtml(block, letter.tongue))}
      <p class="tenue linea" style="margin:28px 0 0;padding-top:16px;border-top:1px solid #ddd3c1;color:#4a5a55;font-size:14px;">${from.name} · <a class="enlace" href="${webAddress(from.url)}" style="color:#0b6b57;">${new URL(from.url).host}</a>${
        from.email === null ? '' : html`<br>${frames[letter.tongue].ask(from.email)}`
      }</p>
    </main>
  </div>
</body>
</html>
`.html;

const letterText = (letter: Letter, from: Letterhead): string =>
  [
    letter.greeting,
    ...letter.blocks.map(blockText),
    [`— ${from.name}`, from.url, ...(from.email === null ? [] : [frames[letter.tongue].ask(from.email)])].join('\n'),
  ].join('\n\n');

/** `links` are the addresses of its buttons. Throws where one is not a web address. */
export const writeMail = (letter: Letter, from: Letterhead): { subject: string; text: string; html: string; links: string[] } => ({
  subject: letter.subject,
  text: letterText(letter, from),
  html: letterHtml(letter, from),
  links: letter.blocks.flatMap((block) => (block.kind === 'button' || block.kind === 'link' ? [block.href] : [])),
});

/**
 * The name for the greeting, or null. Anyone can register somebody else's address with an advertisement as the name: a name that could be
 * read as a link, an address or a sentence is not sent to that address.
 */
export function greetable(name: string | null): string | null {
  const plain = (name ?? '').normalize('NFC').replace(/\s+/g, ' ').trim();
  const isName = /^[\p{L}\p{M}]['’.\p{L}\p{M} -]*$/u.test(plain) && !/\.\S/.test(plain);
  return isName && plain.length <= 40 && plain.split(' ').length <= 4 ? plain : null;
}
