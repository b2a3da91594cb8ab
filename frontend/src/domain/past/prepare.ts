import { useCallback, useRef, useState } from 'react';
import { call, isFailure } from '../../lib/http.ts';

const AGAIN_MS = 250;

/** The progress of preparing a moment: how many events are folded, of about how many. */
export interface Preparing {
  done: number;
  of: number;
  /** Estimated seconds left at the pace so far; null: not known yet. */
  left: number | null;
  /** The school has said that the moment is not available at once. */
  takes: boolean;
}

/** No estimate in the first second, which says little about the pace. */
const leftOf = (done: number, of: number, spentMs: number): number | null =>
  spentMs < 1_000 || done === 0 ? null : Math.max(1, Math.round((Math.max(0, of - done) * spentMs) / done / 1_000));

/** Asks the school to prepare a moment, again and again until it is ready. `prepare` resolves true once it can be shown, false where another moment was asked for meanwhile. */
export function usePreparing() {
  const [state, setState] = useState<Preparing | null>(null);
  const [error, setError] = useState<unknown>(null);
  const asked = useRef('');
  const prepare = useCallback(async (moment: string): Promise<boolean> => {
    asked.current = moment;
    setError(null);
    setState({ done: 0, of: 0, left: null, takes: false });
    try {
      const began = performance.now();
      for (;;) {
        const { data } = await call(calls.past, moment).catch((failure: unknown) => {
          // The school is preparing other moments: this one waits.
          if (isFailure(failure) && failure.code === 'PAST_BUSY') return { data: null };
          throw failure;
        });
        if (asked.current !== moment) return false;
        if (data?.estado === 'listo' || data?.estado === 'antes') {
          setState(null);
          return data.estado === 'listo';
        }
        const spent = performance.now() - began;
        const { hechos, de } = data ?? { hechos: 0, de: 0 };
        setState({ done: hechos, of: de, left: leftOf(hechos, de, spent), takes: true });
        await new Promise((done) => setTimeout(done, AGAIN_MS));
      }
    } catch (failure) {
      if (asked.current === moment) {
        setError(failure);
        setState(null);
      }
      return false;
    }
  }, []);
  const giveUp = useCallback(() => {
    asked.current = '';
    setState(null);
    setError(null);
  }, []);
  return { preparing: state, error, prepare, giveUp };
}
