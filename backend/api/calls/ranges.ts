/** The requested range; null: the whole file; `none`: it lies outside. Several ranges are answered with the whole file, as HTTP allows. */
export function rangeOf(header: string | undefined, bytes: number): { from: number; to: number } | 'none' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const to = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return from > to || (first === '' && Number(last) === 0) ? 'none' : { from, to };
}

/**
 * The bytes of a file that are in a range. The file is read to its end, so that whoever counts its bytes counts all of them; the last part of the range is
 * yielded only after that.
 */
export async function* partOf(
  file: AsyncIterable<string | Uint8Array>,
  { from, to }: { from: number; to: number },
): AsyncGenerator<Uint8Array> {
  let at = 0;
  let held: Uint8Array | null = null;
  for await (const part of file) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    const wanted = bytes.subarray(Math.max(0, from - at), Math.max(0, to + 1 - at));
    at += bytes.length;
    if (wanted.length === 0) continue;
    if (held) yield held;
    held = wanted;
  }
  if (held) yield held;
}
