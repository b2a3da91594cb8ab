import { activityEvents } from './activity.ts';

/** A signed-in person without activity for 15 minutes is logged out, with a warning after 14 (A40, C-54). All tabs of the browser share one clock. */
export const idleMs = 15 * 60_000;
export const warnMs = 14 * 60_000;

const key = 'aulaviva.actividad';
/** How often activity is recorded for the other tabs, and how often the clock is checked. */
const shareMs = 2_000;
const lookMs = 1_000;

const workSign = 'aulaviva.trabajo';
/** Work that a person started and that this window does for them, such as importing many rows, counts as activity while it runs. */
export const noteWork = (): void => void dispatchEvent(new Event(workSign));

const shared = (): number => {
  try {
    return Number(localStorage.getItem(key) ?? 0);
  } catch {
    return 0;
  }
};
const share = (now: number): void => {
  try {
    localStorage.setItem(key, String(now));
  } catch {
    // Without storage each tab has a clock of its own.
  }
};

export interface IdleWatch {
  /** Called each second with the seconds left once the warning is due; with null after new activity. */
  onWarning(secondsLeft: number | null): void;
  /** Called once; watching ends then. */
  onOver(): void;
}

/** Watches until the returned function is called. Opening the page counts as activity. */
export function watchIdle({ onWarning, onOver }: IdleWatch): () => void {
  let last = Date.now();
  let written = 0;
  let warned = false;
  /** After the clock was set back: a time in the future counts as now. */
  const seen = () => {
    const now = Date.now();
    if (last > now) last = now;
    const others = shared();
    if (others <= now) return Math.max(last, others);
    share(now);
    return now;
  };
  const stop = () => {
    clearInterval(looking);
    for (const sign of [...activityEvents, workSign]) removeEventListener(sign, touch, { capture: true });
    document.removeEventListener('visibilitychange', look);
  };
  const look = () => {
    const quiet = Date.now() - seen();
    if (quiet >= idleMs) {
      stop();
      onOver();
    } else if (quiet >= warnMs) {
      warned = true;
      onWarning(Math.ceil((idleMs - quiet) / 1_000));
    } else if (warned) {
      warned = false;
      onWarning(null);
    }
  };
  const touch = () => {
    const now = Date.now();
    // The computer woke up after the time was over: the first touch is no activity within it.
    if (now - seen() >= idleMs) return look();
    last = now;
    if (now - written >= shareMs) {
      written = now;
      share(now);
    }
    if (warned) look();
  };
  const looking = setInterval(look, lookMs);
  for (const sign of [...activityEvents, workSign]) addEventListener(sign, touch, { passive: true, capture: true });
  document.addEventListener('visibilitychange', look);
  share(last);
  return stop;
}
