export class BadCursor extends Error {
  constructor() {
    super('not a cursor of this query');
    this.name = 'BadCursor';
  }
}

/** A cursor: the sort values of the last item of a page, after which the next page begins. Opaque to callers. */
export const writeCursor = (values: readonly unknown[]): string => Buffer.from(JSON.stringify(values)).toString('base64url');
/** Its values, unchecked: the caller checks them. Throws BadCursor where it is no cursor at all. */
export function readCursor(cursor: string): unknown[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(values)) return values;
  } catch {
    // Not JSON.
  }
  throw new BadCursor();
}
