/** The most seconds of a video between two reports of its player, at double speed. */
const STEP_S = 8;
/** What may be missing at the end of a short video, whose player reports every few seconds. */
const END_S = 6;
/** The share of a video by which it counts as watched: credits need not be. */
const SHARE = 0.95;

/**
 * How far a video was watched without skipping, in seconds: it grows while the video plays on from there, whatever is watched again, and what is skipped
 * does not count. `from`: how far it was watched before. Each report has the player's second and a monotonic time in milliseconds.
 */
export function createWatched(from: number) {
  let reached = from;
  let before = Number.NEGATIVE_INFINITY;
  return (second: number, now: number): number => {
    // Pressing the arrow key again and again is not watching.
    const most = Math.min(STEP_S, ((now - before) / 1_000) * 2.5 + 1);
    before = now;
    if (second > reached && second - reached <= most) reached = second;
    return reached;
  };
}

export const isWhole = (reached: number, duration: number): boolean =>
  duration > 0 && duration - reached <= Math.max(END_S, duration * (1 - SHARE));
