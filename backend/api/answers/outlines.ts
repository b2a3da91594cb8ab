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
export const UNITS = 1_000;

/** Whether the typefaces that every PDF reader has can say the text: those have the letters of Western Europe alone. */
export const isPlain = (text: string): boolean =>
  /^[\x20-\x7e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac]*$/.test(text);
