export class BadCursor extends Error {
  constructor() {
    super('not a cursor of this query');
    this.name = 'BadCursor';
  }
}

/** The place after which the next page begins, as callers carry it: values by which the list is sorted. Opaque to them. */
export const writeCursor = (values: readonly unknown[]): string => Buffer.from(JSON.stringify(values)).toString('base64url');
/** Its values, whatever they are: who reads them looks. Throws BadCursor where it is no cursor at all. */
export function readCursor(cursor: string): unknown[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(values)) return values;
  } catch {
    // Not JSON.
  }
  throw new BadCursor();
}
