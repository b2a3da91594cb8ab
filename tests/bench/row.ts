/** One line of the table: what was measured, against what, in the same run. */
export interface Row {
  name: string;
  reference: string;
  /** Measured over reference (or the measured figure itself, where the target is one). */
  ratio: number;
  target: number;
  detail: string;
  ok: boolean;
}

export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};
