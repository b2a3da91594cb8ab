import { feed } from '../api/feed.ts';
import { useBusy } from '../lib/use-busy.ts';
import { useErrorText } from './error-text.ts';
import { notify } from './notify.ts';

/** How long to wait for this window to show what was saved; after that it shows it when it comes. */
const WAIT_MS = 3_000;

type Offer = Parameters<typeof notify.success>[1];
interface After<T> {
  /** The notice once the window shows it. */
  done?: string | ((answer: T) => string) | undefined;
  /** The action of the notice, such as undo. */
  offer?: Offer | ((answer: T) => Offer);
  /** The message for a failure that `act` shows; by default that of its code. */
  failureText?: (failure: unknown) => string;
  /** Called at the end: closes the form, deletes its draft. */
  after?: (answer: T) => void;
}

/**
 * Sends a change, waits until this window has it, shows a notice, and goes on. `save` rejects where it was refused, for a form or a dialog that shows
 * the error itself; `act` shows it as a notice. One at a time: a press meanwhile sends nothing.
 */
export const useSave = () => {
  const errorText = useErrorText();
  const { busy, run } = useBusy();
  const save = <T>(send: () => Promise<T>, { done, offer, after }: After<T> = {}): Promise<T | undefined> =>
    run(async () => {
      const answer = await send();
      await feed().caughtUp(WAIT_MS);
      after?.(answer);
      if (done !== undefined)
        notify.success(
          typeof done === 'string' ? done : done(answer),
          ...(offer ? [typeof offer === 'function' ? offer(answer) : offer] : []),
        );
      return answer;
    });
  const act = async <T>(send: () => Promise<T>, next: After<T> = {}): Promise<T | undefined> => {
    try {
      return await save(send, next);
    } catch (failure) {
      notify.error(next.failureText?.(failure) ?? errorText(failure));
      return undefined;
    }
  };
  return { save, act, busy };
};
