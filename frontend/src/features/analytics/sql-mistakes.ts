/** What DuckDB says of a mistake, by kind, so that the page says the common ones in the reader's language. */

/** By kind, the beginnings of DuckDB's messages; `name` is what they are about, `near` what it may have been meant. */
const kinds = {
  severalStatements: [/^one statement at a time/],
  openQuote: [/^unterminated quoted/],
  unfinished: [/^syntax error at end of input/],
  syntax: [/^syntax error at or near "(?<name>.+)"$/s],
  table: [
    /^not allowed: table "(?<name>.+?)"(?:; did you mean "(?<near>.+)"\?)?$/s,
    /^Binder Error: Referenced table "(?<name>.+?)" not found!(?:\s*Candidate tables: "(?<near>[^"]+)")?/,
  ],
  noFrom: [/^Binder Error: Referenced column "(?<name>.+?)" was not found because the FROM clause is missing/],
  column: [
    /^Binder Error: Referenced column "(?<name>.+?)" not found in FROM clause!(?:\s*Candidate bindings:[ :]*"(?<near>[^"]+)")?/,
    /^Binder Error: Table ".+?" does not have a column named "(?<name>.+?)"(?:\s*Candidate bindings:[ :]*"(?<near>[^"]+)")?/,
    /^Binder Error: Column "(?<name>.+?)" (?:does not exist|in \w+ list not found)/,
  ],
  ambiguous: [/^Binder Error: Ambiguous reference to column name "(?<name>.+?)" \(use: "(?<near>[^"]+)"/],
  function: [/^Catalog Error: (?:\w+ )?Function with name "?(?<name>.+?)"? does not exist!(?:\s*Did you mean "(?<near>[^"]+)")?/],
  type: [/^Catalog Error: Type with name (?<name>.+?) does not exist!(?:\s*Did you mean "(?:main\.)?(?<near>[^"]+)")?/],
  grouping: [/^Binder Error: column "?(?<name>.+?)"? must appear in the GROUP BY clause/],
  countsInWhere: [/^Binder Error: WHERE clause cannot contain aggregates/],
  kinds: [/^Binder Error: No function matches the given name and argument types '(?<name>[^']+)'/, /^Binder Error: Cannot compare values/],
  conversion: [/^Conversion Error: Could not convert string '(?<name>[^']*)'/, /^Conversion Error/],
  outOfRange: [/^Out of Range Error/, /^a number is too large/],
  subquery: [/^Invalid Input Error: More than one row returned by a subquery/, /^Binder Error: Subquery returns \d+ columns/],
  parameter: [/^Invalid Input Error: Values were not provided/],
} as const satisfies Record<string, readonly RegExp[]>;

export interface Mistake {
  kind: keyof typeof kinds;
  name: string;
  near: string | undefined;
}

/** null: it is none of these. */
export function mistakeIn(message: string): Mistake | null {
  for (const [kind, beginnings] of Object.entries(kinds))
    for (const beginning of beginnings) {
      const found = beginning.exec(message);
      if (found) return { kind: kind as Mistake['kind'], name: found.groups?.['name'] ?? '', near: found.groups?.['near'] };
    }
  return null;
}
