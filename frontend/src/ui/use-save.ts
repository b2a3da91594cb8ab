import { useRef, useState } from 'react';
import { feed } from '../api/feed.ts';
import { useErrorText } from './error-text.ts';
import { notify } from './notify.ts';

/** How long a person waits for this window to show what was saved; after that it shows it when it comes. */
const WAIT_MS = 3_000;

interface After<T> {
  /** Said as a notice once the window shows it. */
  done?: string | ((answer: T) => string) | undefined;
  /** What the notice offers, as taking it back. */
  offer?: Parameters<typeof notify.success>[1];
  /** The sentence for a failure that `act` says; by default that of its code. */
  tell?: (failure: unknown) => string;
  /** Closes the form, forgets its draft. */
  after?: (answer: T) => void;
}

/**
 * Sends a change, waits until this window has heard of it, says so, and goes on. `save` rejects where it was refused, for a form or a dialog that says
 * it itself; `act` says it as a notice. One at a time: what is pressed meanwhile is not sent.
 */
export const useSave = () => {
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const save = async <T>(send: () => Promise<T>, { done, offer, after }: After<T> = {}): Promise<T | undefined> => {
    if (sending.current) return undefined;
    sending.current = true;
    setBusy(true);
    try {
      const answer = await send();
      await feed().caughtUp(WAIT_MS);
      after?.(answer);
      if (done !== undefined) notify.success(typeof done === 'string' ? done : done(answer), ...(offer ? [offer] : []));
      return answer;
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };
  const act = async <T>(send: () => Promise<T>, next: After<T> = {}): Promise<T | undefined> => {
    try {
      return await save(send, next);
    } catch (failure) {
      notify.error(next.tell?.(failure) ?? errorText(failure));
      return undefined;
    }
  };
  return { save, act, busy };
};
