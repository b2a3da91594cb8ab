/** The part of fontkit that is used here; it brings no types of its own. */
declare module 'fontkit' {
  export interface Font {
    unitsPerEm: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    layout(text: string): {
      advanceWidth: number;
      glyphs: { path: { toSVG(): string } }[];
      positions: { xAdvance: number; xOffset: number }[];
    };
  }
  export function create(bytes: Uint8Array): Font;
}
