import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Font } from 'fontkit';

/** The typeface of the school's titles, by alphabets; a name is drawn by the first that has all of its letters. */
const FACES = ['latin', 'latin-ext', 'vietnamese'].map(
  (part) => `@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-${part}-wght-normal.woff2`,
);
let faces: Promise<Font[]> | null = null;
const loadFaces = async (): Promise<Font[]> => {
  const { create } = await import('fontkit');
  return Promise.all(FACES.map(async (face) => create(await readFile(fileURLToPath(import.meta.resolve(face))))));
};

export type Glyph = { svg: string; advance: number };
/** The outlines of a text at size 1; null where no typeface has one of its letters. */
export async function outlined(text: string): Promise<Glyph[] | null> {
  faces ??= loadFaces();
  const known = await faces;
  const glyphs: Glyph[] = [];
  for (const letter of text.normalize('NFC')) {
    const font = known.find((face) => face.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
    if (!font) return null;
    const run = font.layout(letter);
    for (const [at, glyph] of run.glyphs.entries())
      glyphs.push({ svg: glyph.path.toSVG(), advance: (run.positions[at]?.xAdvance ?? 0) / font.unitsPerEm });
  }
  return glyphs;
}
/** All of these typefaces have this many units to the em. */
const UNITS = 1_000;
/** `x` and `y`: where the text begins on its line, in points. */
export function drawOutlines(
  doc: PDFKit.PDFDocument,
  glyphs: readonly Glyph[],
  at: { x: number; y: number; size: number; color: string },
): void {
  let { x } = at;
  for (const { svg, advance } of glyphs) {
    doc
      .save()
      .translate(x, at.y)
      .scale(at.size / UNITS, -at.size / UNITS);
    if (svg !== '') doc.path(svg).fill(at.color);
    doc.restore();
    x += advance * at.size;
  }
}
export const widthOf = (glyphs: readonly Glyph[]): number => glyphs.reduce((sum, { advance }) => sum + advance, 0);

/** The product's own colour, of a school that chose none. */
export const PRODUCT_COLOR = '#0b6b57';
export const INK = '#14211e';
export const INK2 = '#4a5a55';
export const LINE = '#ddd3c1';

/** A tagged PDF of one page without margins. `size`: in points. `draw` puts its parts below `root`. */
export async function printed(
  { size, title, author, at }: { size: [number, number]; title: string; author: string; at: string },
  draw: (doc: PDFKit.PDFDocument, root: PDFKit.PDFStructureElement) => Promise<void>,
): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit');
  const doc = new PDFDocument({
    ...{ size, margin: 0, tagged: true, lang: 'es-MX', displayTitle: true, pdfVersion: '1.7' },
    info: { Title: title, Author: author, CreationDate: new Date(at), ModDate: new Date(at) },
  });
  const bytes: Buffer[] = [];
  doc.on('data', (part: Buffer) => bytes.push(part));
  const done = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  const root = doc.struct('Document');
  doc.addStructure(root);
  await draw(doc, root);
  root.end();
  doc.end();
  await done;
  return Buffer.concat(bytes);
}

/** Whether the typefaces that every PDF reader has can say the text: those have the letters of Western Europe alone. */
export const isPlain = (text: string): boolean =>
  /^[\x20-\x7e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac]*$/.test(text);
