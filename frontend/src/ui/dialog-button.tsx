import { Suspense, useState } from 'react';

interface Props {
  /** Rendered once the button was pressed; may be a lazy part. */
  dialog: (open: boolean, onClose: () => void) => React.ReactNode;
  /** Loads that part, on hover or focus. */
  prepare?: () => void;
  className: string;
  /** What is done in the dialog changes something: not offered while the school is shown as it was. */
  writes?: boolean;
  label?: string;
  children: React.ReactNode;
}

/** A button and the dialog that it opens. */
export function DialogButton({ dialog, prepare, className, writes = false, label, children }: Props) {
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <button
        type="button"
        data-writes={writes || undefined}
        className={className}
        aria-haspopup="dialog"
        aria-label={label}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setOpen(true)}
      >
        {children}
      </button>
      {open === null ? null : <Suspense fallback={null}>{dialog(open, () => setOpen(false))}</Suspense>}
    </>
  );
}
