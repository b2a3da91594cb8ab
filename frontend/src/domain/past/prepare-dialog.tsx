import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import type { usePreparing } from './prepare.ts';
import { Progress } from './progress.tsx';

/** A dialog that asks for a moment of the past, and shows the progress of its preparation. Closing it cancels the preparation. */
export function PrepareDialog({
  of: { preparing, giveUp },
  valid,
  go,
  onGo,
  failed,
  error,
  onClose,
  children,
  after,
  ...dialog
}: Pick<React.ComponentProps<typeof Dialog>, 'title' | 'side' | 'onClose' | 'children'> & {
  of: ReturnType<typeof usePreparing>;
  /** The chosen moment can be shown. */
  valid: boolean;
  go: string;
  onGo: () => Promise<void>;
  /** The title above an error. */
  failed: string;
  /** Undefined or null: no error. */
  error: unknown;
  /** Shown under the progress: the result. */
  after?: React.ReactNode;
}) {
  return (
    <Dialog
      {...dialog}
      open
      toField
      onClose={() => {
        giveUp();
        onClose();
      }}
      footer={
        <button
          type="button"
          className="btn"
          disabled={!valid || preparing !== null}
          aria-busy={preparing !== null}
          onClick={() => void onGo()}
        >
          {go}
        </button>
      }
    >
      <div className="stack">
        {children}
        {preparing ? <Progress {...preparing} /> : null}
        {error ? <ErrorState title={failed} error={error} onRetry={() => void onGo()} inline /> : null}
        {after}
      </div>
    </Dialog>
  );
}
