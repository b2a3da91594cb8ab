/** A table of many columns, in figures of one width; what does not fit scrolls, by keyboard too. */
export function ConsoleTable({ caption, columns, children }: { caption: string; columns: readonly string[]; children: React.ReactNode }) {
  return (
    <div className="console-frame">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div className="console-scroll" tabIndex={0}>
        <table className="console">
          <caption className="sr">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </div>
  );
}
