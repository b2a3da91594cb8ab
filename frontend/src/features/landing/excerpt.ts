const LONG = 200;
const CUT = 150;

/** An excerpt of more than 200 characters is cut after a word, within 150 characters, with an ellipsis (A07); null: it is short enough to be shown whole. */
export const cutExcerpt = (text: string): string | null => {
  const whole = text.trim();
  if (whole.length <= LONG) return null;
  const start = whole.slice(0, CUT + 1);
  const end = start.search(/\s+\S*$/);
  // A single word longer than the limit.
  const kept = end > 0 ? start.slice(0, end) : whole.slice(0, CUT);
  return `${kept.replace(/[\s.,;:¿¡(«—–-]+$/u, '')}…`;
};
