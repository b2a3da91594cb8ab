/** Cleans HTML of word processors: keeps lists, tables and emphasis, without the program's styles, comments and wrappers. */

/** The size limit: a word processor may write a hundred times as much as the text of a page. */
export const LONGEST_HTML = 4_000_000;

const unwrap = (element: Element): void => element.replaceWith(...element.childNodes);
const styleOf = (element: Element): string => element.getAttribute('style') ?? '';

/** Word's list items are paragraphs whose style names list and level, with the bullet as text. */
const wordItem = (element: Element): { level: number; ordered: boolean } | undefined => {
  const found = /mso-list:\s*l\d+\s+level(\d)/i.exec(styleOf(element));
  if (!found || !/^(P|H\d)$/.test(element.tagName)) return undefined;
  const mark = [...element.querySelectorAll('span')].find((one) => /mso-list:\s*ignore/i.test(styleOf(one)))?.textContent?.trim() ?? '';
  return { level: Number(found[1]), ordered: /^\(?(\d+|[a-z]{1,3}|[ivxlc]+)[.)]/i.test(mark) };
};
const wordLists = (root: Element): void => {
  const doc = root.ownerDocument;
  let open: { list: Element; level: number; ordered: boolean }[] = [];
  let last: Element | null = null;
  for (const element of [...root.querySelectorAll('p, h1, h2, h3, h4, h5, h6')]) {
    const item = wordItem(element);
    if (!item || element.closest('li')) continue;
    for (const span of [...element.querySelectorAll('span')]) if (/mso-list:\s*ignore/i.test(styleOf(span))) span.remove();
    const follows = last !== null && element.previousElementSibling === last;
    if (!follows) open = [];
    while (
      open.length > 0 &&
      ((open.at(-1)?.level ?? 0) > item.level || (open.at(-1)?.level === item.level && open.at(-1)?.ordered !== item.ordered))
    )
      open.pop();
    let current = open.at(-1);
    if (!current || current.level < item.level) {
      const list = doc.createElement(item.ordered ? 'ol' : 'ul');
      const under = current?.list.lastElementChild;
      if (under) under.append(list);
      else element.before(list);
      current = { list, ...item };
      open.push(current);
    }
    const li = doc.createElement('li');
    const paragraph = doc.createElement('p');
    paragraph.append(...element.childNodes);
    li.append(paragraph);
    current.list.append(li);
    element.remove();
    last = open[0]?.list ?? null;
  }
};

const monospaced = /font-family:[^;]*(courier|consolas|mono|menlo)/;
const isMonospaced = (element: Element): boolean =>
  element.tagName === 'CODE' ||
  monospaced.test(styleOf(element).toLowerCase()) ||
  monospaced.test(`font-family:${element.getAttribute('face') ?? ''}`.toLowerCase());
/** The marks that Google Docs puts around its blocks of code. */
const CODE_MARKS = /[\uec02\uec03]/g;
/** A paragraph as a line of code; undefined: it is none. A line without text may stand between two lines. */
const codeLine = (block: Element): string | undefined => {
  const texts: Text[] = [];
  const walker = block.ownerDocument.createTreeWalker(block, 4);
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  const isCode = (text: Text) => {
    for (let at = text.parentElement; at && block.contains(at); at = at.parentElement) if (isMonospaced(at)) return true;
    return text.data.trim() === '';
  };
  if (!texts.every(isCode)) return undefined;
  const copy = block.cloneNode(true) as Element;
  for (const end of copy.querySelectorAll('br')) end.replaceWith('\u2028');
  // The lines of the HTML are not those of the text.
  return (copy.textContent ?? '')
    .replaceAll(/\s*\r?\n\s*/g, ' ')
    .replaceAll('\u2028', '\n')
    .replaceAll('\u00a0', ' ')
    .replaceAll(CODE_MARKS, '')
    .trimEnd();
};
/** Word processors have no code: what is written of it is paragraphs in a monospaced font, one for each line. */
const codeBlocks = (root: Element): void => {
  for (const first of [...root.querySelectorAll('p')]) {
    if (!first.isConnected || first.closest('li, td, th, pre')) continue;
    const lines: { block: Element; text: string }[] = [];
    for (let block: Element | null = first; block?.tagName === 'P'; block = block.nextElementSibling) {
      const text = codeLine(block);
      if (text === undefined || (text === '' && lines.length === 0)) break;
      lines.push({ block, text });
    }
    while (lines.at(-1)?.text === '') lines.pop();
    const marked = lines.some(({ block }) => /[\uec02\uec03]/.test(block.textContent ?? ''));
    // One line alone may be a name in the text.
    if (lines.length < 2 && !marked) continue;
    const pre = root.ownerDocument.createElement('pre');
    const code = root.ownerDocument.createElement('code');
    code.textContent = lines.map(({ text }) => text).join('\n');
    pre.append(code);
    first.before(pre);
    for (const { block } of lines) block.remove();
  }
};

const raisedSigns: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'0123456789+-=()ni'].map((sign, at) => [sign, '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ'[at] as string])),
  ...{ '−': '⁻', o: 'º', a: 'ª' },
};
const loweredSigns: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'0123456789+-=()'].map((sign, at) => [sign, '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎'[at] as string])),
  '−': '₋',
};
/** Markdown has neither: «10<sup>6</sup>» would be read as 106. Letters without a raised form of theirs stay as they are. */
const raisedAndLowered = (root: Element): void => {
  for (const element of root.querySelectorAll('sup, sub, span')) {
    const style = styleOf(element).toLowerCase();
    const raised = element.tagName === 'SUP' || /vertical-align:\s*super/.test(style);
    if (!raised && element.tagName !== 'SUB' && !/vertical-align:\s*sub/.test(style)) continue;
    const text = (element.textContent ?? '').trim();
    const signs = [...text].map((sign) => (raised ? raisedSigns : loweredSigns)[sign]);
    if (text !== '' && signs.every((sign) => sign !== undefined)) element.textContent = signs.join('');
  }
};

/** Tasks of Google Docs: their boxes are pictures, and what is done is struck through. */
const docsTasks = (root: Element): void => {
  for (const item of root.querySelectorAll('li[role="checkbox"]')) {
    const done = item.getAttribute('aria-checked') === 'true';
    item.setAttribute('data-checked', String(done));
    for (const box of item.querySelectorAll('img[aria-roledescription="checkbox"]')) box.remove();
    for (const span of done ? item.querySelectorAll<HTMLElement>('span') : []) span.style.textDecoration = '';
  }
};

/** The remarks of those who read a document are not part of it. */
const REMARKS = '[class^="msocom" i], .MsoCommentReference, .MsoCommentText, [style*="mso-element:comment-list" i], a[href^="#cmnt"]';

/** A Markdown cell is one line, and cannot span: spanned content goes to the first cell, with empty ones beside it. */
const flatTables = (root: Element): void => {
  const doc = root.ownerDocument;
  for (const inner of [...root.querySelectorAll('td table, th table')].reverse())
    inner.replaceWith(doc.createTextNode(inner.textContent ?? ''));
  for (const table of root.querySelectorAll('table')) {
    for (const other of [...table.querySelectorAll('caption, colgroup')]) other.remove();
    const rows = [...table.querySelectorAll('tr')];
    const down = new Map<string, true>();
    rows.forEach((row, y) => {
      let x = 0;
      for (const cell of [...row.children]) {
        while (down.has(`${x},${y}`)) {
          cell.before(doc.createElement('td'));
          x += 1;
        }
        const wide = Math.min(Number(cell.getAttribute('colspan')) || 1, 50);
        const high = Math.min(Number(cell.getAttribute('rowspan')) || 1, 500);
        cell.removeAttribute('colspan');
        cell.removeAttribute('rowspan');
        for (const block of [...cell.querySelectorAll('p, div, li, br, h1, h2, h3, h4, h5, h6, ul, ol, pre, blockquote')]) {
          if (block.nextSibling || block.tagName === 'BR') block.after(' ');
          if (block.tagName === 'BR') block.remove();
          else unwrap(block);
        }
        for (let more = 1; more < wide; more += 1) cell.after(doc.createElement('td'));
        for (let below = 1; below < high; below += 1) for (let at = 0; at < wide; at += 1) down.set(`${x + at},${y + below}`, true);
        x += 1;
      }
    });
  }
};

export interface Cleaned {
  html: string;
  /** Images that cannot be pasted, because they are on the author's disk or embedded in the text. */
  imagesLeft: number;
}

export const cleanPasted = (html: string): Cleaned => {
  const doc = new DOMParser().parseFromString(html, 'text/html');
  const { body } = doc;
  // HTML copied from this editor needs no cleaning.
  if (body.querySelector('[data-pm-slice]')) return { html, imagesLeft: 0 };
  const comments = doc.createTreeWalker(body, 128);
  const gone: ChildNode[] = [];
  while (comments.nextNode()) gone.push(comments.currentNode as ChildNode);
  for (const comment of gone) comment.remove();
  for (const one of [
    ...body.querySelectorAll('style, script, meta, link, title, xml, iframe, object, embed, svg, form, input, button, select, textarea'),
  ])
    one.remove();
  for (const remark of [...body.querySelectorAll(REMARKS)]) remark.remove();
  docsTasks(body);
  raisedAndLowered(body);
  wordLists(body);
  codeBlocks(body);
  let imagesLeft = 0;
  for (const image of [...body.querySelectorAll('img')]) {
    const src = image.getAttribute('src') ?? '';
    // The pictures of Google Docs are to be had there for half an hour.
    if (/^(https:|\/(?!\/))/.test(src) && !/^https:\/\/[\w-]+\.googleusercontent\.com\//.test(src)) continue;
    if (Number(image.getAttribute('width') ?? 9) > 1) imagesLeft += 1;
    image.remove();
  }
  for (const element of [...body.querySelectorAll('*')].reverse()) {
    const style = styleOf(element).toLowerCase();
    // Office's own elements (`o:p`, `v:shape`), bookmarks, and links to them.
    if (element.tagName.includes(':') || (element.tagName === 'A' && /^(#|$)/.test(element.getAttribute('href') ?? ''))) {
      unwrap(element);
      continue;
    }
    if (/display:\s*none|mso-hide:\s*all/.test(style) && element.tagName !== 'BODY') {
      element.remove();
      continue;
    }
    // Google Docs wraps its whole text in a <b> that is not bold.
    if (/^(B|STRONG|I|EM)$/.test(element.tagName) && /(?<![\w-])font-(weight|style):\s*(normal|400)/.test(style)) {
      unwrap(element);
      continue;
    }
    if (/^(SPAN|FONT)$/.test(element.tagName)) {
      const heading = element.closest('h1, h2, h3, h4, h5, h6, th') !== null;
      const wrapIn = (tag: string) => {
        const inside = doc.createElement(tag);
        inside.append(...element.childNodes);
        element.append(inside);
      };
      // A heading is bold by itself.
      if (!heading && /font-weight:\s*(bold|[6-9]00)/.test(style)) wrapIn('strong');
      if (/font-style:\s*italic/.test(style)) wrapIn('em');
      if (/text-decoration[^;]*line-through/.test(style)) wrapIn('s');
      if (isMonospaced(element) && !element.closest('pre, code') && element.textContent?.trim()) wrapIn('code');
      unwrap(element);
      continue;
    }
    if (element.tagName === 'U') {
      unwrap(element);
      continue;
    }
    const href = element.getAttribute('href');
    if (href !== null) {
      // Google's redirect links.
      const out = /^https:\/\/www\.google\.com\/url\?/.test(href) ? new URL(href).searchParams.get('q') : null;
      element.setAttribute('href', out ?? href);
    }
    for (const { name } of [...element.attributes])
      if (
        !/^(href|src|alt|title|colspan|rowspan|start|data-(callout|formula|dollars|fenced|source|checked|level))$/.test(name) &&
        !(name === 'class' && /^language-/.test(element.className))
      )
        element.removeAttribute(name);
    // Of a paragraph in a cell, it is that of the cell.
    const side = /text-align:\s*(center|right)/.exec(style)?.[1];
    const cell = element.tagName === 'P' ? element.parentElement : element;
    if (side && /^T[DH]$/.test(cell?.tagName ?? '')) cell?.setAttribute('style', `text-align: ${side}`);
  }
  // Nested lists without an item between them, as Google Docs and Word for the web write them.
  for (const list of [...body.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')]) list.previousElementSibling?.append(list);
  flatTables(body);
  for (const empty of [...body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')])
    if (!empty.querySelector('img') && (empty.textContent ?? '').replaceAll('\u00a0', ' ').trim() === '') empty.remove();
  const walker = doc.createTreeWalker(body, 4);
  // Non-breaking spaces that only preserve white space.
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    if (!node.parentElement?.closest('pre')) node.data = node.data.replaceAll(/\u00a0(?=\s)|(?<=\s)\u00a0|\u00a0{2,}/g, ' ');
  }
  return { html: body.innerHTML, imagesLeft };
};
