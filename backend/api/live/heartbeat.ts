const HEARTBEAT_MS = 5_000;
const BEAT_MS = 25;

/** Visits each member of a set within the heartbeat's interval, a few at once: all together would hold up everything else. Returns what stops it. */
export function startHeartbeat<T>(all: ReadonlySet<T>, visit: (one: T) => void): () => void {
  let round = all.values();
  const timer = setInterval(() => {
    for (let left = Math.ceil((all.size * BEAT_MS) / HEARTBEAT_MS); left > 0; left--) {
      let turn = round.next();
      if (turn.done) {
        round = all.values();
        turn = round.next();
      }
      if (turn.done) return;
      visit(turn.value);
    }
  }, BEAT_MS);
  return () => clearInterval(timer);
}
