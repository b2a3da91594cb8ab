import './meter.css';

/** The used share of a total, drawn and in words. */
export function Meter({ label, value, max }: { label: string; value: number; max: number }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers draw a meter of their own, and not all read it aloud
    <span className="meter" role="meter" aria-label={label} aria-valuemin={0} aria-valuemax={max} aria-valuenow={value}>
      <span style={{ inlineSize: `${max > 0 ? Math.min(100, (value / max) * 100) : 0}%` }} />
    </span>
  );
}
