import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import type { usePreparing } from './prepare.ts';
import { Progress } from './progress.tsx';

/** A dialog that asks for a moment of the past, and shows how far its preparation is. Closing it gives the preparation up. */
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
  /** What is chosen can be shown. */
  valid: boolean;
  go: string;
  onGo: () => Promise<void>;
  /** The title of what went wrong. */
  failed: string;
  /** Undefined or null: nothing did. */
  error: unknown;
  /** Under the progress: what came of it. */
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
