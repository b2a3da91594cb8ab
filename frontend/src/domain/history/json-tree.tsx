type Written = Readonly<Record<string, string>>;

/** JSON whose objects and lists can be collapsed; everything is expanded at first. `numbers`: numbers as they are written in the source, by JSON pointer. */
export function JsonTree({ value, name, numbers, at = '' }: { value: unknown; name?: string; numbers?: Written; at?: string }) {
  const label = name === undefined ? null : <span className="json-name">{name}: </span>;
  const signs = Array.isArray(value) ? '[ ]' : '{ }';
  const parts = typeof value === 'object' && value !== null ? Object.entries(value) : null;
  if (parts === null || parts.length === 0)
    return (
      <div className="json-line">
        {label}
        {parts ? signs : (numbers?.[at] ?? JSON.stringify(value))}
      </div>
    );
  return (
    <details open>
      <summary>
        {label}
        {signs} <span className="muted">{parts.length}</span>
      </summary>
      {parts.map(([key, part]) => (
        <JsonTree
          key={key}
          name={key}
          value={part}
          at={`${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`}
          {...(numbers && { numbers })}
        />
      ))}
    </details>
  );
}
