import { createSignal } from './signal.ts';

export interface ConnectionStatus {
  /** `connecting`: for the first time, nothing was missed yet. */
  state: 'connecting' | 'live' | 'reconnecting' | 'offline';
  /** When the last batch came (milliseconds), as of the last change of state. */
  at: number | null;
  /** The page shows more than one connection may follow: a part of it gets no changes. */
  partial: boolean;
}

/** What a page shows of its connection. `patience`: milliseconds without one before it counts as offline. `beat`: when the last batch came. */
export function createStatus(patience: number, beat: () => number | null) {
  let status: ConnectionStatus = { state: 'connecting', at: null, partial: false };
  let wasLive = false;
  const changes = createSignal();
  let giveUp: ReturnType<typeof setTimeout> | undefined;
  const put = (changed: Partial<ConnectionStatus>) => {
    status = { ...status, ...changed };
    changes.emit();
  };
  const turn = (to: ConnectionStatus['state']) => {
    wasLive ||= to === 'live';
    const state = to === 'reconnecting' && !wasLive ? 'connecting' : to;
    // Every failed attempt reports again; the time limit counts from the first.
    if (state === 'reconnecting' || state === 'connecting') giveUp ??= setTimeout(() => turn('offline'), patience);
    else stop();
    if (status.state !== state) put({ state, at: beat() });
  };
  const stop = () => {
    clearTimeout(giveUp);
    giveUp = undefined;
  };
  return {
    current: () => status,
    turn,
    /** Whether a part of the page gets no changes. */
    setPartial: (partial: boolean) => {
      if (status.partial !== partial) put({ partial });
    },
    watch: changes.on,
    /** Stops the time limit: the status does not become offline after this. */
    stop,
  };
}
export type Status = ReturnType<typeof createStatus>;
