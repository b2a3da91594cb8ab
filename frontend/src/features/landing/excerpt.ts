const LONG = 200;
const CUT = 150;

/** An excerpt of more than 200 characters is cut at the end of a word, at 150 or before, with an ellipsis (A07); null: it is short enough to stand whole. */
export const cutExcerpt = (text: string): string | null => {
  const whole = text.trim();
  if (whole.length <= LONG) return null;
  const start = whole.slice(0, CUT + 1);
  const end = start.search(/\s+\S*$/);
  // A word longer than the cut has no boundary to end at.
  const kept = end > 0 ? start.slice(0, end) : whole.slice(0, CUT);
  return `${kept.replace(/[\s.,;:¿¡(«—–-]+$/u, '')}…`;
};
