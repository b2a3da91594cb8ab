/** The least string above every string that begins with `prefix`, by code point; null where there is none. */
export function prefixEnd(prefix: string): string | null {
  const points = [...prefix].map((char) => char.codePointAt(0) ?? 0);
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    if (last === 0x10ffff) continue;
    // Surrogates are not characters of their own.
    points.push(last === 0xd7ff ? 0xe000 : last + 1);
    return String.fromCodePoint(...points);
  }
  return null;
}
